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
                             /\ ~Planted("ackOfAnotherEpoch"))}
    /\ UNCHANGED <<life, fenced, history>>

Restart(a) ==
    /\ ~up[a]
    /\ up' = [up EXCEPT ![a] = TRUE]
    /\ life' = [life EXCEPT ![a] = @ + 1]
    /\ snd' = [l \in Links |-> IF Src[l] = a THEN [snd[l] EXCEPT !.peer = life[Dst[l]]] ELSE snd[l]]
    /\ UNCHANGED <<old, req, receiverVars, reg, net, writes, fenced, bud, history>>
=============================================================================
