package dev.bounce.model.kv;

import static dev.bounce.model.kv.RequestEffect.ASK_CANCEL;
import static dev.bounce.model.kv.RequestEffect.DROP_SEAT;
import static dev.bounce.model.kv.RequestEffect.FREE_BLOCKS;
import static dev.bounce.model.kv.RequestEffect.PIN;
import static dev.bounce.model.kv.RequestEffect.RELEASE_ROW;
import static dev.bounce.model.kv.RequestEffect.RESPOND;
import static dev.bounce.model.kv.RequestEffect.RETURN_ROW;
import static dev.bounce.model.kv.RequestEffect.START_CLOCK;
import static dev.bounce.model.kv.RequestEffect.STOP_CLOCK;
import static dev.bounce.model.kv.RequestEffect.SUBMIT;
import static dev.bounce.model.kv.RequestEffect.TAKE_BLOCKS;
import static dev.bounce.model.kv.RequestEffect.TAKE_ROW;
import static dev.bounce.model.kv.RequestEffect.TAKE_SEAT;
import static dev.bounce.model.kv.RequestEffect.UNPIN;

import dev.bounce.model.kv.Transition.Refusal;
import java.util.ArrayList;
import java.util.List;

/// The life of a context-only request: prefill here, then its blocks go to another worker.
///
/// Its row goes back before the send, because rows are needed for forward steps only; its blocks
/// stay until every owner ended and the transport is quiet. A late success does not change a failed
/// outcome, and an error is answered once, in the error pass.
///
/// @param phase where it is
/// @param evidence what the transport may still touch
/// @param hasConnector a second owner also holds the blocks
/// @param transceiverOwns the transfer has not ended
/// @param outcome how it turned out
/// @param cancelAsked the transport was asked to end early and has not refused
/// @param responded the client knows
public record ContextRequest(
        Phase phase,
        Evidence evidence,
        boolean hasConnector,
        boolean transceiverOwns,
        Outcome outcome,
        boolean cancelAsked,
        boolean responded) {

    /// Phases, in the order in which they are passed.
    public enum Phase {
        /// Its decode side was started first and is not known yet.
        WAITING_FOR_PEER,
        /// It waits for row, blocks and seat.
        READY,
        /// The prompt is being computed.
        PREFILLING,
        /// Its blocks are being sent.
        TRANSFERRING,
        /// Sent, answered and freed.
        COMPLETE,
        /// Failed; not freed before it is answered and its blocks are quiet.
        ERROR,
        /// Over, holding nothing.
        FREED
    }

    /// A request that has just come.
    ///
    /// @param waitsForPeer its decode side is started first
    /// @param hasConnector a second owner holds the blocks after prefill
    public static ContextRequest of(final boolean waitsForPeer, final boolean hasConnector) {
        return new ContextRequest(
                waitsForPeer ? Phase.WAITING_FOR_PEER : Phase.READY,
                Evidence.ADMITTED,
                hasConnector,
                false,
                Outcome.OPEN,
                false,
                false);
    }

    /// Whether it is over and holds nothing.
    public boolean isOver() {
        return phase == Phase.COMPLETE || phase == Phase.FREED;
    }

    /// Number of owners of its blocks that have not ended.
    public int owners() {
        return phase == Phase.TRANSFERRING || phase == Phase.ERROR
                ? (transceiverOwns ? 1 : 0) + (hasConnector ? 1 : 0)
                : 0;
    }

    /// What an event makes of it. Total: defined for every event in every state.
    public Transition<ContextRequest> next(final ContextEvent event) {
        return switch (event) {
            case PEER_KNOWN ->
                    phase == Phase.WAITING_FOR_PEER
                            ? Transition.moved(in(Phase.READY))
                            : Transition.refused(Refusal.WRONG_PHASE);
            case START ->
                    phase == Phase.READY
                            ? Transition.moved(
                                    in(Phase.PREFILLING), TAKE_ROW, TAKE_BLOCKS, TAKE_SEAT)
                            : Transition.refused(Refusal.WRONG_PHASE);
            case PREFILL_DONE -> prefillDone();
            case SUBMIT_ACCEPTED -> submitReturned(Evidence.SUBMITTED);
            case SUBMIT_REFUSED -> submitReturned(Evidence.NOT_SUBMITTED);
            case SUBMIT_THREW -> submitReturned(Evidence.IN_DOUBT);
            case TRANSFER_SUCCEEDED -> transferEnded(Outcome.SUCCESS);
            case TRANSFER_FAILED -> transferEnded(Outcome.FAILED);
            case CONNECTOR_DONE -> connectorDone();
            case DEADLINE -> askCancel(outcome);
            case CANCEL -> cancel();
            case CANCEL_REFUSED ->
                    cancelAsked && evidence.isOpen()
                            ? Transition.moved(with(evidence, outcome, false))
                            : Transition.refused(Refusal.REPEATED);
            case ERROR_PASS -> errorPass();
        };
    }

    private Transition<ContextRequest> prefillDone() {
        if (phase != Phase.PREFILLING) {
            return Transition.refused(Refusal.WRONG_PHASE);
        }
        final ContextRequest sending =
                new ContextRequest(
                        Phase.TRANSFERRING,
                        Evidence.SUBMITTING,
                        hasConnector,
                        true,
                        Outcome.OPEN,
                        false,
                        false);
        // The pin comes before the send: blocks must not be reused before the sender looks.
        return Transition.moved(sending, RELEASE_ROW, DROP_SEAT, PIN, SUBMIT, START_CLOCK);
    }

    private Transition<ContextRequest> submitReturned(final Evidence found) {
        if (evidence != Evidence.SUBMITTING) {
            return Transition.refused(Refusal.REPEATED);
        }
        return switch (found) {
            case SUBMITTED -> Transition.moved(with(found, outcome, cancelAsked));
            case IN_DOUBT -> Transition.moved(failed(found, true), STOP_CLOCK);
            case NOT_SUBMITTED -> failed(found, false).settled(STOP_CLOCK);
            case ADMITTED, SUBMITTING, DONE ->
                    throw new AssertionError("a send call does not return as " + found);
        };
    }

    private Transition<ContextRequest> transferEnded(final Outcome found) {
        if (!evidence.isOpen()) {
            return Transition.refused(Refusal.REPEATED);
        }
        final Outcome last = outcome.orElse(found);
        if (phase == Phase.ERROR || last == Outcome.FAILED) {
            final ContextRequest failed = failed(Evidence.DONE, false);
            return phase == Phase.ERROR ? failed.settled() : failed.settled(STOP_CLOCK);
        }
        return new ContextRequest(
                        phase, Evidence.DONE, hasConnector, false, last, cancelAsked, responded)
                .settled(STOP_CLOCK);
    }

    private Transition<ContextRequest> connectorDone() {
        if (!hasConnector || phase != Phase.TRANSFERRING && phase != Phase.ERROR) {
            return Transition.refused(Refusal.WRONG_PHASE);
        }
        return new ContextRequest(
                        phase, evidence, false, transceiverOwns, outcome, cancelAsked, responded)
                .settled();
    }

    private Transition<ContextRequest> askCancel(final Outcome found) {
        if (!evidence.isOpen()) {
            return Transition.refused(Refusal.WRONG_PHASE);
        }
        if (cancelAsked) {
            return Transition.refused(Refusal.REPEATED);
        }
        // Pin and blocks stay: only the transport's report says that it has let go.
        return Transition.moved(with(evidence, found, true), ASK_CANCEL);
    }

    private Transition<ContextRequest> cancel() {
        return switch (phase) {
            case WAITING_FOR_PEER, READY -> Transition.moved(cancelled(), RESPOND);
            case PREFILLING ->
                    Transition.moved(cancelled(), FREE_BLOCKS, RETURN_ROW, DROP_SEAT, RESPOND);
            case TRANSFERRING -> cancelTransfer();
            case COMPLETE, ERROR, FREED -> Transition.refused(Refusal.WRONG_PHASE);
        };
    }

    private Transition<ContextRequest> cancelTransfer() {
        if (outcome != Outcome.OPEN) {
            return Transition.refused(Refusal.REPEATED);
        }
        return cancelAsked
                ? Transition.moved(with(evidence, Outcome.CANCELLED, true))
                : askCancel(Outcome.CANCELLED);
    }

    private Transition<ContextRequest> errorPass() {
        if (phase != Phase.ERROR) {
            return Transition.refused(Refusal.WRONG_PHASE);
        }
        if (responded) {
            return Transition.refused(Refusal.REPEATED);
        }
        final boolean free = owners() == 0 && !evidence.isOpen();
        final ContextRequest answered =
                new ContextRequest(
                        free ? Phase.FREED : Phase.ERROR,
                        evidence,
                        hasConnector,
                        transceiverOwns,
                        outcome,
                        cancelAsked,
                        true);
        return free
                ? Transition.moved(answered, RESPOND, FREE_BLOCKS, RETURN_ROW)
                : Transition.moved(answered, RESPOND);
    }

    /// Ends the request, or the claim on its blocks, once no owner is left and all is quiet.
    private Transition<ContextRequest> settled(final RequestEffect... before) {
        final List<RequestEffect> effects = new ArrayList<>(List.of(before));
        if (owners() > 0 || evidence.isOpen()) {
            return new Transition.Moved<>(this, effects);
        }
        effects.add(UNPIN);
        if (phase == Phase.ERROR && !responded) {
            return new Transition.Moved<>(this, effects);
        }
        if (!responded) {
            effects.add(RESPOND);
        }
        effects.add(FREE_BLOCKS);
        effects.add(RETURN_ROW);
        final Phase last = outcome == Outcome.SUCCESS ? Phase.COMPLETE : Phase.FREED;
        return new Transition.Moved<>(
                new ContextRequest(last, evidence, false, false, outcome, cancelAsked, true),
                effects);
    }

    private ContextRequest failed(final Evidence found, final boolean owns) {
        return new ContextRequest(
                Phase.ERROR,
                found,
                hasConnector,
                owns,
                outcome.orElse(Outcome.FAILED),
                cancelAsked,
                responded);
    }

    private ContextRequest cancelled() {
        return new ContextRequest(
                Phase.FREED, evidence, false, false, Outcome.CANCELLED, false, true);
    }

    private ContextRequest in(final Phase next) {
        return new ContextRequest(
                next, evidence, hasConnector, transceiverOwns, outcome, cancelAsked, responded);
    }

    private ContextRequest with(final Evidence found, final Outcome known, final boolean asked) {
        return new ContextRequest(
                phase, found, hasConnector, transceiverOwns, known, asked, responded);
    }
}
