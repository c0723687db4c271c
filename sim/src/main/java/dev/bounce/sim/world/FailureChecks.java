package dev.bounce.sim.world;

import dev.bounce.engine.Effect;
import dev.bounce.sim.check.FlowKey;
import dev.bounce.sim.check.PropertyViolation;
import java.util.Locale;

/// Whether a request may have failed: only if a fault has struck it, or its link; in the healed
/// world none may.
final class FailureChecks {
    private final Context context;
    private final Agent[] agents;

    FailureChecks(final Context context, final Agent[] agents) {
        this.context = context;
        this.agents = agents;
    }

    /// A transfer has failed.
    ///
    /// @throws PropertyViolation if nothing explains that
    void judge(final Attempt attempt, final Effect.Resolve resolve) {
        if (context.profile() == Profile.BEYOND) {
            return;
        }
        final boolean healed = attempt.slot().isProbe();
        final FlowKey flow = context.ledger().flowOf(attempt.record(), resolve);
        final boolean explained =
                context.harm()
                        .explains(
                                attempt,
                                flow,
                                resolve,
                                agents[attempt.slot().receiver()].life,
                                context.faults().harmedLinks());
        if (healed || !explained) {
            final boolean harmless =
                    healed || context.harm().isNone() && !context.faults().harmedLinks();
            throw new PropertyViolation(
                    harmless ? "EveryRequestSucceeds" : "NoCollateral",
                    String.format(
                            Locale.ROOT,
                            "transfer %d from agent %d to agent %d ends as %s %s",
                            attempt.uid(),
                            attempt.slot().sender(),
                            attempt.slot().receiver(),
                            resolve,
                            healed ? "in the healed world" : "though nothing has harmed it"));
        }
    }
}
