-------------------------------- MODULE Merge -------------------------------
(***************************************************************************)
(* Which states TLC may take for the same.  In a network that keeps all     *)
(* messages most of them can have no effect any more; states that differ    *)
(* only in those, or in history that no property can read any more, are     *)
(* merged (VIEW).  That cannot invent a violation; it could hide one, so a  *)
(* bug that reads such messages keeps them (BugReads).                      *)
(***************************************************************************)
EXTENDS Bounce

Listens(k) == LET l == k.l
              IN  /\ up[Src[l]]
                  /\ \/ snd[l].k = k
                     \/ \E o \in old[l] : o.k = k /\ ~o.ans

RecordOf(m) == {q \in Requests : req[q].k = m.k /\ req[q].rid = m.rid}

(* Messages that a planted bug reads although they are stale. *)
BugReads ==
    CASE PlantedAny({"openedOfAnotherLife", "openedProvesNewLife"}) -> {"OPENED"}
      [] PlantedAny({"grantOfAnotherEpoch", "oldGrantAnswered"}) -> {"GRANT"}
      [] Planted("ackOfAnotherEpoch") -> {"ACK", "CANCELLED"}
      [] Planted("staleInstanceOfAnyEpoch") -> {"STALE_INSTANCE"}
      [] PlantedAny({"lifeNotChecked", "smallerEpochOpens", "otherInstanceEnds"}) -> {"OPEN"}
      [] PlantedAny({"staleEpochAccepted", "staleDataByRegion"}) -> {"WANT", "CANCEL", "DATA"}
      [] OTHER -> {}

CanMatter(m) ==
    LET l == m.k.l
        a == Dst[l]
        living == m.k.r = life[a] \/ (~up[a] /\ m.k.r > life[a])
        awaited == \E q \in RecordOf(m) : req[q].st \in {"OPEN", "CLOSING"}
    IN  CASE m.t \in BugReads -> TRUE
          [] m.t \in {"OPENED", "OPEN_REFUSED"} ->
               m.k = snd[l].k /\ snd[l].st = "OPENING" /\ ~snd[l].opened
          [] m.t = "STALE_EPOCH" ->
               m.k = snd[l].k /\ (m.x = "frame" \/ ~snd[l].opened)
          [] m.t \in {"STALE_INSTANCE", "CLOSED"} -> Listens(m.k)
          [] m.t = "GRANT" -> m.k = snd[l].k
          [] m.t \in {"ACK", "CANCELLED"} -> Listens(m.k) /\ awaited
          [] m.t = "OPEN" -> \/ m.k = snd[l].k /\ ~snd[l].opened
                             \/ living /\ m.k.n > rcv[l].hi
                             \/ snd[l].k = m.k
          [] OTHER -> \/ Listens(m.k)
                      \/ up[a] /\ m.k \in {rcv[l].cur, rcv[l].pend}
                      \/ up[a] /\ Quarantined(a, m.k) # {} /\ m.t \in {"DATA", "CLOSE"}

StillRead(h) ==
    \/ rcv[h.k.l].cur = h.k
    \/ ScatteringOf(h.k) # {}
    \/ \E q \in Requests : req[q].k = h.k /\ req[q].st \in {"OPEN", "CLOSING"}

Merged ==
    IF Planted("oldLifeWriteLands") THEN vars
    ELSE <<life, up, mode, range, snd, old, req, rcv, flow, reg, scat, grants,
           {m \in net : CanMatter(m)}, writes,
           {k \in fenced : Listens(k)}, bud, hurt, {h \in hist : StillRead(h)}>>
=============================================================================
