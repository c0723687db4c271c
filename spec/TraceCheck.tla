----------------------------- MODULE TraceCheck -----------------------------
(* Are recorded runs of engines behaviours of Bounce?                       *)
(*                                                                         *)
(* A trace is a sequence of entries: a step that an agent or the world took *)
(* (act), a frame that reaches an agent (got; heard in a trace of one agent, *)
(* whose peer may send anything), and what is seen of an agent after its     *)
(* turn: its state and the messages it sent (end).  TLC looks for           *)
(* a behaviour that takes the same steps and shows the same views.  A step  *)
(* may change nothing here: what the engine records as several steps can be *)
(* one (spec/README.md lists them), and a repeat is none.                   *)
EXTENDS Bounce, NetGrow, Sequences, TraceLog

VARIABLES
    t,            \* number of the trace
    i             \* its next entry

TwoAgents == {"a", "b"}
BothWays == {"ab", "ba"}
BothSrc == [l \in BothWays |-> IF l = "ab" THEN "a" ELSE "b"]
BothDst == [l \in BothWays |-> IF l = "ab" THEN "b" ELSE "a"]
Halves == [q \in Requests |-> IF 2 * q <= Cardinality(Requests) THEN "ab" ELSE "ba"]
Own == [q \in Requests |-> q]
AnyPlace(S) == S
(* Rule 4 lets a chunk without a credit be un-staged whenever it is gathered. *)
AtAnyTime(a) == TRUE
Often == 100000

TraceInit ==
    /\ InitWith([f \in Faults |-> Often])
    /\ t \in 1..Len(Logs) /\ i = 1

(***************************************************************************)
(* Steps.                                                                  *)
(***************************************************************************)
(* Requests that wait are alike: which of them a step means is not known.   *)
(* The place of a request of an epoch that nobody speaks of is free again.  *)
Unborn(l) ==
    {q \in Requests :
       /\ LinkOf[q] = l
       /\ \/ req[q].st = "NEW"
          \/ /\ req[q].st \in {"DONE", "GONE"}
             /\ \/ req[q].k = NoKey
                \/ req[q].k \notin {snd[l].k} \cup {o.k : o \in old[l]}}
TraceSubmit(l) ==
    /\ Unborn(l) # {}
    /\ req' = [req EXCEPT ![Min(Unborn(l))] = NewRequest("WAITING")]
    /\ UNCHANGED <<lives, snd, old, receiverVars, reg, net, writes, fenced, bud, history>>

(* The request that an entry names: rid 0 is one that waits. *)
Named(e, q) ==
    /\ LinkOf[q] = e.l
    /\ IF e.rid = 0 THEN req[q].rid = 0 ELSE req[q].rid = e.rid /\ req[q].k = e.k

ByLink(e) ==
    CASE e.act = "Load" -> Load(e.l)
      [] e.act = "OpenLink" -> OpenLink(e.l)
      [] e.act = "RecvOpened" -> RecvOpened(e.l)
      [] e.act = "LinkReady" -> LinkReady(e.l)
      [] e.act = "RecvStaleEpoch" -> RecvStaleEpoch(e.l)
      [] e.act = "RecvStaleInstance" -> RecvStaleInstance(e.l)
      [] e.act = "RecvOpenRefused" -> RecvOpenRefused(e.l)
      [] e.act = "SenderEnds" -> SenderEnds(e.l)
      [] e.act = "SendClose" -> SendClose(e.l)
      [] e.act = "RecvClosed" -> RecvClosed(e.l)
      [] e.act = "SenderFenced" -> SenderFenced(e.l)
      [] e.act = "Submit" -> TraceSubmit(e.l)
      [] e.act = "RecvOpen" -> RecvOpen(e.l)
      [] e.act = "PendOpen" -> PendOpen(e.l)
      [] e.act = "Promote" -> Promote(e.l)
      [] e.act = "DropPending" -> DropPending(e.l)
      [] e.act = "RefuseOpen" -> RefuseOpen(e.l)
      [] e.act = "AnswerStale" -> AnswerStale(e.l)
      [] e.act = "ReceiverEnds" -> ReceiverEnds(e.l)
      [] e.act = "RecvClose" -> RecvClose(e.l)
      [] e.act = "AnswerClose" -> AnswerClose(e.l)
      [] e.act = "LiftQuarantine" -> LiftQuarantine(e.l)
      [] e.act = "ReceiverFenced" -> ReceiverFenced(e.l)
      [] e.act = "RecvWant" -> RecvWant(e.l)
      [] e.act = "Grant" -> Grant(e.l)
      [] e.act = "RejectWant" -> RejectWant(e.l)
      [] e.act = "RecvData" -> RecvData(e.l)
      [] e.act = "RejectData" -> RejectData(e.l)
      [] e.act = "Scatter" -> Scatter(e.l)
      [] e.act = "ScatterEnd" -> ScatterEnd(e.l)
      [] e.act = "ScatterFail" -> ScatterFail(e.l)
      [] e.act = "RecvCancel" -> RecvCancel(e.l)
      [] e.act = "AnswerCancel" -> AnswerCancel(e.l)
      [] e.act = "ForgetBelow" -> ForgetBelow(e.l)
      [] OTHER -> FALSE

