------------------------------- MODULE Sender -------------------------------
(* Rules 1 to 9: what a sender does.  One action per step of the engine.    *)
EXTENDS State

(***************************************************************************)
(* Pieces.                                                                 *)
(***************************************************************************)
Records(rq, k) == {q \in Requests : rq[q].k = k /\ rq[q].st \in {"OPEN", "CLOSING"}}

(* Below it every record is finished and no write is running or DIRTY. *)
OldestOpen(rq, k) ==
    LET open == IF PlantedAny({"oldestCountsFutures", "futuresForgottenQuiet", "futuresForgetFrees"})
                THEN {q \in Records(rq, k) :
                        \/ rq[q].res = "none"
                        \/ Bug # "oldestCountsFutures" /\
                             \E c \in Chunks : rq[q].ch[c].st \in {"WRITING", "DIRTY"}}
                ELSE Records(rq, k)
        used == {q \in Requests : rq[q].k = k}
    IN  IF open = {} THEN Cardinality(used) + 1 ELSE Min({rq[q].rid : q \in open})

Message(rq, t, k, rid, c, g, s, x) == Msg(t, k, rid, c, g, s, OldestOpen(rq, k), x)

(* A repeat: the same message, whatever its oldestOpenRid was. *)
InNet(t, k, rid, c) == \E m \in net : m.t = t /\ m.k = k /\ m.rid = rid /\ m.c = c

Running(k, rid) == {w \in writes : w.k = k /\ w.rid = rid /\ w.st = "run"}
Dirty(k, rid) == {w \in writes : w.k = k /\ w.rid = rid /\ w.st = "dirty"}
HasDirty(q) == \E c \in Chunks : req[q].ch[c].st = "DIRTY"

(* A record in CLOSING: what is only staged is dropped. *)
ClosedRecord(r) ==
    [r EXCEPT !.st = "CLOSING",
              !.ch = [c \in Chunks |->
                        IF r.ch[c].st = "GATHERED"
                        THEN [r.ch[c] EXCEPT !.st = "WAITING", !.b = 0] ELSE r.ch[c]]]

CloseRecords(rq, Q) == [q \in Requests |-> IF q \in Q THEN ClosedRecord(rq[q]) ELSE rq[q]]

(* ... and what a gather or write touches stays as an orphan. *)
CloseStaging(rq, Q, a) ==
    [s \in Slots |->
       LET mine == {q \in Q : \E c \in Chunks : rq[q].ch[c].b = s}
       IN  IF mine = {} \/ reg[a][s].st \notin Staged THEN reg[a][s]
           ELSE LET q == CHOOSE x \in mine : TRUE
                    c == CHOOSE x \in Chunks : rq[q].ch[x].b = s
                IN  IF rq[q].ch[c].st = "GATHERED" THEN Free
                    ELSE [reg[a][s] EXCEPT !.st = "STAGING_ORPHAN"]]

OpenOf(rq, k) == {q \in Requests : rq[q].k = k /\ rq[q].st = "OPEN"}

(* The current epoch of a link ends: its records close, its CLOSE is owed. *)
(* rq: the requests as the step found or made them.                        *)
EndEpoch(rq, l, dirty, answered) ==
    LET k == snd[l].k
        Q == OpenOf(rq, k)
    IN  /\ req' = CloseRecords(rq, Q)
        /\ reg' = [reg EXCEPT ![Src[l]] = CloseStaging(rq, Q, Src[l])]
        /\ old' = IF snd[l].opened
                  THEN [old EXCEPT ![l] = @ \cup {[k |-> k, sent |-> FALSE, dirty |-> dirty,
                                                   ans |-> answered, fen |-> FALSE]}]
                  ELSE old

Lost(l) == [snd[l] EXCEPT !.st = IF snd[l].opened THEN "CLOSING" ELSE "LOST",
                          !.k = NoKey, !.opened = FALSE, !.lapsed = FALSE]

(* Closed epochs are kept until answered and fenced and no record is left. *)
Keep(rq, S) ==
    {o \in S : ~(o.sent /\ o.ans /\ o.fen) \/ Records(rq, o.k) # {}}

FailWaiting(rq, l) ==
    [q \in Requests |->
       IF LinkOf[q] = l /\ rq[q].st = "WAITING"
       THEN [rq[q] EXCEPT !.st = "DONE", !.res = "fail", !.quiet = TRUE, !.hurt = TRUE]
       ELSE rq[q]]

(***************************************************************************)
(* Link (rules 1 and 2).                                                   *)
(***************************************************************************)

(* The application gives another description of the peer. *)
Load(l) ==
    /\ up[Src[l]] /\ mode[Src[l]] = "runs" /\ up[Dst[l]]
    /\ snd[l].peer # life[Dst[l]] \/ snd[l].gone
    /\ EndEpoch(req, l, FALSE, FALSE)
    /\ snd' = [snd EXCEPT ![l] = [Lost(l) EXCEPT
                 !.st = IF snd[l].opened \/ snd[l].st = "CLOSING" THEN "CLOSING" ELSE "LOST",
                 !.peer = life[Dst[l]], !.gone = FALSE]]
    /\ UNCHANGED <<lives, receiverVars, net, writes, fenced, bud, history>>

