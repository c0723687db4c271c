package dev.bounce.model.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.bounce.model.kv.KvEffect.AskCancel;
import dev.bounce.model.kv.KvEffect.Respond;
import dev.bounce.model.kv.KvEffect.StartReceive;
import dev.bounce.model.kv.KvEffect.Submit;
import dev.bounce.model.kv.Transition.Refusal;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkersTest {
    private static final long TIMEOUT_NANOS = 100;

    private static PrefillWorker prefill(final int rows, final int blocks) {
        return new PrefillWorker(new KvSizing(rows, rows, blocks, blocks, 16), TIMEOUT_NANOS);
    }

    private static DecodeWorker decode(final int rows, final int blocks, final int window) {
        return new DecodeWorker(
                new KvSizing(rows, rows, blocks, blocks, 16),
                new TransferWindow(window, 30),
                TIMEOUT_NANOS);
    }

    private static void send(final PrefillWorker worker, final long id, final long nowNanos) {
        final WorkerStep.Done done =
                assertInstanceOf(
                        WorkerStep.Done.class,
                        worker.report(id, ContextEvent.PREFILL_DONE, nowNanos));
        assertInstanceOf(Submit.class, done.effects().getFirst());
    }

    /// K6: the first that does not fit ends the scan.
    @Test
    void shouldAdmitInOrderOfArrival() {
        final PrefillWorker worker = prefill(3, 4);
        worker.add(1, 32, false, false);
        worker.add(2, 48, false, false);
        worker.add(3, 16, false, false);
        worker.turn(0);
        assertEquals(ContextRequest.Phase.PREFILLING, worker.request(1).phase());
        assertEquals(ContextRequest.Phase.READY, worker.request(2).phase());
        assertEquals(ContextRequest.Phase.READY, worker.request(3).phase());
        worker.report(1, ContextEvent.CANCEL, 0);
        worker.turn(0);
        assertEquals(ContextRequest.Phase.PREFILLING, worker.request(3).phase());
    }

    @Test
    void shouldSkipARequestThatWaitsForItsPeer() {
        final PrefillWorker worker = prefill(1, 4);
        worker.add(1, 16, true, false);
        worker.add(2, 16, false, false);
        worker.turn(0);
        assertEquals(ContextRequest.Phase.WAITING_FOR_PEER, worker.request(1).phase());
        assertEquals(ContextRequest.Phase.PREFILLING, worker.request(2).phase());
    }

    /// K3.
    @Test
    void shouldGiveTheRowToTheNextWhileTheSendRuns() {
        final PrefillWorker worker = prefill(1, 4);
        worker.add(1, 16, false, false);
        worker.add(2, 16, false, false);
        worker.turn(0);
        send(worker, 1, 0);
        assertEquals(0, worker.holdings().rowsTaken());
        worker.turn(0);
        assertEquals(ContextRequest.Phase.PREFILLING, worker.request(2).phase());
        assertEquals(1, worker.holdings().pool().pinned());
        assertEquals(
                new WorkerStep.Done(List.of(new Respond(1, Outcome.SUCCESS))),
                worker.report(1, ContextEvent.TRANSFER_SUCCEEDED, 0));
        assertNull(worker.request(1));
        assertEquals(3, worker.holdings().pool().free());
    }

    /// S14, S15 and N2: also with a full pool and nothing to schedule.
    @Test
    void shouldAskToCancelWhatIsLateAndNotWhatIsFresh() {
        final PrefillWorker worker = prefill(2, 2);
        worker.add(1, 16, false, false);
        worker.add(2, 16, false, false);
        worker.turn(0);
        send(worker, 1, 0);
        send(worker, 2, 50);
        assertEquals(TIMEOUT_NANOS + 1, worker.nextDeadlineNanos());
        assertEquals(List.of(), worker.turn(TIMEOUT_NANOS));
        assertEquals(List.of(new AskCancel(1)), worker.turn(TIMEOUT_NANOS + 1));
        assertEquals(List.of(), worker.turn(TIMEOUT_NANOS + 2));
        worker.report(1, ContextEvent.CANCEL_REFUSED, TIMEOUT_NANOS + 2);
        assertEquals(List.of(new AskCancel(1)), worker.turn(TIMEOUT_NANOS + 3));
    }

    @Test
    void shouldHaveNoDeadlineWithoutATimeout() {
        final PrefillWorker worker = new PrefillWorker(new KvSizing(1, 1, 1, 1, 16), 0);
        worker.add(1, 16, false, false);
        worker.turn(0);
        send(worker, 1, 0);
        assertEquals(List.of(), worker.turn(Long.MAX_VALUE));
        assertEquals(Long.MAX_VALUE, worker.nextDeadlineNanos());
    }

    /// N3 and N4.
    @Test
    void shouldQuarantineBlocksUntilThereIsEvidence() {
        final PrefillWorker worker = prefill(1, 2);
        worker.add(1, 32, false, false);
        worker.turn(0);
        send(worker, 1, 0);
        worker.report(1, ContextEvent.SUBMIT_THREW, 0);
        assertEquals(0, worker.quarantinedBlocks());
        assertEquals(List.of(new Respond(1, Outcome.FAILED)), worker.errorPass(0));
        assertEquals(List.of(), worker.errorPass(0));
        assertEquals(2, worker.quarantinedBlocks());
        assertEquals(0, worker.holdings().pool().free());
        worker.report(1, ContextEvent.TRANSFER_FAILED, 0);
        assertEquals(0, worker.quarantinedBlocks());
        assertEquals(2, worker.holdings().pool().free());
    }

    @Test
    void shouldRefuseWhatItDoesNotKnowOrCannotHold() {
        final PrefillWorker worker = prefill(1, 2);
        worker.add(1, 32, false, false);
        assertEquals(new WorkerStep.Refused(Refusal.ID_TAKEN), worker.add(1, 16, false, false));
        assertEquals(new WorkerStep.Refused(Refusal.TOO_LARGE), worker.add(2, 33, false, false));
        assertEquals(
                new WorkerStep.Refused(Refusal.UNKNOWN_REQUEST),
                worker.report(9, ContextEvent.CANCEL, 0));
        final DecodeWorker other = decode(1, 2, 0);
        other.add(1, 16, 16);
        assertEquals(new WorkerStep.Refused(Refusal.ID_TAKEN), other.add(1, 16, 0));
        assertEquals(new WorkerStep.Refused(Refusal.TOO_LARGE), other.add(2, 32, 1));
        assertEquals(
                new WorkerStep.Refused(Refusal.UNKNOWN_REQUEST),
                other.report(9, GenerationEvent.STOP, 0));
    }

    /// S9 and S17: what an id was before does not matter.
    @Test
    void shouldTakeAnIdAgain() {
        final PrefillWorker worker = prefill(1, 1);
        for (int life = 0; life < 3; life++) {
            worker.add(1, 16, false, false);
            worker.turn(0);
            send(worker, 1, 0);
            worker.report(1, ContextEvent.CANCEL, 0);
            worker.report(1, ContextEvent.TRANSFER_FAILED, 0);
            assertEquals(1, worker.holdings().pool().free());
        }
    }

    /// K5.
    @Test
    void shouldHaveThePromptAsHistoryFromTheStart() {
        final DecodeWorker worker = decode(1, 8, 0);
        worker.add(1, 40, 10);
        assertEquals(new CacheLengths(0, 40, 50), worker.lengths(1));
        assertEquals(List.of(new StartReceive(1, List.of(0, 1, 2, 3))), worker.turn(0));
        worker.report(1, GenerationEvent.WRITERS_DONE, 0);
        worker.turn(0);
        assertEquals(GenerationRequest.Phase.DECODING, worker.request(1).phase());
        assertEquals(new CacheLengths(40, 40, 50), worker.lengths(1));
        assertEquals(
                new WorkerStep.Done(List.of(new Respond(1, Outcome.SUCCESS))),
                worker.report(1, GenerationEvent.FINISH, 0));
        assertEquals(8, worker.holdings().pool().free());
        assertEquals(0, worker.holdings().rowsTaken());
        assertEquals(0, worker.holdings().seatsTaken());
    }

    @Test
    void shouldTakeNothingWhileTheWindowIsFullAndPassAReceiveThatHangs() {
        final DecodeWorker worker = decode(2, 8, 2);
        worker.add(1, 32, 0);
        worker.add(2, 32, 0);
        worker.turn(0);
        assertEquals(6, worker.holdings().pool().free());
        assertEquals(1, worker.holdings().rowsTaken());
        assertEquals(GenerationRequest.Phase.INIT, worker.request(2).phase());
        worker.turn(30);
        assertEquals(GenerationRequest.Phase.INIT, worker.request(2).phase());
        assertEquals(List.of(new StartReceive(2, List.of(2, 3))), worker.turn(31));
    }

    /// Invariant 7: the host hands reports in before the turn, so a completion wins.
    @Test
    void shouldPreferACompletionToATimeoutOfTheSameIteration() {
        final DecodeWorker worker = decode(1, 2, 0);
        worker.add(1, 16, 0);
        worker.turn(0);
        worker.report(1, GenerationEvent.WRITERS_DONE, TIMEOUT_NANOS + 1);
        assertEquals(List.of(), worker.turn(TIMEOUT_NANOS + 1));
        assertEquals(GenerationRequest.Phase.DECODING, worker.request(1).phase());
    }

    @Test
    void shouldFailAReceiveAtItsDeadlineAndKeepItsBlocks() {
        final DecodeWorker worker = decode(1, 2, 0);
        worker.add(1, 16, 0);
        worker.turn(0);
        assertEquals(List.of(new AskCancel(1)), worker.turn(TIMEOUT_NANOS + 1));
        assertEquals(List.of(new Respond(1, Outcome.FAILED)), worker.errorPass(0));
        assertEquals(0, worker.holdings().rowsTaken());
        assertEquals(1, worker.quarantinedBlocks());
        worker.report(1, GenerationEvent.WRITERS_STOPPED, 0);
        assertEquals(2, worker.holdings().pool().free());
        assertEquals(List.of(), worker.ids());
    }
}
