package dev.bounce.sim.world;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.RegionState;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.config.ArenaConfig;
import dev.bounce.model.config.CopyConfig;
import dev.bounce.model.config.LimitConfig;
import dev.bounce.model.config.LinkConfig;
import dev.bounce.model.config.SchedulerConfig;
import dev.bounce.model.config.TimeoutConfig;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.DeviceUuid;
import dev.bounce.sim.check.Checkers;
import dev.bounce.sim.check.Ledger;
import dev.bounce.sim.check.Life;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;

/// Two agents without engines: a test performs effects by hand and looks at the events that come
/// back. Agent 0 sends to agent 1.
final class Bench implements Engines {
    static final long LINK = 7;
    static final long REGION = 16_384;
    static final long STAGING = 20_480;
    static final int POOL = 16_384;
    private static final ArenaConfig ARENA = new ArenaConfig(65_536, 1_024, 8_192, 2_048, 2);
    private static final long SECOND = 1_000_000_000;

    /// What was reported, in order.
    final List<Event> events = new ArrayList<>();

    final Settings settings;
    final EventQueue queue = new EventQueue();
    final Ledger ledger = new Ledger(2);
    final Marks marks = new Marks();
    final FaultPlan faults;
    final Context context;
    final Agent sender = new Agent(0, 2, 1_000);
    final Agent receiver = new Agent(1, 2, 5_000);
    final PlaneKey sending = plane(PlaneKey.Side.SENDER);
    final PlaneKey receiving = plane(PlaneKey.Side.RECEIVER);
    private long nextInstance = 1;

    /// A bench with one family of faults that always strikes, or none.
    Bench(final Fault... always) {
        this(0, always);
    }

    /// A bench whose fences are ASSUMED after that time, or PROVEN if it is 0.
    Bench(final long assumedNanos, final Fault... always) {
        settings = settings(assumedNanos);
        final Dice dice = new Dice(11);
        faults = FaultPlan.none(dice);
        for (final Fault family : always) {
            faults.enable(family, 1_000_000);
        }
        context =
                new Context(
                        Profile.DEFAULT,
                        Detail.WHOLE,
                        settings,
                        dice,
                        faults,
                        new Harm(),
                        queue,
                        ledger,
                        new Checkers(ledger),
                        marks,
                        this);
        begin(sender);
        begin(receiver);
    }

    @Override
    public void deliver(final Agent agent, final Life life, final Event event) {
        if (life != null && agent.life == life) {
            events.add(event);
        }
    }

    @Override
    public void whenAwake(final Agent agent, final Life life, final Runnable action) {
        if (life != null && agent.life == life) {
            action.run();
        }
    }

    /// A new life of an agent.
    void begin(final Agent agent) {
        agent.memory = new Memory(agent.index(), (int) ARENA.arenaBytes(), POOL, POOL);
        agent.life = new Life(agent.index(), nextInstance++, ARENA, 8, 4, 1L << 60);
        agent.planes = new LinkedHashMap<>();
        ledger.born(agent.life);
    }

    /// Runs until nothing is left to happen.
    void run() {
        while (queue.runNext()) {
            // Time moves with each action.
        }
    }

    /// Runs what happens before that moment.
    void runUntil(final long nanos) {
        final boolean[] reached = {false};
        queue.at(nanos, () -> reached[0] = true);
        while (!reached[0]) {
            queue.runNext();
        }
    }

    /// The newest event of that kind.
    <T extends Event> T last(final Class<T> kind) {
        return events.stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .reduce((_, newer) -> newer)
                .orElse(null);
    }

    /// Opens both ends of the epoch.
    DataPlane openPlanes() {
        final DataPlane plane = new DataPlane(context);
        plane.open(receiver, new Effect.OpenPlane(receiving, "agent-0", null));
        run();
        final Blob address = last(Event.PlaneOpened.class).address();
        plane.open(
                sender,
                new Effect.OpenPlane(
                        sending,
                        "agent-1",
                        new Body.ArenaAccess(
                                MemoryKind.HOST,
                                DeviceUuid.NONE,
                                Memory.arenaBase(1),
                                Blob.EMPTY,
                                address)));
        run();
        events.clear();
        return plane;
    }

    /// Shows the target as granted with that grant, so that a write may land there.
    void grant(final long grantId) {
        receiver.life.view().clear();
        receiver.life
                .view()
                .region(REGION, 2_048, RegionState.GRANTED, receiving, 1, 0, grantId, false);
    }

    /// A write of 2,048 bytes from [#STAGING] to [#REGION].
    Effect.Write write(final long grantId, final long notAfterNanos) {
        return new Effect.Write(
                grantId,
                sending,
                STAGING,
                2_048,
                grantId,
                REGION,
                Memory.arenaBase(1) + REGION,
                notAfterNanos);
    }

    private static PlaneKey plane(final PlaneKey.Side side) {
        return new PlaneKey(LINK, 1, 1, side);
    }

    private static Settings settings(final long assumedNanos) {
        return new Settings(
                List.of(ARENA, ARENA),
                new SchedulerConfig(1, 8, SECOND),
                new LinkConfig(SECOND, 10 * SECOND, 60 * SECOND, SECOND, 1_000, SECOND, 8, 64, 8),
                new TimeoutConfig(SECOND, SECOND, SECOND, SECOND),
                new LimitConfig(1_024, 1_024, 1 << 20),
                new CopyConfig(2, 2, 1, 1, 0),
                false,
                10_000,
                50_000,
                100_000,
                SECOND,
                SECOND,
                SECOND,
                1_000_000,
                1_000_000,
                90,
                0,
                8,
                8,
                200,
                0,
                false,
                false,
                false,
                0,
                Style.MIXED,
                false,
                assumedNanos,
                SECOND,
                false,
                new TreeMap<>());
    }
}