(* A gather that fails while its request closes ends like any other.        *)
ByRequest(e, q) ==
    CASE e.act = "Gather" -> Gather(q)
      [] e.act = "GatherEnd" -> GatherEnd(q)
      [] e.act = "GatherFail" -> GatherFail(q) \/ (req[q].st = "CLOSING" /\ GatherEnd(q))
      [] e.act = "Unstage" -> Unstage(q)
      [] e.act = "RecvGrant" -> RecvGrant(q)
      [] e.act = "PostWrite" -> PostWrite(q)
      [] e.act = "WriteLanded" -> WriteLanded(q)
      [] e.act = "WriteNever" -> WriteNever(q)
      [] e.act = "WriteDirty" -> WriteDirty(q)
      [] e.act = "SendData" -> SendData(q)
      [] e.act = "RecvAck" -> RecvAck(q)
      [] e.act = "StartClosing" -> StartClosing(q)
      [] e.act = "SendCancel" -> SendCancel(q)
      [] e.act = "RecvCancelled" -> RecvCancelled(q)
      [] e.act = "CloseTimeout" -> CloseTimeout(q)
      [] e.act = "Finish" -> Finish(q)
      [] OTHER -> FALSE

ByAgent(e) ==
    CASE e.act = "Forget" -> Forget(e.a)
      [] e.act = "ShutDown" -> ShutDown(e.a)
      [] e.act = "FailAgent" -> FailAgent(e.a)
      [] e.act = "DeregisterMemory" -> DeregisterMemory(e.a)
      [] e.act = "Deregistered" -> Deregistered(e.a)
      [] e.act = "RegisterMemory" -> RegisterMemory(e.a)
      [] e.act = "Crash" -> Crash(e.a)
      [] e.act = "Restart" -> Restart(e.a)
      [] OTHER -> FALSE

Lands(e) ==
    \E w \in writes :
      /\ w.k = e.k /\ w.rid = e.rid /\ w.c = e.c /\ w.st = "run"
      /\ LandSome(e.l, {"run"})
      /\ ~\E v \in writes' : v = w

