package dev.bounce.engine;

import dev.bounce.engine.trace.FlightRecorder;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.config.ArenaConfig;
import dev.bounce.model.config.CopyConfig;
import dev.bounce.model.config.LimitConfig;
import dev.bounce.model.config.LinkConfig;
import dev.bounce.model.config.SchedulerConfig;
import dev.bounce.model.config.TimeoutConfig;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.PlanLimits;
import dev.bounce.model.plan.Transfer;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.DeviceUuid;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Tag;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assertions;

/// One engine with a host that does at once what it is allowed to do by itself, and keeps the rest
/// for the test to decide. Frames wait in [#outbound] until [Wire] delivers them.
final class Node {
    static final long MILLI = 1_000_000L;
    static final long SECOND = 1_000 * MILLI;
    static final long DESTINATION = 0x40_0000_0000L;
    static final long SOURCE = 0x10_0000_0000L;
    static final long CHUNK_BYTES = 4096;

    static final ArenaConfig ARENA =
            new ArenaConfig(8 * CHUNK_BYTES, 512, CHUNK_BYTES, CHUNK_BYTES, 2);
    static final SchedulerConfig SCHEDULER = new SchedulerConfig(2, 2, 100 * MILLI);
    static final LinkConfig LINK =
            new LinkConfig(
                    SECOND,
                    10 * SECOND,
                    600 * SECOND,
                    10 * SECOND,
                    10 * MILLI,
                    SECOND,
                    64,
                    4096,
                    64);
    static final TimeoutConfig TIMEOUTS =
            new TimeoutConfig(30 * SECOND, 5 * SECOND, 5 * SECOND, 10 * SECOND);
    static final LimitConfig LIMITS = new LimitConfig(65_536, 1_048_576, 64 << 20);
    static final CopyConfig COPIES = new CopyConfig(4, 4, 1, 1, 0);

    final String name;
    final Engine engine;
    final EngineConfig config;
    final Effects effects = new Effects();

    /// Frames that have left and are not delivered, with the route they left on.
    final ArrayList<Effect.Send> outbound = new ArrayList<>();

    final ArrayList<Effect.Gather> gathers = new ArrayList<>();
    final ArrayList<Effect.Write> writes = new ArrayList<>();
    final ArrayList<Effect.Scatter> scatters = new ArrayList<>();
    final ArrayList<Effect.OpenPlane> planes = new ArrayList<>();
    final ArrayList<Effect.Fence> fences = new ArrayList<>();
    final ArrayList<Effect.DirectPut> puts = new ArrayList<>();
    final ArrayList<Effect.Resolve> resolved = new ArrayList<>();
    final ArrayList<Effect.Refused> refused = new ArrayList<>();
    final ArrayList<Effect.Delivered> delivered = new ArrayList<>();
    final ArrayList<Effect.Deregistered> deregistered = new ArrayList<>();
    final ArrayList<IgnoreReason> ignored = new ArrayList<>();
    int stopped;

    /// Hears of every event, if there is one.
    FlightRecorder recorder;

    /// What is done at once. Clear one to decide by hand.
    boolean autoPlane = true;

    boolean autoGather = true;
    boolean autoWrite = true;
    boolean autoScatter = true;
    boolean autoFence = true;

    long now = SECOND;

    Node(final String name, final long instance, final ArenaConfig arena) {
        this(config(name, instance, arena));
    }

    Node(final EngineConfig config) {
        this.name = config.name();
        this.config = config;
        engine = new Engine(config);
        step(new Event.MemoryRegistered(DESTINATION, 1L << 30));
        step(new Event.MemoryRegistered(SOURCE, 1L << 30));
    }

    static Node of(final String name) {
        return new Node(name, name.hashCode() | 1L, ARENA);
    }

    static EngineConfig config(final String name, final long instance, final ArenaConfig arena) {
        final byte[] secret = new byte[16];
        secret[0] = (byte) instance;
        secret[1] = (byte) (instance >> 8);
        return new EngineConfig(
                name,
                instance,
                Blob.of(secret),
                arena,
                SCHEDULER,
                LINK,
                TIMEOUTS,
                LIMITS,
                COPIES,
                MemoryKind.HOST,
                DeviceUuid.NONE,
                0x7000_0000L,
                Blob.EMPTY,
                false);
    }

    /// Pairs that fill `chunks` chunks with two descriptors each; the destinations of request
    /// `number` are its own.
    static DescriptorPairs pairs(final int number, final int chunks) {
        final int count = 2 * chunks;
        final long bytes = CHUNK_BYTES / 2 - 64;
        final long[] source = new long[count];
        final long[] destination = new long[count];
        final long[] length = new long[count];
        for (int index = 0; index < count; index++) {
            source[index] = SOURCE + (number * 1000L + index) * CHUNK_BYTES;
            destination[index] = DESTINATION + (number * 1000L + index) * CHUNK_BYTES;
            length[index] = bytes;
        }
        return new DescriptorPairs(source, destination, length, new int[] {0}, new int[] {0});
    }

