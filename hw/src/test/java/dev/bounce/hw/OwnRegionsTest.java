package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.hw.memory.HostMemory;
import dev.bounce.hw.memory.MemoryRange;
import dev.bounce.hw.memory.RangeTable;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.vmm.RegionMap;
import dev.bounce.model.vmm.VirtualPool;
import dev.bounce.model.wire.DeviceUuid;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Registration chunk by chunk over real memory whose chunks a pool makes up.
class OwnRegionsTest {
    private static final int CHUNK = 1_000;
    private static final int CHUNKS = 4;

    private final Arena owner = Arena.ofShared();
    private final Memory memory = new Memory();
    private final MemorySegment segment = owner.allocate(CHUNK * CHUNKS);
    private final VirtualPool pool =
            new VirtualPool(segment.address(), segment.byteSize(), CHUNK, 0);
    private final OwnRegions regions = new OwnRegions(memory, pool);
    private final List<RegisteredRegion> announced = new ArrayList<>();

    OwnRegionsTest() {
        pool.resize(CHUNKS);
    }

    @AfterEach
    void close() {
        memory.close();
        owner.close();
    }

    /// Refuses one registration.
    private static final class Memory implements DeviceMemory {
        private final HostMemory host = new HostMemory(4_096);
        private int untilFailure = Integer.MAX_VALUE;

        @Override
        public MemoryKind kind() {
            return host.kind();
        }

        @Override
        public DeviceUuid device() {
            return host.device();
        }

        @Override
        public long arenaAddress() {
            return host.arenaAddress();
        }

        @Override
        public long arenaBytes() {
            return host.arenaBytes();
        }

        @Override
        public RangeTable ranges() {
            return host.ranges();
        }

        @Override
        public MemoryRange register(final MemorySegment part) {
            if (untilFailure-- == 0) {
                throw new IllegalArgumentException("the back end says no");
            }
            return host.register(part);
        }

        @Override
        public CompletableFuture<Void> retire(final long base) {
            return host.retire(base);
        }

        @Override
        public void remove(final long base) {
            host.remove(base);
        }

        @Override
        public void close() {
            host.close();
        }
    }

    private RegisterResult register(final MemorySegment part) {
        return regions.register(part, announced::add);
    }

    private long hold(final long offset, final long bytes) {
        return regions.hold(
                DescriptorPairs.of(
                        new long[] {segment.address() + offset},
                        new long[] {0},
                        new long[] {bytes}));
    }

    @Test
    void shouldRegisterEveryChunkAndThenPublish() {
        final RegisteredRegion region =
                new RegisteredRegion(segment.address(), segment.byteSize(), CHUNK);
        assertEquals(new RegisterResult.Registered(region), register(segment));
        assertEquals(RegionMap.of(region), regions.regions());
        assertEquals(List.of(region), announced);
        assertEquals(CHUNKS, memory.ranges().toList().size());
        for (final MemoryRange range : memory.ranges().toList()) {
            assertEquals(CHUNK, range.length());
        }
    }

    /// G8.
    @Test
    void shouldLeaveNoTraceOfARegistrationThatFailsHalfWay() {
        for (int failing = 0; failing < CHUNKS; failing++) {
            memory.untilFailure = failing;
            final RegisterResult.Refused refused =
                    assertInstanceOf(RegisterResult.Refused.class, register(segment));
            assertEquals(RegisterResult.Reason.UNUSABLE, refused.reason());
            assertEquals("the back end says no", refused.detail());
            assertEquals(RegionMap.EMPTY, regions.regions());
            assertTrue(memory.ranges().toList().isEmpty());
            assertTrue(announced.isEmpty());
        }
        memory.untilFailure = Integer.MAX_VALUE;
        assertInstanceOf(RegisterResult.Registered.class, register(segment));
    }

    /// G9.
    @Test
    void shouldDeregisterTheRecordedChunksAfterMemoryIsUnmapped() {
        register(segment);
        pool.resize(0);
        final OwnRegions.Leaving leaving = regions.deregister(segment.address());
        assertTrue(leaving.withoutUsers().isDone());
        assertEquals(CHUNK, leaving.region().chunkBytes());
        regions.remove(leaving.region());
        assertTrue(memory.ranges().toList().isEmpty());
        pool.resize(CHUNKS);
        assertInstanceOf(RegisterResult.Registered.class, register(segment));
    }

    @Test
    void shouldRefuseWhatSharesAByteUntilItIsRemoved() {
        register(segment);
        for (final MemorySegment part :
                List.of(segment, segment.asSlice(0, 1), segment.asSlice(CHUNK, CHUNK))) {
            final RegisterResult.Refused refused =
                    assertInstanceOf(RegisterResult.Refused.class, register(part));
            assertEquals(RegisterResult.Reason.OVERLAPS, refused.reason());
            assertThrows(IllegalArgumentException.class, refused::orThrow);
        }
        final OwnRegions.Leaving leaving = regions.deregister(segment.address());
        assertEquals(RegionMap.EMPTY, regions.regions());
        assertInstanceOf(RegisterResult.Refused.class, register(segment));
        assertNull(regions.deregister(segment.address()));
        regions.remove(leaving.region());
        assertEquals(segment.byteSize(), register(segment).orThrow().bytes());
    }

    @Test
    void shouldRefuseIrregularMappingsAndUnusableMemoryByName() {
        pool.resize(CHUNKS - 1);
        final OwnRegions holed =
                new OwnRegions(
                        memory,
                        address ->
                                address == segment.address() + segment.byteSize() - 1
                                        ? new VirtualPool.Allocation(address, 1, 0)
                                        : pool.allocationAt(address));
        assertEquals(
                RegisterResult.Reason.HOLE,
                ((RegisterResult.Refused) holed.register(segment, announced::add)).reason());
        final RegisterResult.Refused inside =
                (RegisterResult.Refused) register(segment.asSlice(1, 2 * CHUNK));
        assertEquals(RegisterResult.Reason.STARTS_INSIDE_CHUNK, inside.reason());
        assertEquals(segment.address() + 1, inside.address());
        for (final MemorySegment part :
                List.of(
                        MemorySegment.ofArray(new byte[8]),
                        segment.asSlice(0, 0),
                        segment.asReadOnly())) {
            assertEquals(
                    RegisterResult.Reason.UNUSABLE,
                    ((RegisterResult.Refused) register(part)).reason());
        }
        assertEquals(RegionMap.EMPTY, regions.regions());
        assertTrue(memory.ranges().toList().isEmpty());
    }

    @Test
    void shouldKeepARegionUntilItsLastTransferIsOver() {
        register(segment);
        final long base = segment.address();
        final long first = hold(10, 2 * CHUNK);
        final long second = hold(0, 1);
        assertEquals(2, regions.holdsOf(base));
        assertEquals(0, hold(CHUNK * CHUNKS - 1, 2));
        final OwnRegions.Leaving leaving = regions.deregister(base);
        assertEquals(0, hold(0, 1));
        regions.release(first);
        regions.release(first);
        assertFalse(leaving.withoutUsers().isDone());
        assertEquals(1, regions.holdsOf(base));
        regions.release(second);
        assertTrue(leaving.withoutUsers().isDone());
    }

    @Test
    void shouldTakeNothingOnceShut() {
        register(segment);
        regions.shut();
        assertEquals(RegionMap.EMPTY, regions.regions());
        assertEquals(
                RegisterResult.Reason.CLOSED,
                ((RegisterResult.Refused) register(segment)).reason());
        assertEquals(0, hold(0, 1));
    }
}
