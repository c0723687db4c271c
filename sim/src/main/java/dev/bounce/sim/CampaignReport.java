package dev.bounce.sim;

import dev.bounce.sim.check.PropertyViolation;
import dev.bounce.sim.world.Fault;
import dev.bounce.sim.world.Marks;
import dev.bounce.sim.world.SeedResult;
import java.util.ArrayList;
import java.util.List;

/// What came of a campaign.
public final class CampaignReport {
    private static final int FAULTS = Fault.values().length;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final SeedRange seeds;
    private final List<Violation> violations = new ArrayList<>();
    private final long[] enabled = new long[FAULTS];
    private final long[] struck = new long[FAULTS];
    private final long[] applied = new long[FAULTS];
    private final Marks marks = new Marks();
    private long steps;
    private long events;
    private long virtualNanos;
    private long elapsedNanos;
    private long cpuNanos;
    private long transfers;
    private long succeeded;

    /// One seed that violated something.
    ///
    /// @param result of the seed
    /// @param violation what it violated
    public record Violation(SeedResult result, PropertyViolation violation) {}

    /// A report of no seeds yet.
    CampaignReport(final SeedRange seeds) {
        this.seeds = seeds;
    }

    /// The seeds.
    public SeedRange seeds() {
        return seeds;
    }

    /// What was violated, in the order of the seeds.
    public List<Violation> violations() {
        return violations;
    }

    /// Seeds in which a family was on.
    public long enabled(final Fault family) {
        return enabled[family.ordinal()];
    }

    /// Seeds in which a family was really applied.
    public long struck(final Fault family) {
        return struck[family.ordinal()];
    }

    /// How often a family was really applied.
    public long applied(final Fault family) {
        return applied[family.ordinal()];
    }

    /// Rare situations that were met.
    public Marks marks() {
        return marks;
    }

    /// Engine steps.
    public long steps() {
        return steps;
    }

    /// Things that happened: engine steps, and bytes that moved without one.
    public long events() {
        return events;
    }

    /// Sum of the virtual times of all seeds.
    public long virtualNanos() {
        return virtualNanos;
    }

    /// Real time of the runs that are counted.
    public long elapsedNanos() {
        return elapsedNanos;
    }

    /// Processor time of the thread that simulated them.
    public long cpuNanos() {
        return cpuNanos;
    }

    /// Engine steps per second of processor time: what one core does when it has nothing else to
    /// do.
    public long stepsPerSecond() {
        return perSecond(steps);
    }

    /// Events per second of processor time.
    public long eventsPerSecond() {
        return perSecond(events);
    }

    /// Transfers that were resolved.
    public long transfers() {
        return transfers;
    }

    /// Transfers that succeeded.
    public long succeeded() {
        return succeeded;
    }

    void add(final SeedResult result, final long nanos, final long processorNanos) {
        steps += result.steps();
        events += result.events();
        virtualNanos += result.virtualNanos();
        elapsedNanos += nanos;
        cpuNanos += processorNanos;
        transfers += result.transfers();
        succeeded += result.succeeded();
        marks.add(result.marks());
        for (final Fault family : Fault.values()) {
            final long count = result.faults().appliedCount(family);
            enabled[family.ordinal()] += result.faults().strength(family) > 0 ? 1 : 0;
            struck[family.ordinal()] += count > 0 ? 1 : 0;
            applied[family.ordinal()] += count;
        }
        if (result.violation() != null) {
            addViolation(result, result.violation());
        }
    }

    void addViolation(final SeedResult result, final PropertyViolation violation) {
        violations.add(new Violation(result, violation));
    }

    private long perSecond(final long count) {
        return cpuNanos == 0 ? 0 : (long) ((double) count * NANOS_PER_SECOND / cpuNanos);
    }
}
