----------------------------- MODULE KvLifecycle -----------------------------
(* What a request holds while its KV cache travels (design section 7): index *)
(* row, seat, blocks, pin, receive window. A context-only request prefills   *)
(* and sends; a generation-only one receives and decodes. The transfer is    *)
(* one operation whose end is known by evidence only.                        *)
EXTENDS Integers, FiniteSets

CONSTANTS
    Ctx, Gen,      \* requests, numbers above 0, not the same
    From,          \* [Gen -> Ctx], whose cache it receives
    CtxRows, GenRows,
    CtxBlocks, GenBlocks,
    Need,          \* [Ctx \cup Gen -> Nat], blocks
    Sends,         \* most operations at a time
    Window,        \* most blocks that are being received
    Seats,
    Holders,       \* owners of a sent cache: 1, or 2 with a connector
    Faults,        \* faults that may happen once ...
    Twice,         \* ... and those that may happen twice
    Bug

VARIABLES
    st,        \* [Ctx \cup Gen -> state]
    row,       \* [Ctx \cup Gen -> row, 0 = none]
    view,      \* [Ctx -> row that its cache still writes into, 0 = a private copy]
    unlock,    \* [Ctx -> whether the late unlock of its pages is still to come]
    held,      \* [Ctx \cup Gen -> blocks]
    pinned,    \* subset of Ctx
    owners,    \* [Ctx -> set of owners of the sent cache]
    op,        \* [Ctx -> evidence about its operation]
    expired,   \* requests whose deadline is over
    stale,     \* receives that no longer count in the window
    seated,    \* subset of Gen
    len,       \* [Gen -> committed, history, capacity], in blocks
    bud,       \* [Faults -> Nat]
    strange    \* rows that somebody else than their owner wrote into

vars == <<st, row, view, unlock, held, pinned, owners, op, expired, stale, seated, len, bud, strange>>

Planted(name) == Bug = name
All == Ctx \cup Gen
Side(q) == IF q \in Ctx THEN Ctx ELSE Gen
Min(S) == CHOOSE x \in S : \A y \in S : x <= y
Left(f) == f \in DOMAIN bud /\ bud[f] > 0
Spend(f) == bud' = [bud EXCEPT ![f] = @ - 1]

Rows(q) == 1..(IF q \in Ctx THEN CtxRows ELSE GenRows)
Blocks(q) == 1..(IF q \in Ctx THEN CtxBlocks ELSE GenBlocks)
FreeRows(q) == Rows(q) \ {row[p] : p \in Side(q)}
FreeBlocks(q) == Blocks(q) \ UNION {held[p] : p \in Side(q)}
RECURSIVE Lowest(_, _)
Lowest(S, n) == IF n = 0 THEN {} ELSE {Min(S)} \cup Lowest(S \ {Min(S)}, n - 1)
Fits(q) == FreeRows(q) # {} /\ Cardinality(FreeBlocks(q)) >= Need[q]

(* Only these two prove that nothing touches the memory any more.           *)
Terminal == {"notSubmitted", "ok", "failed"}
Ended(c) == op[c] \in Terminal
OfSender == {"transceiver"} \cup (IF Holders = 2 THEN {"connector"} ELSE {})

(* Everything that a request holds goes back, once.                          *)
GivesBack(q) ==
    /\ row' = [row EXCEPT ![q] = 0]
    /\ held' = [held EXCEPT ![q] = {}]

-----------------------------------------------------------------------------
(* Context-only requests.                                                    *)

Admit(c) ==
    /\ st[c] = "new" /\ Fits(c)
    /\ st' = [st EXCEPT ![c] = "prefill"]
    /\ row' = [row EXCEPT ![c] = Min(FreeRows(c))]
    /\ view' = [view EXCEPT ![c] = Min(FreeRows(c))]
    /\ held' = [held EXCEPT ![c] = Lowest(FreeBlocks(c), Need[c])]
    /\ UNCHANGED <<unlock, pinned, owners, op, expired, stale, seated, len, bud, strange>>

