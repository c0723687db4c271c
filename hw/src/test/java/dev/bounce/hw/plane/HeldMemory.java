package dev.bounce.hw.plane;

import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.hw.memory.HostMemory;
import dev.bounce.hw.memory.MemoryRange;
import dev.bounce.hw.memory.RangeTable;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.wire.DeviceUuid;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/// Host memory whose copies do not end before they are let go, as those of a GPU with a stream of
/// the application that waits.
final class HeldMemory implements DeviceMemory {
    final Semaphore waits = new Semaphore(0);
    private final HostMemory memory;
    private final long arenaAddress;
    private volatile CountDownLatch held = new CountDownLatch(0);
    private volatile CountDownLatch looks = held;
    private final AtomicReference<Error> planted = new AtomicReference<>();

    HeldMemory(final HostMemory memory) {
        this(memory, memory.arenaAddress());
    }

    /// @param arenaAddress where it says that its arena is
    HeldMemory(final HostMemory memory, final long arenaAddress) {
        this.memory = memory;
        this.arenaAddress = arenaAddress;
    }

    void hold() {
        held = new CountDownLatch(1);
    }

    void letGo() {
        held.countDown();
    }

    /// Holds up whoever looks for a range, as the loop does for every key that a peer wants.
    void holdLooks() {
        looks = new CountDownLatch(1);
    }

    void letLooksGo() {
        looks.countDown();
    }

    /// The next wait for copies, or the next look for a range, ends with that.
    void plant(final Error error) {
        planted.set(error);
    }

    private void failIfPlanted() {
        final Error error = planted.getAndSet(null);
        if (error != null) {
            throw error;
        }
    }

    @Override
    public void awaitCopies() {
        waits.release();
        failIfPlanted();
        await(held);
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public MemoryKind kind() {
        return memory.kind();
    }

    @Override
    public DeviceUuid device() {
        return memory.device();
    }

    @Override
    public long arenaAddress() {
        return arenaAddress;
    }

    @Override
    public long arenaBytes() {
        return memory.arenaBytes();
    }

    @Override
    public RangeTable ranges() {
        failIfPlanted();
        await(looks);
        return memory.ranges();
    }

    @Override
    public MemoryRange register(final MemorySegment segment) {
        return memory.register(segment);
    }

    @Override
    public CompletableFuture<Void> retire(final long base) {
        return memory.retire(base);
    }

    @Override
    public void remove(final long base) {
        memory.remove(base);
    }

    @Override
    public void close() {
        memory.close();
    }
}
