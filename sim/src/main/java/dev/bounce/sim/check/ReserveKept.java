package dev.bounce.sim.check;

import dev.bounce.engine.RegionState;

/// The staging reserve holds only staging of chunks that have a credit, in whole blocks, at most
/// one per peer; staging without a credit leaves the reserve and one block of the largest chunk
/// alone (design 2.5).
public final class ReserveKept implements Checker {
    @Override
    public String property() {
        return "ReserveKept";
    }

    @Override
    public void onStep(final Ledger ledger, final int agent) {
        final Life life = ledger.life(agent);
        final AgentView view = life.view();
        final long reserve = life.arena().reserveBytes();
        final long block = life.arena().maxChunkBytes();
        checkEager(life);
        for (int index = 0; index < view.regionCount(); index++) {
            final boolean inside = view.offset(index) < reserve;
            if (inside != view.isReserve(index)) {
                throw violation(
                        "agent "
                                + agent
                                + ": "
                                + view.describe(view.offset(index))
                                + " is said to lie "
                                + (inside ? "outside" : "inside")
                                + " the reserve of "
                                + reserve
                                + " bytes");
            }
            if (!inside) {
                continue;
            }
            final RegionState state = view.state(index);
            if (state != RegionState.STAGING_CREDITED && state != RegionState.STAGING_ORPHAN
                    || view.offset(index) % block != 0
                    || view.blockBytes(index) != block) {
                throw violation(
                        "agent "
                                + agent
                                + ": the reserve holds "
                                + view.describe(view.offset(index)));
            }
            for (int other = 0; other < index; other++) {
                if (view.isReserve(other)
                        && view.plane(other).linkId() == view.plane(index).linkId()) {
                    throw violation(
                            "agent "
                                    + agent
                                    + ": one peer has "
                                    + view.describe(view.offset(other))
                                    + " and "
                                    + view.describe(view.offset(index))
                                    + " in the reserve");
                }
            }
        }
    }

    private void checkEager(final Life life) {
        final AgentView view = life.view();
        long eager = 0;
        for (int index = 0; index < view.regionCount(); index++) {
            if (view.state(index) == RegionState.STAGING_EAGER) {
                eager += view.blockBytes(index);
            }
        }
        final long most =
                life.arena().usableBytes()
                        - life.arena().reserveBytes()
                        - life.arena().maxChunkBytes();
        if (eager > most) {
            throw violation(
                    "agent "
                            + life.agent()
                            + ": "
                            + eager
                            + " bytes are staged without a credit, at "
                            + "most "
                            + most
                            + " may be");
        }
    }
}