    static TransferPlan plan(final int number, final int chunks) {
        final TransferPlan plan =
                TransferPlan.of(
                        pairs(number, chunks),
                        new PlanLimits(CHUNK_BYTES, CHUNK_BYTES, 65_536, 1_048_576));
        if (plan.chunkCount() != chunks) {
            throw new AssertionError("planned " + plan.chunkCount() + " chunks, not " + chunks);
        }
        return plan;
    }

    void submit(final long transferId, final String peer, final int chunks) {
        submit(transferId, peer, plan((int) transferId, chunks));
    }

    void submit(final long transferId, final String peer, final TransferPlan plan) {
        step(
                new Event.Submit(
                        transferId,
                        peer,
                        new Transfer.Coalesced(plan),
                        Tag.of("tag-" + transferId)));
    }

    /// Every step is also taken by an engine that is restored from a snapshot just before it.
    void step(final Event event) {
        final Snapshot before = engine.snapshot();
        final Engine twin = Engine.restore(config, before);
        Assertions.assertEquals(before, twin.snapshot(), "restored state");
        final Effects twinEffects = new Effects();
        effects.clear();
        if (recorder != null) {
            recorder.record(engine, now, event);
        }
        engine.step(now, event, effects);
        twin.step(now, event, twinEffects);
        Assertions.assertEquals(effects.toList(), twinEffects.toList(), "effects of the twin");
        Assertions.assertEquals(engine.snapshot(), twin.snapshot(), "state after the step");
        perform(effects.toList());
    }

    /// Moves the clock of this node and lets deadlines pass.
    void advance(final long nanos) {
        now += nanos;
        step(new Event.Tick());
    }

    void receive(final long route, final Frame frame) {
        step(new Event.Received(route, frame));
    }

    private void perform(final List<Effect> performed) {
        for (final Effect effect : performed) {
            record(effect);
        }
        for (final Effect effect : performed) {
            answer(effect);
        }
    }

    private void record(final Effect effect) {
        switch (effect) {
            case Effect.Send send -> outbound.add(send);
            case Effect.Gather gather -> gathers.add(gather);
            case Effect.Write write -> writes.add(write);
            case Effect.Scatter scatter -> scatters.add(scatter);
            case Effect.OpenPlane plane -> planes.add(plane);
            case Effect.Fence fence -> fences.add(fence);
            case Effect.DirectPut put -> puts.add(put);
            case Effect.Resolve resolve -> resolved.add(resolve);
            case Effect.Refused refusal -> refused.add(refusal);
            case Effect.Delivered done -> delivered.add(done);
            case Effect.Deregistered range -> deregistered.add(range);
            case Effect.Ignored reason -> ignored.add(reason.reason());
            case Effect.Stopped _ -> stopped++;
        }
    }

    private void answer(final Effect effect) {
        switch (effect) {
            case Effect.Gather gather when autoGather -> endGather(gather, CopyOutcome.DONE);
            case Effect.Write write when autoWrite -> endWrite(write, WriteOutcome.LANDED);
            case Effect.Scatter scatter when autoScatter -> endScatter(scatter, CopyOutcome.DONE);
            case Effect.OpenPlane plane when autoPlane -> openPlane(plane);
            case Effect.Fence fence when autoFence -> fence(fence);
            default -> {}
        }
    }

    void endGather(final Effect.Gather gather, final CopyOutcome outcome) {
        gathers.remove(gather);
        step(new Event.GatherEnded(gather.copyId(), outcome));
    }

    void endWrite(final Effect.Write write, final WriteOutcome outcome) {
        writes.remove(write);
        step(new Event.WriteEnded(write.writeId(), outcome));
    }

    void endScatter(final Effect.Scatter scatter, final CopyOutcome outcome) {
        scatters.remove(scatter);
        step(new Event.ScatterEnded(scatter.copyId(), outcome));
    }

    void openPlane(final Effect.OpenPlane plane) {
        planes.remove(plane);
        step(new Event.PlaneOpened(plane.plane(), Blob.of((byte) 1)));
    }

    void fence(final Effect.Fence fence) {
        fences.remove(fence);
        step(new Event.Fenced(fence.plane(), FenceStrength.PROVEN));
    }

    /// Confirms every fence that was asked for.
    void fenceAll() {
        while (!fences.isEmpty()) {
            fence(fences.get(0));
        }
    }

    /// The one transfer that has resolved.
    Effect.Resolve onlyResolved() {
        if (resolved.size() != 1) {
            throw new AssertionError(name + " resolved " + resolved);
        }
        return resolved.get(0);
    }

    /// Regions in that state.
    int regions(final RegionState state) {
        return Census.of(engine).regions(state);
    }

    /// Regions in any state.
    int regions() {
        return Census.of(engine).regions();
    }
}
