package dev.bounce.model.kv;

import static dev.bounce.model.kv.RequestEffect.ASK_CANCEL;
import static dev.bounce.model.kv.RequestEffect.DROP_SEAT;
import static dev.bounce.model.kv.RequestEffect.ENTER_WINDOW;
import static dev.bounce.model.kv.RequestEffect.FREE_BLOCKS;
import static dev.bounce.model.kv.RequestEffect.LEAVE_WINDOW;
import static dev.bounce.model.kv.RequestEffect.PIN;
import static dev.bounce.model.kv.RequestEffect.RELEASE_ROW;
import static dev.bounce.model.kv.RequestEffect.RESPOND;
import static dev.bounce.model.kv.RequestEffect.RETURN_ROW;
import static dev.bounce.model.kv.RequestEffect.START_CLOCK;
import static dev.bounce.model.kv.RequestEffect.START_RECEIVE;
import static dev.bounce.model.kv.RequestEffect.STOP_CLOCK;
import static dev.bounce.model.kv.RequestEffect.TAKE_BLOCKS;
import static dev.bounce.model.kv.RequestEffect.TAKE_ROW;
import static dev.bounce.model.kv.RequestEffect.TAKE_SEAT;
import static dev.bounce.model.kv.RequestEffect.UNPIN;

import dev.bounce.model.kv.Transition.Refusal;
import java.util.ArrayList;
import java.util.List;