(***************************************************************************)
(* The list of closed epochs is bounded by waiting: while it is full no     *)
(* epoch opens, so that each one that opens has its place in it.  It holds  *)
(* epochs of every life of the receiver.  Nothing leaves it but by proof:   *)
(* no answer is given early, no quarantine is lifted on hearsay.            *)
(*                                                                         *)
(* Whoever can answer the OPEN that waits can empty the list, since CLOSEs  *)
(* go where that OPEN would go: to the description that is loaded now,      *)
(* whichever life of the receiver they belong to.                          *)
(* - The same life is there: it answers CLOSED (AnswerClose) once nothing   *)
(*   of the epoch scatters, and scatters end (A3, else the agent has        *)
(*   failed).  It knows the epoch, for it has opened it.                    *)
(* - Another life is there, after a restart or because another description  *)
(*   was loaded: it answers STALE_INSTANCE (AnswerStale) to all that is not *)
(*   for it.  A name has one life at a time, so the old one is over, and    *)
(*   with it all that could write.                                         *)
(* - Nobody is there, or an agent that has failed: the CLOSEs stay without  *)
(*   answer, and so would the OPEN.  Nothing is lost by not sending it.     *)
(*   Whoever is loaded next gets the CLOSEs, too; a peer that is forgotten  *)
(*   keeps its list until then.                                            *)
(* What else an epoch waits for is the sender's own: its gathers and writes *)
(* end (A3, writeTimeout) and its fence comes.                             *)
(*                                                                         *)
(* Callers do not wait for the list: those of a closed epoch have their     *)
(* closeTimeout (CloseTimeout), those that wait for the link to open have   *)
(* their requestTimeout (StartClosing), full or not.                       *)
(***************************************************************************)
HasRoom(l) == Cardinality(old[l]) < MaxClosed \/ Planted("closedUnbounded")

(* OPENING with the next epoch, or OPEN once more. *)
OpenLink(l) ==
    /\ up[Src[l]] /\ mode[Src[l]] = "runs"
    /\ \/ /\ snd[l].st \in {"LOADED", "LOST"} /\ ~snd[l].gone /\ snd[l].next <= MaxEpoch
          /\ HasRoom(l)
          /\ snd[l].next = 1 \/ ~Planted("idleStaysClosed")
          /\ LET k == LifeKey(l, snd[l].next)
             IN  /\ snd' = [snd EXCEPT ![l].st = "OPENING", ![l].k = k,
                                       ![l].next = @ + 1, ![l].opened = FALSE]
                 /\ Sent({Msg("OPEN", k, 0, 0, 0, 0, 1, "-")})
       \/ /\ snd[l].st = "OPENING" /\ ~snd[l].opened
          /\ ~InNet("OPEN", snd[l].k, 0, 0) /\ ~Planted("openNotRepeated")
          /\ Sent({Msg("OPEN", snd[l].k, 0, 0, 0, 0, 1, "-")})
          /\ UNCHANGED snd
    /\ UNCHANGED <<lives, old, req, receiverVars, reg, writes, fenced, bud, history>>

(* The answer to the OPEN of this life, epoch and nonce (the nonce is a     *)
(* function of both).  An OPENED of an epoch that is open already is no-op. *)
RecvOpened(l) ==
    \E m \in net :
      /\ m.t = "OPENED" /\ m.k.l = l /\ up[Src[l]]
      /\ snd[l].st = "OPENING" /\ ~snd[l].opened
      /\ \/ m.k = snd[l].k
         \/ Planted("openedOfAnotherLife") /\ m.k.n = snd[l].k.n /\ m.k.r = snd[l].k.r
      /\ snd' = [snd EXCEPT ![l].opened = TRUE, ![l].k = m.k]
      /\ net' = NetReceived(net, m)
      /\ UNCHANGED <<lives, old, req, receiverVars, reg, writes, fenced, bud, history>>

LinkReady(l) ==
    /\ up[Src[l]] /\ snd[l].st = "OPENING" /\ snd[l].opened
    /\ snd' = [snd EXCEPT ![l].st = "READY"]
    /\ UNCHANGED <<lives, old, req, receiverVars, reg, net, writes, fenced, bud, history>>

(* The receiver has ended this epoch, or does not open it.  A live sender   *)
(* takes an epoch above the highest that the receiver has seen.             *)
RecvStaleEpoch(l) ==
    \E m \in net :
      /\ m.t = "STALE_EPOCH" /\ m.k = snd[l].k /\ up[Src[l]]
      /\ \/ m.x = "open" /\ snd[l].st = "OPENING" /\ ~snd[l].opened
         \/ m.x = "frame" /\ snd[l].opened
      /\ snd' = [snd EXCEPT ![l] = [Lost(l) EXCEPT
                   !.next = IF Planted("staleEpochNotRaised") THEN m.k.n
                            ELSE Max({@, m.g + 1})]]
      /\ IF Planted("staleEpochIsQuiet")
         THEN EndEpoch([q \in Requests |-> IF req[q].k = m.k THEN [req[q] EXCEPT !.told = TRUE]
                                           ELSE req[q]], l, FALSE, FALSE)
         ELSE EndEpoch(req, l, FALSE, FALSE)
      /\ net' = NetReceived(net, m)
      /\ UNCHANGED <<lives, receiverVars, writes, fenced, bud, history>>

