------------------------------- MODULE Credit -------------------------------
(* A receiver grants credits, a sender spends them.  Small enough to count   *)
(* by hand; one constant plants a bug.                                       *)
EXTENDS Naturals

CONSTANTS Peers, Max, Bug

VARIABLES free, held, sent, gone

vars == <<free, held, sent, gone>>

Init ==
    /\ free = Max
    /\ held = [p \in Peers |-> 0]
    /\ sent = {}
    /\ gone = FALSE

Grant(p) ==
    /\ free > 0 \/ Bug = "grantsTooMuch"
    /\ held[p] = 0
    /\ p \notin sent
    /\ free' = IF free = 0 THEN 0 ELSE free - 1
    /\ held' = [held EXCEPT ![p] = IF Bug = "grantsTwo" THEN 2 ELSE 1]
    /\ UNCHANGED <<sent, gone>>

Spend(p) ==
    /\ held[p] > 0
    /\ held' = [held EXCEPT ![p] = 0]
    /\ free' = IF Bug = "keepsCredit" THEN free ELSE free + 1
    /\ sent' = sent \cup {p}
    /\ UNCHANGED gone

(* Never enabled: what an action that nothing reaches looks like. *)
Vanish ==
    /\ Max = 0
    /\ gone' = TRUE
    /\ UNCHANGED <<free, held, sent>>

Done ==
    /\ sent = Peers
    /\ Bug # "noEnd"
    /\ \A p \in Peers : held[p] = 0
    /\ UNCHANGED vars

Protocol ==
    \/ \E p \in Peers : Grant(p)
    \/ \E p \in Peers : Spend(p)

Environment == Vanish

Next == Protocol \/ Environment \/ Done

Spec == Init /\ [][Next]_vars
FairSpec ==
    /\ Spec
    /\ \A p \in Peers : WF_vars(Grant(p)) /\ (Bug # "unfair" => WF_vars(Spend(p)))

RECURSIVE Sum(_)
Sum(S) == IF S = {} THEN 0 ELSE LET p == CHOOSE p \in S : TRUE IN held[p] + Sum(S \ {p})

TypeOK == free \in 0..Max
Conservation == free + Sum(Peers) = Max

(* Each is violated by the situation that it denies. *)
NeverAllSent == sent # Peers
NeverAllFree == free < Max

AllSent == <>(sent = Peers)
NothingSent == [][sent' = sent]_vars
=============================================================================
