----------------------------- MODULE MCScheduler -----------------------------
(* Values of models of CreditScheduler that a configuration file cannot      *)
(* write down itself. Flows are numbers: 1 and up from "a" to "b", then one  *)
(* from "b" to "a".                                                          *)
EXTENDS CreditScheduler

TwoAgents == {"a", "b"}
PairSrc == [f \in Flows |-> IF f = 1 THEN "a" ELSE "b"]
PairDst == [f \in Flows |-> IF f = 1 THEN "b" ELSE "a"]

(* All one way: only the arena of "b" has heads, only that of "a" staging.    *)
OneSrc == [f \in Flows |-> "a"]
OneDst == [f \in Flows |-> "b"]

(* Two flows one way and one the other.                                      *)
ThreeSrc == [f \in Flows |-> IF f \in {1, 2} THEN "a" ELSE "b"]
ThreeDst == [f \in Flows |-> IF f \in {1, 2} THEN "b" ELSE "a"]

AllLarge == [f \in Flows |-> [c \in Chunks |-> 2]]
AllSmall == [f \in Flows |-> [c \in Chunks |-> 1]]
Mixed == [f \in Flows |-> [c \in Chunks |-> IF c = Last THEN 2 ELSE 1]]
LargeThenSmall == [f \in Flows |-> [c \in Chunks |-> IF f = 2 THEN 1 ELSE 2]]
OnlySecondLarge == [f \in Flows |-> [c \in Chunks |-> IF f = 2 THEN 2 ELSE 1]]
-----------------------------------------------------------------------------
(* Rare situations that the models must reach, each denied by an invariant.  *)

NoDrainBesideReserve ==
    ~\E a \in Agents : /\ IsDraining(a)
                      /\ \E f \in From(a), c \in Chunks : InReserve(stage[f][c].at)
NoHeadPassedOver == \A f \in Flows : passed[f] = 0
=============================================================================
