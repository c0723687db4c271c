package dev.bounce.hw.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bounce.hw.BounceAgent;
import dev.bounce.hw.BounceAgentBuilder;
import dev.bounce.hw.TransferResult;
import dev.bounce.hw.kv.KvPoolException.Reason;
import dev.bounce.hw.plane.LocalFabric;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.config.ResolvedConfig;
import dev.bounce.model.kv.SlotShape;
import dev.bounce.model.plan.DescriptorPairs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What a pool of slots does, whatever its memory.
@Timeout(60)
abstract class KvPoolContract {
    /// Slots straddle chunks: their size divides none.
    static final SlotShape SHAPE = new SlotShape(2, 40, 9_000, 3);

    private static final long GUARD_BYTES = 100;
    private static final byte POISON = (byte) 0xDB;

    private final Arena owner = Arena.ofShared();
    private final KvMemory memory = open();
    private final MemorySegment found = owner.allocate(SHAPE.slotBytes());
    private KvPool pool = KvPool.allocate(memory, SHAPE, GUARD_BYTES);

    /// Memory with room for two pools of that shape, and not for a thousand.
    abstract KvMemory open();

    @AfterEach
    void close() {
        pool.close();
        memory.close();
        owner.close();
    }

    private MemorySegment random(final int seed) {
        final byte[] bytes = new byte[(int) SHAPE.slotBytes()];
        new SplittableRandom(seed).nextBytes(bytes);
        return owner.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
    }

    private static void assertRefused(final Reason reason, final Runnable call) {
        assertEquals(reason, assertThrows(KvPoolException.class, call::run).reason());
    }

    @Test
    void shouldGiveEachSlotAndLayerItsAddress() {
        assertEquals(pool.layout().address(1, 7), pool.address(1, 7));
        assertEquals(pool.address(1, 7), pool.address(1, 7, 0));
        assertEquals(pool.address(1, 7) + 6_000, pool.address(1, 7, 2));
        assertEquals(pool.address(0, 0) + 39 * 9_000, pool.address(0, 39));
        assertEquals(0, pool.address(0, 0) % 256);
        assertTrue(Math.abs(pool.address(0, 0) - pool.address(1, 0)) >= SHAPE.poolBytes());
    }

    @Test
    void shouldPublishOneRegionForEachPoolWithoutItsGuards() {
        final List<MemorySegment> regions = pool.regions();
        assertEquals(2, regions.size());
        for (int at = 0; at < 2; at++) {
            assertEquals(pool.address(at, 0), regions.get(at).address());
            assertEquals(SHAPE.poolBytes(), regions.get(at).byteSize());
        }
    }

    @Test
    void shouldWriteOneSlotAndNothingElse() {
        for (int slot = 0; slot < SHAPE.slots(); slot++) {
            pool.fill(0, slot, POISON);
            pool.fill(1, slot, POISON);
        }
        final MemorySegment written = random(1);
        pool.write(1, 7, written);
        final MemorySegment poison = owner.allocate(SHAPE.slotBytes());
        poison.fill(POISON);
        for (int slot = 0; slot < SHAPE.slots(); slot++) {
            pool.read(0, slot, found);
            assertEquals(-1, found.mismatch(poison));
            pool.read(1, slot, found);
            assertEquals(-1, found.mismatch(slot == 7 ? written : poison));
        }
        assertNull(pool.guardFault());
    }

    @Test
    void shouldSeeAGuardByteThatWasWritten() {
        memory.fill(pool.address(1, 0) - GUARD_BYTES, (byte) 1, 1);
        assertEquals("byte 100 before pool 1", pool.guardFault());
        memory.fill(pool.address(1, 0) - 1, (byte) 1, 1);
        memory.fill(pool.address(1, 0) - GUARD_BYTES, KvPool.GUARD, 1);
        assertEquals("byte 1 before pool 1", pool.guardFault());
        memory.fill(pool.address(0, 39) + SHAPE.slotBytes() + 99, (byte) 1, 1);
        assertEquals("byte 99 behind pool 0", pool.guardFault());
    }

    @Test
    void shouldDoWithoutGuards() {
        pool.close();
        pool = KvPool.allocate(memory, SHAPE, 0);
        pool.fill(0, 0, POISON);
        assertNull(pool.guardFault());
        assertThrows(IllegalArgumentException.class, () -> KvPool.allocate(memory, SHAPE, -1));
    }

