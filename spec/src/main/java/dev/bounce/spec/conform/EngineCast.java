package dev.bounce.spec.conform;

import static dev.bounce.spec.conform.SpecState.numberIn;
import static dev.bounce.spec.conform.SpecState.textIn;

import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.Snapshot;
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
import dev.bounce.model.wire.LinkId;
import dev.bounce.model.wire.Tag;
import dev.bounce.spec.tla.TlaValue;
import java.util.List;

/// The engines and transfers that stand for the agents and requests of a model. An agent is called
/// what the specification calls it; its lives are numbered from 1.
///
/// Time stands still but where a step waits for a deadline: the back-off of a link, the end of a
/// lease, `closeTimeout`. All others are too far off to come.
final class EngineCast {
    /// Bytes of a region and of a chunk, seal included.
    static final long SLOT_BYTES = 4096;

    /// More lives than any model has.
    private static final int MAX_LIVES = 8;

    private static final long SECOND = 1_000_000_000L;
    private static final long DAY = 86_400 * SECOND;
    private static final long LATEST = 30 * DAY;
    static final long RANGE_BYTES = 1L << 30;

    /// Where every frame comes from and goes to.
    static final long ROUTE = 1;

    private static final long SOURCE = 0x10_0000_0000L;
    private static final long DESTINATION = 0x40_0000_0000L;

    /// The ranges of an agent, each of [#RANGE_BYTES].
    static final List<Long> RANGES = List.of(SOURCE, DESTINATION);

    private static final int PIECES = 2;
    private static final int SECRET_BYTES = 16;
    private static final int INSTANCES = 0x100;

    private final ModelSize size;
    private final boolean closesByTime;

    /// @param closesByTime whether the model has the fault `closeTimeout`; else it never comes
    EngineCast(final ModelSize size, final boolean closesByTime) {
        this.size = size;
        this.closesByTime = closesByTime;
    }

    ModelSize size() {
        return size;
    }

    /// Knows all lives that there may be.
    Cast cast() {
        final Cast cast = new Cast("a", "b");
        for (final String agent : new String[] {"a", "b"}) {
            for (int life = 1; life <= MAX_LIVES; life++) {
                cast.isReborn(agent, instance(agent, life));
            }
        }
        return cast;
    }

    /// The life of an agent as engines name it.
    static long instance(final String agent, final long life) {
        return agent.charAt(0) * INSTANCES + life;
    }

    static long linkId(final String sender, final String receiver) {
        return LinkId.of(sender, receiver);
    }

    /// The plane of an epoch that the specification names, at one of its sides.
    PlaneKey plane(final TlaValue epoch, final PlaneKey.Side side) {
        final String link = textIn(epoch, "l");
        return new PlaneKey(
                linkId(size.sender(link), size.receiver(link)),
                numberIn(epoch, "n"),
                instance(size.sender(link), numberIn(epoch, "s")),
                side);
    }

    EngineConfig config(final String agent, final long life) {
        final byte[] secret = new byte[SECRET_BYTES];
        secret[0] = (byte) agent.charAt(0);
        secret[1] = (byte) life;
        return new EngineConfig(
                agent,
                instance(agent, life),
                Blob.of(secret),
                new ArenaConfig(
                        size.slots() * SLOT_BYTES,
                        SLOT_BYTES,
                        SLOT_BYTES,
                        SLOT_BYTES,
                        size.reserve()),
                new SchedulerConfig(size.window(), size.window(), DAY),
                new LinkConfig(
                        DAY, 10 * DAY, LATEST, DAY, SECOND, 2 * SECOND, size.maxFlows(), 64, 64),
                new TimeoutConfig(LATEST, closesByTime ? 1000 * SECOND : LATEST, LATEST, LATEST),
                new LimitConfig(64, 1024, 1 << 20),
                new CopyConfig(16, 16, 1, 1, 0),
                MemoryKind.HOST,
                DeviceUuid.NONE,
                0x7000_0000L,
                Blob.EMPTY,
                false);
    }

    /// A new life with its memory registered, which has done nothing yet.
    Snapshot born(final EngineConfig config) {
        final Engine engine = new Engine(config);
        final Effects effects = new Effects();
        engine.step(SECOND, new Event.MemoryRegistered(SOURCE, RANGE_BYTES), effects);
        engine.step(SECOND, new Event.MemoryRegistered(DESTINATION, RANGE_BYTES), effects);
        return engine.snapshot();
    }

    /// The submission of a request, which is also the number of the transfer.
    Event.Submit submit(final int request) {
        return new Event.Submit(
                request,
                size.receiver(size.linkOf().get(request - 1)),
                new Transfer.Coalesced(plan(request)),
                Tag.of("request " + request));
    }

    private TransferPlan plan(final int request) {
        final int count = PIECES * size.chunks();
        final long[] source = new long[count];
        final long[] destination = new long[count];
        final long[] bytes = new long[count];
        final long target = size.destinations().get(request - 1);
        for (int piece = 0; piece < count; piece++) {
            source[piece] = SOURCE + ((long) request * count + piece) * SLOT_BYTES;
            destination[piece] = DESTINATION + (target * count + piece) * SLOT_BYTES;
            bytes[piece] = SLOT_BYTES / PIECES - 64;
        }
        final TransferPlan plan =
                TransferPlan.of(
                        new DescriptorPairs(
                                source, destination, bytes, new int[] {0}, new int[] {0}),
                        new PlanLimits(SLOT_BYTES, SLOT_BYTES, 64, 1024));
        if (plan.chunkCount() != size.chunks()) {
            throw new IllegalStateException(
                    plan.chunkCount() + " chunks planned, the model has " + size.chunks());
        }
        return plan;
    }
}
