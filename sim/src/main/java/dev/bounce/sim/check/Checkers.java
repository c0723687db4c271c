package dev.bounce.sim.check;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import java.util.List;

/// All safety properties that are judged at every step.
public final class Checkers {
    private final Ledger ledger;
    private final Checker[] checkers = {
        new Conservation(),
        new NoForeignWrite(),
        new ScatterReadsOwnChunk(),
        new AtMostOnceScatter(),
        new SuccessMeansDelivered(),
        new QuiescentResolution(),
        new CancelledImpliesQuiet(),
        new StagingHeld(),
        new GrantIdFresh(),
        new WindowRespected(),
        new ReserveKept(),
        new MaxFlowsRespected(),
        new NoGrantAfterTombstone(),
        new DeadEpochHoldsNothing(),
        new EpochFresh(),
        new ResolvedOnce(),
        new NoStarvation(),
        new HopelessIsRejected(),
        new EagerYields(),
        new TokenIsOwn(),
        new EpochEndsForCause(),
        new TimeoutKept(),
        new WithdrawnIsLeft(),
        new CleanLifts(),
        new CleanBelowIsTrue()
    };

    /// Judges by `ledger`.
    public Checkers(final Ledger ledger) {
        this.ledger = ledger;
    }

    /// The checkers, in the order in which they judge.
    public List<Checker> all() {
        return List.of(checkers);
    }

    /// Shows an event before the engine of `agent` sees it.
    ///
    /// @param agentNanos what the agent's clock shows
    public void onEvent(final int agent, final long agentNanos, final Event event) {
        for (final Checker checker : checkers) {
            checker.onEvent(ledger, agent, agentNanos, event);
        }
    }

    /// Judges one effect before the world acts on it.
    public void onEffect(final int agent, final Effect effect) {
        for (final Checker checker : checkers) {
            checker.onEffect(ledger, agent, effect);
        }
    }

    /// Judges the state after a step.
    public void onStep(final int agent) {
        for (final Checker checker : checkers) {
            checker.onStep(ledger, agent);
        }
    }

    /// Judges a write that has just been posted.
    public void onPost(final WriteRecord write) {
        for (final Checker checker : checkers) {
            checker.onPost(ledger, write);
        }
    }
}