(* A landing is told with its completion, which may come after the fence    *)
(* that followed it: what it wrote is nobody's any more.                    *)
LandedBefore(e) == \E w \in writes : w.k = e.k /\ w.rid = e.rid /\ w.c = e.c /\ w.dead

(* The same in a trace of one agent: nothing is known of the other's memory. *)
HasLanded(e) ==
    \E w \in writes :
      /\ w.k = e.k /\ w.rid = e.rid /\ w.c = e.c /\ w.st = "run"
      /\ writes' = (writes \ {w}) \cup {[w EXCEPT !.left = {}, !.dead = FALSE]}
      /\ UNCHANGED <<lives, senderVars, receiverVars, reg, net, fenced, bud, history>>

(* Of several chunks the entry says which. *)
OfChunk(e, q) ==
    /\ e.act \in {"Gather", "GatherEnd", "Unstage", "RecvGrant", "PostWrite", "WriteLanded",
                  "WriteNever", "WriteDirty"}
          => req'[q].ch[e.c] # req[q].ch[e.c]
    /\ e.act = "Gather" => req'[q].ch[e.c].b = e.s

OfFlow(e) ==
    e.act = "Grant" => flow'[e.l][e.rid].g[e.c] # flow[e.l][e.rid].g[e.c]

(* What a turn of an engine may record although it changes nothing here:    *)
(* repeats, and steps that another one contains.                            *)
MayBeNone ==
    {"Load", "OpenLink", "RecvOpen", "SenderEnds", "StartClosing", "ReceiverEnds", "SendWant",
     "SendData", "SendCancel", "SendClose", "WriteDirty", "SenderFenced", "ReceiverFenced",
     "RecvStaleEpoch", "RecvStaleInstance", "RecvCancelled", "RecvWant", "RecvData", "RecvAck",
     "RecvGrant", "RecvCancel", "RecvClose",
     "AnswerCancel", "AnswerClose", "AnswerStale", "LiftQuarantine", "RegisterMemory",
     "DeregisterMemory", "Deregistered", "Forget", "ShutDown"}

TakesStep(e) ==
    \/ ByAgent(e)
    \/ e.l # "-" /\ ByLink(e) /\ OfFlow(e)
    \/ e.act = "Land" /\ (Lands(e) \/ (LandedBefore(e) /\ HasLanded(e)))
    \/ e.act = "HasLanded" /\ HasLanded(e)
    \/ \E q \in Requests :
         \/ e.act = "SendWant" /\ LinkOf[q] = e.l /\ SendWant(q)
              /\ req'[q].rid = e.rid /\ req'[q].k = e.k
         \/ Named(e, q) /\ ByRequest(e, q) /\ OfChunk(e, q)

(***************************************************************************)
(* What is seen of an agent.                                               *)
(***************************************************************************)
(* A request that closes: what its chunks do is seen in the arena.          *)
SeenRequest(r) ==
    [k |-> r.k, rid |-> r.rid, st |-> r.st, resolved |-> r.res # "none",
     ch |-> IF r.st = "OPEN" THEN [c \in Chunks |-> r.ch[c]] ELSE <<>>]

SeenSender(l) ==
    [k |-> snd[l].k, st |-> IF snd[l].k = NoKey THEN "DOWN" ELSE snd[l].st,
     opened |-> snd[l].opened,
     requests |-> {SeenRequest(req[q]) :
                     q \in {q \in Requests : LinkOf[q] = l /\ req[q].st \in {"OPEN", "CLOSING"}}}]

SeenFlow(r, f) ==
    [rid |-> r, st |-> f.st,
     g |-> IF f.st = "CANCELLED" THEN <<>> ELSE [c \in Chunks |-> f.g[c]],
     x |-> IF f.st = "CANCELLED" THEN <<>> ELSE [c \in Chunks |-> f.x[c]]]

SeenReceiver(l) ==
    [hi |-> rcv[l].hi, cur |-> rcv[l].cur, pend |-> rcv[l].pend, oldest |-> rcv[l].oldest,
     flows |-> {SeenFlow(r, flow[l][r]) : r \in {r \in Rids : flow[l][r].st # "NONE"}}]

SeenRegion(s, x) ==
    [s |-> s, st |-> x.st,
     k |-> IF x.st = "STAGING_ORPHAN" THEN NoKey ELSE x.k,
     rid |-> IF x.st = "STAGING_ORPHAN" THEN 0 ELSE x.rid,
     c |-> IF x.st = "STAGING_ORPHAN" THEN 0 ELSE x.c,
     g |-> IF x.st \in Incoming THEN x.g ELSE 0]

Seen(a) ==
    [out |-> SeenSender(CHOOSE l \in Links : Src[l] = a),
     in |-> SeenReceiver(CHOOSE l \in Links : Dst[l] = a),
     arena |-> {SeenRegion(s, reg[a][s]) : s \in {s \in Slots : reg[a][s].st # "FREE"}}]

(***************************************************************************)
(* Frames.                                                                 *)
(***************************************************************************)
(* Crash forgets the answers to the life that is over. *)
ToTheDead(m) ==
    m.t \notin ToReceiver /\ (m.k.s # life[Src[m.k.l]] \/ ~up[Src[m.k.l]])
MayArrive(m) == m \in net \/ ToTheDead(m)

(* A message that leaves is one that the steps have sent, or that message   *)
(* once more: with the oldestOpenRid of now, or as a keep-alive.            *)
MaySend(m) ==
    \/ MayArrive(m)
    \/ /\ m.t \in ToReceiver \ {"OPEN"} /\ m.o <= OldestOpen(req, m.k)
       /\ \/ m.t = "BEAT"
          \/ \E n \in net : [n EXCEPT !.o = m.o] = m
    \/ /\ m.t = "ACK" /\ m.c = 0
       /\ \E n \in net : n.t = "ACK" /\ n.k = m.k /\ n.rid = m.rid /\ n.x = m.x

(***************************************************************************)
(* Following a trace.                                                      *)
(***************************************************************************)
Entry == Logs[t][i]

Follow(e) ==
    \/ /\ e.op = "act"
       /\ \/ TakesStep(e)
          \/ e.act \in MayBeNone /\ UNCHANGED vars
    \/ /\ e.op = "got" /\ UNCHANGED vars
       /\ \A m \in e.ms : MayArrive(m)
    \/ \* a trace of one agent: the other may send anything
       /\ e.op = "heard" /\ net' = net \cup e.ms
       /\ UNCHANGED <<lives, senderVars, receiverVars, reg, writes, fenced, bud, history>>
    \/ /\ e.op = "end" /\ Seen(e.a) = e.seen
       /\ \A m \in e.ms : MaySend(m)
       /\ net' = net \cup e.ms
       /\ UNCHANGED <<lives, senderVars, receiverVars, reg, writes, fenced, bud, history>>

TraceNext ==
    /\ i <= Len(Logs[t])
    /\ Follow(Entry)
    /\ i' = i + 1 /\ t' = t

Noted == Reached(t, i)
=============================================================================
