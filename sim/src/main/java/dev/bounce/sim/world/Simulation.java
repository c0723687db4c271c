package dev.bounce.sim.world;

import dev.bounce.sim.check.PropertyViolation;

import java.util.SortedMap;

/// One seed from beginning to end: a phase with faults, healing, a rest in which every request
/// resolves and every arena empties, a probe on every link, another rest, and in half of the seeds
/// a shutdown while transfers run.
public final class Simulation {
    private static final long MOST_EVENTS_WITHOUT_PROGRESS = 1_000_000;
    private static final StepListener NOBODY = (_, _, _, _, _) -> {};

    private final Script script;
    private final Settings settings;
    private final FaultPlan faults;
    private final World world;
    private long events;
    private long lastProgress;
    private long lastProgressNanos;
    private long lastProgressEvents;

    private Simulation(final Script script, final StepListener listener, final int restoreEvery) {
        this.script = script;
        final Dice dice = new Dice(script.seed());
        settings = SettingsDraw.of(dice, script);
        faults = FaultPlan.of(dice, script);
        world = new World(dice, settings, faults, listener, restoreEvery);
    }

    /// Runs a seed in the default profile. The same seed gives the same result in every JVM.
    public static SeedResult run(final long seed) {
        return run(Script.of(seed));
    }

    /// Runs a seed in the default profile and tells `listener` of every step.
    public static SeedResult run(final long seed, final StepListener listener) {
        return run(Script.of(seed), listener);
    }

    /// Runs a script. The same script gives the same result in every JVM, and a script with the
    /// decisions of its own result gives that result again.
    ///
    /// @throws IllegalArgumentException in one line if a knob is unknown or out of range
    public static SeedResult run(final Script script) {
        return run(script, NOBODY, 0);
    }

    /// Runs a script and tells `listener` of every step.
    ///
    /// @throws IllegalArgumentException in one line if a knob is unknown or out of range
    public static SeedResult run(final Script script, final StepListener listener) {
        return run(script, listener, 0);
    }

    /// Runs a script with engines that go on from their own snapshots now and then, which must not
    /// change anything.
    ///
    /// @param restoreEvery steps from one restored engine to the next, at least 1
    public static SeedResult runRestored(final Script script, final int restoreEvery) {
        return run(script, NOBODY, restoreEvery);
    }

    /// The numbers that make up the world of a script, by name: as drawn, or as prescribed.
    ///
    /// @throws IllegalArgumentException in one line if a knob is unknown or out of range
    public static SortedMap<String, Long> knobs(final Script script) {
        return SettingsDraw.of(new Dice(script.seed()), script).knobs();
    }

    private static SeedResult run(
            final Script script, final StepListener listener, final int restoreEvery) {
        final Simulation simulation = new Simulation(script, listener, restoreEvery);
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
                script,
                violation,
                world.steps(),
                events,
                world.nowNanos(),
                world.hash(),
                world.application().resolvedCount(),
                world.application().succeededCount(),
                settings.knobs(),
                faults.decisions().taken(),
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
        if (settings.shutsDown()) {
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