    @Test
    void shouldRefuseSlotsThatThereAreNot() {
        assertRefused(Reason.NO_SUCH_SLOT, () -> pool.address(2, 0));
        assertRefused(Reason.NO_SUCH_SLOT, () -> pool.address(-1, 0));
        assertRefused(Reason.NO_SUCH_SLOT, () -> pool.address(0, 40));
        assertRefused(Reason.NO_SUCH_SLOT, () -> pool.address(0, -1));
        assertRefused(Reason.NO_SUCH_SLOT, () -> pool.address(0, 0, 3));
        assertRefused(Reason.NO_SUCH_SLOT, () -> pool.read(0, 0, owner.allocate(8_999)));
        assertRefused(Reason.NO_SUCH_SLOT, () -> pool.write(0, 0, owner.allocate(9_001)));
    }

    @Test
    void shouldRefuseEverythingOnceItIsClosed() {
        pool.close();
        pool.close();
        assertRefused(Reason.CLOSED, () -> pool.address(0, 0));
        assertRefused(Reason.CLOSED, pool::regions);
        assertRefused(Reason.CLOSED, () -> pool.fill(0, 0, POISON));
        assertRefused(Reason.CLOSED, pool::guardFault);
    }

    @Test
    void shouldGiveItsMemoryBack() {
        for (int life = 0; life < 5; life++) {
            pool.close();
            pool = KvPool.allocate(memory, SHAPE, GUARD_BYTES);
            pool.write(0, 39, random(life));
        }
    }

    @Test
    void shouldKeepNothingWhereThereIsNoRoom() {
        final SlotShape huge = new SlotShape(2, 1 << 30, 1L << 30, 1);
        assertRefused(Reason.NO_ROOM, () -> KvPool.allocate(memory, huge, GUARD_BYTES));
        final SlotShape most = new SlotShape(1, 1, Long.MAX_VALUE, 1);
        assertRefused(Reason.NO_ROOM, () -> KvPool.allocate(memory, most, GUARD_BYTES));
        shouldGiveItsMemoryBack();
    }

    @Test
    void shouldBeMovedByAgents() throws Exception {
        assumeTrue(
                memory.kind() == MemoryKind.HOST,
                "agents of GPUs do not share a process; bench --workload serving moves such pools");
        final LocalFabric fabric = new LocalFabric();
        try (KvMemory other = open();
                KvPool target = KvPool.allocate(other, SHAPE, GUARD_BYTES);
                BounceAgent to = start("to", other, fabric);
                BounceAgent from = start("from", memory, fabric)) {
            pool.regions().forEach(region -> from.register(region).orThrow());
            target.regions().forEach(region -> to.register(region).orThrow());
            from.load(to.describe());
            from.awaitReady("to").get(30, TimeUnit.SECONDS);
            final List<Integer> sent = List.of(39, 0, 7, 8, 9);
            final List<Integer> got = List.of(1, 2, 3, 39, 0);
            for (int at = 0; at < sent.size(); at++) {
                pool.write(0, sent.get(at), random(at));
                pool.write(1, sent.get(at), random(100 + at));
            }
            final DescriptorPairs pairs = pool.layout().pairs(sent, target.layout(), got);
            final TransferResult result =
                    from.submit(pairs, "to").future().get(30, TimeUnit.SECONDS);
            assertTrue(result.isSuccess(), result.toString());
            for (int at = 0; at < sent.size(); at++) {
                target.read(0, got.get(at), found);
                assertEquals(-1, random(at).mismatch(found));
                target.read(1, got.get(at), found);
                assertEquals(-1, random(100 + at).mismatch(found));
            }
            assertNull(target.guardFault());
        }
    }

    private BounceAgent start(final String name, final KvMemory over, final LocalFabric fabric) {
        final BounceAgentBuilder builder =
                BounceAgent.named(name)
                        .config(
                                ResolvedConfig.of(
                                                Map.of(
                                                        "arena.size", "256KiB",
                                                        "arena.granularity", "1KiB",
                                                        "arena.max-chunk", "16KiB",
                                                        "arena.ramp", "4KiB",
                                                        "gate.min-descriptors", "4",
                                                        "copy.threads", "2",
                                                        "timeout.close", "1s"),
                                                Map.of())
                                        .config())
                        .memory(over.kind())
                        .fabric(fabric);
        return (over.probe() == null ? builder : builder.probe(over.probe())).start();
    }
}