(* A late OPENED of another life of the receiver proves nothing.            *)
OtherLifeOpened(m, l) ==
    Planted("openedProvesNewLife") /\ m.t = "OPENED" /\ snd[l].k # NoKey /\ m.k.r # snd[l].k.r

(* That life of the receiver is over: what belongs to it is quiet.  Only a  *)
(* frame of the very epoch proves it.                                       *)
RecvStaleInstance(l) ==
    \E m \in net :
      /\ m.t = "STALE_INSTANCE" \/ OtherLifeOpened(m, l)
      /\ m.k.l = l /\ up[Src[l]] /\ m.k.s = life[Src[l]]
      /\ \/ m.k = snd[l].k \/ \E o \in old[l] : o.k = m.k
         \/ Planted("staleInstanceOfAnyEpoch") \/ OtherLifeOpened(m, l)
      /\ LET current == \/ m.k = snd[l].k
                        \/ (Planted("staleInstanceOfAnyEpoch") /\ snd[l].k # NoKey)
                        \/ OtherLifeOpened(m, l)
             gone == m.k.r = snd[l].peer
             base == IF gone THEN FailWaiting(req, l) ELSE req
             ended == IF current THEN CloseRecords(base, OpenOf(base, snd[l].k)) ELSE base
         IN  /\ req' = ended
             /\ reg' = IF current
                       THEN [reg EXCEPT ![Src[l]] = CloseStaging(base, OpenOf(base, snd[l].k), Src[l])]
                       ELSE reg
             /\ old' = [old EXCEPT ![l] = Keep(ended,
                          {[o EXCEPT !.ans = @ \/ o.k = m.k] : o \in old[l]}
                          \cup (IF current /\ snd[l].opened
                                THEN {[k |-> snd[l].k, sent |-> FALSE, dirty |-> FALSE,
                                       ans |-> TRUE, fen |-> FALSE]} ELSE {}))]
             /\ snd' = [snd EXCEPT ![l] =
                          [(IF current THEN Lost(l) ELSE snd[l]) EXCEPT !.gone = @ \/ gone]]
      /\ net' = NetReceived(net, m)
      /\ UNCHANGED <<lives, receiverVars, writes, fenced, bud, history>>
      /\ Changed

(* No link for this agent: of this epoch, or of any (then what waits fails). *)
RecvOpenRefused(l) ==
    \E m \in net :
      /\ m.t = "OPEN_REFUSED" /\ m.k = snd[l].k /\ up[Src[l]]
      /\ snd[l].st = "OPENING" /\ ~snd[l].opened
      /\ snd' = [snd EXCEPT ![l] = [Lost(l) EXCEPT !.gone = m.x = "name"]]
      /\ req' = IF m.x = "name" THEN FailWaiting(req, l) ELSE req
      /\ net' = NetReceived(net, m)
      /\ UNCHANGED <<lives, old, receiverVars, reg, writes, fenced, bud, history>>

(* The lease ends, the data plane breaks, the application forgets the peer. *)
(* It is an event of the environment, except that silence ends every lease. *)
(* A link that nothing was asked of for a while is closed, too: that hurts   *)
(* nobody, and the next request opens another epoch.                        *)
Idle(l) ==
    /\ Ready(l) /\ mode[Src[l]] = "runs"
    /\ Records(req, snd[l].k) = {} \/ Planted("idleUnderRequest")
    /\ ~\E q \in Requests : LinkOf[q] = l /\ req[q].st = "WAITING"

SenderEnds(l) ==
    /\ up[Src[l]] /\ snd[l].st \in {"OPENING", "READY"}
    /\ LET silent == snd[l].opened /\ 
                      (~up[Dst[l]] \/ mode[Dst[l]] # "runs" \/ snd[l].lapsed)
       IN  IF silent THEN UNCHANGED <<bud, hurt>>
           ELSE \/ Left("lostS") /\ Spend("lostS") /\ hurt' = hurt \cup {snd[l].k}
                \/ Idle(l) /\ Left("idle") /\ Spend("idle") /\ UNCHANGED hurt
    /\ snd' = [snd EXCEPT ![l] = Lost(l)]
    /\ EndEpoch(req, l, FALSE, FALSE)
    /\ UNCHANGED <<lives, receiverVars, net, writes, fenced, hist>>

(* CLOSE leaves when none of the epoch's writes runs; its kind is final.    *)
(* It is repeated until it is answered, also while the next epoch runs, and *)
(* also when another life of the receiver has been loaded since.            *)
SendClose(l) ==
    \E o \in old[l] :
      /\ up[Src[l]]
      /\ o.k.r = snd[l].peer \/ ~Planted("oldLifeNotClosed")
      /\ IF o.sent THEN ~o.ans /\ ~InNet("CLOSE", o.k, 0, 0) /\ ~Planted("closeNotRepeated")
         ELSE \/ ~\E w \in writes : w.k = o.k /\ w.st = "run"
              \/ Planted("closeUnderWrite")
      /\ LET still == \E w \in writes : w.k = o.k /\ w.st = "run"
             clean == ~o.dirty /\ ~still
         IN  /\ old' = [old EXCEPT ![l] = Keep(req, (@ \ {o}) \cup
                          {[o EXCEPT !.sent = TRUE, !.fen = @ \/ clean]})]
             /\ IF o.ans THEN UNCHANGED net
                ELSE Sent({Message(req, "CLOSE", o.k, 0, 0, 0, 0,
                       IF clean \/ Planted("closeAlwaysClean") THEN "clean" ELSE "dirty")})
      /\ snd' = IF snd[l].st = "CLOSING" THEN [snd EXCEPT ![l].st = "LOST"] ELSE snd
      /\ UNCHANGED <<lives, req, receiverVars, reg, writes, fenced, bud, history>>