(* Detach, release the row, pin, count the owners: in this order, before the *)
(* send is submitted.                                                        *)
StartTransfer(c) ==
    /\ st[c] = "prefill"
    /\ st' = [st EXCEPT ![c] = "trans"]
    /\ view' = [view EXCEPT ![c] = IF Planted("noDetach") THEN @ ELSE 0]
    /\ row' = [row EXCEPT ![c] = IF Planted("noEarlyRelease") THEN @ ELSE 0]
    /\ pinned' = pinned \cup {c}
    /\ owners' = [owners EXCEPT ![c] = OfSender]
    /\ unlock' = [unlock EXCEPT ![c] = "lateUnlock" \in Faults]
    /\ op' = [op EXCEPT ![c] = "admitted"]
    /\ UNCHANGED <<held, expired, stale, seated, len, bud, strange>>

(* The cache unlocks its pages late and marks them in the row that it knows. *)
LateUnlock(c) ==
    /\ unlock[c]
    /\ unlock' = [unlock EXCEPT ![c] = FALSE]
    /\ strange' = strange \cup (IF view[c] # 0 /\ row[c] # view[c] THEN {view[c]} ELSE {})
    /\ UNCHANGED <<st, row, view, held, pinned, owners, op, expired, stale, seated, len, bud>>

(* A second release of the same row, by whoever ends the request next.       *)
ReleaseAgain(c) ==
    /\ st[c] \in {"trans", "error"} /\ Left("releaseAgain") /\ Spend("releaseAgain")
    /\ row' = IF Planted("releaseTwice") /\ FreeRows(c) # Rows(c)
              THEN [q \in All |-> IF q \in Ctx /\ row[q] = Min(Rows(c) \ FreeRows(c)) THEN 0
                                  ELSE row[q]]
              ELSE [row EXCEPT ![c] = 0]
    /\ view' = [view EXCEPT ![c] = 0]
    /\ UNCHANGED <<st, unlock, held, pinned, owners, op, expired, stale, seated, len, strange>>

(* Whether its receiver has published destinations, if there is one.         *)
Published(c) == \A g \in Gen : From[g] = c => st[g] = "receive"

Submit(c) ==
    /\ st[c] = "trans" /\ op[c] = "admitted" /\ Published(c)
    /\ Cardinality({d \in Ctx : op[d] \in {"submitted", "doubt"}}) < Sends
    /\ \/ op' = [op EXCEPT ![c] = "submitted"] /\ UNCHANGED bud
       \/ /\ Left("submitFails") /\ Spend("submitFails")
          /\ op' = [op EXCEPT ![c] = "notSubmitted"]
    /\ UNCHANGED <<st, row, view, unlock, held, pinned, owners, expired, stale, seated, len, strange>>

(* What was admitted and is given up before it was submitted.                *)
Withdraw(c) ==
    /\ st[c] = "error" /\ op[c] = "admitted"
    /\ op' = [op EXCEPT ![c] = "notSubmitted"]
    /\ UNCHANGED <<st, row, view, unlock, held, pinned, owners, expired, stale, seated, len, bud,
                   strange>>

OpEnds(c) ==
    /\ op[c] = "submitted"
    /\ \/ op' = [op EXCEPT ![c] = "ok"] /\ UNCHANGED bud
       \/ /\ Left("opFails") /\ Spend("opFails")
          /\ op' = [op EXCEPT ![c] = "failed"]
    /\ UNCHANGED <<st, row, view, unlock, held, pinned, owners, expired, stale, seated, len, strange>>

(* Silence: nobody knows, until a late report, which need not come.          *)
GoSilent(c) ==
    /\ op[c] = "submitted" /\ Left("silence") /\ Spend("silence")
    /\ op' = [op EXCEPT ![c] = "doubt"]
    /\ UNCHANGED <<st, row, view, unlock, held, pinned, owners, expired, stale, seated, len, strange>>
LateReport(c) ==
    /\ op[c] = "doubt"
    /\ \E x \in {"ok", "failed"} : op' = [op EXCEPT ![c] = x]
    /\ UNCHANGED <<st, row, view, unlock, held, pinned, owners, expired, stale, seated, len, bud,
                   strange>>

