package dev.bounce.hw.bench.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.bench.BenchException;
import dev.bounce.hw.bench.serving.PrefillHost.Peer;
import dev.bounce.hw.bench.serving.ServingMessage.Kind;
import dev.bounce.hw.plane.LocalFabric;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.kv.Outcome;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A prefill worker whose decode worker is the test; the memory that it writes is a real agent's.
@Timeout(60)
class PrefillHostTest {
    private static final int PROMPT_TOKENS = 100;
    private static final int PROMPT_BLOCKS = 7;

    private final ServingPlan plan = Plans.of(PlaneKind.LOCAL, "--prefill-nanos-per-token=100");
    private final LocalFabric fabric = new LocalFabric();
    private final Captured heard = new Captured();
    private final WorkerSite target;
    private final PrefillHost host;

    PrefillHostTest() throws Exception {
        target = WorkerSite.open(plan, "decode-0", 90, 0, fabric);
        final WorkerSite site = WorkerSite.open(plan, "prefill-0", 60, 0, fabric);
        host =
                new PrefillHost(
                        plan,
                        site,
                        List.of(new Peer("decode-0", target.pool().layout())),
                        heard,
                        Plant.NONE);
        site.agent().load(target.agent().describe());
        site.agent().awaitReady("decode-0").get(30, TimeUnit.SECONDS);
    }

    @AfterEach
    void close() {
        host.close();
        target.close();
    }

    private void arrive(final long id) {
        host.tell(ServingMessage.of(Kind.ARRIVE, id, PROMPT_TOKENS, 1));
    }

    /// Publishes the blocks from `first` on.
    private void publish(final long id, final int first) {
        host.tell(
                new ServingMessage(
                        Kind.PUBLISHED,
                        id,
                        IntStream.range(first, first + PROMPT_BLOCKS).boxed().toList()));
    }

    private Outcome hearOutcome() throws InterruptedException {
        return Outcome.values()[heard.hear(Kind.RESPONDED).numbers().getFirst()];
    }

    /// Waits until so many prompts are computed, and nothing is moved.
    private WorkerFigures awaitPinned(final int blocks) throws Exception {
        WorkerFigures figures = host.finish();
        while (figures.pinnedBlocksPeak() < blocks) {
            Thread.onSpinWait();
            figures = host.finish();
        }
        return figures;
    }

    @Test
    void shouldMoveWhatItComputedToThePublishedBlocks() throws Exception {
        publish(0, 3);
        arrive(0);
        heard.hear(Kind.WRITTEN);
        assertEquals(Outcome.SUCCESS, hearOutcome());
        try (Arena owner = Arena.ofConfined()) {
            final KvPattern pattern = new KvPattern(plan.settings().seed(), target.pool().shape());
            final MemorySegment expected = owner.allocate(3_000);
            final MemorySegment found = owner.allocate(3_000);
            for (int position = 0; position < PROMPT_BLOCKS; position++) {
                pattern.fill(expected, 0, 1, position);
                target.pool().read(1, 3 + position, found);
                assertEquals(-1, expected.mismatch(found));
            }
        }
        assertNull(target.pool().guardFault());
        assertEquals(0, host.finish().ownedBlocks());
    }

    @Test
    void shouldComputeMorePromptsThanItHasRowsWhileSendsWait() throws Exception {
        for (int id = 0; id < 8; id++) {
            arrive(id);
        }
        final WorkerFigures waiting = awaitPinned(8 * PROMPT_BLOCKS);
        assertEquals(8, waiting.promptsPeak());
        assertTrue(waiting.rowsPeak() <= 4, () -> waiting.rowsPeak() + " rows");
        for (int id = 0; id < 8; id++) {
            publish(id, id * PROMPT_BLOCKS);
        }
        final List<Kind> kinds = new ArrayList<>();
        for (int said = 0; said < 16; said++) {
            kinds.add(heard.hearAny().kind());
        }
        assertEquals(8, kinds.stream().filter(Kind.WRITTEN::equals).count());
        assertEquals(8, kinds.stream().filter(Kind.RESPONDED::equals).count());
        assertEquals(0, host.finish().ownedBlocks());
    }

    @Test
    void shouldNotWriteToBlocksOfARequestThatItsUserGaveUp() throws Exception {
        arrive(0);
        awaitPinned(PROMPT_BLOCKS);
        host.tell(ServingMessage.of(Kind.CANCEL, 0));
        assertEquals(Outcome.CANCELLED, hearOutcome());
        publish(0, 0);
        heard.hear(Kind.STOPPED);
        final WorkerFigures figures = host.finish();
        assertEquals(0, figures.transfers());
        assertEquals(0, figures.ownedBlocks());
    }

    @Test
    void shouldNotSendWhatTheDecodeWorkerGaveUp() throws Exception {
        publish(0, 0);
        host.tell(ServingMessage.of(Kind.ASK_CANCEL, 0));
        heard.hear(Kind.STOPPED);
        arrive(0);
        assertEquals(Outcome.FAILED, hearOutcome());
        final WorkerFigures figures = host.finish();
        assertEquals(0, figures.transfers());
        assertEquals(0, figures.ownedBlocks());
    }

    @Test
    void shouldEndATransferThatIsGivenUpOnTheWay() throws Exception {
        arrive(0);
        awaitPinned(PROMPT_BLOCKS);
        publish(0, 0);
        host.tell(ServingMessage.of(Kind.CANCEL, 0));
        // Whether it was faster or not: the decode worker learns that nothing is written any more.
        final Kind end = heard.hearAny().kind();
        assertTrue(end == Kind.WRITTEN || end == Kind.STOPPED, end.name());
        hearOutcome();
        assertEquals(0, host.finish().ownedBlocks());
    }

    @Test
    void shouldSayThatDestinationsAreUnknown() throws Exception {
        publish(0, 85); // the last ones are behind the pool
        arrive(0);
        final BenchException failure = heard.hearFailure();
        assertEquals(BenchException.FAILED, failure.exitCode());
        assertTrue(failure.getMessage().contains("UNKNOWN_MEMORY"), failure.getMessage());
    }
}
