--------------------------- MODULE CreditScheduler ---------------------------
(* Who gets the next region of an arena (design 2.5): window, turns, drain,  *)
(* staging reserve, un-staging. Two sizes of chunk over a buddy allocator.   *)
(* Every flow wants chunks for ever. No messages, epochs, faults or bytes.   *)
EXTENDS Integers, Sequences, FiniteSets

CONSTANTS
    Agents,
    Flows,        \* numbers above 0
    Src, Dst,     \* [Flows -> Agents]
    Size,         \* [Flows -> [Chunks -> 1..2]], in units; 2 is a max chunk
    Last,         \* chunks of a flow are 0..Last, and then 0 again
    Blocks,       \* size of an arena in max chunks
    Reserve,      \* how many of them, the lowest, are the reserve
    Window,
    EagerWindow,  \* most chunks that a flow stages without a credit
    DrainAfter,   \* a head that was passed over so often starts a drain
    Timers,       \* "any": a drain may time out at once; "late": only if it waits for nothing
    InOrder,      \* writes and scatters of one flow end in order
    Silent,       \* flows whose sender does not write: what they hold never becomes free
    Bugs          \* planted bugs

VARIABLES
    open,         \* flows whose WANT has arrived
    next,         \* [Flows -> Chunks], the head: the chunk that is granted next
    recv,         \* [Flows -> [Chunks -> Region]] in the arena of the receiver
    stage,        \* [Flows -> [Chunks -> Region]] in the arena of the sender
    eager,        \* [Agents -> Seq(flow and chunk)], staged without a credit, oldest first
    credits,      \* [Agents -> Seq(flow and chunk)], with a credit and not staged, oldest first
    ring,         \* [Agents -> Seq(Flows)], whose turn is next
    passed,       \* [Flows -> 0..DrainAfter], how often the head was passed over
    drain         \* [Agents -> Off, Pause or the flow all wait for]

vars == <<open, next, recv, stage, eager, credits, ring, passed, drain>>

Off == 0
Pause == -1

Planted(b) == b \in Bugs
PlantedAny(bs) == bs \cap Bugs # {}