RecvClosed(l) ==
    \E m \in net :
      /\ m.t = "CLOSED" /\ m.k.l = l /\ up[Src[l]]
      /\ \E o \in old[l] :
           /\ o.k = m.k /\ o.sent /\ ~o.ans
           /\ old' = [old EXCEPT ![l] = Keep(req, (@ \ {o}) \cup {[o EXCEPT !.ans = TRUE]})]
      /\ net' = NetReceived(net, m)
      /\ UNCHANGED <<lives, snd, req, receiverVars, reg, writes, fenced, bud, history>>

(* Nothing reads the staging of the epoch's DIRTY writes any more.  That is *)
(* all: such a write may still land.                                        *)
SenderFenced(l) ==
    \E o \in old[l] :
      /\ up[Src[l]] /\ o.sent /\ ~o.fen
      /\ LET W == {w \in writes : w.k = o.k /\ w.rd}
         IN  /\ reg' = [reg EXCEPT ![Src[l]] = [s \in Slots |->
                          IF \E w \in W : w.b = s THEN Free ELSE @[s]]]
             /\ writes' = (writes \ W) \cup
                          {[w EXCEPT !.rd = FALSE, !.b = 0] : w \in {w \in W : CanLand(w)}}
      /\ old' = [old EXCEPT ![l] = Keep(req, (@ \ {o}) \cup {[o EXCEPT !.fen = TRUE]})]
      /\ UNCHANGED <<lives, snd, req, receiverVars, net, fenced, bud, history>>

(***************************************************************************)
(* Requests (rules 3 to 8).                                                *)
(***************************************************************************)
Submit(q) ==
    /\ up[Src[LinkOf[q]]] /\ mode[Src[LinkOf[q]]] = "runs"
    /\ req[q].st = "NEW" /\ req[After[q]].res # "none"
    /\ req' = [req EXCEPT ![q].st = "WAITING"]
    /\ UNCHANGED <<lives, snd, old, receiverVars, reg, net, writes, fenced, bud, history>>

(* A retry waits for the record of what it repeats. *)
Overlaps(q) ==
    /\ ~Planted("retryNotHeld")
    /\ \E p \in Records(req, snd[LinkOf[q]].k) :
         p # q /\ Dest[p] = Dest[q] /\ req[p].st = "CLOSING"

Registers(q, l) ==
    /\ req[q].st = "WAITING"
    /\ Cardinality(Records(req, snd[l].k)) < MaxFlows \/ Planted("maxFlowsIgnored")
    /\ ~Overlaps(q)

(* The first WANT takes a rid; it is repeated until every chunk has a credit. *)
SendWant(q) ==
    LET l == LinkOf[q]
    IN  /\ up[Src[l]] /\ Ready(l)
        /\ \/ /\ Registers(q, l)
              /\ ~\E p \in Requests : p < q /\ LinkOf[p] = l /\ Registers(p, l)
              /\ LET rid == Cardinality({p \in Requests : req[p].k = snd[l].k}) + 1
                     rq == [req EXCEPT ![q].st = "OPEN", ![q].k = snd[l].k, ![q].rid = rid]
                 IN  /\ req' = rq
                     /\ Sent({Message(rq, "WANT", snd[l].k, rid, 0, 0, 0, "-")})
           \/ /\ req[q].st = "OPEN" /\ req[q].k = snd[l].k
              /\ \E c \in Chunks : req[q].ch[c].g = 0
              /\ ~InNet("WANT", req[q].k, req[q].rid, 0)
              /\ ~Planted("wantNotRepeated")
              /\ Sent({Message(req, "WANT", req[q].k, req[q].rid, 0, 0, 0, "-")})
              /\ UNCHANGED req
        /\ UNCHANGED <<lives, snd, old, receiverVars, reg, writes, fenced, bud, history>>

MayStageEagerly(a) ==
    \/ Planted("eagerUncapped")
    \/ /\ Cardinality(Eager(a)) < EagerMax
       /\ ~RemoteHeadWaits(a) \/ Cardinality(FreeSlots(a, General)) >= 2

(* A chunk with a credit may also use the reserve; one without may not. *)
StagingSlots(a, credited) ==
    IF FreeSlots(a, General) # {} \/ ~credited THEN Places(FreeSlots(a, General))
    ELSE Places(FreeSlots(a, 1))

