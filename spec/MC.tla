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

(* Three agents: two send to one; one receives and sends; all in a ring.     *)
ThreeAgents == {"a", "b", "c"}
FanIn == {"ab", "cb"}
FanInSrc == [l \in FanIn |-> IF l = "ab" THEN "a" ELSE "c"]
FanInDst == [l \in FanIn |-> "b"]
FanInLinkOf == [q \in Requests |-> IF q = 2 THEN "cb" ELSE "ab"]
Chain == {"ab", "bc"}
ChainSrc == [l \in Chain |-> IF l = "ab" THEN "a" ELSE "b"]
ChainDst == [l \in Chain |-> IF l = "ab" THEN "b" ELSE "c"]
ChainLinkOf == [q \in Requests |-> IF q = 2 THEN "bc" ELSE "ab"]
Ring == {"ab", "bc", "ca"}
RingSrc == [l \in Ring |-> CASE l = "ab" -> "a" [] l = "bc" -> "b" [] l = "ca" -> "c"]
RingDst == [l \in Ring |-> CASE l = "ab" -> "b" [] l = "bc" -> "c" [] l = "ca" -> "a"]
RingLinkOf == [q \in Requests |-> CASE q = 1 -> "ab" [] q = 2 -> "bc" [] q = 3 -> "ca"]

AllAb == [q \in Requests |-> "ab"]
EachWay == [q \in Requests |-> IF q = 1 THEN "ab" ELSE "ba"]
OwnDest == [q \in Requests |-> q]
SameDest == [q \in Requests |-> 1]
AtOnce == [q \in Requests |-> 0]
Retry == [q \in Requests |-> q - 1]

(* The lossy network again, without what can have no effect any more         *)
(* (Merge.tla): it is as good as lost, but would multiply the states.       *)
PrunedReceived(n, m) == {x \in n \ {m} : CanMatter(x)}
=============================================================================
