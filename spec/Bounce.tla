------------------------------- MODULE Bounce -------------------------------
(* Initial state, steps, properties.  spec/README.md says it in words.      *)
EXTENDS World

(* budget: how often each fault may happen. *)
InitWith(budget) ==
    /\ life = [a \in Agents |-> 1]
    /\ up = [a \in Agents |-> TRUE]
    /\ mode = [a \in Agents |-> "runs"]
    /\ range = [a \in Agents |-> "in"]
    /\ snd = [l \in Links |-> LoadedLink(l)]
    /\ old = [l \in Links |-> {}]
    /\ req = [q \in Requests |-> NewRequest(IF After[q] = 0 THEN "WAITING" ELSE "NEW")]
    /\ rcv = [l \in Links |-> NoReceiver]
    /\ flow = [l \in Links |-> NoFlows]
    /\ scat = {}
    /\ grants = [a \in Agents |-> 1]
    /\ reg = [a \in Agents |-> [s \in Slots |-> Free]]
    /\ net = {}
    /\ writes = {}
    /\ fenced = {}
    /\ bud = budget
    /\ hurt = {}
    /\ hist = {}

Init == InitWith([f \in Faults |-> IF f \in Twice THEN 2 ELSE 1])

(* Everything is answered and no more is to come: the end of a run. *)
Resolved(q) ==
    \/ req[q].res # "none"
    \/ req[q].st = "NEW" /\ ~up[Src[LinkOf[q]]]
    \/ req[q].st = "WAITING" /\ ~up[Src[LinkOf[q]]]
    \* the model has no further epoch for it
    \/ req[q].st = "WAITING" /\ snd[LinkOf[q]].st = "LOST" /\ snd[LinkOf[q]].next > MaxEpoch
AllFree(a) == \A s \in Slots : reg[a][s].st = "FREE"

Terminated ==
    /\ \A q \in Requests : Resolved(q)
    /\ \A a \in Agents : AllFree(a)
    /\ UNCHANGED vars

SenderStep ==
    \/ \E l \in Links : Load(l)
    \/ \E l \in Links : OpenLink(l)
    \/ \E l \in Links : RecvOpened(l)
    \/ \E l \in Links : LinkReady(l)
    \/ \E l \in Links : RecvStaleEpoch(l)
    \/ \E l \in Links : RecvStaleInstance(l)
    \/ \E l \in Links : RecvOpenRefused(l)
    \/ \E l \in Links : SendClose(l)
    \/ \E l \in Links : RecvClosed(l)
    \/ \E l \in Links : SenderFenced(l)
    \/ \E q \in Requests : Submit(q)
    \/ \E q \in Requests : SendWant(q)
    \/ \E q \in Requests : Gather(q)
    \/ \E q \in Requests : GatherEnd(q)
    \/ \E q \in Requests : Unstage(q)
    \/ \E q \in Requests : RecvGrant(q)
    \/ \E q \in Requests : PostWrite(q)
    \/ \E q \in Requests : WriteLanded(q)
    \/ \E q \in Requests : SendData(q)
    \/ \E q \in Requests : RecvAck(q)
    \/ \E q \in Requests : SendCancel(q)
    \/ \E q \in Requests : RecvCancelled(q)
    \/ \E q \in Requests : Finish(q)

ReceiverStep ==
    \/ \E l \in Links : RecvOpen(l)
    \/ \E l \in Links : PendOpen(l)
    \/ \E l \in Links : Promote(l)
    \/ \E l \in Links : AnswerStale(l)
    \/ \E l \in Links : RecvClose(l)
    \/ \E l \in Links : AnswerClose(l)
    \/ \E l \in Links : LiftQuarantine(l)
    \/ \E l \in Links : ReceiverFenced(l)
    \/ \E l \in Links : RecvWant(l)
    \/ \E l \in Links : Grant(l)
    \/ \E l \in Links : RejectWant(l)
    \/ \E l \in Links : RecvData(l)
    \/ \E l \in Links : Scatter(l)
    \/ \E l \in Links : ScatterEnd(l)
    \/ \E l \in Links : RecvCancel(l)
    \/ \E l \in Links : AnswerCancel(l)
    \/ \E l \in Links : ForgetBelow(l)