(* Time passes: for a silent operation always, for others as a fault.        *)
Expire(c) ==
    /\ st[c] = "trans" /\ c \notin expired /\ op[c] \in {"submitted", "doubt"}
    /\ IF op[c] = "doubt" THEN UNCHANGED bud ELSE Left("deadline") /\ Spend("deadline")
    /\ expired' = expired \cup {c}
    /\ UNCHANGED <<st, row, view, unlock, held, pinned, owners, op, stale, seated, len, strange>>

(* Deadlines are examined in every turn, also when nothing can be scheduled. *)
(* What the transport has reported wins over the deadline.                   *)
CanSchedule == \E c \in Ctx : st[c] = "prefill" \/ (st[c] = "new" /\ Fits(c))
PollDeadline(c) ==
    /\ st[c] = "trans" /\ c \in expired
    /\ ~Ended(c) \/ Planted("deadlineWins")
    /\ CanSchedule \/ ~Planted("pollOnlyWhenScheduled")
    /\ ~Planted("parkedForEver")
    /\ st' = [st EXCEPT ![c] = "error"]
    /\ UNCHANGED <<row, view, unlock, held, pinned, owners, op, expired, stale, seated, len, bud,
                   strange>>

Cancel(c) ==
    /\ Left("cancel") /\ Spend("cancel")
    /\ \/ /\ st[c] \in {"new", "prefill"}
          /\ st' = [st EXCEPT ![c] = "freed"]
          /\ view' = [view EXCEPT ![c] = 0]
          /\ GivesBack(c)
          /\ UNCHANGED <<pinned, owners>>
       \/ /\ st[c] = "trans"
          /\ st' = [st EXCEPT ![c] = "error"]
          /\ UNCHANGED <<row, view>>
          /\ IF Planted("unpinAtCancel")
             THEN /\ held' = [held EXCEPT ![c] = {}]
                  /\ pinned' = pinned \ {c}
                  /\ owners' = [owners EXCEPT ![c] = {}]
             ELSE UNCHANGED <<held, pinned, owners>>
    /\ UNCHANGED <<unlock, op, expired, stale, seated, len, strange>>

(* The transceiver ends with the evidence, a connector when it has read.     *)
OwnerEnds(c) ==
    /\ \E o \in owners[c] :
          /\ o = "transceiver" => Ended(c)
          /\ owners' = [owners EXCEPT ![c] = @ \ {o}]
    /\ UNCHANGED <<st, row, view, unlock, held, pinned, op, expired, stale, seated, len, bud, strange>>

(* The last owner has ended: unpin, free the pages. A late success of a      *)
(* request that failed stays a failure.                                      *)
Finish(c) ==
    /\ st[c] \in {"trans", "error"}
    /\ owners[c] = {} \/ (Planted("firstOwnerFrees") /\ owners[c] # OfSender)
    /\ Ended(c) \/ Planted("firstOwnerFrees")
    /\ st[c] = "trans" \/ ~Planted("quarantineForEver")
    /\ st' = [st EXCEPT ![c] =
                 IF op[c] = "ok" /\ (st[c] = "trans" \/ Planted("lateSuccess"))
                 THEN "complete" ELSE "freed"]
    /\ view' = [view EXCEPT ![c] = 0]
    /\ pinned' = IF Planted("firstOwnerFrees") THEN pinned ELSE pinned \ {c}
    /\ GivesBack(c)
    /\ UNCHANGED <<unlock, owners, op, expired, stale, seated, len, bud, strange>>

-----------------------------------------------------------------------------
(* Generation-only requests. They come when their context has prefilled.     *)

NoLen == [committed |-> 0, history |-> 0, capacity |-> 0]
Running(g) == st[g] \in {"receive", "arrived", "decode"}

