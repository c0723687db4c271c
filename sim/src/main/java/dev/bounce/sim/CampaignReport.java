package dev.bounce.sim;

import dev.bounce.sim.check.PropertyViolation;
import dev.bounce.sim.world.Fault;
import dev.bounce.sim.world.Mark;
import dev.bounce.sim.world.Marks;
import dev.bounce.sim.world.Profile;
import dev.bounce.sim.world.SeedResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What came of a campaign, or of one part of it; parts are added up by [#merge].
public final class CampaignReport {
    /// From so many seeds on a required situation that was never met is a failure. The rarest of
    /// them, a credit that expires before its write is posted, is met four times in a thousand
    /// seeds: chance misses it in one campaign of thousands of that size.
    public static final int ENOUGH_SEEDS = 2_000;

    /// From so many seeds with a family of faults on it is a failure when it was hardly applied.
    public static final int ENOUGH_ENABLED = 200;

    private static final int LEAST_PERCENT = 5;
    private static final int FAULTS = Fault.values().length;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final CampaignPlan plan;
    private final String build;
    private final List<SeedRange> ran = new ArrayList<>();
    private final List<Violation> violations = new ArrayList<>();
    private final FaultCounts[] faults = new FaultCounts[FAULTS];
    private final Marks marks = new Marks();
    private Totals totals = Totals.NONE;
    private long compared;

    /// One seed that violated something.
    ///
    /// @param seed of the run
    /// @param property that was violated
    /// @param step engine steps until then
    /// @param virtualNanos virtual time then
    /// @param observed what was seen
    public record Violation(
            long seed, String property, long step, long virtualNanos, String observed) {
        /// A violation of a run.
        public static Violation of(final SeedResult result, final PropertyViolation violation) {
            return new Violation(
                    result.seed(),
                    violation.property(),
                    result.steps(),
                    result.virtualNanos(),
                    violation.observed());
        }
    }

    /// How often a family of faults was there.
    ///
    /// @param enabled seeds in which it was on
    /// @param struck seeds in which it was really applied
    /// @param applied how often it was
    public record FaultCounts(long enabled, long struck, long applied) {
        private static final FaultCounts NONE = new FaultCounts(0, 0, 0);

        FaultCounts plus(final FaultCounts other) {
            return new FaultCounts(
                    enabled + other.enabled, struck + other.struck, applied + other.applied);
        }
    }

    /// What is simply added up.
    ///
    /// @param engineSteps steps of engines
    /// @param events things that happened: engine steps, and bytes that moved without one
    /// @param virtualNanos sum of the virtual times of all seeds
    /// @param elapsedNanos real time of the runs that are counted
    /// @param cpuNanos processor time of the threads that simulated them
    /// @param transfers that were resolved
    /// @param succeeded transfers among them
    public record Totals(
            long engineSteps,
            long events,
            long virtualNanos,
            long elapsedNanos,
            long cpuNanos,
            long transfers,
            long succeeded) {
        private static final Totals NONE = new Totals(0, 0, 0, 0, 0, 0, 0);

        Totals plus(final Totals other) {
            return new Totals(
                    engineSteps + other.engineSteps,
                    events + other.events,
                    virtualNanos + other.virtualNanos,
                    elapsedNanos + other.elapsedNanos,
                    cpuNanos + other.cpuNanos,
                    transfers + other.transfers,
                    succeeded + other.succeeded);
        }

        /// Engine steps per second of processor time: what one core does when it has nothing else
        /// to do.
        public long engineStepsPerSecond() {
            return perSecond(engineSteps);
        }

        /// Events per second of processor time.
        public long eventsPerSecond() {
            return perSecond(events);
        }

        /// Seconds of virtual time per second of processor time.
        public long virtualSecondsPerSecond() {
            return cpuNanos == 0 ? 0 : virtualNanos / cpuNanos;
        }

        private long perSecond(final long count) {
            return cpuNanos == 0 ? 0 : (long) ((double) count * NANOS_PER_SECOND / cpuNanos);
        }
    }

    /// A report of no seeds yet.
    CampaignReport(final CampaignPlan plan, final String build) {
        this.plan = plan;
        this.build = build;
        Arrays.fill(faults, FaultCounts.NONE);
    }

    /// What was to be run.
    public CampaignPlan plan() {
        return plan;
    }

    /// Names the code that ran.
    public String build() {
        return build;
    }

    /// The seeds that were run, ascending, without gaps that could be closed.
    public List<SeedRange> ran() {
        return List.copyOf(ran);
    }

    /// Number of seeds that were run.
    public long seeds() {
        return ran.stream().mapToLong(SeedRange::size).sum();
    }

    /// The seeds of the whole campaign that were not run here.
    public List<SeedRange> missing() {
        return SeedRange.without(plan.whole(), ran);
    }

    /// What was violated, in the order of the seeds.
    public List<Violation> violations() {
        return violations;
    }

    /// How often a family of faults was there.
    public FaultCounts faults(final Fault family) {
        return faults[family.ordinal()];
    }

    /// Seeds per minute of processor time.
    public long seedsPerMinute() {
        final long cpuNanos = totals.cpuNanos();
        return cpuNanos == 0 ? 0 : (long) (60.0 * NANOS_PER_SECOND * seeds() / cpuNanos);
    }

    /// Rare situations that were met.
    public Marks marks() {
        return marks;
    }

    /// Number of seeds whose hash was compared with another virtual machine.
    public long compared() {
        return compared;
    }

    /// What is added up.
    public Totals totals() {
        return totals;
    }

    /// Required situations that were not met; none as long as there are not [#ENOUGH_SEEDS], or if
    /// nobody looked.
    public List<Mark> missingMarks() {
        return seeds() < ENOUGH_SEEDS || !plan.detail().checkers()
                ? List.of()
                : Arrays.stream(Mark.values())
                        .filter(mark -> mark.isRequired(plan.profile()) && marks.count(mark) == 0)
                        .toList();
    }

    /// Families that were applied in less than a twentieth of the seeds in which they were on, of
    /// those that were on in [#ENOUGH_ENABLED] seeds.
    public List<Fault> inertFamilies() {
        return Arrays.stream(Fault.values())
                .filter(family -> faults(family).enabled() >= ENOUGH_ENABLED)
                .filter(
                        family ->
                                faults(family).struck() * 100
                                        < faults(family).enabled() * LEAST_PERCENT)
                .toList();
    }

    /// Whether nothing speaks against the code, nor against the campaign.
    public boolean isGood() {
        return violations.isEmpty() && missingMarks().isEmpty() && inertFamilies().isEmpty();
    }

    void add(final SeedResult result, final long nanos, final long processorNanos) {
        addRan(SeedRange.of(result.seed()));
        addTotals(
                new Totals(
                        result.steps(),
                        result.events(),
                        result.virtualNanos(),
                        nanos,
                        processorNanos,
                        result.transfers(),
                        result.succeeded()));
        marks.add(result.marks());
        for (final Fault family : Fault.values()) {
            final long count = result.faults().appliedCount(family);
            final boolean enabled = result.faults().strength(family) > 0;
            addFaults(family, new FaultCounts(enabled ? 1 : 0, count > 0 ? 1 : 0, count));
        }
        if (result.violation() != null) {
            addViolation(result, result.violation());
        }
    }

    void addViolation(final SeedResult result, final PropertyViolation violation) {
        violations.add(Violation.of(result, violation));
    }

    void addViolation(final Violation violation) {
        violations.add(violation);
    }

    void addRan(final SeedRange range) {
        SeedRange.insert(ran, range);
    }

    void addFaults(final Fault family, final FaultCounts counts) {
        faults[family.ordinal()] = faults[family.ordinal()].plus(counts);
    }

    void addCompared(final long more) {
        compared += more;
    }

    void addTotals(final Totals more) {
        totals = totals.plus(more);
    }

    /// Adds another part of the same campaign.
    ///
    /// @throws IllegalArgumentException in one line if it is of another campaign, profile or build,
    ///     or has seeds that are here already; nothing is added then
    public void merge(final CampaignReport other) {
        requireSame("build", build, other.build);
        requireSame("profile", plan.profile().label(), other.plan.profile().label());
        requireSame("campaign", plan.whole().toString(), other.plan.whole().toString());
        for (final SeedRange range : other.ran) {
            for (final SeedRange mine : ran) {
                if (range.overlaps(mine)) {
                    throw new IllegalArgumentException(
                            "seeds " + range + " overlap seeds " + mine + " of another file");
                }
            }
        }
        other.ran.forEach(this::addRan);
        addTotals(other.totals);
        addCompared(other.compared);
        marks.add(other.marks);
        for (final Fault family : Fault.values()) {
            addFaults(family, other.faults(family));
        }
        violations.addAll(other.violations);
        violations.sort((one, another) -> Long.compare(one.seed(), another.seed()));
    }

    private static void requireSame(final String what, final String mine, final String theirs) {
        if (!mine.equals(theirs)) {
            throw new IllegalArgumentException(
                    what + " '" + theirs + "' differs from '" + mine + "' of another file");
        }
    }

    /// A report that is equal to this one in plan and build and has nothing yet.
    CampaignReport empty() {
        return new CampaignReport(
                new CampaignPlan(plan.whole(), Shard.WHOLE, plan.profile()), build);
    }

    /// The profile of its worlds.
    Profile profile() {
        return plan.profile();
    }
}