(* Faults, timers, the application, the network. *)
Environment ==
    \/ \E l \in Links : SenderEnds(l)
    \/ \E l \in Links : ReceiverEnds(l)
    \/ \E l \in Links : DropPending(l)
    \/ \E l \in Links : RefuseOpen(l)
    \/ \E l \in Links : RejectData(l)
    \/ \E l \in Links : ScatterFail(l)
    \/ \E l \in Links : Land(l)
    \/ \E l \in Links : LeaseLapses(l)
    \/ \E q \in Requests : GatherFail(q)
    \/ \E q \in Requests : WriteNever(q)
    \/ \E q \in Requests : WriteDirty(q)
    \/ \E q \in Requests : StartClosing(q)
    \/ \E q \in Requests : CloseTimeout(q)
    \/ \E a \in Agents : Forget(a)
    \/ \E a \in Agents : ShutDown(a)
    \/ \E a \in Agents : FailAgent(a)
    \/ \E a \in Agents : DeregisterMemory(a)
    \/ \E a \in Agents : Deregistered(a)
    \/ \E a \in Agents : RegisterMemory(a)
    \/ \E a \in Agents : Crash(a)
    \/ \E a \in Agents : Restart(a)
    \/ Lose

Protocol == SenderStep \/ ReceiverStep
Next == Protocol \/ Environment \/ Terminated

Spec == Init /\ [][Next]_vars

(***************************************************************************)
(* Fairness.  What an agent can do for ever it does; a message stays in the *)
(* network until it is received or lost; a running write ends; a lease ends *)
(* and a fence comes.  Faults never have to happen, a process never has to  *)
(* come back, and a zombie write never has to land.                         *)
(***************************************************************************)
Unforced(A) == A /\ bud' = bud

LinkFairness(l) ==
    /\ WF_vars(Load(l)) /\ WF_vars(OpenLink(l)) /\ WF_vars(RecvOpened(l))
    /\ WF_vars(LinkReady(l)) /\ WF_vars(RecvStaleEpoch(l)) /\ WF_vars(RecvStaleInstance(l))
    /\ WF_vars(RecvOpenRefused(l)) /\ WF_vars(SendClose(l)) /\ WF_vars(RecvClosed(l))
    /\ WF_vars(SenderFenced(l)) /\ WF_vars(Unforced(SenderEnds(l)))
    /\ WF_vars(RecvOpen(l)) /\ WF_vars(PendOpen(l)) /\ WF_vars(Promote(l))
    /\ WF_vars(AnswerStale(l)) /\ WF_vars(RecvClose(l)) /\ WF_vars(AnswerClose(l))
    /\ WF_vars(LiftQuarantine(l)) /\ WF_vars(ReceiverFenced(l) /\ ~Planted("unfairFence"))
    /\ WF_vars(RecvWant(l)) /\ WF_vars(Grant(l) /\ ~Planted("unfairGrant")) /\ WF_vars(RejectWant(l))
    /\ WF_vars(RecvData(l)) /\ WF_vars(Unforced(RejectData(l))) /\ WF_vars(Scatter(l))
    /\ WF_vars(ScatterEnd(l)) /\ WF_vars(RecvCancel(l)) /\ WF_vars(AnswerCancel(l))
    /\ WF_vars(ForgetBelow(l)) /\ WF_vars(Unforced(ReceiverEnds(l)))
    /\ WF_vars(LandSome(l, {"run"})) /\ WF_vars(LeaseLapses(l))

RequestFairness(q) ==
    /\ WF_vars(Submit(q)) /\ WF_vars(SendWant(q)) /\ WF_vars(Gather(q))
    /\ WF_vars(GatherEnd(q)) /\ WF_vars(Unstage(q)) /\ WF_vars(RecvGrant(q))
    /\ WF_vars(PostWrite(q)) /\ WF_vars(WriteLanded(q) /\ ~Planted("unfairWrite")) /\ WF_vars(Unforced(WriteDirty(q)))
    /\ WF_vars(SendData(q)) /\ WF_vars(RecvAck(q)) /\ WF_vars(SendCancel(q))
    /\ WF_vars(RecvCancelled(q)) /\ WF_vars(Finish(q))
    /\ WF_vars(Unforced(StartClosing(q))) /\ WF_vars(Unforced(CloseTimeout(q)))

FairSpec ==
    /\ Spec
    /\ \A l \in Links : LinkFairness(l)
    /\ \A q \in Requests : RequestFairness(q)

