-------------------------------- MODULE World -------------------------------
(* What the protocol does not decide: writes landing, crashes, time.        *)
EXTENDS Sender, Receiver

(* A write changes memory at any moment, also after its process died, until *)
(* its fence.  A running write lands whole; one that is DIRTY or whose      *)
(* process is dead lands any part of what is left, in any order.            *)
LandSome(l, kinds) ==
    \E w \in {w \in writes : w.st \in kinds} : \E P \in SUBSET w.left :
      LET a == Dst[l]
          x == reg[a][w.s]
          own == x.k = w.k /\ x.rid = w.rid /\ x.c = w.c /\ x.g = w.g /\ x.st \in Incoming
          after == [w EXCEPT !.left = @ \ P]
      IN  /\ w.k.l = l /\ CanLand(w) /\ P # {}
          /\ w.st = "run" => P = w.left
          /\ reg' = IF x.st = "FREE" THEN reg
                    ELSE [reg EXCEPT ![a][w.s].m =
                            [p \in Parts |-> IF p \in P THEN (IF own THEN 1 ELSE 2) ELSE @[p]]]
          /\ writes' = (writes \ {w}) \cup
                         (IF after.left = {} /\ w.st = "dirty" /\ ~w.rd THEN {} ELSE {after})
          /\ UNCHANGED <<lives, senderVars, receiverVars, net, fenced, bud, history>>

Land(l) == LandSome(l, {"run", "dirty"})

Lose ==
    \E m \in net :
      /\ NetLoses /\ Left("lose") /\ Spend("lose")
      /\ net' = net \ {m}
      /\ UNCHANGED <<lives, senderVars, receiverVars, reg, writes, fenced, history>>

(* Silence at an ASSUMED plane: the lease of an epoch that the receiver has *)
(* ended runs out at its sender.                                            *)
LeaseLapses(l) ==
    /\ FenceKind = "assumed" /\ up[Src[l]] /\ Ready(l) /\ ~snd[l].lapsed
    /\ \/ rcv[l].cur # snd[l].k \/ ~up[Dst[l]]
    /\ snd' = [snd EXCEPT ![l].lapsed = TRUE]
    /\ UNCHANGED <<lives, old, req, receiverVars, reg, net, writes, fenced, bud, history>>

LoadedLink(l) ==
    [st |-> "LOADED", k |-> NoKey, next |-> 1, peer |-> life[Dst[l]], gone |-> FALSE,
     opened |-> FALSE, lapsed |-> FALSE]
NoReceiver == [hi |-> 0, cur |-> NoKey, pend |-> NoKey, oldest |-> 1]

(***************************************************************************)
(* The application: forget the peer, shut down, give memory back; and the   *)
(* device fails (rule 17).                                                  *)
(***************************************************************************)
Outgoing(a) == {l \in Links : Src[l] = a}
IncomingLinks(a) == {l \in Links : Dst[l] = a}

(* All epochs of an agent end, on both sides; rq: its requests by then;     *)
(* read: staging that DIRTY writes may still read.                          *)
EndAll(a, rq, dirty, read) ==
    LET Q == {q \in Requests : LinkOf[q] \in Outgoing(a) /\ rq[q].st = "OPEN"}
    IN  /\ req' = CloseRecords(rq, Q)
        /\ old' = [l \in Links |->
                     (IF l \in Outgoing(a)
                      THEN {[o EXCEPT !.dirty = @ \/ (dirty /\ ~o.sent)] : o \in old[l]}
                      ELSE old[l])
                     \cup (IF l \in Outgoing(a) /\ snd[l].opened
                           THEN {[k |-> snd[l].k, sent |-> FALSE, dirty |-> dirty, ans |-> FALSE,
                                  fen |-> FALSE]} ELSE {})]
        /\ snd' = [l \in Links |-> IF l \in Outgoing(a) THEN [Lost(l) EXCEPT !.gone = TRUE,
                     !.st = IF snd[l].opened \/ snd[l].st = "CLOSING" THEN "CLOSING" ELSE "LOST"]
                                   ELSE snd[l]]
        /\ rcv' = [l \in Links |-> IF l \in IncomingLinks(a)
                                   THEN [rcv[l] EXCEPT !.cur = NoKey, !.pend = NoKey, !.oldest = 1]
                                   ELSE rcv[l]]
        /\ flow' = [l \in Links |-> IF l \in IncomingLinks(a) THEN NoFlows ELSE flow[l]]
        /\ reg' = [reg EXCEPT ![a] = [s \in Slots |->
                     IF s \in read THEN [@[s] EXCEPT !.st = "STAGING_ORPHAN"]
                     ELSE IF @[s].st \in Staged THEN CloseStaging(rq, Q, a)[s]
                     ELSE IF \E l \in IncomingLinks(a) : @[s].k = rcv[l].cur
                     THEN CloseRegions(CHOOSE l \in IncomingLinks(a) : @[s].k = rcv[l].cur, Rids,
                                       "quarantine")[s]
                     ELSE @[s]]]
        /\ hurt' = hurt \cup {snd[l].k : l \in Outgoing(a)} \cup {rcv[l].cur : l \in IncomingLinks(a)}
        /\ UNCHANGED <<life, up, scat, grants, net, fenced, hist>>

