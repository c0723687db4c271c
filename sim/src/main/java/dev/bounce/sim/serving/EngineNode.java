package dev.bounce.sim.serving;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.engine.Effect;
import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.FenceStrength;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.config.ArenaConfig;
import dev.bounce.model.config.CopyConfig;
import dev.bounce.model.config.LimitConfig;
import dev.bounce.model.config.LinkConfig;
import dev.bounce.model.config.SchedulerConfig;
import dev.bounce.model.config.TimeoutConfig;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.DeviceUuid;
import java.util.TreeMap;
import java.util.function.Consumer;

/// One engine with a host that is never at fault: frames arrive after a latency, copies and writes
/// end after a time that their size takes. Tells a listener what resolved and what was delivered.
final class EngineNode {
    static final ArenaConfig ARENA = new ArenaConfig(1L << 30, 1 << 20, 8 << 20, 2 << 20, 2);
    static final LimitConfig LIMITS = new LimitConfig(65_536, 1_048_576, 64 << 20);

    private static final int MAX_FLOWS = 128;
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000 * MILLI;
    private static final long LATENCY_NANOS = 20_000;
    private static final long COPY_BYTES_PER_MICRO = 1_000_000;

    private final VirtualTime time;
    private final long writeBytesPerMicro;
    private final Engine engine;
    private final EngineConfig config;
    private final Effects effects = new Effects();
    private final Consumer<Effect> listener;
    private final TreeMap<Long, EngineNode> peers = new TreeMap<>();
    private long tickAtNanos = Long.MAX_VALUE;

    EngineNode(
            final VirtualTime time,
            final String name,
            final long instance,
            final ServingSettings settings,
            final Consumer<Effect> listener) {
        this.time = time;
        writeBytesPerMicro = settings.writeBytesPerMicro();
        this.listener = listener;
        config =
                new EngineConfig(
                        name,
                        instance,
                        Blob.of(new byte[16]),
                        ARENA,
                        new SchedulerConfig(2, settings.maxWindow(), 100 * MILLI),
                        new LinkConfig(
                                SECOND,
                                10 * SECOND,
                                60 * SECOND,
                                10 * SECOND,
                                10 * MILLI,
                                SECOND,
                                MAX_FLOWS,
                                4_096,
                                64),
                        new TimeoutConfig(30 * SECOND, 5 * SECOND, 5 * SECOND, 10 * SECOND),
                        LIMITS,
                        new CopyConfig(4, 4, 1, 1, 0),
                        MemoryKind.HOST,
                        DeviceUuid.NONE,
                        0x7000_0000L,
                        Blob.EMPTY,
                        false);
        engine = new Engine(config);
    }

    /// Loads a peer, which loads this one by itself. The route to it is its instance.
    void connect(final EngineNode to) {
        peers.put(to.config.instance(), to);
        step(new Event.Load(to.config.name(), to.config.instance(), to.config.instance()));
    }

    String name() {
        return config.name();
    }

    /// Not to be called while the effects of a step are performed.
    void step(final Event event) {
        effects.clear();
        engine.step(time.nowNanos(), event, effects);
        for (int index = 0; index < effects.size(); index++) {
            perform(effects.get(index));
        }
        final long deadline = engine.nextDeadlineNanos();
        if (deadline != Long.MAX_VALUE && deadline < tickAtNanos) {
            tickAtNanos = deadline;
            time.at(deadline, () -> tick(deadline));
        }
    }

    private void tick(final long planned) {
        if (tickAtNanos == planned) {
            tickAtNanos = Long.MAX_VALUE;
            step(new Event.Tick());
        }
    }

    private void later(final long nanos, final Event event) {
        time.after(nanos, () -> step(event));
    }

    private void perform(final Effect effect) {
        switch (effect) {
            case Effect.Send send -> {
                final EngineNode to = peers.get(send.route());
                final Event received = new Event.Received(config.instance(), send.frame());
                time.after(LATENCY_NANOS, () -> to.step(received));
            }
            case Effect.Gather gather ->
                    later(
                            micros(gather.plan().regionBytes(gather.chunk()), COPY_BYTES_PER_MICRO),
                            new Event.GatherEnded(gather.copyId(), CopyOutcome.DONE));
            case Effect.Write write ->
                    later(
                            micros(write.bytes(), writeBytesPerMicro),
                            new Event.WriteEnded(write.writeId(), WriteOutcome.LANDED));
            case Effect.Scatter scatter ->
                    later(
                            micros(scatter.bytes(), COPY_BYTES_PER_MICRO),
                            new Event.ScatterEnded(scatter.copyId(), CopyOutcome.DONE));
            case Effect.OpenPlane open ->
                    later(1, new Event.PlaneOpened(open.plane(), Blob.of((byte) 1)));
            case Effect.Fence fence ->
                    later(1, new Event.Fenced(fence.plane(), FenceStrength.PROVEN));
            case Effect.DirectPut put ->
                    later(1_000, new Event.DirectEnded(put.transferId(), WriteOutcome.LANDED));
            case Effect.Resolve _, Effect.Delivered _, Effect.Refused _ ->
                    time.after(0, () -> listener.accept(effect));
            case Effect.Deregistered _, Effect.Stopped _, Effect.Ignored _ -> {}
        }
    }

    /// Time in nanoseconds, a kernel launch of 3 us included.
    private static long micros(final long bytes, final long bytesPerMicro) {
        return 3_000 + bytes * 1_000 / bytesPerMicro;
    }
}
