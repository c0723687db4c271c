package dev.bounce.sim.check;

import dev.bounce.engine.Snapshot;

/// A receiver keeps nothing of requests below `oldestOpenRid`: what it remembers is bounded (rule
/// 10). Looks at whole snapshots, so it is asked when a world has come to rest and not at every
/// step.
public final class ForgottenIsGone {
    private static final String PROPERTY = "ForgottenIsGone";

    private ForgottenIsGone() {}

    /// Judges one agent.
    ///
    /// @throws PropertyViolation if a flow or tombstone is left that is to be forgotten
    public static void check(final int agent, final Snapshot snapshot) {
        for (final Snapshot.Incoming link : snapshot.incoming()) {
            final Snapshot.ReceivingEpoch epoch = link.current();
            if (epoch == null) {
                continue;
            }
            for (final Snapshot.Receiving flow : epoch.flows()) {
                if (flow.rid() < epoch.oldestOpenRid()) {
                    throw new PropertyViolation(
                            PROPERTY,
                            "agent "
                                    + agent
                                    + " keeps rid "
                                    + flow.rid()
                                    + " of epoch "
                                    + epoch.plane().epoch()
                                    + ", everything below "
                                    + epoch.oldestOpenRid()
                                    + " is to be forgotten");
                }
            }
        }
    }
}