NoneWaits(a) ==
    [q \in Requests |->
       IF LinkOf[q] \in Outgoing(a) /\ req[q].st = "WAITING"
       THEN [req[q] EXCEPT !.st = "DONE", !.res = "fail", !.quiet = TRUE, !.hurt = TRUE]
       ELSE req[q]]

(* Models have two agents, so the peer is the other one.  An agent that has *)
(* failed or leaves may be told to forget, too: it has ended everything.    *)
Forget(a) ==
    /\ up[a] /\ Left("forget") /\ Spend("forget")
    /\ EndAll(a, NoneWaits(a), FALSE, {})
    /\ UNCHANGED <<mode, range, writes>>

ShutDown(a) ==
    /\ up[a] /\ mode[a] = "runs" /\ Left("shutDown") /\ Spend("shutDown")
    /\ mode' = [mode EXCEPT ![a] = "leaves"]
    /\ EndAll(a, NoneWaits(a), FALSE, {})
    /\ UNCHANGED <<range, writes>>

(* All handles resolve at once, not quiescent; running writes are DIRTY;    *)
(* nothing is staged, granted or scattered any more.                        *)
FailAgent(a) ==
    LET mine == {w \in writes : Src[w.k.l] = a /\ w.st = "run"}
        rq == [q \in Requests |->
                 IF LinkOf[q] \notin Outgoing(a) THEN req[q]
                 ELSE [NoneWaits(a)[q] EXCEPT
                         !.res = IF @ = "none" /\ req[q].st \in {"OPEN", "CLOSING"} THEN "fail" ELSE @,
                         !.ch = [c \in Chunks |->
                                   IF @[c].st = "WRITING" THEN [@[c] EXCEPT !.st = "DIRTY", !.b = 0]
                                   ELSE @[c]]]]
    IN  /\ up[a] /\ mode[a] # "failed" /\ Left("failAgent") /\ Spend("failAgent")
        /\ mode' = [mode EXCEPT ![a] = "failed"]
        /\ writes' = (writes \ mine) \cup
                       {[w EXCEPT !.st = "dirty", !.left = IF w.dead THEN {} ELSE @] : w \in mine}
        /\ EndAll(a, rq, TRUE, {w.b : w \in mine})
        /\ UNCHANGED range

(* A range is given back: what would still read it closes, what is queued   *)
(* into it is refused.  Done when no gather and no scatter touches it.      *)
DeregisterMemory(a) ==
    /\ up[a] /\ mode[a] = "runs" /\ range[a] = "in" /\ Left("deregister") /\ Spend("deregister")
    /\ range' = [range EXCEPT ![a] = "leaving"]
    /\ LET Q == {q \in Requests : LinkOf[q] \in Outgoing(a) /\ req[q].st = "OPEN"}
           rq == [q \in Requests |-> IF q \in Q THEN [req[q] EXCEPT !.hurt = TRUE] ELSE NoneWaits(a)[q]]
           queued == {s \in Slots : reg[a][s].st = "QUEUED"}
       IN  /\ req' = CloseRecords(rq, Q)
           /\ reg' = [reg EXCEPT ![a] = [s \in Slots |->
                        IF s \in queued THEN Free ELSE CloseStaging(rq, Q, a)[s]]]
           /\ flow' = [l \in Links |-> [r \in Rids |->
                         IF Dst[l] # a THEN flow[l][r]
                         ELSE FlowAfter(l, [flow[l][r] EXCEPT !.x = [c \in Chunks |->
                                IF \E s \in queued : reg[a][s].k = rcv[l].cur /\ reg[a][s].rid = r
                                                      /\ reg[a][s].c = c
                                THEN "REJECTED" ELSE @[c]]])]]
           /\ net' = net \cup {Status(reg[a][s].k, reg[a][s].rid, reg[a][s].c, reg[a][s].g,
                                      "REJECTED") : s \in queued}
           /\ hurt' = hurt \cup {reg[a][s].k : s \in queued}
    /\ UNCHANGED <<life, up, mode, snd, old, rcv, scat, grants, writes, fenced, hist>>

