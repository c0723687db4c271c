------------------------------ MODULE Receiver ------------------------------
(* Rules 1, 2 and 10 to 15: what a receiver does.                           *)
EXTENDS State

(***************************************************************************)
(* Pieces.                                                                 *)
(***************************************************************************)
(* A failed agent answers nobody. *)
Serves(l) == up[Dst[l]] /\ mode[Dst[l]] # "failed"
Opens(l) == Serves(l) /\ mode[Dst[l]] = "runs"

Slot(a, g) == {s \in Slots : reg[a][s].g = g /\ reg[a][s].st \in Incoming}

(* The regions of flows R of the open epoch of l when those flows close.    *)
(* granted: what becomes of what a write may still land in.                 *)
CloseRegions(l, R, granted) ==
    LET a == Dst[l]
    IN  [s \in Slots |->
           IF reg[a][s].k # rcv[l].cur \/ reg[a][s].rid \notin R THEN reg[a][s]
           ELSE CASE reg[a][s].st = "GRANTED" ->
                       IF granted = "free" THEN Free
                       ELSE [reg[a][s] EXCEPT !.st = "QUARANTINED"]
                  [] reg[a][s].st = "QUEUED" ->
                       IF Planted("queuedKept") /\ granted # "free" THEN reg[a][s] ELSE Free
                  [] reg[a][s].st = "SCATTERING" ->
                       IF PlantedAny({"cancelFreesScattering"}) /\ granted = "free" THEN Free
                       ELSE [reg[a][s] EXCEPT !.st = "ORPHAN"]
                  [] OTHER -> reg[a][s]]

(* The open epoch ends (rule 15); another may take its place. *)
EndOpenEpoch(l, clean, cur, pend, hi) ==
    /\ reg' = IF rcv[l].cur = NoKey THEN reg
              ELSE [reg EXCEPT ![Dst[l]] = CloseRegions(l, Rids,
                     IF clean \/ Planted("freedAtEpochEnd") THEN "free" ELSE "quarantine")]
    /\ flow' = [flow EXCEPT ![l] = NoFlows]
    /\ rcv' = [rcv EXCEPT ![l] = [hi |-> hi, cur |-> cur, pend |-> pend, oldest |-> 1]]

Scattering(k, rid) == {y \in scat : y.k = k /\ y.rid = rid}
ScatteringOf(k) == {y \in scat : y.k = k}

Status(k, rid, c, g, x) == Msg("ACK", k, rid, c, g, 0, 0, x)

(* The frame belongs to the open epoch and its header has been applied. *)
Current(m, l) ==
    /\ m.k.l = l /\ Serves(l)
    /\ \/ m.k = rcv[l].cur
       \/ Planted("staleDataByRegion") /\ m.t = "DATA" /\ rcv[l].cur # NoKey /\ m.k.r = rcv[l].cur.r
       \/ Planted("staleEpochAccepted") /\ rcv[l].cur # NoKey /\ m.k.s = rcv[l].cur.s
                                         /\ m.k.r = rcv[l].cur.r
    /\ m.o <= rcv[l].oldest

(***************************************************************************)
(* Link (rules 1, 2, 10, 15).                                              *)
(***************************************************************************)

