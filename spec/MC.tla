--------------------------------- MODULE MC ---------------------------------
(* Values that a configuration file cannot write down itself.               *)
EXTENDS Bounce, NetGrow, NetLossy

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

NoFaults ==
    [crash |-> [a \in Agents |-> 0], lostS |-> 0, lostR |-> 0, dirty |-> 0, never |-> 0,
     cancel |-> 0, closeTimeout |-> 0, scatter |-> 0, gather |-> 0, reject |-> 0, refuse |-> 0]
=============================================================================