Gather(q) ==
    LET l == LinkOf[q]
        a == Src[l]
    IN  \E c \in Chunks : \E s \in StagingSlots(a, req[q].ch[c].g # 0) :
          /\ up[a] /\ mode[a] # "failed"
          /\ req[q].st = "OPEN" /\ req[q].ch[c].st = "WAITING"
          /\ LET credited == req[q].ch[c].g # 0
             IN  /\ credited \/ MayStageEagerly(a)
                 /\ credited \/ ~\E d \in Chunks : d < c /\ req[q].ch[d].st = "WAITING"
                                                        /\ req[q].ch[d].g = 0
                 /\ req' = [req EXCEPT ![q].ch[c].st = "GATHERING", ![q].ch[c].b = s]
                 /\ reg' = [reg EXCEPT ![a][s] =
                      Region(IF credited THEN "STAGING_CREDITED" ELSE "STAGING_EAGER",
                             req[q].k, req[q].rid, c, 0)]
          /\ UNCHANGED <<lives, snd, old, receiverVars, net, writes, fenced, bud, history>>

(* A gather that ends after its request began to close frees its staging. *)
GatherEnd(q) ==
    \E c \in Chunks :
      /\ up[Src[LinkOf[q]]] /\ req[q].ch[c].st = "GATHERING"
      /\ IF req[q].st = "OPEN"
         THEN req' = [req EXCEPT ![q].ch[c].st = "GATHERED"] /\ UNCHANGED reg
         ELSE /\ req' = [req EXCEPT ![q].ch[c].st = "WAITING", ![q].ch[c].b = 0]
              /\ reg' = [reg EXCEPT ![Src[LinkOf[q]]][req[q].ch[c].b] = Free]
      /\ UNCHANGED <<lives, snd, old, receiverVars, net, writes, fenced, bud, history>>

GatherFail(q) ==
    \E c \in Chunks :
      /\ up[Src[LinkOf[q]]] /\ req[q].ch[c].st = "GATHERING" /\ req[q].st = "OPEN"
      /\ Left("gather") /\ Spend("gather")
      /\ LET rq == [req EXCEPT ![q].ch[c].st = "GATHERED", ![q].hurt = TRUE]
         IN  /\ req' = CloseRecords(rq, {q})
             /\ reg' = [reg EXCEPT ![Src[LinkOf[q]]] = CloseStaging(rq, {q}, Src[LinkOf[q]])]
      /\ UNCHANGED <<lives, snd, old, receiverVars, net, writes, fenced, history>>

(* Eager staging is a cache: dropped when a remote head or a chunk with a   *)
(* credit finds no slot outside of the reserve.                             *)
NeedsSlot(a) ==
    /\ FreeSlots(a, General) = {}
    /\ \/ RemoteHeadWaits(a)
       \/ \E p \in Requests, d \in Chunks :
            /\ Src[LinkOf[p]] = a /\ req[p].st = "OPEN"
            /\ req[p].ch[d].st = "WAITING" /\ req[p].ch[d].g # 0

Unstage(q) ==
    \E c \in Chunks :
      LET a == Src[LinkOf[q]]
      IN  /\ up[a] /\ req[q].st = "OPEN"
          /\ \/ req[q].ch[c].st = "GATHERED" /\ req[q].ch[c].g = 0
             \/ Planted("unstageRunning") /\ req[q].ch[c].st = "GATHERING"
          /\ NeedsSlot(a) /\ ~Planted("noUnstaging")
          /\ req' = IF req[q].ch[c].st = "GATHERED" THEN [req EXCEPT ![q].ch[c] = NoChunk] ELSE req
          /\ reg' = [reg EXCEPT ![a][req[q].ch[c].b] = Free]
          /\ UNCHANGED <<lives, snd, old, receiverVars, net, writes, fenced, bud, history>>

(* A credit is attached to its chunk, if that has none. *)
RecvGrant(q) ==
    \E m \in net :
      LET a == Src[LinkOf[q]]
          c == m.c
      IN  /\ m.t = "GRANT" /\ m.rid = req[q].rid /\ up[a] /\ req[q].st = "OPEN"
          /\ m.k = req[q].k \/ (Planted("grantOfAnotherEpoch") /\ m.k.l = req[q].k.l)
          /\ req[q].ch[c].g = 0
          /\ req' = [req EXCEPT ![q].ch[c].g = m.g, ![q].ch[c].s = m.s]
          /\ reg' = IF req[q].ch[c].b = 0 THEN reg
                    ELSE [reg EXCEPT ![a][req[q].ch[c].b].st = "STAGING_CREDITED"]
          /\ net' = NetReceived(net, m)
          /\ UNCHANGED <<lives, snd, old, receiverVars, writes, fenced, bud, history>>

NewWrite(q, c) ==
    [k |-> req[q].k, rid |-> req[q].rid, c |-> c, g |-> req[q].ch[c].g, s |-> req[q].ch[c].s,
     b |-> req[q].ch[c].b, st |-> "run", rd |-> TRUE,
     left |-> Parts,
     dead |-> \/ life[Dst[LinkOf[q]]] # req[q].k.r \/ ~up[Dst[LinkOf[q]]]
              \/ req[q].k \in fenced /\ FenceKind = "proven" /\ ~Planted("fenceSparesLatePosts"),
     late |-> req[q].k \in fenced]