Prepare(g) ==
    /\ st[g] = "new" /\ Fits(g)
    /\ st[From[g]] \in {"trans", "error", "complete"} \/ Planted("generationFirst")
    /\ Cardinality({h \in Gen : st[h] \in {"candidate"} \/ Running(h)}) < Seats
          \/ Planted("rowsDoubledSeatsNot")
    /\ st' = [st EXCEPT ![g] = "candidate"]
    /\ row' = [row EXCEPT ![g] = Min(FreeRows(g))]
    /\ held' = [held EXCEPT ![g] = Lowest(FreeBlocks(g), Need[g])]
    /\ len' = [len EXCEPT ![g] = [committed |-> 0, history |-> Need[g], capacity |-> Need[g]]]
    /\ UNCHANGED <<view, unlock, pinned, owners, op, expired, stale, seated, bud, strange>>

RECURSIVE Sum(_)
Sum(S) == IF S = {} THEN 0 ELSE LET q == Min(S) IN Need[q] + Sum(S \ {q})
Counted == {g \in Gen : st[g] = "receive"} \ stale
Admits(g) == Counted = {} \/ Sum(Counted) + Need[g] <= Window \/ Planted("windowIgnored")

Receive(g) ==
    /\ st[g] = "candidate" /\ Admits(g)
    /\ st' = [st EXCEPT ![g] = "receive"]
    /\ UNCHANGED <<row, view, unlock, held, pinned, owners, op, expired, stale, seated, len, bud,
                   strange>>

(* The window is busy: the allocation is taken back, lengths included.       *)
Defer(g) ==
    /\ st[g] = "candidate" /\ ~Admits(g)
    /\ st' = [st EXCEPT ![g] = "new"]
    /\ GivesBack(g)
    /\ len' = [len EXCEPT ![g] = IF Planted("deferKeepsLengths") THEN @ ELSE NoLen]
    /\ UNCHANGED <<view, unlock, pinned, owners, op, expired, stale, seated, bud, strange>>

Arrive(g) ==
    /\ st[g] = "receive" /\ op[From[g]] = "ok" /\ st[From[g]] # "error"
    /\ st' = [st EXCEPT ![g] = "arrived"]
    /\ UNCHANGED <<row, view, unlock, held, pinned, owners, op, expired, stale, seated, len, bud,
                   strange>>

(* A receive that takes too long stops counting, so that it parks nobody.    *)
GoStale(g) ==
    /\ st[g] \in {"receive", "error"} /\ g \notin stale /\ op[From[g]] = "doubt"
    /\ ~Planted("staleCounts") /\ ~Planted("parkedForEver")
    /\ stale' = stale \cup {g}
    /\ UNCHANGED <<st, row, view, unlock, held, pinned, owners, op, expired, seated, len, bud, strange>>

(* The sender failed or is silent: pages stay until the writers are known to *)
(* have stopped.                                                             *)
ReceiveFails(g) ==
    /\ st[g] = "receive"
    /\ st[From[g]] = "error" \/ op[From[g]] \in {"failed", "notSubmitted"}
    /\ st' = [st EXCEPT ![g] = "error"]
    /\ UNCHANGED <<row, view, unlock, held, pinned, owners, op, expired, stale, seated, len, bud,
                   strange>>
Retire(g) ==
    /\ st[g] = "error" /\ Ended(From[g])
    /\ st' = [st EXCEPT ![g] = "freed"]
    /\ GivesBack(g)
    /\ UNCHANGED <<view, unlock, pinned, owners, op, expired, stale, seated, len, bud, strange>>

Seat(g) ==
    /\ st[g] = "arrived" /\ Cardinality(seated) < Seats
    /\ st' = [st EXCEPT ![g] = "decode"]
    /\ seated' = seated \cup {g}
    /\ len' = [len EXCEPT ![g].committed = len[g].history]
    /\ UNCHANGED <<row, view, unlock, held, pinned, owners, op, expired, stale, bud, strange>>

Stop(g) ==
    /\ st[g] = "decode"
    /\ st' = [st EXCEPT ![g] = "complete"]
    /\ seated' = seated \ {g}
    /\ GivesBack(g)
    /\ UNCHANGED <<view, unlock, pinned, owners, op, expired, stale, len, bud, strange>>

