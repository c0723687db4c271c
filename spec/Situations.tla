----------------------------- MODULE Situations -----------------------------
(* Rare situations that the models must reach.  Each is denied by an        *)
(* invariant; a run that does not violate it shows that the model has lost  *)
(* the situation, and that its properties say nothing about it any more.    *)
EXTENDS Merge

Quarantine == {<<a, s>> \in Agents \X Slots : reg[a][s].st = "QUARANTINED"}

(* A zombie write changes a region after its epoch has ended.               *)
NoZombieInQuarantine ==
    ~\E q \in Quarantine : LET x == reg[q[1]][q[2]]
                           IN  /\ \E p \in Parts : x.m[p] # 0
                               /\ \E w \in writes : w.k = x.k /\ w.g = x.g /\ w.st = "dirty"

(* A write has landed in part, and nobody has fenced it.                    *)
NoHalfLanded == ~\E w \in writes : CanLand(w) /\ w.left # Parts

(* A scatter of a closed request runs while another region is granted.      *)
NoOrphanBesideGrant ==
    ~\E a \in Agents, s, t \in Slots : reg[a][s].st = "ORPHAN" /\ reg[a][t].st = "GRANTED"

(* DATA is still under way although its region has the next owner.          *)
NoLateData ==
    ~\E m \in net : m.t = "DATA" /\ LET x == reg[Dst[m.k.l]][m.s]
                                    IN  x.st \in Incoming /\ x.g # m.g

(* A WANT is still under way although its flow was cancelled.               *)
NoLateWant ==
    ~\E m \in net : m.t = "WANT" /\ m.k = rcv[m.k.l].cur /\ flow[m.k.l][m.rid].st = "CANCELLED"

(* A new life of the sender waits behind the epoch of the one before.       *)
NoPendingEpoch == ~\E l \in Links : rcv[l].cur # NoKey /\ rcv[l].pend # NoKey

(* The caller has been told before the record is finished.                  *)
NoAbandonedRecord ==
    ~\E q \in Requests : req[q].st = "CLOSING" /\ req[q].res = "fail" /\ ~req[q].quiet

(* One request succeeds while a region of an earlier epoch is quarantined.  *)
NoSuccessBesideQuarantine == ~(Quarantine # {} /\ \E q \in Requests : req[q].res = "ok")

(* A link is READY again while its last epoch is not yet answered CLOSED.   *)
NoOverlappingEpochs ==
    ~\E l \in Links : Ready(l) /\ \E o \in old[l] : ~o.ans

(* A chunk with a credit is staged in the reserve, because all else is full. *)
NoReserveInUse ==
    ~\E a \in Agents, s \in Slots : /\ s <= Reserve /\ reg[a][s].st = "STAGING_CREDITED"
                                    /\ FreeSlots(a, General) = {}

(* A chunk was staged without a credit and dropped again for a remote head. *)
NoUnstagedChunk ==
    ~\E q \in Requests, c \in Chunks :
        /\ req[q].st = "OPEN" /\ req[q].ch[c].st = "GATHERED" /\ req[q].ch[c].g = 0
        /\ NeedsSlot(Src[LinkOf[q]])

(* The lease is over at the sender while a gathered chunk holds a credit.   *)
NoLapsedCredit ==
    ~\E q \in Requests, c \in Chunks :
        /\ snd[LinkOf[q]].lapsed /\ InEpoch(q) /\ req[q].st = "OPEN"
        /\ req[q].ch[c].st = "GATHERED" /\ req[q].ch[c].g # 0

(* Memory is to be given back while a scatter into it runs.                 *)
NoWithdrawalUnderScatter == ~\E a \in Agents : range[a] = "leaving" /\ \E y \in scat : y.a = a
=============================================================================
