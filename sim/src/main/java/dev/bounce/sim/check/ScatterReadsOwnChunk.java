package dev.bounce.sim.check;

import dev.bounce.engine.Effect;

/// A scatter reads the bytes that were written for its chunk with its grant, whole, and nothing
/// that came after them.
public final class ScatterReadsOwnChunk implements Checker {
    @Override
    public String property() {
        return "ScatterReadsOwnChunk";
    }

    @Override
    public void onEffect(final Ledger ledger, final int agent, final Effect effect) {
        if (effect instanceof Effect.Scatter scatter) {
            final Life life = ledger.life(agent);
            final Grant grant = life.newestGrant(scatter.region());
            check(life, scatter.copyId(), scatter.region(), scatter.bytes(), grant);
            if (grant.flow().epoch() != scatter.seal().epoch()
                    || grant.flow().rid() != scatter.seal().rid()
                    || grant.credit().chunk() != scatter.seal().chunk()) {
                throw violation(
                        "agent "
                                + agent
                                + ": scatter "
                                + scatter.copyId()
                                + " expects "
                                + scatter.seal()
                                + " in a region granted by "
                                + grant);
            }
        }
    }

    @Override
    public void onStep(final Ledger ledger, final int agent) {
        final Life life = ledger.life(agent);
        for (int index = 0; index < life.scatters().size(); index++) {
            final RunningScatter scatter = life.scatters().get(index);
            check(life, scatter.copyId(), scatter.region(), scatter.bytes(), scatter.grant());
        }
    }

    private void check(
            final Life life,
            final long copyId,
            final long region,
            final long bytes,
            final Grant grant) {
        final WriteRecord write = grant == null ? null : life.writeOf(grant.credit().grantId());
        if (write == null) {
            throw violation(
                    "agent "
                            + life.agent()
                            + ": scatter "
                            + copyId
                            + " reads region "
                            + region
                            + " that nobody wrote with its newest grant "
                            + grant);
        }
        if (write.isLie()) {
            return;
        }
        if (!write.isWhole() || write.bytes() != bytes) {
            throw violation(
                    "agent "
                            + life.agent()
                            + ": scatter "
                            + copyId
                            + " of "
                            + bytes
                            + " bytes, but "
                            + write
                            + " of "
                            + write.bytes()
                            + " bytes has "
                            + (write.isWhole() ? "landed" : "not landed"));
        }
        final long step = life.arena().granularityBytes();
        for (long offset = region; offset < region + bytes; offset += step) {
            final WriteRecord last = life.lastWriter(offset);
            if (last != write) {
                throw violation(
                        "agent "
                                + life.agent()
                                + ": scatter "
                                + copyId
                                + " reads offset "
                                + offset
                                + " last written by "
                                + last
                                + " instead of "
                                + write);
            }
        }
    }
}