(* The application is told that the range is its own again. *)
Deregistered(a) ==
    /\ up[a] /\ range[a] = "leaving"
    /\ \/ ~\E y \in scat : y.a = a
       \/ Planted("deregisteredEarly")
    /\ ~\E q \in Requests : Src[LinkOf[q]] = a /\ Gathering(q)
    /\ range' = [range EXCEPT ![a] = "out"]
    /\ UNCHANGED <<life, up, mode, senderVars, receiverVars, reg, net, writes, fenced, bud, history>>

RegisterMemory(a) ==
    /\ up[a] /\ mode[a] = "runs" /\ range[a] = "out" /\ Left("register") /\ Spend("register")
    /\ range' = [range EXCEPT ![a] = "in"]
    /\ UNCHANGED <<life, up, mode, senderVars, receiverVars, reg, net, writes, fenced, history>>

(* A process dies.  Its writes are out of its hands; writes to it can reach *)
(* the memory of this life only.                                            *)
Crash(a) ==
    /\ up[a] /\ Left(CrashOf(a)) /\ Spend(CrashOf(a))
    /\ up' = [up EXCEPT ![a] = FALSE]
    /\ snd' = [l \in Links |-> IF Src[l] = a THEN LoadedLink(l) ELSE snd[l]]
    /\ old' = [l \in Links |-> IF Src[l] = a THEN {} ELSE old[l]]
    /\ req' = [q \in Requests |->
                 IF Src[LinkOf[q]] = a /\ req[q].st \in {"WAITING", "OPEN", "CLOSING"}
                 THEN [req[q] EXCEPT !.st = "GONE", !.ch = NoChunks, !.told = FALSE,
                                     !.res = IF @ = "none" THEN "gone" ELSE @]
                 ELSE req[q]]
    /\ rcv' = [l \in Links |-> IF Dst[l] = a THEN NoReceiver ELSE rcv[l]]
    /\ flow' = [l \in Links |-> IF Dst[l] = a THEN NoFlows ELSE flow[l]]
    /\ scat' = {y \in scat : y.a # a}
    /\ grants' = [grants EXCEPT ![a] = 1]
    /\ reg' = [reg EXCEPT ![a] = [s \in Slots |-> Free]]
    /\ LET cut(w) == Dst[w.k.l] = a /\ ~Planted("oldLifeWriteLands")
           orphan(w) == Src[w.k.l] = a
           after == {[w EXCEPT !.dead = @ \/ cut(w),
                               !.left = IF cut(w) /\ (w.st = "dirty" \/ orphan(w)) THEN {} ELSE @,
                               !.st = IF orphan(w) THEN "dirty" ELSE @,
                               !.rd = @ /\ ~orphan(w),
                               !.b = IF orphan(w) THEN 0 ELSE @] : w \in writes}
       IN  writes' = {w \in after : w.left # {} \/ w.rd \/ w.st = "run"}
    \* what only that life would have read is gone
    /\ net' = {m \in net : ~(Src[m.k.l] = a /\ m.t \notin ToReceiver
                             /\ ~Planted("openedOfAnotherLife") /\ ~Planted("grantOfAnotherEpoch")
                             /\ ~PlantedAny({"ackOfAnotherEpoch", "oldGrantAnswered"}))}
    /\ mode' = [mode EXCEPT ![a] = "runs"]
    /\ range' = [range EXCEPT ![a] = "in"]
    /\ UNCHANGED <<life, fenced, history>>

Restart(a) ==
    /\ ~up[a]
    /\ UNCHANGED <<mode, range>>
    /\ up' = [up EXCEPT ![a] = TRUE]
    /\ life' = [life EXCEPT ![a] = @ + 1]
    /\ snd' = [l \in Links |-> IF Src[l] = a THEN [snd[l] EXCEPT !.peer = life[Dst[l]]] ELSE snd[l]]
    /\ UNCHANGED <<old, req, receiverVars, reg, net, writes, fenced, bud, history>>
=============================================================================