(***************************************************************************)
(* Safety.                                                                 *)
(***************************************************************************)
TypeOK ==
    /\ \A l \in Links :
         /\ snd[l].st \in {"LOADED", "OPENING", "READY", "CLOSING", "LOST"}
         /\ snd[l].st \in {"OPENING", "READY"} <=> snd[l].k # NoKey
         /\ \A r \in Rids : flow[l][r].st \in {"NONE", "OPEN", "DONE", "CANCELLED"}
         /\ rcv[l].cur # NoKey => rcv[l].cur.n <= rcv[l].hi
         /\ rcv[l].pend # NoKey => rcv[l].pend.n = rcv[l].hi
    /\ \A q \in Requests :
         /\ req[q].st \in {"NEW", "WAITING", "OPEN", "CLOSING", "DONE", "GONE"}
         /\ req[q].res \in {"none", "ok", "fail", "gone"}
         /\ \A c \in Chunks : /\ req[q].ch[c].st \in ChunkStates
                              /\ req[q].ch[c].b # 0 => req[q].ch[c].st \in
                                   {"GATHERING", "GATHERED", "WRITING"}
    /\ \A a \in Agents, s \in Slots : reg[a][s].st \in Incoming \cup Staged \cup {"FREE"}
    /\ \A w \in writes : w.st \in {"run", "dirty"} /\ w.left \subseteq Parts