(* Only with a usable credit of the current epoch (rules 2 and 5). *)
PostWrite(q) ==
    \E c \in Chunks :
      LET l == LinkOf[q]
          a == Src[l]
      IN  /\ up[a] /\ req[q].st = "OPEN" /\ InEpoch(q)
          /\ req[q].ch[c].st = "GATHERED" /\ req[q].ch[c].g # 0
          /\ ~snd[l].lapsed \/ Planted("postAfterLease")
          /\ writes' = writes \cup {NewWrite(q, c)}
          /\ IF Planted("stagingFreedAtPost")
             THEN /\ req' = [req EXCEPT ![q].ch[c].st = "WRITING", ![q].ch[c].b = 0]
                  /\ reg' = [reg EXCEPT ![a][req[q].ch[c].b] = Free]
             ELSE req' = [req EXCEPT ![q].ch[c].st = "WRITING"] /\ UNCHANGED reg
          /\ UNCHANGED <<lives, snd, old, receiverVars, net, fenced, bud, history>>

MyWrite(q, c) ==
    {w \in writes : w.k = req[q].k /\ w.rid = req[q].rid /\ w.c = c /\ w.st = "run"}

FreeStaging(q, c) ==
    reg' = IF req[q].ch[c].b = 0 THEN reg
           ELSE [reg EXCEPT ![Src[LinkOf[q]]][req[q].ch[c].b] = Free]

(* Every byte is in place: the staging is free. *)
WriteLanded(q) ==
    \E c \in Chunks : \E w \in MyWrite(q, c) :
      /\ up[Src[LinkOf[q]]] /\ req[q].ch[c].st = "WRITING"
      /\ (w.left = {} /\ ~w.dead) \/ (Planted("landedUnproven") /\ ~w.dead)
      /\ writes' = IF w.left = {} THEN writes \ {w}
                   ELSE (writes \ {w}) \cup {[w EXCEPT !.st = "dirty", !.rd = FALSE]}
      /\ req' = [req EXCEPT ![q].ch[c].st =
                   IF req[q].st = "OPEN" \/ Planted("dataWhileClosing") THEN "LANDED" ELSE "WAITING",
                            ![q].ch[c].b = 0]
      /\ FreeStaging(q, c)
      /\ UNCHANGED <<lives, snd, old, receiverVars, net, fenced, bud, history>>

(* Provably not posted: the chunk keeps its credit. *)
WriteNever(q) ==
    \E c \in Chunks : \E w \in MyWrite(q, c) :
      /\ up[Src[LinkOf[q]]] /\ req[q].ch[c].st = "WRITING"
      /\ w.left = Parts /\ Left("never") /\ Spend("never")
      /\ writes' = writes \ {w}
      /\ IF req[q].st = "OPEN"
         THEN /\ req' = [req EXCEPT ![q].ch[c].st =
                           IF Planted("neverIsForgotten") THEN "WRITING" ELSE "GATHERED"]
              /\ UNCHANGED reg
         ELSE /\ req' = [req EXCEPT ![q].ch[c].st = "WAITING", ![q].ch[c].b = 0]
              /\ FreeStaging(q, c)
      /\ UNCHANGED <<lives, snd, old, receiverVars, net, fenced, history>>

(* The write failed or is too old: it may land until the fence, and the     *)
(* epoch ends.  A write that the receiver's end has cut off always ends so. *)
WriteDirty(q) ==
    \E c \in Chunks : \E w \in MyWrite(q, c) :
      LET l == LinkOf[q]
          a == Src[l]
          k == req[q].k
          rq == IF Planted("dirtyIsNever") /\ req[q].st = "OPEN"
                THEN [req EXCEPT ![q].ch[c].st = "GATHERED"]
                ELSE [req EXCEPT ![q].ch[c].st = "DIRTY", ![q].ch[c].b = 0]
          frees == Planted("stagingFreedAtDirty")
          after == [w EXCEPT !.st = "dirty", !.rd = ~Planted("dirtyIsNever"),
                             !.b = IF Planted("dirtyIsNever") THEN 0 ELSE @,
                             !.left = IF w.dead THEN {} ELSE @]
          regs == [reg EXCEPT ![a][w.b] =
                     IF frees THEN Free
                     ELSE IF Planted("dirtyIsNever") THEN @
                     ELSE [@ EXCEPT !.st = "STAGING_ORPHAN"]]
      IN  /\ up[a] /\ req[q].ch[c].st = "WRITING"
          /\ IF w.dead THEN UNCHANGED <<bud, hurt>>
             ELSE Left("dirty") /\ Spend("dirty") /\ hurt' = hurt \cup {k}
          /\ writes' = (writes \ {w}) \cup {after}
          /\ IF k = snd[l].k /\ ~PlantedAny({"dirtyKeepsEpoch", "dirtyKeepsEpochCancels",
                                                  "dirtyIsNever"})
             THEN LET Q == OpenOf(rq, k)
                  IN  /\ req' = CloseRecords(rq, Q)
                      /\ reg' = [reg EXCEPT ![a] = [s \in Slots |->
                                   IF s = w.b THEN regs[a][s] ELSE CloseStaging(rq, Q, a)[s]]]
                      /\ old' = [old EXCEPT ![l] = @ \cup
                                   {[k |-> k, sent |-> FALSE, dirty |-> TRUE, ans |-> FALSE,
                                     fen |-> FALSE]}]
                      /\ snd' = [snd EXCEPT ![l] = Lost(l)]
             ELSE /\ req' = rq /\ reg' = regs /\ UNCHANGED snd
                  /\ old' = [old EXCEPT ![l] = {IF o.k = k THEN [o EXCEPT !.dirty = TRUE] ELSE o : o \in @}]
          /\ UNCHANGED <<lives, receiverVars, net, fenced, hist>>