(* Its context was cancelled or has failed before it began.                  *)
Drop(g) ==
    /\ st[g] \in {"new", "candidate"} /\ st[From[g]] \in {"error", "freed"}
    /\ st' = [st EXCEPT ![g] = "freed"]
    /\ GivesBack(g)
    /\ UNCHANGED <<view, unlock, pinned, owners, op, expired, stale, seated, len, bud, strange>>

-----------------------------------------------------------------------------
Over == {"complete", "freed"}
Terminated == (\A q \in All : st[q] \in Over \/ (st[q] = "error")) /\ UNCHANGED vars

Init ==
    /\ st = [q \in All |-> "new"]
    /\ row = [q \in All |-> 0]
    /\ view = [c \in Ctx |-> 0]
    /\ unlock = [c \in Ctx |-> FALSE]
    /\ held = [q \in All |-> {}]
    /\ pinned = {}
    /\ owners = [c \in Ctx |-> {}]
    /\ op = [c \in Ctx |-> "none"]
    /\ expired = {}
    /\ stale = {}
    /\ seated = {}
    /\ len = [g \in Gen |-> NoLen]
    /\ bud = [f \in Faults |-> IF f \in Twice THEN 2 ELSE 1]
    /\ strange = {}

Next ==
    \/ \E c \in Ctx : Admit(c)
    \/ \E c \in Ctx : StartTransfer(c)
    \/ \E c \in Ctx : LateUnlock(c)
    \/ \E c \in Ctx : ReleaseAgain(c)
    \/ \E c \in Ctx : Submit(c)
    \/ \E c \in Ctx : Withdraw(c)
    \/ \E c \in Ctx : OpEnds(c)
    \/ \E c \in Ctx : GoSilent(c)
    \/ \E c \in Ctx : LateReport(c)
    \/ \E c \in Ctx : Expire(c)
    \/ \E c \in Ctx : PollDeadline(c)
    \/ \E c \in Ctx : Cancel(c)
    \/ \E c \in Ctx : OwnerEnds(c)
    \/ \E c \in Ctx : Finish(c)
    \/ \E g \in Gen : Prepare(g)
    \/ \E g \in Gen : Receive(g)
    \/ \E g \in Gen : Defer(g)
    \/ \E g \in Gen : Arrive(g)
    \/ \E g \in Gen : GoStale(g)
    \/ \E g \in Gen : ReceiveFails(g)
    \/ \E g \in Gen : Retire(g)
    \/ \E g \in Gen : Seat(g)
    \/ \E g \in Gen : Stop(g)
    \/ \E g \in Gen : Drop(g)
    \/ Terminated

Unforced(A) == A /\ bud' = bud

(* Faults never have to happen; a late report need not come.                 *)
Spec ==
    /\ Init /\ [][Next]_vars
    /\ \A c \in Ctx :
          /\ WF_vars(Admit(c)) /\ WF_vars(StartTransfer(c)) /\ WF_vars(LateUnlock(c))
          /\ WF_vars(Unforced(Submit(c))) /\ WF_vars(Withdraw(c)) /\ WF_vars(Unforced(OpEnds(c)))
          /\ WF_vars(Unforced(Expire(c))) /\ WF_vars(PollDeadline(c)) /\ WF_vars(OwnerEnds(c))
          /\ WF_vars(Finish(c))
    /\ \A g \in Gen :
          /\ WF_vars(Prepare(g)) /\ WF_vars(Receive(g)) /\ WF_vars(Defer(g)) /\ WF_vars(Arrive(g))
          /\ WF_vars(GoStale(g)) /\ WF_vars(ReceiveFails(g)) /\ WF_vars(Retire(g))
          /\ WF_vars(Seat(g)) /\ WF_vars(Stop(g)) /\ WF_vars(Drop(g))

-----------------------------------------------------------------------------
(* Safety. Names of the issue: R rows, B blocks, Q evidence, L lengths, W    *)
(* window and seats.                                                         *)

Phases == {"new", "prefill", "trans", "candidate", "receive", "arrived", "decode", "complete",
           "error", "freed"}
TypeOK ==
    /\ \A q \in All : st[q] \in Phases /\ row[q] \in {0} \cup Rows(q) /\ held[q] \subseteq Blocks(q)
    /\ \A c \in Ctx :
          op[c] \in Terminal \cup {"none", "admitted", "submitted", "doubt"} /\ view[c] \in {0} \cup Rows(c)

