--------------------------------- MODULE MC ---------------------------------
(* Values that a configuration file cannot write down itself.               *)
EXTENDS Situations, NetGrow, NetLossy

OneWay == {"ab"}
BothWays == {"ab", "ba"}
TwoAgents == {"a", "b"}
OneWaySrc == [l \in OneWay |-> "a"]
OneWayDst == [l \in OneWay |-> "b"]
BothSrc == [l \in BothWays |-> IF l = "ab" THEN "a" ELSE "b"]
BothDst == [l \in BothWays |-> IF l = "ab" THEN "b" ELSE "a"]

AllAb == [q \in Requests |-> "ab"]
EachWay == [q \in Requests |-> IF q = 1 THEN "ab" ELSE "ba"]
OwnDest == [q \in Requests |-> q]
SameDest == [q \in Requests |-> 1]
AtOnce == [q \in Requests |-> 0]
Retry == [q \in Requests |-> q - 1]
=============================================================================
