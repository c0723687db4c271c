package dev.bounce.model.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.kv.Transition.Moved;
import dev.bounce.model.kv.Transition.Refusal;
import dev.bounce.model.kv.Transition.Refused;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Both tables over every state that can be reached, and the rows of the scenario list.
class LifecycleTableTest {
    private static ContextRequest context(final ContextRequest from, final ContextEvent... events) {
        ContextRequest state = from;
        for (final ContextEvent event : events) {
            state = contextMoved(state, event).state();
        }
        return state;
    }

    private static Moved<ContextRequest> contextMoved(
            final ContextRequest from, final ContextEvent event) {
        final Transition<ContextRequest> next = from.next(event);
        assertInstanceOf(Moved.class, next, event + " in " + from);
        return (Moved<ContextRequest>) next;
    }

    private static GenerationRequest generation(final GenerationEvent... events) {
        GenerationRequest state = GenerationRequest.of();
        for (final GenerationEvent event : events) {
            state = generationMoved(state, event).state();
        }
        return state;
    }

    private static Moved<GenerationRequest> generationMoved(
            final GenerationRequest from, final GenerationEvent event) {
        final Transition<GenerationRequest> next = from.next(event);
        assertInstanceOf(Moved.class, next, event + " in " + from);
        return (Moved<GenerationRequest>) next;
    }

    private static ContextRequest sending(final boolean hasConnector) {
        return context(
                ContextRequest.of(false, hasConnector),
                ContextEvent.START,
                ContextEvent.PREFILL_DONE);
    }

    @Test
    void shouldAnswerEveryEventInEveryContextState() {
        final Set<ContextRequest> seen = new LinkedHashSet<>();
        final ArrayDeque<ContextRequest> queue = new ArrayDeque<>();
        for (final boolean waits : new boolean[] {false, true}) {
            queue.add(ContextRequest.of(waits, false));
            queue.add(ContextRequest.of(waits, true));
        }
        while (!queue.isEmpty()) {
            final ContextRequest state = queue.poll();
            if (!seen.add(state)) {
                continue;
            }
            for (final ContextEvent event : ContextEvent.values()) {
                if (state.next(event) instanceof Moved<ContextRequest>(final var next, _)) {
                    requireOutcomeStays(state.outcome(), next.outcome());
                    assertFalse(state.isOver(), event + " in " + state);
                    assertTrue(state.phase().compareTo(next.phase()) <= 0, state + " " + next);
                    queue.add(next);
                }
            }
        }
        assertEquals(77, seen.size());
    }

    @Test
    void shouldAnswerEveryEventInEveryGenerationState() {
        final Set<GenerationRequest> seen = new LinkedHashSet<>();
        final ArrayDeque<GenerationRequest> queue = new ArrayDeque<>();
        queue.add(GenerationRequest.of());
        while (!queue.isEmpty()) {
            final GenerationRequest state = queue.poll();
            if (!seen.add(state)) {
                continue;
            }
            for (final GenerationEvent event : GenerationEvent.values()) {
                if (state.next(event) instanceof Moved<GenerationRequest>(final var next, _)) {
                    requireOutcomeStays(state.outcome(), next.outcome());
                    assertFalse(state.isOver(), event + " in " + state);
                    queue.add(next);
                }
            }
        }
        assertEquals(19, seen.size());
    }

    /// Q3 and invariant 7: a late success changes no outcome.
    private static void requireOutcomeStays(final Outcome before, final Outcome after) {
        assertTrue(before == Outcome.OPEN || before == after, before + " became " + after);
    }

    /// S1: row, seat, pin, send, clock, in this order.
    @Test
    void shouldPinBeforeTheSend() {
        assertEquals(
                List.of(
                        RequestEffect.RELEASE_ROW,
                        RequestEffect.DROP_SEAT,
                        RequestEffect.PIN,
                        RequestEffect.SUBMIT,
                        RequestEffect.START_CLOCK),
                contextMoved(
                                context(ContextRequest.of(false, false), ContextEvent.START),
                                ContextEvent.PREFILL_DONE)
                        .effects());
    }

