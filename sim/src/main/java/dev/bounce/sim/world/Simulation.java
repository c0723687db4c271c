package dev.bounce.sim.world;

import dev.bounce.sim.check.PropertyViolation;

/// One seed from beginning to end: a phase with faults, healing, a rest in which every request
/// resolves and every arena empties, a probe on every link, another rest, and in half of the seeds
/// a shutdown while transfers run.
public final class Simulation {
    private static final long MOST_EVENTS_WITHOUT_PROGRESS = 1_000_000;
    private static final StepListener NOBODY = (_, _, _, _, _) -> {};

    private final long seed;
    private final Dice dice;
    private final Settings settings;
    private final FaultPlan faults;
    private final World world;
    private long events;
    private long lastProgress;
    private long lastProgressNanos;
    private long lastProgressEvents;

    private Simulation(final long seed, final StepListener listener, final int restoreEvery) {
        this.seed = seed;
        dice = new Dice(seed);
        settings = Settings.draw(dice);
        faults = FaultPlan.draw(dice);
        world = new World(dice, settings, faults, listener, restoreEvery);
    }

    /// Runs a seed. The same seed gives the same result in every JVM.
    public static SeedResult run(final long seed) {
        return run(seed, NOBODY, 0);
    }

    /// Runs a seed and tells `listener` of every step.
    public static SeedResult run(final long seed, final StepListener listener) {
        return run(seed, listener, 0);
    }

    /// Runs a seed with engines that go on from their own snapshots now and then, which must not
    /// change anything.
    ///
    /// @param restoreEvery steps from one restored engine to the next, at least 1
    public static SeedResult runRestored(final long seed, final int restoreEvery) {
        return run(seed, NOBODY, restoreEvery);
    }

    private static SeedResult run(
            final long seed, final StepListener listener, final int restoreEvery) {
        final Simulation simulation = new Simulation(seed, listener, restoreEvery);
        PropertyViolation violation = null;
        try {
            simulation.live();
        } catch (final PropertyViolation violated) {
            violation = violated;
        }
        return simulation.result(violation);
    }

    private SeedResult result(final PropertyViolation violation) {
        return new SeedResult(
                seed,
                violation,
                world.steps(),
                events,
                world.nowNanos(),
                world.hash(),
                world.application().resolvedCount(),
                world.application().succeededCount(),
                faults,
                world.marks());
    }

    private void live() {
        world.start();
        runUntil(settings.faultNanos());
        faults.stop();
        world.healAroundTheDead();
        rest();
        world.heal();
        final long settled = world.nowNanos() + 3 * settings.link().leaseNanos();
        runUntil(settled);
        rest();
        world.application().probe();
        rest();
        world.application().checkMemory();
        if (dice.below(Topic.SETTINGS, 41, 0, 2) == 0) {
            shutDown();
        }
    }

    /// Everybody leaves while transfers run.
    private void shutDown() {
        world.application().probe();
        world.shutDown();
        progress();
        while (!world.isStopped()) {
            next();
            if (world.nowNanos() - lastProgressNanos > patienceNanos()) {
                throw new PropertyViolation(
                        "ShutdownEnds", "not everybody has stopped: " + world.describeRest());
            }
        }
    }

    /// Runs what is planned before that moment.
    private void runUntil(final long nanos) {
        final boolean[] reached = {false};
        world.at(nanos, () -> reached[0] = true);
        progress();
        while (!reached[0]) {
            next();
        }
    }

    /// Runs until everything is resolved and every arena is empty.
    private void rest() {
        progress();
        while (!world.isQuiet()) {
            next();
            if (world.nowNanos() - lastProgressNanos > patienceNanos()) {
                throw tooLong(" for " + (world.nowNanos() - lastProgressNanos) + " ns");
            }
        }
    }

    private void next() {
        if (!world.runNext()) {
            throw tooLong(", and nothing will happen any more");
        }
        events++;
        if (world.application().resolvedCount() != lastProgress) {
            progress();
        } else if (events - lastProgressEvents > MOST_EVENTS_WITHOUT_PROGRESS) {
            throw tooLong(" for " + MOST_EVENTS_WITHOUT_PROGRESS + " events");
        }
    }

    private void progress() {
        lastProgress = world.application().resolvedCount();
        lastProgressNanos = world.nowNanos();
        lastProgressEvents = events;
    }

    /// Longer than every time-out that may run one after the other, and what lands late.
    private long patienceNanos() {
        return 2
                * (settings.timeouts().requestTimeoutNanos()
                        + settings.timeouts().closeTimeoutNanos()
                        + settings.timeouts().writeTimeoutNanos()
                        + 2 * settings.link().leaseNanos()
                        + 20 * settings.fenceNanos()
                        + settings.lateNanos());
    }

    private PropertyViolation tooLong(final String since) {
        final String property =
                world.application().isIdle() ? "NoRegionLeaks" : "EveryRequestResolves";
        return new PropertyViolation(property, "no progress" + since + ": " + world.describeRest());
    }
}