(* R1: a row has one owner, and nobody else writes into it.                  *)
RowHasOneOwner ==
    \A p, q \in All : p # q /\ Side(p) = Side(q) /\ row[p] # 0 => row[p] # row[q]
RowWrittenByItsOwner == strange = {}
(* R2: who prefills has its row; nobody loses or keeps one.                  *)
NoRowLost ==
    \A q \in All :
        /\ st[q] \in {"prefill", "candidate", "receive", "arrived", "decode"} => row[q] # 0
        /\ st[q] \in {"new", "complete", "freed"} => row[q] = 0
(* The fix itself: a send in progress holds no row.                          *)
SendHoldsNoRow == \A c \in Ctx : st[c] \in {"trans", "error"} => row[c] = 0

(* B1: a block has one owner, and an owner has all of its blocks or none.    *)
BlockHasOneOwner ==
    \A p, q \in All :
        /\ p # q /\ Side(p) = Side(q) => held[p] \cap held[q] = {}
        /\ Cardinality(held[p]) \in {0, Need[p]}
(* B2 *)
PinnedIsHeld == \A c \in pinned : held[c] # {}
(* B3: what an operation may still read or write is not given away.          *)
BusyIsHeld ==
    /\ \A c \in Ctx : op[c] \in {"submitted", "doubt"} => held[c] # {}
    /\ \A g \in Gen : st[g] \in {"receive", "error"} /\ ~Ended(From[g]) => held[g] # {}
(* B4 *)
OwnedIsHeld == \A c \in Ctx : owners[c] # {} => held[c] # {}

(* Q1, Q2: memory of a transfer goes back on evidence only.                  *)
RetiredOnEvidence ==
    [][\A c \in Ctx : st[c] \in {"trans", "error"} /\ held[c] # {} /\ held'[c] = {} =>
          op[c] \in Terminal]_vars
(* Q3 and L3: a failure is final, whatever is reported later.                *)
FailureIsFinal ==
    [][\A q \in All : st[q] = "error" => st'[q] \in {"error", "freed"}]_vars
(* 7: a completion that was reported wins over the deadline.                 *)
ReportWins ==
    [][\A c \in Ctx : st[c] = "trans" /\ op[c] = "ok" => st'[c] # "error" \/ bud' # bud]_vars

(* L1, L2: lengths in order; a request that was deferred has none.           *)
LengthsInOrder ==
    \A g \in Gen :
        /\ len[g].committed <= len[g].history /\ len[g].history <= len[g].capacity
        /\ st[g] = "new" => len[g] = NoLen

(* W1: the window, but for one that is larger than all of it.                *)
WindowKept == Sum(Counted) <= Window \/ Cardinality(Counted) = 1
(* W2: whoever was admitted can be seated.                                   *)
SeatsSuffice == Cardinality({g \in Gen : st[g] = "candidate" \/ Running(g)}) <= Seats

-----------------------------------------------------------------------------
(* Liveness.                                                                 *)

(* N1 *)
EveryoneStarts == \A q \in All : <>(st[q] # "new")
(* N2: a deadline that is over is examined, whatever can be scheduled.       *)
DeadlinesAreExamined == \A c \in Ctx : c \in expired ~> st[c] # "trans"
(* N3: complete, failed, or kept in quarantine, explicitly.                  *)
EverySendEnds == \A c \in Ctx : st[c] = "trans" ~> st[c] \in Over \cup {"error"}
(* N4 *)
QuarantineEmpties == \A q \in All :
    st[q] = "error" /\ (IF q \in Ctx THEN Ended(q) ELSE Ended(From[q])) ~> held[q] = {}
(* N5: one wedged receive does not park the others.                          *)
NobodyIsParked == \A g \in Gen : st[g] = "new" ~> st[g] \in {"receive", "freed"}
(* N6: neither side waits for the other while it holds what that needs.      *)
EveryRequestEnds == \A q \in All : <>(st[q] \in Over)
=============================================================================
