------------------------------- MODULE Values -------------------------------
(***************************************************************************)
(* Constants of a model and the values that agents exchange.               *)
(*                                                                         *)
(* A link is one direction of one pair of agents.  A request moves Chunks  *)
(* chunks over one link.  An arena is a set of Slots, one slot per chunk.  *)
(* Lives (instances) of an agent are numbered 1, 2, ...; their order is    *)
(* never used by the protocol, except to say "not the same".               *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets

CONSTANTS
    Agents,      \* names
    Links,       \* names
    Src, Dst,    \* [Links -> Agents]: sender and receiver of a link
    Requests,    \* 1..n
    LinkOf,      \* [Requests -> Links]
    Dest,        \* [Requests -> destination]: a retry has that of its first attempt
    After,       \* [Requests -> Requests \cup {0}]: submitted once that one has its answer
    Chunks,      \* 1..n
    Slots,       \* 1..n, lowest free slot first
    Reserve,     \* the first slots are for chunks with a credit only
    EagerMax,    \* most slots staged without a credit, per agent
    Window,      \* most credits of one flow
    MaxFlows,    \* most open requests of one link
    MaxEpoch,    \* epochs of one life of a sender (a bound of the model)
    MaxClosed,   \* most epochs of one link that are open or closed and not yet answered
    FenceKind,   \* "proven", "assumed" or "never"
    Faults,      \* faults that may happen once ...
    Twice,       \* ... and those of them that may happen twice
    Bug,         \* name of the planted bug, "none" for the protocol
    NetReceived(_, _),  \* the network after that message was received
    NetLoses            \* whether messages can be lost

CrashOf(a) == CASE a = "a" -> "crashA" [] a = "b" -> "crashB" [] OTHER -> "crashC"

Planted(name) == Bug = name

(* A step that several bugs change, or a bug that breaks two rules which    *)
(* guard the same thing.                                                    *)
PlantedAny(names) == Bug \in names

(* One unbroken life of a link: link, life of sender and receiver, epoch. *)
Key(l, s, r, n) == [l |-> l, s |-> s, r |-> r, n |-> n]
NoKey == Key("-", 0, 0, 0)

(* One shape for all messages: k = epoch, c = chunk, g = grantId or another *)
(* number, s = region (slot), o = oldestOpenRid, x = kind or status.        *)
Msg(t, k, rid, c, g, s, o, x) ==
    [t |-> t, k |-> k, rid |-> rid, c |-> c, g |-> g, s |-> s, o |-> o, x |-> x]

(* BEAT is a keep-alive: no model sends one, but traces of an engine do.     *)
ToReceiver == {"OPEN", "WANT", "CANCEL", "DATA", "CLOSE", "BEAT"}

(* A slot of an arena: state, owner (epoch, rid, chunk), grantId, and which *)
(* bytes each half holds: 0 nothing, 1 the owner's, 2 somebody else's.      *)
Parts == {1, 2}
Region(st, k, rid, c, g) ==
    [st |-> st, k |-> k, rid |-> rid, c |-> c, g |-> g, m |-> [p \in Parts |-> 0]]
Free == Region("FREE", NoKey, 0, 0, 0)

Incoming == {"GRANTED", "QUEUED", "SCATTERING", "ORPHAN", "QUARANTINED"}
Staged == {"STAGING_EAGER", "STAGING_CREDITED", "STAGING_ORPHAN"}

(* A chunk at its sender: state, credit (grantId, slot), own staging slot. *)
ChunkStates == {"WAITING", "GATHERING", "GATHERED", "WRITING", "LANDED", "DIRTY",
                "DONE", "FAILED"}
NoChunk == [st |-> "WAITING", g |-> 0, s |-> 0, b |-> 0]
NoChunks == [c \in Chunks |-> NoChunk]

(* A request: its record (st, k, rid, ch, told) and the caller's future     *)
(* (res, quiet).  told: the receiver said that it is quiet.  hurt: an event *)
(* of the environment happened to it.                                       *)
NewRequest(st) ==
    [st |-> st, k |-> NoKey, rid |-> 0, ch |-> NoChunks, told |-> FALSE,
     res |-> "none", quiet |-> FALSE, hurt |-> FALSE]

(* A request as its receiver sees it: g = grantId, x = final status per     *)
(* chunk; ask: a CANCEL waits for its answer; no: refused, gets no grants.  *)
NoFlow == [st |-> "NONE", g |-> [c \in Chunks |-> 0], x |-> [c \in Chunks |-> "-"],
           ask |-> FALSE, no |-> FALSE]
Rids == 1..Cardinality(Requests)
NoFlows == [r \in Rids |-> NoFlow]

Min(S) == CHOOSE x \in S : \A y \in S : x <= y
Max(S) == CHOOSE x \in S : \A y \in S : x >= y
=============================================================================