(* A living link's chunk, flow chunk, scatter or write owns each region.    *)
Owners(a, s) ==
    LET x == reg[a][s]
    IN  CASE x.st \in {"GRANTED", "QUEUED"} ->
               {<<l, r, c>> \in Links \X Rids \X Chunks :
                  Dst[l] = a /\ x.k = rcv[l].cur /\ x.rid = r /\ x.c = c
                  /\ flow[l][r].st = "OPEN" /\ flow[l][r].g[c] = x.g /\ flow[l][r].x[c] = "-"}
          [] x.st \in {"SCATTERING", "ORPHAN"} ->
               {y \in scat : y.a = a /\ y.s = s /\ y.g = x.g /\ y.k = x.k}
          [] x.st \in {"STAGING_EAGER", "STAGING_CREDITED"} ->
               {<<q, c>> \in Requests \X Chunks :
                  Src[LinkOf[q]] = a /\ req[q].st = "OPEN" /\ req[q].ch[c].b = s /\ x.rid = req[q].rid
                  /\ (x.st = "STAGING_EAGER" <=> req[q].ch[c].g = 0)}
          [] x.st = "STAGING_ORPHAN" ->
               {<<q, c>> \in Requests \X Chunks :
                  Src[LinkOf[q]] = a /\ req[q].ch[c].b = s}
               \cup {<<0, w.c>> : w \in {w \in writes : Src[w.k.l] = a /\ w.rd /\ w.b = s
                                                        /\ w.st = "dirty"}}
          [] OTHER -> {<<0, 0>>}

Conservation ==
    /\ \A a \in Agents, s \in Slots : reg[a][s].st # "FREE" => Cardinality(Owners(a, s)) = 1
    /\ \A q \in Requests, c \in Chunks : req[q].ch[c].b # 0 =>
         LET x == reg[Src[LinkOf[q]]][req[q].ch[c].b]
         IN  x.st \in Staged /\ x.k = req[q].k /\ x.rid = req[q].rid /\ x.c = c
    /\ \A y \in scat : reg[y.a][y.s].st \in {"SCATTERING", "ORPHAN"} /\ reg[y.a][y.s].g = y.g

NoForeignWrite ==
    \A w \in writes : CanLand(w) =>
      LET x == reg[Dst[w.k.l]][w.s]
      IN  x.st \in {"GRANTED", "QUARANTINED"} /\ x.g = w.g /\ x.k = w.k

ScatterReadsOwnChunk ==
    \A y \in scat : reg[y.a][y.s].g = y.g /\ \A p \in Parts : reg[y.a][y.s].m[p] = 1

AtMostOnceScatter == \A h \in hist : h.x # "twice"

SuccessMeansDelivered ==
    \A q \in Requests : req[q].res = "ok" =>
      \A c \in Chunks : \E h \in hist : h.k = req[q].k /\ h.rid = req[q].rid /\ h.c = c /\ h.x = "ok"

QuiescentResolution ==
    \A q \in Requests :
      /\ req[q].res \in {"ok", "fail"} => ~Gathering(q) \/ mode[Src[LinkOf[q]]] = "failed"
      /\ req[q].quiet => Scattering(req[q].k, req[q].rid) = {}

CancelledImpliesQuiet ==
    \A m \in net :
      /\ m.t = "CANCELLED" =>
           /\ Scattering(m.k, m.rid) = {}
           /\ ~\E s \in Slots : LET x == reg[Dst[m.k.l]][s]
                               IN  x.st \in Incoming /\ x.k = m.k /\ x.rid = m.rid
           /\ ~\E w \in writes : w.k = m.k /\ w.rid = m.rid /\ CanLand(w)
      /\ m.t = "CLOSED" => ScatteringOf(m.k) = {}

FencedIsFinal == \A w \in writes : w.k \in fenced => ~CanLand(w)

GrantIdFresh ==
    \A a \in Agents, s, t \in Slots :
      reg[a][s].st \in Incoming =>
        /\ reg[a][s].g < grants[a]
        /\ s # t /\ reg[a][t].st \in Incoming => reg[a][s].g # reg[a][t].g

StagingHeld ==
    \A w \in writes : w.rd =>
      LET x == reg[Src[w.k.l]][w.b]
      IN  w.b # 0 /\ x.st \in {"STAGING_CREDITED", "STAGING_ORPHAN"} /\ x.k = w.k /\ x.c = w.c

DeadEpochHoldsNothing ==
    \A a \in Agents, s \in Slots :
      reg[a][s].st \in {"GRANTED", "QUEUED", "SCATTERING"} =>
        reg[a][s].k = rcv[reg[a][s].k.l].cur

(* A delivered destination is not written again by its own past. *)
SuccessIsFinal ==
    \A q \in Requests : req[q].res = "ok" =>
      ~\E p \in Requests : p # q /\ p < q /\ Dest[p] = Dest[q]
                           /\ req[p].k # NoKey /\ Scattering(req[p].k, req[p].rid) # {}

(* What nothing happened to does not fail. *)
NoCollateral ==
    \A q \in Requests :
      req[q].st = "CLOSING" \/ req[q].res = "fail" =>
        req[q].hurt \/ req[q].k \in hurt \/ req[q].k.r # life[Dst[LinkOf[q]]]
        \/ ~up[Dst[LinkOf[q]]]

WindowRespected ==
    \A l \in Links, r \in Rids : flow[l][r].st = "OPEN" => Cardinality(Held(l, r)) <= Window

MaxFlowsRespected ==
    \A l \in Links : snd[l].k # NoKey => Cardinality(Records(req, snd[l].k)) <= MaxFlows

(* Every epoch that is opened has its place in the list of closed ones.     *)
ClosedEpochsAreBounded ==
    \A l \in Links :
      Cardinality(old[l]) + (IF snd[l].k # NoKey THEN 1 ELSE 0) <= MaxClosed

ReserveKept ==
    \A a \in Agents :
      /\ \A s \in Slots : s <= Reserve => reg[a][s].st \notin Incoming \cup {"STAGING_EAGER"}
      /\ Cardinality(Eager(a)) <= EagerMax

(* A DATA that may be accepted names a write that has landed, whole. *)
DataImpliesLanded ==
    \A m \in net : m.t = "DATA" =>
      ~\E w \in writes : w.k = m.k /\ w.rid = m.rid /\ w.c = m.c /\ w.left # {}

(* What is closed and forgotten stays so: no WANT opens it again. *)
NoGrantAfterTombstone ==
    /\ \A m \in net : m.t = "CANCELLED" /\ m.k = rcv[m.k.l].cur =>
         flow[m.k.l][m.rid].st # "OPEN"
    /\ \A l \in Links, r \in Rids : r < rcv[l].oldest => flow[l][r].st # "OPEN"
    /\ \A a \in Agents, s \in Slots :
      reg[a][s].st = "GRANTED" =>
        LET l == reg[a][s].k.l
        IN  reg[a][s].k = rcv[l].cur => flow[l][reg[a][s].rid].st = "OPEN"
                                        /\ reg[a][s].rid >= rcv[l].oldest

(* Memory that was given back is not touched (rule 17). *)
DeregisteredIsQuiet ==
    \A a \in Agents : range[a] = "out" =>
      /\ ~\E y \in scat : y.a = a
      /\ ~\E q \in Requests : Src[LinkOf[q]] = a /\ Gathering(q)

(* ASSUMED only: nothing is posted with a credit that may be taken back. *)
LeaseOrder == \A w \in writes : ~w.late

(***************************************************************************)
(* Liveness.                                                               *)
(***************************************************************************)
EveryRequestResolves == \A q \in Requests : <>[]Resolved(q)
EveryRequestSucceeds == \A q \in Requests : <>(req[q].res = "ok")
NoRegionLeaks == <>[](\A a \in Agents : AllFree(a) \/ mode[a] = "failed")
(* A link opens again, unless nobody is there.                              *)
LinkReopens == \A l \in Links : <>[](Ready(l) \/ ~up[Dst[l]])
(* Whoever leaves: both ends of its links come to rest.                     *)
Rests(l) == snd[l].st \notin {"READY", "CLOSING"} /\ old[l] = {} /\ rcv[l].cur = NoKey
ShutdownOK ==
    \A l \in Links : <>[]("leaves" \in {mode[Src[l]], mode[Dst[l]]} => Rests(l))
=============================================================================