(* A larger epoch of the same instance, or of any if none is open.  A       *)
(* smaller one is answered STALE_EPOCH, a repeat is answered again.         *)
RecvOpen(l) ==
    \E m \in net :
      /\ m.t = "OPEN" /\ m.k.l = l /\ Opens(l)
      /\ m.k.r = life[Dst[l]] \/ Planted("lifeNotChecked")
      /\ LET opened == Msg("OPENED", m.k, 0, 0, 0, 0, 0, "-")
             r == rcv[l]
             other == r.cur # NoKey /\ r.cur.s # m.k.s
             answer(x) == (NetReceived(net, m)) \cup {x}
         IN  IF m.k = r.cur \/ m.k = r.pend
             THEN net' = answer(opened) /\ UNCHANGED <<rcv, flow, reg>>
             ELSE IF /\ m.k.n <= r.hi
                     /\ ~Planted("smallerEpochOpens")
                     /\ ~(Planted("otherInstanceEnds") /\ other)
             THEN /\ net' = answer(Msg("STALE_EPOCH", m.k, 0, 0, r.hi, 0, 0, "open"))
                  /\ UNCHANGED <<rcv, flow, reg>>
             ELSE /\ ~other \/ PlantedAny({"pendingAtOnce", "otherInstanceEnds"})
                  /\ net' = answer(opened)
                  /\ EndOpenEpoch(l, FALSE, m.k, NoKey, m.k.n)
      /\ UNCHANGED <<lives, senderVars, scat, grants, writes, fenced, bud, history>>
      /\ Changed

(* A larger epoch of another instance than that of the open one only waits: *)
(* a dead process never sends the frame that makes it take effect.          *)
PendOpen(l) ==
    \E m \in net :
      /\ m.t = "OPEN" /\ m.k.l = l /\ Opens(l) /\ m.k.r = life[Dst[l]]
      /\ m.k.n > rcv[l].hi /\ rcv[l].cur # NoKey /\ rcv[l].cur.s # m.k.s
      /\ ~Planted("pendingAtOnce")
      /\ rcv' = [rcv EXCEPT ![l].pend = m.k, ![l].hi = m.k.n]
      /\ net' = NetReceived(net, m) \cup {Msg("OPENED", m.k, 0, 0, 0, 0, 0, "-")}
      /\ UNCHANGED <<lives, senderVars, flow, scat, grants, reg, writes, fenced, bud, history>>

(* The first frame with the token of the pending epoch. *)
Promote(l) ==
    \E m \in net :
      /\ m.t \in ToReceiver \ {"OPEN"} /\ Serves(l)
      /\ rcv[l].pend # NoKey /\ m.k = rcv[l].pend
      /\ EndOpenEpoch(l, FALSE, m.k, NoKey, rcv[l].hi)
      /\ UNCHANGED <<lives, senderVars, scat, grants, net, writes, fenced, bud, history>>

(* A pending epoch is given up: its lease ends in silence, or its plane     *)
(* could not be made.  A frame of it that comes later is stale.             *)
DropPending(l) ==
    /\ Serves(l) /\ rcv[l].pend # NoKey /\ Left("pending") /\ Spend("pending")
    /\ rcv' = [rcv EXCEPT ![l].pend = NoKey]
    /\ hurt' = hurt \cup {rcv[l].pend}
    /\ UNCHANGED <<lives, senderVars, flow, scat, grants, reg, net, writes, fenced, hist>>

(* The name is used twice, the version does not fit, too many links. *)
RefuseOpen(l) ==
    \E m \in net : \E why \in {"name", "links"} :
      /\ m.t = "OPEN" /\ m.k.l = l /\ Serves(l) /\ m.k.r = life[Dst[l]]
      /\ m.k.n > rcv[l].hi /\ Left("refuse") /\ Spend("refuse")
      /\ net' = NetReceived(net, m) \cup {Msg("OPEN_REFUSED", m.k, 0, 0, 0, 0, 0, why)}
      /\ UNCHANGED <<lives, senderVars, receiverVars, reg, writes, fenced, history>>

(* A frame of another life, or of a dead epoch of this life. *)
AnswerStale(l) ==
    \E m \in net :
      /\ m.t \in ToReceiver /\ m.k.l = l /\ Serves(l)
      /\ IF m.k.r # life[Dst[l]]
         THEN net' = NetReceived(net, m) \cup
                       {Msg("STALE_INSTANCE", m.k, 0, 0, 0, 0, 0, "-")}
         ELSE /\ \/ m.t \in {"WANT", "CANCEL", "DATA", "BEAT"}
                 \/ m.t = "CLOSE" /\ Planted("closeOfDeadEpochIsStale")
              /\ m.k \notin {rcv[l].cur, rcv[l].pend}
              /\ net' = NetReceived(net, m) \cup
                          {Msg("STALE_EPOCH", m.k, 0, 0, rcv[l].hi, 0, 0, "frame")}
      /\ UNCHANGED <<lives, senderVars, receiverVars, reg, writes, fenced, bud, history>>
      /\ Changed