(* Where a planted bug remembers that it has sent something: in a slot that  *)
(* nothing reads any more.                                                  *)
SentMark == 99

(* DATA leaves once the write is LANDED, and is repeated until answered. *)
SendData(q) ==
    \E c \in Chunks :
      /\ up[Src[LinkOf[q]]]
      /\ \/ req[q].st = "OPEN" /\ req[q].ch[c].st = "LANDED"
         \/ req[q].st = "CLOSING" /\ req[q].ch[c].st = "LANDED" /\ Planted("dataWhileClosing")
         \/ req[q].st = "OPEN" /\ req[q].ch[c].st = "WRITING" /\ Planted("dataBeforeLanded")
      /\ ~InNet("DATA", req[q].k, req[q].rid, c)
      /\ Planted("dataNotRepeated") => req[q].ch[c].s # SentMark
      /\ Sent({Message(req, "DATA", req[q].k, req[q].rid, c, req[q].ch[c].g, req[q].ch[c].s, "-")})
      /\ req' = IF Planted("dataNotRepeated") THEN [req EXCEPT ![q].ch[c].s = SentMark] ELSE req
      /\ UNCHANGED <<lives, snd, old, receiverVars, reg, writes, fenced, bud, history>>

(* A chunk has its final status, with its own grantId.  A refusal closes    *)
(* the request; it never resolves it.                                       *)
RecvAck(q) ==
    \E m \in net :
      LET c == m.c
          l == LinkOf[q]
          final == c # 0 /\ m.x \in {"LANDED", "SCATTER_FAILED", "REJECTED"}
          rq == IF final
                THEN [req EXCEPT ![q].ch[c].st = IF m.x = "LANDED" THEN "DONE" ELSE "FAILED"]
                ELSE req
      IN  /\ m.t = "ACK" /\ up[Src[l]] /\ m.rid = req[q].rid
          /\ m.k = req[q].k \/ (Planted("ackOfAnotherEpoch") /\ m.k.l = l)
          /\ req[q].st \in {"OPEN", "CLOSING"}
          /\ IF c = 0 THEN m.x \in {"UNKNOWN_FLOW", "REJECTED"}
             ELSE /\ m.g = req[q].ch[c].g \/ PlantedAny({"ackWithoutGrantId", "ackOfAnotherEpoch"})
                  /\ req[q].ch[c].st \notin {"DONE", "FAILED"}
                  /\ final => req[q].ch[c].st = "LANDED"
          /\ IF m.x # "LANDED" /\ req[q].st = "OPEN"
             THEN /\ LET told == [rq EXCEPT ![q].told = Planted("refusalResolves")]
                     IN  req' = CloseRecords(told, {q})
                  /\ reg' = [reg EXCEPT ![Src[l]] = CloseStaging(rq, {q}, Src[l])]
             ELSE req' = rq /\ UNCHANGED reg
          /\ net' = NetReceived(net, m)
          /\ UNCHANGED <<lives, snd, old, receiverVars, writes, fenced, bud, history>>
          /\ Changed

(* Nobody is there to answer.                                               *)
Silent(l) == ~up[Dst[l]] \/ mode[Dst[l]] = "failed"

(* User cancel, or no progress for too long.  A link that never opens,      *)
(* because nobody is there or who is there leaves, is no progress and no    *)
(* fault.                                                                   *)
StartClosing(q) ==
    LET l == LinkOf[q]
        unopened == /\ req[q].st = "WAITING" /\ ~Ready(l) /\ ~Planted("waitsForEver")
                    /\ Silent(l) \/ mode[Dst[l]] = "leaves"
    IN  /\ up[Src[l]]
        /\ IF unopened THEN UNCHANGED bud ELSE Left("cancel") /\ Spend("cancel")
        /\ \/ /\ req[q].st = "OPEN"
              /\ LET rq == [req EXCEPT ![q].hurt = TRUE]
                 IN  /\ req' = CloseRecords(rq, {q})
                     /\ reg' = [reg EXCEPT ![Src[l]] = CloseStaging(rq, {q}, Src[l])]
           \/ /\ req[q].st = "WAITING"
              /\ req' = [req EXCEPT ![q].st = "DONE", ![q].res = "fail", ![q].quiet = TRUE,
                                    ![q].hurt = TRUE]
              /\ UNCHANGED reg
        /\ UNCHANGED <<lives, snd, old, receiverVars, net, writes, fenced, history>>