Chunks == 0..Last
After(c) == IF c = Last THEN 0 ELSE c + 1
Units == 1..(2 * Blocks)
None == [st |-> "none", at |-> 0]
Region(st, at) == [st |-> st, at |-> at]
From(a) == {f \in Flows : Src[f] = a}
Into(a) == {f \in Flows : Dst[f] = a}
Refs == [f : Flows, c : Chunks]
Ref(f, c) == [f |-> f, c |-> c]
Without(s, x) == SelectSeq(s, LAMBDA y : y # x)
Min(S) == CHOOSE x \in S : \A y \in S : x <= y

-----------------------------------------------------------------------------
(* The arena. A block is named by its first unit; a max chunk starts at an   *)
(* odd one.                                                                  *)

ReserveUnits == IF Planted("noReserve") THEN 0 ELSE 2 * Reserve
InReserve(at) == at # 0 /\ at <= ReserveUnits
UnitsOf(at, size) ==
    IF at = 0 THEN {} ELSE IF size = 2 \/ InReserve(at) THEN {at, at + 1} ELSE {at}
Live(a) ==
    {<<recv[f][c].at, Size[f][c]>> : f \in Into(a), c \in Chunks}
        \cup {<<stage[f][c].at, Size[f][c]>> : f \in From(a), c \in Chunks}
Used(a) == UNION {UnitsOf(b[1], b[2]) : b \in Live(a)}
Buddy(u) == IF u % 2 = 1 THEN u + 1 ELSE u - 1

(* Lowest block of the smallest free ones that suffice, 0 if there is none.  *)
Fit(used, size, low) ==
    LET free == {u \in Units : u > low /\ u \notin used}
        whole == {u \in free : u % 2 = 1 /\ u + 1 \in free}
        half == {u \in free : Buddy(u) \notin free}
    IN  IF size = 1 /\ half # {} THEN Min(half)
        ELSE IF whole # {} THEN Min(whole) ELSE 0

General(a, size) ==
    Fit(Used(a), size, IF Planted("reserveGranted") THEN 0 ELSE ReserveUnits)

(* The k youngest chunks staged without a credit, and their units.           *)
YoungestRefs(a, k) == {eager[a][i] : i \in (Len(eager[a]) - k + 1)..Len(eager[a])}
Youngest(a, k) ==
    UNION {UnitsOf(stage[r.f][r.c].at, Size[r.f][r.c]) : r \in YoungestRefs(a, k)}

-----------------------------------------------------------------------------
(* The receiver's turn order.                                                *)

Held(f) == Cardinality({c \in Chunks : recv[f][c] # None})
Eligible(f) ==
    /\ f \in open
    /\ Held(f) < Window \/ Planted("windowIgnored")
    /\ recv[f][next[f]] = None
HeadSize(f) == Size[f][next[f]]
Turns(a) == SelectSeq(ring[a], Eligible)
Fits(a, f) == General(a, HeadSize(f)) # 0
Fitting(a) == SelectSeq(Turns(a), LAMBDA f : Fits(a, f))
IsDraining(a) == drain[a] \in Flows
First(a) == IF IsDraining(a) THEN drain[a] ELSE Head(Turns(a))
HeadWaits(a) == \E f \in Into(a) : Eligible(f) /\ ~Fits(a, f)

PassedOver(a) ==
    [f \in Flows |->
        IF f \in Into(a) /\ Eligible(f) /\ ~Fits(a, f) /\ passed[f] < DrainAfter
        THEN passed[f] + 1 ELSE passed[f]]

CanUnstage(a) ==
    /\ Turns(a) # <<>> /\ eager[a] # <<>> /\ ~Fits(a, First(a))
    /\ ~PlantedAny({"noUnstaging", "eagerForEver"})
Overdue(a) == SelectSeq(Turns(a), LAMBDA f : passed[f] = DrainAfter)
CanStartDrain(a) ==
    drain[a] = Off /\ Overdue(a) # <<>> /\ ~Planted("drainNeverStarts")
CanGrant(a) ==
    IF IsDraining(a) THEN Fits(a, drain[a])
    ELSE Turns(a) # <<>> /\ (Fits(a, First(a)) \/ Fitting(a) # <<>>)

(* An engine step ends with all grants that it allows.                       *)
Due(a) == CanStartDrain(a) \/ CanUnstage(a) \/ CanGrant(a)
Settled == \A a \in Agents : ~Due(a)

(* What is dropped is gathered again later.                                  *)
Dropped(st, refs) ==
    [f \in Flows |-> [c \in Chunks |-> IF Ref(f, c) \in refs THEN None ELSE st[f][c]]]
Kept(s, refs) == SelectSeq(s, LAMBDA r : r \notin refs)

StartDrain(a) ==
    /\ CanStartDrain(a)
    /\ drain' = [drain EXCEPT ![a] = Head(Overdue(a))]
    /\ UNCHANGED <<open, next, recv, stage, eager, credits, ring, passed>>

UnstageForHead(a) ==
    /\ ~CanStartDrain(a) /\ CanUnstage(a)
    /\ stage' = Dropped(stage, YoungestRefs(a, 1))
    /\ eager' = [eager EXCEPT ![a] = Kept(@, YoungestRefs(a, 1))]
    /\ UNCHANGED <<open, next, recv, credits, ring, passed, drain>>

(* The chunk becomes the sender's credit; one staged before is no cache now. *)
GrantTo(a, f, c) ==
    LET s == Src[f] IN
    /\ recv' = [recv EXCEPT ![f][c] = Region("granted", General(a, Size[f][c]))]
    /\ next' = [next EXCEPT ![f] = IF c = @ THEN After(@) ELSE @]
    /\ IF stage[f][c].st = "eager"
       THEN /\ stage' = [stage EXCEPT ![f][c].st = "credited"]
            /\ eager' = [eager EXCEPT ![s] = Without(@, Ref(f, c))]
            /\ UNCHANGED credits
       ELSE /\ credits' = [credits EXCEPT ![s] = Append(@, Ref(f, c))]
            /\ UNCHANGED <<stage, eager>>
    /\ passed' = [PassedOver(a) EXCEPT ![f] = 0]
    /\ ring' = [ring EXCEPT ![a] =
          IF Planted("noTurns") THEN @ ELSE Append(Without(@, f), f)]
    /\ drain' = [drain EXCEPT ![a] = IF @ = f THEN Off ELSE @]
    /\ UNCHANGED open

Grant(a) ==
    /\ ~CanStartDrain(a) /\ ~CanUnstage(a) /\ CanGrant(a)
    /\ LET f == IF Fits(a, First(a)) THEN First(a) ELSE Head(Fitting(a)) IN
       \/ GrantTo(a, f, next[f])
       \/ /\ Planted("fifoBroken")
          /\ LET c == After(next[f]) IN
             recv[f][c] = None /\ General(a, Size[f][c]) # 0 /\ GrantTo(a, f, c)

-----------------------------------------------------------------------------
(* The sender's staging. It comes when it comes: a credit travels, and only  *)
(* so many gathers run at once.                                              *)

(* The fewest drops after which it fits, all if it then still does not.      *)
DropsFor(a, size) ==
    IF PlantedAny({"noUnstaging", "eagerForEver"}) THEN 0
    ELSE LET n == Len(eager[a])
             ok == {k \in 0..n : Fit(Used(a) \ Youngest(a, k), size, ReserveUnits) # 0}
         IN  IF ok = {} THEN n ELSE Min(ok)

HoldsReserve(a, dst) ==
    \E f \in From(a), c \in Chunks : Dst[f] = dst /\ InReserve(stage[f][c].at)
FreeReserve(a) ==
    {u \in 1..ReserveUnits : u % 2 = 1 /\ {u, u + 1} \cap Used(a) = {}}

(* In a drain a chunk with a credit waits, or goes to the reserve.           *)
WaitsInDrain(a) == IsDraining(a) /\ ~Planted("stagingTakesDrained")
GeneralPlace(a, r) ==
    IF WaitsInDrain(a) THEN 0
    ELSE Fit(Used(a) \ Youngest(a, DropsFor(a, Size[r.f][r.c])), Size[r.f][r.c], ReserveUnits)
ReservePlace(a, r) ==
    IF FreeReserve(a) # {} /\ (~HoldsReserve(a, Dst[r.f]) \/ Planted("reserveForOnePeer"))
    THEN Min(FreeReserve(a)) ELSE 0

(* Only the oldest credit may take a block of the general part.              *)
PlaceFor(a, i) ==
    LET r == credits[a][i] IN
    IF i = 1 /\ GeneralPlace(a, r) # 0 THEN GeneralPlace(a, r)
    ELSE IF GeneralPlace(a, credits[a][1]) = 0 THEN ReservePlace(a, r) ELSE 0
NextCredit(a) == {i \in 1..Len(credits[a]) : PlaceFor(a, i) # 0}
CanStage(a) == NextCredit(a) # {}

StageCredited(a) ==
    /\ Settled /\ CanStage(a)
    /\ LET i == Min(NextCredit(a))
           r == credits[a][i]
           k == IF WaitsInDrain(a) THEN 0
                ELSE DropsFor(a, Size[credits[a][1].f][credits[a][1].c])
       IN  /\ stage' = [Dropped(stage, YoungestRefs(a, k))
                 EXCEPT ![r.f][r.c] = Region("credited", PlaceFor(a, i))]
           /\ eager' = [eager EXCEPT ![a] = Kept(@, YoungestRefs(a, k))]
           /\ credits' = [credits EXCEPT ![a] = Without(@, r)]
           \* a block of the general part goes to this agent instead of a waiting head
           /\ passed' = IF InReserve(PlaceFor(a, i)) \/ Planted("stagingNeverPasses")
                        THEN passed ELSE PassedOver(a)
    /\ UNCHANGED <<open, next, recv, ring, drain>>

EagerUnits(a) ==
    Cardinality(UNION {UnitsOf(stage[r.f][r.c].at, Size[r.f][r.c]) :
        r \in {eager[a][i] : i \in 1..Len(eager[a])}})
EagerCap == 2 * Blocks - 2 * Reserve - 2

EagerOf(f) == {c \in Chunks : stage[f][c].st = "eager"}
RECURSIVE FirstUnstaged(_, _)
FirstUnstaged(f, c) == IF stage[f][c].st = "eager" THEN FirstUnstaged(f, After(c)) ELSE c

StageEager(f) ==
    LET a == Src[f] IN
    /\ Settled
    /\ Cardinality(EagerOf(f)) < EagerWindow
    /\ LET c == FirstUnstaged(f, next[f])
           at == General(a, Size[f][c])
       IN  /\ stage[f][c] = None /\ recv[f][c] = None
           /\ at # 0
           /\ ~HeadWaits(a) \/ Planted("eagerWhileHeadWaits")
           /\ credits[a] = <<>> \/ Planted("eagerBeforeCredits")
           /\ ~IsDraining(a) \/ Planted("eagerWhileHeadWaits")
           /\ \/ EagerUnits(a) + Size[f][c] <= EagerCap
              \/ PlantedAny({"eagerUncapped", "eagerForEver"})
           /\ stage' = [stage EXCEPT ![f][c] = Region("eager", at)]
           /\ eager' = [eager EXCEPT ![a] = Append(@, Ref(f, c))]
    /\ UNCHANGED <<open, next, recv, credits, ring, passed, drain>>

-----------------------------------------------------------------------------
(* The world.                                                                *)

Open(f) ==
    /\ Settled /\ f \notin open
    /\ open' = open \cup {f}
    /\ UNCHANGED <<next, recv, stage, eager, credits, ring, passed, drain>>

(* Ages: the oldest chunk of a flow is the first from its head on.           *)
Age(f, c) == (c - next[f] + Last + 1) % (Last + 1)
IsOldest(f, c, S) == InOrder => \A d \in S : Age(f, c) <= Age(f, d)
Granted(f) == {c \in Chunks : recv[f][c].st = "granted"}
Scattering(f) == {c \in Chunks : recv[f][c].st = "scattering"}

CanWrite(f, c) == f \notin Silent /\ stage[f][c].st = "credited" /\ IsOldest(f, c, Granted(f))
WriteEnd(f, c) ==
    /\ Settled /\ CanWrite(f, c)
    /\ stage' = [stage EXCEPT ![f][c] = None]
    /\ recv' = [recv EXCEPT ![f][c].st = "scattering"]
    /\ UNCHANGED <<open, next, eager, credits, ring, passed, drain>>

ScatterEnd(f, c) ==
    /\ Settled /\ recv[f][c].st = "scattering" /\ IsOldest(f, c, Scattering(f))
    /\ recv' = [recv EXCEPT ![f][c] = None]
    /\ UNCHANGED <<open, next, stage, eager, credits, ring, passed, drain>>

(* A region of this arena will become free although its grants have stopped. *)
Comes(a) ==
    \/ \E f \in From(a) \ Silent, c \in Chunks :
          stage[f][c].st = "credited" /\ ~InReserve(stage[f][c].at)
    \/ \E f \in Into(a) \ Silent, c \in Chunks :
          \/ recv[f][c].st = "scattering"
          \/ recv[f][c].st = "granted" /\ (stage[f][c].st = "credited" \/ CanStage(Src[f]))

TimesOut(a) == IsDraining(a) /\ (Timers = "late" => ~Comes(a))
DrainTimeout(a) ==
    /\ Settled /\ TimesOut(a) /\ ~Planted("drainNeverYields")
    /\ drain' = [drain EXCEPT ![a] = Pause]
    /\ passed' = [passed EXCEPT ![drain[a]] = 0]
    /\ UNCHANGED <<open, next, recv, stage, eager, credits, ring>>

PauseEnd(a) ==
    /\ Settled /\ drain[a] = Pause
    /\ drain' = [drain EXCEPT ![a] = Off]
    /\ UNCHANGED <<open, next, recv, stage, eager, credits, ring, passed>>

-----------------------------------------------------------------------------
RECURSIVE Listed(_)
Listed(S) == IF S = {} THEN <<>>
    ELSE LET f == CHOOSE g \in S : \A h \in S : g <= h IN <<f>> \o Listed(S \ {f})

Init ==
    /\ open = {}
    /\ next = [f \in Flows |-> 0]
    /\ recv = [f \in Flows |-> [c \in Chunks |-> None]]
    /\ stage = [f \in Flows |-> [c \in Chunks |-> None]]
    /\ eager = [a \in Agents |-> <<>>]
    /\ credits = [a \in Agents |-> <<>>]
    /\ ring = [a \in Agents |-> Listed(Into(a))]
    /\ passed = [f \in Flows |-> 0]
    /\ drain = [a \in Agents |-> Off]

Next ==
    \/ \E f \in Flows : Open(f)
    \/ \E a \in Agents : StartDrain(a)
    \/ \E a \in Agents : UnstageForHead(a)
    \/ \E a \in Agents : Grant(a)
    \/ \E a \in Agents : StageCredited(a)
    \/ \E f \in Flows : StageEager(f)
    \/ \E f \in Flows, c \in Chunks : WriteEnd(f, c)
    \/ \E f \in Flows, c \in Chunks : ScatterEnd(f, c)
    \/ \E a \in Agents : DrainTimeout(a)
    \/ \E a \in Agents : PauseEnd(a)

(* What stays possible happens, although the grants in between, which are    *)
(* part of the same engine step, disable it for a moment (weak fairness      *)
(* would take that as an excuse): infinitely often a step that is it, or one *)
(* from a state in which it is not possible. Liveness needs InOrder: then    *)
(* fairness per flow is fairness per chunk.                                  *)
Spec ==
    /\ Init /\ [][Next]_vars
    /\ \A a \in Agents :
          /\ WF_vars(StartDrain(a) \/ UnstageForHead(a) \/ Grant(a))
          /\ []<><<CanStage(a) => StageCredited(a)>>_vars
          /\ []<><<TimesOut(a) => DrainTimeout(a)>>_vars
          /\ []<><<drain[a] = Pause => PauseEnd(a)>>_vars
    /\ \A f \in Flows :
          /\ []<><<f \notin open /\ ~Planted("unfairOpen") => Open(f)>>_vars
          /\ []<><<(\E c \in Chunks : CanWrite(f, c)) => \E c \in Chunks : WriteEnd(f, c)>>_vars
          /\ []<><<Scattering(f) # {} => \E c \in Chunks : ScatterEnd(f, c)>>_vars

-----------------------------------------------------------------------------
(* Properties.                                                               *)

TypeOK ==
    /\ open \subseteq Flows
    /\ next \in [Flows -> Chunks]
    /\ \A f \in Flows, c \in Chunks :
          /\ recv[f][c].st \in {"none", "granted", "scattering"}
          /\ stage[f][c].st \in {"none", "eager", "credited"}
          /\ recv[f][c].at \in {0} \cup Units /\ stage[f][c].at \in {0} \cup Units
          /\ (recv[f][c].st = "none") = (recv[f][c].at = 0)
          /\ (stage[f][c].st = "none") = (stage[f][c].at = 0)
    /\ \A a \in Agents :
          /\ \A i \in 1..Len(eager[a]) : eager[a][i] \in Refs
          /\ \A i \in 1..Len(credits[a]) : credits[a][i] \in Refs
          /\ Len(ring[a]) = Cardinality(Into(a))
          /\ drain[a] \in {Off, Pause} \cup Into(a)
    /\ passed \in [Flows -> 0..DrainAfter]

(* Blocks lie in the arena, are aligned and do not overlap; lists name what  *)
(* they stand for.                                                           *)
Owners(a) ==
    {<<"recv", f, c>> : f \in Into(a), c \in Chunks}
        \cup {<<"stage", f, c>> : f \in From(a), c \in Chunks}
BlockOf(o) ==
    UnitsOf((IF o[1] = "recv" THEN recv ELSE stage)[o[2]][o[3]].at, Size[o[2]][o[3]])
Conservation ==
    \A a \in Agents :
        /\ \A o \in Owners(a) : BlockOf(o) \subseteq Units
        /\ \A o, p \in Owners(a) : o # p => BlockOf(o) \cap BlockOf(p) = {}
        /\ {eager[a][i] : i \in 1..Len(eager[a])}
              = {r \in Refs : Src[r.f] = a /\ stage[r.f][r.c].st = "eager"}
        /\ {credits[a][i] : i \in 1..Len(credits[a])}
              = {r \in Refs : /\ Src[r.f] = a /\ recv[r.f][r.c].st = "granted"
                              /\ stage[r.f][r.c].st = "none"}
        /\ \A f \in From(a), c \in Chunks :
              stage[f][c].st = "credited" => recv[f][c].st = "granted"

WindowRespected == \A f \in Flows : Held(f) <= Window

(* The reserve is never granted and never used without a credit; at most one *)
(* block per peer; eager staging leaves it and one max chunk alone.          *)
ReserveKept ==
    /\ \A f \in Flows, c \in Chunks :
          /\ recv[f][c].at \notin 1..(2 * Reserve)
          /\ stage[f][c].st = "eager" => stage[f][c].at \notin 1..(2 * Reserve)
    /\ \A a \in Agents : EagerUnits(a) <= EagerCap
OneBlockPerPeer ==
    \A a, b \in Agents :
        Cardinality({r \in Refs : /\ Src[r.f] = a /\ Dst[r.f] = b
                                  /\ InReserve(stage[r.f][r.c].at)}) <= 1

(* Something can still happen, at the latest when all drains have ended.     *)
NoDeadlock ==
    \/ \E f \in Flows : f \notin open
    \/ \E a \in Agents :
          \/ Due(a) \/ CanStage(a)
          \/ Fitting(a) # <<>> /\ ~Planted("drainNeverYields")
    \/ \E f \in Flows, c \in Chunks :
          stage[f][c].st = "credited" \/ recv[f][c].st = "scattering"

(* A flow is granted its chunks in order.                                    *)
Fifo ==
    [][\A f \in Flows, c \in Chunks :
          recv[f][c] = None /\ recv'[f][c] # None => c = next[f]]_vars

(* While a head or a chunk with a credit waits for a region, or a drain runs, *)
(* no chunk is staged without a credit.                                      *)
EagerWaits ==
    [][\A f \in Flows, c \in Chunks :
          stage[f][c] = None /\ stage'[f][c].st = "eager" =>
            ~HeadWaits(Src[f]) /\ credits[Src[f]] = <<>> /\ ~IsDraining(Src[f])]_vars

(* Every flow, however large its chunks, is granted again and again. Beside  *)
(* a silent one, which may keep a part of every max block, only a flow of    *)
(* small chunks is sure of its place.                                        *)
Served ==
    {f \in Flows \ Silent : Silent = {} \/ \A c \in Chunks : Size[f][c] = 1}
NoStarvation == \A f \in Served : []<><<next'[f] # next[f]>>_vars
(* Whatever was granted or staged with a credit becomes free again.          *)
NoRegionLeaks ==
    \A f \in Flows \ Silent, c \in Chunks : recv[f][c] # None ~> recv[f][c] = None
=============================================================================