/// The life of a generation-only request: its KV cache comes from another worker, then it decodes.
///
/// Its blocks are published to writers, so they stay after a failure until it is proven that none
/// of them writes any more. A seat is taken only when the cache has arrived.
///
/// @param phase where it is
/// @param evidence what writers may still touch
/// @param outcome how it turned out
/// @param cancelAsked the transport was asked to end early and has not refused
/// @param responded the client knows
public record GenerationRequest(
        Phase phase, Evidence evidence, Outcome outcome, boolean cancelAsked, boolean responded) {

    /// Phases, in the order in which they are passed.
    public enum Phase {
        /// It waits for row and blocks.
        INIT,
        /// It has them, and the transfer window decides in the same turn.
        CANDIDATE,
        /// Its blocks are published and being written.
        TRANSFERRING,
        /// All of its cache is here; it waits for a seat.
        ARRIVED,
        /// It computes tokens.
        DECODING,
        /// Failed; not freed before it is answered and its blocks are quiet.
        ERROR,
        /// Over, holding nothing.
        FREED
    }

    /// A request that has just come.
    public static GenerationRequest of() {
        return new GenerationRequest(Phase.INIT, Evidence.ADMITTED, Outcome.OPEN, false, false);
    }

    /// Whether it is over and holds nothing.
    public boolean isOver() {
        return phase == Phase.FREED;
    }

    /// Whether it will need a seat or has one.
    public boolean isAdmitted() {
        return phase == Phase.TRANSFERRING || phase == Phase.ARRIVED || phase == Phase.DECODING;
    }

    /// What an event makes of it. Total: defined for every event in every state.
    public Transition<GenerationRequest> next(final GenerationEvent event) {
        return switch (event) {
            case PREPARE -> from(Phase.INIT, in(Phase.CANDIDATE), TAKE_ROW, TAKE_BLOCKS);
            case ADMIT ->
                    from(
                            Phase.CANDIDATE,
                            new GenerationRequest(
                                    Phase.TRANSFERRING,
                                    Evidence.SUBMITTED,
                                    outcome,
                                    cancelAsked,
                                    responded),
                            PIN,
                            ENTER_WINDOW,
                            START_RECEIVE,
                            START_CLOCK);
            case DEFER -> from(Phase.CANDIDATE, in(Phase.INIT), FREE_BLOCKS, RETURN_ROW);
            case WRITERS_DONE -> writersDone();
            case RECEIVE_FAILED, DEADLINE -> fail();
            case REMOTE_CANCEL ->
                    outcome == Outcome.CANCELLED ? Transition.refused(Refusal.REPEATED) : fail();
            case WRITERS_STOPPED -> writersStopped();
            case SEAT -> from(Phase.ARRIVED, in(Phase.DECODING), TAKE_SEAT);
            case FINISH ->
                    from(
                            Phase.DECODING,
                            over(Outcome.SUCCESS),
                            DROP_SEAT,
                            FREE_BLOCKS,
                            RETURN_ROW,
                            RESPOND);
            case STOP -> stop();
            case CANCEL_REFUSED ->
                    cancelAsked && evidence.isOpen()
                            ? Transition.moved(asked(false))
                            : Transition.refused(Refusal.REPEATED);
            case ERROR_PASS -> errorPass();
        };
    }

    private Transition<GenerationRequest> writersDone() {
        if (!evidence.isOpen()) {
            return Transition.refused(Refusal.REPEATED);
        }
        if (phase == Phase.TRANSFERRING && outcome == Outcome.OPEN) {
            return Transition.moved(
                    new GenerationRequest(
                            Phase.ARRIVED, Evidence.DONE, outcome, cancelAsked, responded),
                    LEAVE_WINDOW,
                    STOP_CLOCK,
                    UNPIN);
        }
        return writersStopped();
    }

    /// The blocks are quiet, but what they hold is of no use.
    private Transition<GenerationRequest> writersStopped() {
        if (!evidence.isOpen()) {
            return Transition.refused(Refusal.REPEATED);
        }
        final List<RequestEffect> effects = new ArrayList<>();
        if (phase == Phase.TRANSFERRING) {
            effects.add(LEAVE_WINDOW);
            effects.add(STOP_CLOCK);
        }
        effects.add(UNPIN);
        final Outcome last = outcome.orElse(Outcome.FAILED);
        final boolean waits = last == Outcome.FAILED && !responded;
        if (!waits) {
            effects.add(FREE_BLOCKS);
            effects.add(RETURN_ROW);
            if (!responded) {
                effects.add(RESPOND);
            }
        }
        return new Transition.Moved<>(
                new GenerationRequest(
                        waits ? Phase.ERROR : Phase.FREED,
                        Evidence.DONE,
                        last,
                        cancelAsked,
                        responded || !waits),
                effects);
    }

    /// Ends the receive; a cancel that its user asked for stays a cancel.
    private Transition<GenerationRequest> fail() {
        if (!evidence.isOpen()) {
            return Transition.refused(Refusal.WRONG_PHASE);
        }
        if (phase == Phase.ERROR || outcome == Outcome.CANCELLED) {
            return cancelAsked
                    ? Transition.refused(Refusal.REPEATED)
                    : Transition.moved(asked(true), ASK_CANCEL);
        }
        final GenerationRequest failed =
                new GenerationRequest(
                        Phase.ERROR, Evidence.IN_DOUBT, Outcome.FAILED, true, responded);
        return Transition.moved(failed, LEAVE_WINDOW, STOP_CLOCK, ASK_CANCEL);
    }

    private Transition<GenerationRequest> stop() {
        return switch (phase) {
            case INIT -> Transition.moved(over(Outcome.CANCELLED), RESPOND);
            case CANDIDATE, ARRIVED ->
                    Transition.moved(over(Outcome.CANCELLED), FREE_BLOCKS, RETURN_ROW, RESPOND);
            case DECODING ->
                    Transition.moved(
                            over(Outcome.CANCELLED), DROP_SEAT, FREE_BLOCKS, RETURN_ROW, RESPOND);
            case TRANSFERRING ->
                    outcome == Outcome.OPEN
                            ? Transition.moved(
                                    new GenerationRequest(
                                            phase, evidence, Outcome.CANCELLED, true, responded),
                                    ASK_CANCEL)
                            : Transition.refused(Refusal.REPEATED);
            case ERROR, FREED -> Transition.refused(Refusal.WRONG_PHASE);
        };
    }

    private Transition<GenerationRequest> errorPass() {
        if (phase != Phase.ERROR) {
            return Transition.refused(Refusal.WRONG_PHASE);
        }
        if (responded) {
            return Transition.refused(Refusal.REPEATED);
        }
        return evidence.isOpen()
                ? Transition.moved(
                        new GenerationRequest(phase, evidence, outcome, cancelAsked, true),
                        RESPOND,
                        RELEASE_ROW)
                : Transition.moved(over(outcome), RESPOND, FREE_BLOCKS, RETURN_ROW);
    }

    private Transition<GenerationRequest> from(
            final Phase required, final GenerationRequest next, final RequestEffect... effects) {
        return phase == required
                ? Transition.moved(next, effects)
                : Transition.refused(Refusal.WRONG_PHASE);
    }

    private GenerationRequest over(final Outcome last) {
        return new GenerationRequest(Phase.FREED, evidence, last, cancelAsked, true);
    }

    private GenerationRequest in(final Phase next) {
        return new GenerationRequest(next, evidence, outcome, cancelAsked, responded);
    }

    private GenerationRequest asked(final boolean isAsked) {
        return new GenerationRequest(phase, evidence, outcome, isAsked, responded);
    }
}