(* The lease ends, the plane breaks, the peer is forgotten.  An event of the *)
(* environment; the silence of a sender that left the epoch always ends it. *)
ReceiverEnds(l) ==
    /\ Serves(l) /\ rcv[l].cur # NoKey
    /\ LET silent == \/ ~up[Src[l]] \/ snd[l].k # rcv[l].cur
       IN  IF silent THEN ~Planted("noLease") /\ UNCHANGED <<bud, hurt>>
           ELSE Left("lostR") /\ Spend("lostR") /\ hurt' = hurt \cup {rcv[l].cur}
    /\ EndOpenEpoch(l, FALSE, NoKey, rcv[l].pend, rcv[l].hi)
    /\ UNCHANGED <<lives, senderVars, scat, grants, net, writes, fenced, hist>>

Quarantined(a, k) == {s \in Slots : reg[a][s].st = "QUARANTINED" /\ reg[a][s].k = k}
Lift(a, S) == [reg EXCEPT ![a] = [s \in Slots |-> IF s \in S THEN Free ELSE @[s]]]

(* CLOSE ends the open epoch; CLOSE(clean) lifts the quarantine of its epoch *)
(* at any time.                                                             *)
RecvClose(l) ==
    \E m \in net :
      /\ m.t = "CLOSE" /\ m.k.l = l /\ Serves(l) /\ m.k.r = life[Dst[l]]
      /\ \/ /\ m.k = rcv[l].cur /\ m.o <= rcv[l].oldest
            /\ EndOpenEpoch(l, m.x = "clean", NoKey, rcv[l].pend, rcv[l].hi)
         \/ /\ m.k # rcv[l].cur /\ m.x = "clean" /\ ~Planted("cleanForgotten")
            /\ Quarantined(Dst[l], m.k) # {}
            /\ reg' = Lift(Dst[l], Quarantined(Dst[l], m.k))
            /\ UNCHANGED <<rcv, flow>>
      /\ UNCHANGED <<lives, senderVars, scat, grants, net, writes, fenced, bud, history>>

(* CLOSE of any epoch of this life is answered once nothing of it scatters. *)
AnswerClose(l) ==
    \E m \in net :
      /\ m.t = "CLOSE" /\ m.k.l = l /\ Serves(l) /\ m.k.r = life[Dst[l]]
      /\ m.k \notin {rcv[l].cur, rcv[l].pend}
      /\ m.x = "clean" => Quarantined(Dst[l], m.k) = {} \/ Planted("cleanForgotten")
      /\ ScatteringOf(m.k) = {} \/ Planted("closedEarly")
      /\ ~Planted("closeOfDeadEpochIsStale")
      /\ net' = NetReceived(net, m) \cup {Msg("CLOSED", m.k, 0, 0, 0, 0, 0, "-")}
      /\ UNCHANGED <<lives, senderVars, receiverVars, reg, writes, fenced, bud, history>>
      /\ Changed

(* DATA of a dead epoch proves that the write of its region has ended. *)
LiftQuarantine(l) ==
    \E m \in net :
      /\ m.t = "DATA" /\ m.k.l = l /\ Serves(l) /\ m.k.r = life[Dst[l]]
      /\ m.s \in Quarantined(Dst[l], m.k)
      /\ reg[Dst[l]][m.s].g = m.g \/ Planted("dataLiftsAnyGrant")
      /\ reg' = Lift(Dst[l], {m.s})
      /\ UNCHANGED <<lives, senderVars, receiverVars, net, writes, fenced, bud, history>>