    /// S4.
    @Test
    void shouldNotSendWhatIsCancelledOrUnfinished() {
        final ContextRequest cancelled =
                context(ContextRequest.of(false, false), ContextEvent.START, ContextEvent.CANCEL);
        for (final ContextRequest request :
                List.of(cancelled, ContextRequest.of(false, false), sending(false))) {
            assertEquals(
                    new Refused<>(Refusal.WRONG_PHASE), request.next(ContextEvent.PREFILL_DONE));
        }
    }

    /// S5 and S6: a completion may come before the send call returns.
    @Test
    void shouldCompleteOnceHoweverEarlyTheReportComes() {
        final Moved<ContextRequest> done =
                contextMoved(sending(false), ContextEvent.TRANSFER_SUCCEEDED);
        assertEquals(ContextRequest.Phase.COMPLETE, done.state().phase());
        assertEquals(
                List.of(
                        RequestEffect.STOP_CLOCK,
                        RequestEffect.UNPIN,
                        RequestEffect.RESPOND,
                        RequestEffect.FREE_BLOCKS,
                        RequestEffect.RETURN_ROW),
                done.effects());
        for (final ContextEvent late :
                List.of(ContextEvent.TRANSFER_SUCCEEDED, ContextEvent.SUBMIT_ACCEPTED)) {
            assertEquals(new Refused<>(Refusal.REPEATED), done.state().next(late));
        }
    }

    /// S8: a send that was refused ends the claim; the error pass frees, once.
    @Test
    void shouldWaitForTheErrorPassAfterARefusedSend() {
        final Moved<ContextRequest> refused =
                contextMoved(sending(false), ContextEvent.SUBMIT_REFUSED);
        assertEquals(ContextRequest.Phase.ERROR, refused.state().phase());
        assertEquals(List.of(RequestEffect.STOP_CLOCK, RequestEffect.UNPIN), refused.effects());
        final Moved<ContextRequest> answered =
                contextMoved(refused.state(), ContextEvent.ERROR_PASS);
        assertEquals(
                List.of(RequestEffect.RESPOND, RequestEffect.FREE_BLOCKS, RequestEffect.RETURN_ROW),
                answered.effects());
        assertEquals(
                new Refused<>(Refusal.WRONG_PHASE), answered.state().next(ContextEvent.ERROR_PASS));
    }

    /// S20, Q2 and Q3: blocks in doubt stay until the transport reports; then they are free, and
    /// the request stays failed.
    @Test
    void shouldKeepBlocksInDoubtUntilTheTransportReports() {
        final ContextRequest doubted =
                context(sending(false), ContextEvent.SUBMIT_THREW, ContextEvent.ERROR_PASS);
        assertEquals(Evidence.IN_DOUBT, doubted.evidence());
        assertEquals(ContextRequest.Phase.ERROR, doubted.phase());
        final Moved<ContextRequest> late = contextMoved(doubted, ContextEvent.TRANSFER_SUCCEEDED);
        assertEquals(Outcome.FAILED, late.state().outcome());
        assertEquals(
                List.of(RequestEffect.UNPIN, RequestEffect.FREE_BLOCKS, RequestEffect.RETURN_ROW),
                late.effects());
    }

    /// S10.
    @Test
    void shouldReleaseOnlyAfterBothOwners() {
        for (final List<ContextEvent> order :
                List.of(
                        List.of(ContextEvent.TRANSFER_SUCCEEDED, ContextEvent.CONNECTOR_DONE),
                        List.of(ContextEvent.CONNECTOR_DONE, ContextEvent.TRANSFER_SUCCEEDED))) {
            final Moved<ContextRequest> first = contextMoved(sending(true), order.getFirst());
            assertEquals(1, first.state().owners());
            assertFalse(first.effects().contains(RequestEffect.UNPIN));
            final Moved<ContextRequest> second = contextMoved(first.state(), order.getLast());
            assertTrue(second.effects().contains(RequestEffect.FREE_BLOCKS));
            assertEquals(ContextRequest.Phase.COMPLETE, second.state().phase());
        }
    }

