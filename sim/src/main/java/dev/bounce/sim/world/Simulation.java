package dev.bounce.sim.world;

import dev.bounce.sim.check.PropertyViolation;
import java.util.SortedMap;

/// One seed from beginning to end: a phase with faults; a core that is healed and comes to rest
/// while the rest of the world stays as it is; the healing of everything and a rest in which every
/// request resolves and every arena empties; a probe on every link and another rest; and in half of
/// the seeds a shutdown while transfers run. Beyond all limits of tolerance there is the first
/// phase only.
public final class Simulation {
    private static final long MOST_EVENTS_BEYOND = 1_000_000;

    private final Script script;
    private final Settings settings;
    private final FaultPlan faults;
    private final World world;
    private long events;
    private final Watchdog watchdog;

    private Simulation(
            final Script script,
            final StepListener listener,
            final int restoreEvery,
            final Detail detail) {
        this.script = script;
        final Dice dice = new Dice(script.seed());
        settings = SettingsDraw.of(dice, script);
        faults = FaultPlan.of(dice, script);
        world = new World(script, dice, settings, faults, listener, restoreEvery, detail);
        watchdog = new Watchdog(patienceNanos(settings));
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
        return run(script, Detail.WHOLE);
    }

    /// Runs a script and looks at no more of it than `detail` says. A run that violates nothing has
    /// the same hash as with [Detail#WHOLE].
    ///
    /// @throws IllegalArgumentException in one line if a knob is unknown or out of range
    public static SeedResult run(final Script script, final Detail detail) {
        return run(script, StepListener.NOBODY, 0, detail);
    }

    /// Runs a script and tells `listener` of every step.
    ///
    /// @throws IllegalArgumentException in one line if a knob is unknown or out of range
    public static SeedResult run(final Script script, final StepListener listener) {
        return run(script, listener, 0, Detail.WHOLE);
    }

    /// Runs a script with engines that go on from their own snapshots now and then, which must not
    /// change anything.
    ///
    /// @param restoreEvery steps from one restored engine to the next, at least 1
    public static SeedResult runRestored(final Script script, final int restoreEvery) {
        return run(script, StepListener.NOBODY, restoreEvery, Detail.WHOLE);
    }

    /// The numbers that make up the world of a script, by name: as drawn, or as prescribed.
    ///
    /// @throws IllegalArgumentException in one line if a knob is unknown or out of range
    public static SortedMap<String, Long> knobs(final Script script) {
        return SettingsDraw.of(new Dice(script.seed()), script).knobs();
    }

    /// Runs a script of the serving profile, looks at no more of it than `detail` says, and tells
    /// what its workers came to.
    public static ServingResult serve(final Script script, final Detail detail) {
        final Simulation simulation = new Simulation(script, StepListener.NOBODY, 0, detail);
        final SeedResult result = simulation.run();
        return new ServingResult(result, simulation.world.application().serving().figures());
    }

    private static SeedResult run(
            final Script script,
            final StepListener listener,
            final int restoreEvery,
            final Detail detail) {
        return new Simulation(script, listener, restoreEvery, detail).run();
    }

    private SeedResult run() {
        PropertyViolation violation = null;
        try {
            live();
        } catch (final PropertyViolation violated) {
            violation = violated;
        }
        return result(violation);
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
        if (script.profile() == Profile.BEYOND) {
            endBeyond();
            return;
        }
        faults.stop();
        world.healing().healCore();
        restOfCore();
        world.healing().healAll();
        rest();
        final long settled = world.nowNanos() + 3 * settings.link().leaseNanos();
        runUntil(settled);
        rest();
        world.healing().healAll();
        rest();
        world.application().probe();
        rest();
        world.application().checkMemory();
        world.checkForgotten();
        if (settings.shutsDown()) {
            shutDown();
        }
    }

    /// Without limits of tolerance nothing need come to rest: what is under way is given some time,
    /// with all faults still on, and then the memory must be right.
    private void endBeyond() {
        final long end = world.nowNanos() + 2 * settings.link().leaseNanos();
        final long most = events + MOST_EVENTS_BEYOND;
        while (world.nowNanos() < end && events < most && world.runNext()) {
            events++;
        }
        world.application().checkMemory();
    }

    /// The core comes to rest while the rest of the world stays as it is.
    private void restOfCore() {
        final long hopelessNanos = hopelessNanos();
        world.healing().startClocks();
        progress();
        while (!world.isCoreAtRest()) {
            next();
            final Slot overdue = world.healing().overdue(hopelessNanos);
            if (overdue != null) {
                throw new PropertyViolation(
                        "EveryRequestResolves",
                        "a request to somebody who cannot answer is open for more than "
                                + hopelessNanos
                                + " ns: "
                                + overdue.describe());
            }
        }
        if (world.healing().isPartial()) {
            // A core of all agents is looked at when everything has come to rest.
            world.application().checkMemory();
        }
    }

    /// Everybody leaves while transfers run.
    private void shutDown() {
        world.application().probe();
        world.shutDown();
        progress();
        while (!world.isStopped()) {
            if (!world.runNext()) {
                throw new PropertyViolation("ShutdownOK", "nothing will happen any more");
            }
            events++;
            final String spent = check();
            if (spent != null) {
                throw new PropertyViolation(
                        "ShutdownOK", "not everybody has stopped: " + world.describeRest());
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
        }
    }

    private void next() {
        if (!world.runNext()) {
            throw tooLong("nothing will happen any more");
        }
        events++;
        final String spent = check();
        if (spent != null) {
            if (!world.healing().replaceFailed()) {
                throw tooLong(spent);
            }
            progress();
        }
    }

    private String check() {
        return watchdog.check(world.nowNanos(), events, world.application().progressCount());
    }

    private void progress() {
        watchdog.start(world.nowNanos(), events, world.application().progressCount());
    }

    /// Longer than every time-out that may run one after the other, and what lands late.
    private static long patienceNanos(final Settings settings) {
        return 2
                * (settings.timeouts().requestTimeoutNanos()
                        + settings.timeouts().closeTimeoutNanos()
                        + settings.timeouts().writeTimeoutNanos()
                        + 2 * settings.link().leaseNanos()
                        + settings.assumedNanos()
                        + 20 * settings.fenceNanos()
                        + settings.lateNanos());
    }

    /// The longest that a request to somebody who cannot answer takes: its link is given up, no
    /// progress for `requestTimeout`, a copy that still runs, `closeTimeout`, fence; and clocks
    /// that are slow.
    private long hopelessNanos() {
        final long sum =
                settings.link().leaseNanos()
                        + settings.timeouts().requestTimeoutNanos()
                        + settings.timeouts().copyTimeoutNanos()
                        + settings.timeouts().closeTimeoutNanos()
                        + settings.assumedNanos()
                        + 20 * settings.fenceNanos();
        return sum + sum / 20;
    }

    private PropertyViolation tooLong(final String since) {
        final String property =
                world.application().isIdle() ? "NoRegionLeaks" : "EveryRequestResolves";
        return new PropertyViolation(property, since + ": " + world.describeRest());
    }
}