(* Nothing of the epoch lands any more, also nothing posted later.  Asked    *)
(* for every dead epoch; modelled where it changes something.  An ASSUMED    *)
(* fence waits until the sender's lease of that epoch is certainly over.     *)
ReceiverFenced(l) ==
    \E s \in Slots :
      LET a == Dst[l]
          k == reg[a][s].k
      IN  /\ up[a] /\ reg[a][s].st = "QUARANTINED" /\ k.l = l
          /\ FenceKind # "never" /\ ~Planted("fenceNeverComes")
          /\ FenceKind = "assumed" /\ ~Planted("assumedWithoutLease") =>
               ~(up[Src[l]] /\ snd[l].k = k /\ ~snd[l].lapsed)
          /\ reg' = Lift(a, Quarantined(a, k))
          /\ fenced' = fenced \cup {k}
          /\ writes' = {[w EXCEPT !.dead = @ \/ w.k = k,
                                  !.left = IF w.k = k /\ w.st = "dirty" THEN {} ELSE @] :
                          w \in {w \in writes : w.k # k \/ w.rd}}
          /\ UNCHANGED <<lives, senderVars, receiverVars, net, bud, history>>

(***************************************************************************)
(* Flows (rules 10 to 14).                                                 *)
(***************************************************************************)

(* What a flow has earned: its credits and its statuses, sent again. *)
Earned(l, r) ==
    LET k == rcv[l].cur
        f == flow[l][r]
    IN  {Status(k, r, c, f.g[c], f.x[c]) : c \in {c \in Chunks : f.x[c] # "-"}}
        \cup (IF f.no THEN {Status(k, r, 0, 0, "REJECTED")} ELSE {})
        \cup (IF f.st # "OPEN" THEN {}
              ELSE {Msg("GRANT", k, r, c, f.g[c], Min(Slot(Dst[l], f.g[c])), 0, "-") :
                      c \in {c \in Chunks : f.g[c] # 0 /\ f.x[c] = "-"
                                            /\ Slot(Dst[l], f.g[c]) # {}}})

RecvWant(l) ==
    \E m \in net :
      LET r == m.rid
          f == flow[l][r]
      IN  /\ m.t = "WANT" /\ Current(m, l)
          /\ r >= rcv[l].oldest \/ Planted("wantBelowOldestOpens")
          /\ \/ /\ f.st = "NONE" \/ (PlantedAny({"staleWantReopens", "ghostFlow"}) /\ f.st = "CANCELLED")
                /\ flow' = [flow EXCEPT ![l][r] = [NoFlow EXCEPT !.st = "OPEN"]]
                /\ net' = NetReceived(net, m)
             \/ /\ f.st \in {"OPEN", "DONE"}
                /\ net' = NetReceived(net, m) \cup
                            (IF Planted("wantAnsweredOnce") THEN {} ELSE Earned(l, r))
                /\ UNCHANGED flow
             \/ /\ f.st = "CANCELLED" /\ ~f.ask
                /\ Msg("CANCELLED", rcv[l].cur, r, 0, 0, 0, 0, "-") \notin net
                /\ flow' = [flow EXCEPT ![l][r].ask = TRUE]
                /\ net' = NetReceived(net, m)
          /\ UNCHANGED <<lives, senderVars, rcv, scat, grants, reg, writes, fenced, bud, history>>
          /\ Changed

(* One region for the next chunk of a flow. *)
Grant(l) ==
    \E r \in Rids :
      \E s \in Places(FreeSlots(Dst[l], IF Planted("reserveGranted") THEN 1 ELSE General)) :
      LET a == Dst[l]
          c == Min({c \in Chunks : flow[l][r].g[c] = 0})
          g == grants[a]
      IN  /\ Serves(l) /\ WantsGrant(l, r) /\ ~HeldBack(l)
          /\ reg' = [reg EXCEPT ![a][s] = Region("GRANTED", rcv[l].cur, r, c, g)]
          /\ flow' = [flow EXCEPT ![l][r].g[c] = g]
          /\ grants' = [grants EXCEPT ![a] = IF Planted("grantIdReused") THEN @ ELSE @ + 1]
          /\ Sent({Msg("GRANT", rcv[l].cur, r, c, g, s, 0, "-")})
          /\ UNCHANGED <<lives, senderVars, rcv, scat, writes, fenced, bud, history>>

(* No chunk could be granted even if all but the quarantined regions were   *)
(* free.  What the flow holds comes back with its CANCEL.                   *)
RejectWant(l) ==
    \E r \in Rids :
      /\ Serves(l) /\ WantsGrant(l, r) /\ ~HeldBack(l) /\ ~Planted("noCapacityWaits")
      /\ \A s \in Slots : s >= General => reg[Dst[l]][s].st = "QUARANTINED"
      /\ flow' = [flow EXCEPT ![l][r].no = TRUE]
      /\ Sent({Status(rcv[l].cur, r, 0, 0, "REJECTED")})
      /\ hurt' = hurt \cup {rcv[l].cur}
      /\ UNCHANGED <<lives, senderVars, rcv, scat, grants, reg, writes, fenced, bud, hist>>

(* Accepted iff the flow holds that grantId and is not yet scattering it.   *)
HoldsGrant(m, l) ==
    LET x == reg[Dst[l]][m.s]
        f == flow[l][m.rid]
        anyGrant == PlantedAny({"dataWithoutGrantId", "staleDataByRegion"})
    IN  /\ f.st = "OPEN"
        /\ f.g[m.c] = m.g \/ anyGrant
        /\ x.st = "GRANTED" \/ (Planted("dataTwice") /\ x.st = "SCATTERING")
        /\ \/ x.k = m.k /\ x.rid = m.rid /\ x.c = m.c /\ (x.g = m.g \/ anyGrant)
           \/ Planted("staleDataByRegion") /\ x.k = rcv[l].cur

RecvData(l) ==
    \E m \in net :
      /\ m.t = "DATA" /\ Current(m, l)
      /\ LET f == flow[l][m.rid]
             k == rcv[l].cur
         IN  \/ /\ HoldsGrant(m, l)
                /\ range[Dst[l]] = "in" \/ Planted("dataIntoWithdrawn")
                /\ reg' = [reg EXCEPT ![Dst[l]][m.s].st = "QUEUED"]
                /\ net' = NetReceived(net, m)
                /\ UNCHANGED flow
             \/ \* answered again: its status, CANCELLED, or UNKNOWN_FLOW
                /\ ~HoldsGrant(m, l) /\ UNCHANGED reg
                /\ m.rid >= rcv[l].oldest
                /\ \/ /\ f.st # "NONE" /\ f.g[m.c] = m.g /\ f.x[m.c] # "-"
                      /\ ~Planted("dataAnsweredOnce")
                      /\ net' = NetReceived(net, m) \cup {Status(k, m.rid, m.c, m.g, f.x[m.c])}
                      /\ UNCHANGED flow
                   \/ /\ f.st = "CANCELLED" /\ f.x[m.c] = "-" /\ ~f.ask
                      /\ Msg("CANCELLED", k, m.rid, 0, 0, 0, 0, "-") \notin net
                      /\ flow' = [flow EXCEPT ![l][m.rid].ask = TRUE]
                      /\ net' = NetReceived(net, m)
                   \/ /\ \/ f.st = "NONE"
                         \/ f.st # "CANCELLED" /\ f.g[m.c] # m.g
                      /\ net' = NetReceived(net, m) \cup
                                  {Status(k, m.rid, m.c, m.g, "UNKNOWN_FLOW")}
                      /\ UNCHANGED flow
      /\ UNCHANGED <<lives, senderVars, rcv, scat, grants, writes, fenced, bud, history>>
      /\ Changed

FlowAfter(l, f) ==
    IF f.st # "OPEN" \/ \E c \in Chunks : f.x[c] = "-" THEN f
    ELSE IF Planted("doneForgotten") THEN NoFlow ELSE [f EXCEPT !.st = "DONE"]

(* The runs are out of bounds: nothing is touched, the region is free. *)
RejectData(l) ==
    \E m \in net :
      /\ m.t = "DATA" /\ Current(m, l) /\ HoldsGrant(m, l)
      /\ \/ range[Dst[l]] # "in" /\ UNCHANGED bud
         \/ range[Dst[l]] = "in" /\ Left("reject") /\ Spend("reject")
      /\ reg' = IF Planted("rejectedKeepsRegion") THEN reg ELSE Lift(Dst[l], {m.s})
      /\ flow' = [flow EXCEPT ![l][m.rid] =
                    FlowAfter(l, [@ EXCEPT !.x[m.c] = "REJECTED"])]
      /\ net' = NetReceived(net, m) \cup {Status(m.k, m.rid, m.c, m.g, "REJECTED")}
      /\ hurt' = hurt \cup {m.k}
      /\ UNCHANGED <<lives, senderVars, rcv, scat, grants, writes, fenced, hist>>

Scatter(l) ==
    \E s \in Slots :
      LET a == Dst[l]
          x == reg[a][s]
      IN  /\ Serves(l) /\ x.st = "QUEUED" /\ x.k.l = l
          /\ reg' = [reg EXCEPT ![a][s].st = "SCATTERING"]
          /\ scat' = scat \cup {[a |-> a, s |-> s, k |-> x.k, rid |-> x.rid, c |-> x.c, g |-> x.g]}
          /\ hist' = hist \cup {[k |-> x.k, rid |-> x.rid, c |-> x.c,
                                 x |-> IF \E h \in hist : h.k = x.k /\ h.rid = x.rid /\ h.c = x.c
                                       THEN "twice" ELSE "once"]}
          /\ UNCHANGED <<lives, senderVars, rcv, flow, grants, net, writes, fenced, bud, hurt>>

(* The end of a scatter of a chunk of an open flow: its status, a free region. *)
(* An orphan only becomes free; a CANCEL that waited for it is answered.    *)
Ends(y, x, l) ==
    LET own == reg[y.a][y.s].g = y.g /\ reg[y.a][y.s].st \in {"SCATTERING", "ORPHAN"}
        living == y.k = rcv[l].cur
        settled == living /\ flow[l][y.rid].st \in {"OPEN", "CANCELLED"} /\ flow[l][y.rid].g[y.c] = y.g
        open == settled /\ flow[l][y.rid].st = "OPEN"
    IN  /\ scat' = scat \ {y}
        /\ reg' = IF own /\ ~(Planted("failedScatterKeepsRegion") /\ x # "LANDED")
                  THEN Lift(y.a, {y.s}) ELSE reg
        /\ flow' = IF settled
                   THEN [flow EXCEPT ![l][y.rid] = FlowAfter(l, [@ EXCEPT !.x[y.c] = x])]
                   ELSE flow
        /\ net' = IF open THEN net \cup {Status(y.k, y.rid, y.c, y.g, x)} ELSE net

ScatterEnd(l) ==
    \E y \in scat :
      /\ y.k.l = l /\ Serves(l)
      /\ Ends(y, "LANDED", l)
      /\ hist' = hist \cup {[k |-> y.k, rid |-> y.rid, c |-> y.c, x |-> "ok"]}
      /\ UNCHANGED <<lives, senderVars, rcv, grants, writes, fenced, bud, hurt>>

ScatterFail(l) ==
    \E y \in scat :
      /\ y.k.l = l /\ Serves(l) /\ Left("scatter") /\ Spend("scatter")
      /\ Ends(y, IF Planted("landedAfterFailure") THEN "LANDED" ELSE "SCATTER_FAILED", l)
      /\ hurt' = hurt \cup {y.k}
      /\ UNCHANGED <<lives, senderVars, rcv, grants, writes, fenced, hist>>

(* CANCEL frees what is granted or queued at once; what is being scattered  *)
(* becomes an orphan.  An unknown rid leaves a tombstone too.               *)
RecvCancel(l) ==
    \E m \in net :
      LET r == m.rid
          f == flow[l][r]
          answer == {Msg("CANCELLED", rcv[l].cur, r, 0, 0, 0, 0, "-")}
      IN  /\ m.t = "CANCEL" /\ Current(m, l) /\ r >= rcv[l].oldest
          /\ f.st = "NONE" => ~Planted("cancelOfUnknownIgnored")
          /\ f.st = "CANCELLED" => ~f.ask /\ answer \cap net = {}
          /\ reg' = IF f.st = "OPEN"
                    THEN [reg EXCEPT ![Dst[l]] = CloseRegions(l, {r}, "free")] ELSE reg
          /\ flow' = [flow EXCEPT ![l][r] =
                        [@ EXCEPT !.st = IF Planted("noTombstone") THEN "NONE" ELSE "CANCELLED",
                                  !.ask = ~Planted("noTombstone"), !.no = FALSE]]
          /\ net' = NetReceived(net, m) \cup (IF Planted("noTombstone") THEN answer ELSE {})
          /\ UNCHANGED <<lives, senderVars, rcv, scat, grants, writes, fenced, bud, history>>
          /\ Changed

(* Only when no scatter of that rid runs, known or forgotten. *)
AnswerCancel(l) ==
    \E r \in Rids :
      LET k == rcv[l].cur
          quiet == Scattering(k, r) = {} \/ Planted("cancelledEarly")
          answer == Msg("CANCELLED", k, r, 0, 0, 0, 0, "-")
      IN  /\ Serves(l) /\ k # NoKey
          /\ \/ /\ flow[l][r].st = "CANCELLED" /\ flow[l][r].ask /\ quiet
                /\ flow' = [flow EXCEPT ![l][r].ask = FALSE]
                /\ Sent({answer})
             \/ /\ r < rcv[l].oldest
                /\ quiet \/ PlantedAny({"forgottenIsQuiet", "futuresForgottenQuiet"})
                /\ \E m \in net :
                     /\ m.t = "CANCEL" /\ m.k = k /\ m.rid = r
                     /\ net' = NetReceived(net, m) \cup {answer}
                /\ UNCHANGED flow
          /\ UNCHANGED <<lives, senderVars, rcv, scat, grants, reg, writes, fenced, bud, history>>
          /\ Changed

(* oldestOpenRid of a frame: everything below is closed and forgotten. *)
ForgetBelow(l) ==
    \E m \in net :
      /\ m.t \in ToReceiver /\ m.k = rcv[l].cur /\ Serves(l) /\ m.o > rcv[l].oldest
      /\ LET R == {r \in Rids : r < m.o}
         IN  /\ reg' = [reg EXCEPT ![Dst[l]] =
                          IF PlantedAny({"forgetFreesScattering", "futuresForgetFrees"})
                          THEN [s \in Slots |-> IF @[s].k = m.k /\ @[s].rid \in R
                                                   /\ @[s].st \in Incoming THEN Free ELSE @[s]]
                          ELSE CloseRegions(l, {r \in R : flow[l][r].st = "OPEN"}, "free")]
             /\ flow' = [flow EXCEPT ![l] = [r \in Rids |-> IF r \in R THEN NoFlow ELSE @[r]]]
      /\ rcv' = [rcv EXCEPT ![l].oldest = m.o]
      /\ UNCHANGED <<lives, senderVars, scat, grants, net, writes, fenced, bud, history>>
=============================================================================
