-------------------------------- MODULE State -------------------------------
(* The variables, and what several modules read from them.                  *)
EXTENDS Values

VARIABLES
    life,    \* [Agents -> Nat]: number of the running life
    up,      \* [Agents -> BOOLEAN]
    mode,    \* [Agents -> {"runs", "leaves", "failed"}]
    range,   \* [Agents -> {"in", "leaving", "out"}]: its registered memory
    \* sender
    snd,     \* [Links -> [st, k, next, peer, gone, opened, lapsed]]
    old,     \* [Links -> set of [k, sent, dirty, ans, fen]]: closed epochs
    req,     \* [Requests -> request]
    \* receiver
    rcv,     \* [Links -> [hi, cur, pend, oldest]]
    flow,    \* [Links -> [Rids -> flow]]: flows and tombstones of the open epoch
    scat,    \* running scatters: set of [a, s, k, rid, c, g]
    grants,  \* [Agents -> Nat]: next grantId
    \* both
    reg,     \* [Agents -> [Slots -> region]]
    \* world
    net,     \* messages
    writes,  \* set of [k, rid, c, g, s, b, st, left, rd, dead, late]
    fenced,  \* epochs whose fence the receiver has passed
    bud,     \* [Faults -> Nat]: how often each may still happen
    \* history: never read by the protocol
    hurt,    \* epochs that the environment ended
    hist     \* scatters: set of [k, rid, c, x]

senderVars == <<snd, old, req>>
receiverVars == <<rcv, flow, scat, grants>>
lives == <<life, up, mode, range>>
history == <<hurt, hist>>
vars == <<life, up, mode, range, snd, old, req, rcv, flow, scat, grants, reg, net, writes, fenced,
          bud, hurt, hist>>

(* Receiving a message for ever must not look like progress. *)
Changed == vars' # vars

(* A fault of that kind may still happen; it happens. *)
Left(f) == f \in DOMAIN bud /\ bud[f] > 0
Spend(f) == bud' = [bud EXCEPT ![f] = @ - 1]

Sent(ms) == net' = net \cup ms

(* The epoch that the receiver serves, seen from the sender. *)
LifeKey(l, n) == Key(l, life[Src[l]], snd[l].peer, n)

Ready(l) == snd[l].st = "READY"
InEpoch(q) == req[q].k = snd[LinkOf[q]].k /\ Ready(LinkOf[q])

FreeSlots(a, from) == {s \in Slots : s >= from /\ reg[a][s].st = "FREE"}
(* Slots for everybody: the reserve lies below. *)
General == IF Planted("noReserve") THEN 1 ELSE Reserve + 1

(* Where a region may be placed: in the lowest free slot.  Nothing depends   *)
(* on which one it is, so traces of an engine may take any (TraceCheck).     *)
Places(S) == IF S = {} THEN {} ELSE {Min(S)}

Held(l, r) == {c \in Chunks : flow[l][r].g[c] # 0 /\ flow[l][r].x[c] = "-"}
WantsGrant(l, r) ==
    /\ flow[l][r].st = "OPEN" /\ ~flow[l][r].no
    /\ \E c \in Chunks : flow[l][r].g[c] = 0
    /\ Planted("windowIgnored") \/ Cardinality(Held(l, r)) < Window

(* Flows of a link get nothing while a scatter of an older epoch runs. *)
HeldBack(l) ==
    /\ ~Planted("noHoldBehindOrphans")
    /\ \E y \in scat : y.k.l = l /\ y.k # rcv[l].cur

RemoteHeadWaits(a) ==
    \E l \in Links : /\ Dst[l] = a /\ ~HeldBack(l)
                     /\ \E r \in Rids : WantsGrant(l, r)

Eager(a) == {s \in Slots : reg[a][s].st = "STAGING_EAGER"}

(* A write that can still change the receiver's memory. *)
CanLand(w) ==
    /\ w.left # {}
    /\ ~w.dead
=============================================================================