(* GRANTs for an earlier life of this sender are nobody's.                  *)
OldGrants(l) ==
    IF ~Planted("oldGrantAnswered") THEN {}
    ELSE {<<m.k, m.rid>> : m \in {m \in net : m.t = "GRANT" /\ m.k.l = l
                                                /\ m.k.s # life[Src[l]]}}

(* CANCEL leaves only when no write of the request is running or DIRTY, and *)
(* only in the current epoch.  A GRANT for a finished rid is answered too.  *)
SendCancel(q) ==
    LET l == LinkOf[q]
        k == req[q].k
        first == Min(Chunks)
    IN  /\ up[Src[l]]
        /\ Planted("cancelNotRepeated") => req[q].ch[first].s # SentMark
        /\ \/ /\ req[q].st = "CLOSING" /\ ~req[q].told /\ InEpoch(q)
              /\ \/ Running(k, req[q].rid) = {} /\ ~HasDirty(q)
                 \/ Planted("cancelUnderWrite")
                 \/ PlantedAny({"cancelUnderDirty", "dirtyKeepsEpochCancels"})
                    /\ Running(k, req[q].rid) = {}
           \/ /\ Planted("cancelInDeadEpoch") /\ req[q].st = "CLOSING" /\ ~InEpoch(q)
              /\ Running(k, req[q].rid) = {}
           \/ /\ req[q].st = "DONE" /\ InEpoch(q) /\ k # NoKey /\ ~PlantedAny({"grantOfFinishedIgnored", "ghostFlow"})
              /\ \E m \in net : m.t = "GRANT" /\ m.k = k /\ m.rid = req[q].rid
           \/ OldGrants(l) # {}
        /\ \E to \in IF OldGrants(l) # {} THEN OldGrants(l) ELSE {<<k, req[q].rid>>} :
             /\ ~InNet("CANCEL", to[1], to[2], 0)
             /\ Sent({Message(req, "CANCEL", to[1], to[2], 0, 0, 0, "-")})
        /\ req' = IF Planted("cancelNotRepeated")
                  THEN [req EXCEPT ![q].ch[first].s = SentMark] ELSE req
        /\ UNCHANGED <<lives, snd, old, receiverVars, reg, writes, fenced, bud, history>>

(* CANCELLED, or LANDED if every chunk had landed. *)
RecvCancelled(q) ==
    \E m \in net :
      /\ m.t = "CANCELLED" /\ m.rid = req[q].rid /\ up[Src[LinkOf[q]]]
      /\ m.k = req[q].k \/ (Planted("ackOfAnotherEpoch") /\ m.k.l = LinkOf[q])
      /\ req[q].st = "CLOSING" /\ ~req[q].told
      /\ req' = [req EXCEPT ![q].told = TRUE]
      /\ net' = NetReceived(net, m)
      /\ UNCHANGED <<lives, snd, old, receiverVars, reg, writes, fenced, bud, history>>

Gathering(q) == \E c \in Chunks : req[q].ch[c].st = "GATHERING"

(* The caller gets its answer; the record goes on.  Never while a gather     *)
(* runs.  A peer that is no more lets every closeTimeout pass: no fault.    *)
CloseTimeout(q) ==
    /\ up[Src[LinkOf[q]]]
    /\ IF Silent(LinkOf[q]) THEN UNCHANGED bud
       ELSE Left("closeTimeout") /\ Spend("closeTimeout")
    /\ req[q].st = "CLOSING" /\ req[q].res = "none"
    /\ ~Gathering(q) \/ Planted("resolveDuringGather")
    /\ req' = [req EXCEPT ![q].res = "fail", ![q].quiet = Planted("closeTimeoutIsQuiet"),
                          ![q].st = IF Planted("closeTimeoutEndsRecord") THEN "DONE" ELSE @,
                          ![q].ch = IF Planted("closeTimeoutEndsRecord") THEN NoChunks ELSE @]
    /\ UNCHANGED <<lives, snd, old, receiverVars, reg, net, writes, fenced, history>>

(* CLOSED, or the life of the receiver is over. *)
Answered(q) == \E o \in old[LinkOf[q]] : o.k = req[q].k /\ o.ans

(* The record is finished: nothing of it runs on either side. *)
Finish(q) ==
    LET all(S) == \A c \in Chunks : req[q].ch[c].st \in S
        early == Planted("successAtData") /\ all({"LANDED", "DONE"})
        ok == req[q].st = "OPEN" /\ (all({"DONE"}) \/ early)
        landedLate == Planted("closingSucceeds") /\ all({"DONE"})
    IN  /\ up[Src[LinkOf[q]]]
        /\ ok \/ /\ req[q].st = "CLOSING"
                 /\ req[q].told \/ Answered(q) \/ all({"DONE", "FAILED"})
                 /\ ~Gathering(q) \/ Planted("resolveDuringGather")
                 /\ ~\E c \in Chunks : req[q].ch[c].st = "WRITING"
        /\ LET r == [req[q] EXCEPT !.st = "DONE", !.ch = NoChunks, !.told = FALSE,
                       !.res = IF @ = "none" THEN (IF ok \/ landedLate THEN "ok" ELSE "fail") ELSE @,
                       !.quiet = IF req[q].res = "none" THEN TRUE ELSE @]
               rq == [req EXCEPT ![q] = r]
           IN  /\ req' = rq
               /\ old' = [old EXCEPT ![LinkOf[q]] = Keep(rq, @)]
        /\ UNCHANGED <<lives, snd, receiverVars, reg, net, writes, fenced, bud, history>>
=============================================================================