    /// S11, S12 and S15.
    @Test
    void shouldAskOnceAndAgainAfterARefusal() {
        final Moved<ContextRequest> asked = contextMoved(sending(false), ContextEvent.DEADLINE);
        assertEquals(List.of(RequestEffect.ASK_CANCEL), asked.effects());
        assertEquals(ContextRequest.Phase.TRANSFERRING, asked.state().phase());
        assertEquals(new Refused<>(Refusal.REPEATED), asked.state().next(ContextEvent.DEADLINE));
        final ContextRequest again =
                context(asked.state(), ContextEvent.CANCEL_REFUSED, ContextEvent.DEADLINE);
        assertTrue(again.cancelAsked());
        assertEquals(
                ContextRequest.Phase.ERROR, context(again, ContextEvent.TRANSFER_FAILED).phase());
        assertEquals(
                ContextRequest.Phase.COMPLETE,
                context(again, ContextEvent.TRANSFER_SUCCEEDED).phase());
    }

    @Test
    void shouldStayCancelledWhateverTheTransportReports() {
        final ContextRequest cancelled = context(sending(false), ContextEvent.CANCEL);
        for (final ContextEvent end :
                EnumSet.of(ContextEvent.TRANSFER_SUCCEEDED, ContextEvent.TRANSFER_FAILED)) {
            final ContextRequest over = context(cancelled, end);
            assertEquals(ContextRequest.Phase.FREED, over.phase());
            assertEquals(Outcome.CANCELLED, over.outcome());
        }
    }

    /// S13.
    @Test
    void shouldFailARemoteCancelUnlessTheUserCancelled() {
        final GenerationRequest receiving =
                generation(GenerationEvent.PREPARE, GenerationEvent.ADMIT);
        assertEquals(
                Outcome.FAILED,
                generationMoved(receiving, GenerationEvent.REMOTE_CANCEL).state().outcome());
        final GenerationRequest stopped = generationMoved(receiving, GenerationEvent.STOP).state();
        assertEquals(new Refused<>(Refusal.REPEATED), stopped.next(GenerationEvent.REMOTE_CANCEL));
        assertEquals(Outcome.CANCELLED, stopped.outcome());
    }

    /// Pages stay until writers are proven stopped, and a late arrival does not revive the request.
    @Test
    void shouldKeepPublishedBlocksUntilWritersStopped() {
        final GenerationRequest failed =
                generation(
                        GenerationEvent.PREPARE,
                        GenerationEvent.ADMIT,
                        GenerationEvent.DEADLINE,
                        GenerationEvent.ERROR_PASS);
        assertEquals(Evidence.IN_DOUBT, failed.evidence());
        for (final GenerationEvent end :
                List.of(GenerationEvent.WRITERS_DONE, GenerationEvent.WRITERS_STOPPED)) {
            final Moved<GenerationRequest> over = generationMoved(failed, end);
            assertEquals(GenerationRequest.Phase.FREED, over.state().phase());
            assertEquals(Outcome.FAILED, over.state().outcome());
            assertEquals(
                    List.of(
                            RequestEffect.UNPIN,
                            RequestEffect.FREE_BLOCKS,
                            RequestEffect.RETURN_ROW),
                    over.effects());
        }
    }

    @Test
    void shouldGiveEverythingBackThatTheWindowDefers() {
        final Moved<GenerationRequest> deferred =
                generationMoved(generation(GenerationEvent.PREPARE), GenerationEvent.DEFER);
        assertEquals(GenerationRequest.of(), deferred.state());
        assertEquals(
                List.of(RequestEffect.FREE_BLOCKS, RequestEffect.RETURN_ROW), deferred.effects());
    }
}
