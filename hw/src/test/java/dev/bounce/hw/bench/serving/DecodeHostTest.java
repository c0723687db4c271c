package dev.bounce.hw.bench.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.bench.BenchException;
import dev.bounce.hw.bench.serving.ServingMessage.Kind;
import dev.bounce.hw.kv.KvPool;
import dev.bounce.hw.plane.LocalFabric;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.kv.Outcome;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A decode worker whose prefill worker is the test, which writes the published blocks itself: each
/// thing that is compared is made wrong once.
@Timeout(60)
class DecodeHostTest {
    private static final int PROMPT_TOKENS = 70;
    private static final int PROMPT_BLOCKS = 5;

    private final ServingPlan plan = Plans.of(PlaneKind.LOCAL);
    private final Arena owner = Arena.ofShared();
    private final Captured heard = new Captured();
    private final DecodeHost host;

    DecodeHostTest() throws BenchException {
        host =
                new DecodeHost(
                        plan, WorkerSite.open(plan, "decode-0", 90, 0, new LocalFabric()), heard);
    }

    @AfterEach
    void close() {
        host.close();
        owner.close();
    }

    private KvPool pool() {
        return host.site().pool();
    }

    private List<Integer> publish(final long id) throws InterruptedException {
        host.tell(ServingMessage.of(Kind.ARRIVE, id, PROMPT_TOKENS, 20));
        return heard.hear(Kind.PUBLISHED).numbers();
    }

    private void write(final long id, final List<Integer> blocks) {
        final KvPattern pattern = new KvPattern(plan.settings().seed(), pool().shape());
        final MemorySegment slot = owner.allocate(pool().shape().slotBytes());
        for (int position = 0; position < PROMPT_BLOCKS; position++) {
            for (int at = 0; at < 2; at++) {
                pattern.fill(slot, id, at, position);
                pool().write(at, blocks.get(position), slot);
            }
        }
    }

    private Outcome hearOutcome() throws InterruptedException {
        return Outcome.values()[heard.hear(Kind.RESPONDED).numbers().getFirst()];
    }

    private void assertMismatch(final String text) throws InterruptedException {
        final BenchException failure = heard.hearFailure();
        assertEquals(BenchException.MISMATCH, failure.exitCode());
        assertTrue(failure.getMessage().contains(text), failure.getMessage());
    }

    @Test
    void shouldServeWhatWasWritten() throws Exception {
        final List<Integer> blocks = publish(3);
        assertTrue(blocks.size() > PROMPT_BLOCKS);
        write(3, blocks);
        host.tell(ServingMessage.of(Kind.WRITTEN, 3));
        host.tell(ServingMessage.of(Kind.WRITTEN, 3));
        assertEquals(Outcome.SUCCESS, hearOutcome());
        final WorkerFigures figures = host.finish();
        assertEquals(1, figures.verifiedRequests());
        assertEquals(2 * PROMPT_BLOCKS * 3_000, figures.verifiedBytes());
        assertEquals(1, figures.nanos().size());
        assertEquals(0, figures.ownedBlocks());
    }

    @Test
    void shouldFindTheBlocksOfAnotherRequest() throws Exception {
        write(4, publish(3));
        host.tell(ServingMessage.of(Kind.WRITTEN, 3));
        assertMismatch("request 3: byte 0 of layer 0 in pool 0");
    }

    @Test
    void shouldFindBlocksThatWereNotWritten() throws Exception {
        publish(3);
        host.tell(ServingMessage.of(Kind.WRITTEN, 3));
        assertMismatch("the 1. of its prompt, is wrong");
    }

    @Test
    void shouldFindAWriteBehindThePrompt() throws Exception {
        final List<Integer> blocks = publish(3);
        write(3, blocks);
        pool().fill(1, blocks.get(PROMPT_BLOCKS), (byte) 0);
        host.tell(ServingMessage.of(Kind.WRITTEN, 3));
        assertMismatch("in pool 1, behind its prompt, was written");
    }

    @Test
    void shouldFindAWriteOutsideThePools() throws Exception {
        write(3, publish(3));
        host.site().memory().fill(pool().address(1, 0) - 1, (byte) 0, 1);
        host.tell(ServingMessage.of(Kind.WRITTEN, 3));
        assertMismatch("byte 1 before pool 1, a guard band, was written");
    }

    @Test
    void shouldFindAWriteToABlockThatNobodyOwned() throws Exception {
        publish(3); // so that the pool is poisoned
        final int free = 80;
        pool().fill(0, free, (byte) 0);
        final BenchException failure = assertThrows(BenchException.class, host::finish);
        assertEquals(BenchException.MISMATCH, failure.exitCode());
        assertTrue(failure.getMessage().contains("block 80 in pool 0, which is free"));
    }

    @Test
    void shouldFindABlockThatWasWrittenBeforeItsOwnerCame() throws Exception {
        final List<Integer> blocks = publish(3);
        pool().fill(1, blocks.getLast() + 1, (byte) 0);
        host.tell(ServingMessage.of(Kind.ARRIVE, 4, PROMPT_TOKENS, 20));
        assertMismatch(
                "block %d in pool 1 was written while it was free".formatted(blocks.getLast() + 1));
    }

    @Test
    void shouldPoisonWhatIsGivenBack() throws Exception {
        final List<Integer> blocks = publish(3);
        write(3, blocks);
        host.tell(ServingMessage.of(Kind.CANCEL, 3));
        heard.hear(Kind.ASK_CANCEL);
        host.tell(ServingMessage.of(Kind.STOPPED, 3));
        assertEquals(Outcome.CANCELLED, hearOutcome());
        assertEquals(0, host.finish().ownedBlocks());
        final MemorySegment slot = owner.allocate(pool().shape().slotBytes());
        final MemorySegment poison = owner.allocate(pool().shape().slotBytes());
        poison.fill(BlockWatch.POISON);
        for (final int block : blocks) {
            pool().read(0, block, slot);
            assertEquals(-1, slot.mismatch(poison));
        }
    }

    @Test
    void shouldKeepTheBlocksOfATransferInDoubtUntilItHasStopped() throws Exception {
        final List<Integer> blocks = publish(3);
        host.tell(ServingMessage.of(Kind.IN_DOUBT, 3));
        heard.hear(Kind.ASK_CANCEL);
        assertEquals(Outcome.FAILED, hearOutcome());
        assertEquals(blocks.size(), host.finish().quarantinedBlocks());
        host.tell(ServingMessage.of(Kind.STOPPED, 3));
        assertEquals(0, host.finish().ownedBlocks());
    }
}
