package dev.bounce.sim.check;

import dev.bounce.engine.RegionState;

/// Every byte of the arena is in exactly one state, and every region that is not free has exactly
/// one living owner (rule 16).
public final class Conservation implements Checker {
    @Override
    public String property() {
        return "Conservation";
    }

    @Override
    public void onStep(final Ledger ledger, final int agent) {
        final Life life = ledger.life(agent);
        checkGeometry(life);
        final AgentView view = life.view();
        for (int index = 0; index < view.regionCount(); index++) {
            checkOwner(life, index);
        }
        for (int index = 0; index < life.scatters().size(); index++) {
            checkScatter(life, life.scatters().get(index));
        }
        for (int index = 0; index < life.gathers().size(); index++) {
            checkGather(life, life.gathers().get(index));
        }
    }

    private void checkGeometry(final Life life) {
        final AgentView view = life.view();
        final long reserve = life.arena().reserveBytes();
        long end = 0;
        long general = view.freeBytes();
        for (int index = 0; index < view.regionCount(); index++) {
            final long offset = view.offset(index);
            if (offset < end || view.blockBytes(index) <= 0) {
                throw violation(
                        "agent "
                                + life.agent()
                                + ": "
                                + view.describe(offset)
                                + " begins before byte "
                                + end);
            }
            end = offset + view.blockBytes(index);
            if (offset >= reserve) {
                general += view.blockBytes(index);
            } else if (end > reserve) {
                throw violation(
                        "agent "
                                + life.agent()
                                + ": "
                                + view.describe(offset)
                                + " crosses the end of the reserve at "
                                + reserve);
            }
        }
        final long usable = life.arena().usableBytes();
        if (end > usable || general != usable - reserve) {
            throw violation(
                    "agent "
                            + life.agent()
                            + ": regions end at "
                            + end
                            + " and free and used bytes "
                            + "add up to "
                            + general
                            + ", the general part has "
                            + (usable - reserve));
        }
    }

    private void checkOwner(final Life life, final int index) {
        final AgentView view = life.view();
        final RegionState state = view.state(index);
        final boolean owned =
                switch (state) {
                    case SCATTERING, ORPHAN -> scatters(life, view.offset(index)) == 1;
                    case GRANTED -> isGranted(life, index) || isUntold(life, index);
                    case QUEUED -> isGranted(life, index);
                    case QUARANTINED ->
                            isGranted(life, index) || life.grant(view.grantId(index)) == null;
                    case STAGING_EAGER, STAGING_CREDITED, STAGING_ORPHAN -> true;
                };
        if (!owned) {
            throw violation(
                    "agent "
                            + life.agent()
                            + ": "
                            + view.describe(view.offset(index))
                            + " has no owner; newest grant there is "
                            + life.newestGrant(view.offset(index))
                            + ", scatters "
                            + scatters(life, view.offset(index)));
        }
    }

    private static boolean isGranted(final Life life, final int index) {
        final AgentView view = life.view();
        final Grant grant = life.newestGrant(view.offset(index));
        return grant != null
                && grant.credit().grantId() == view.grantId(index)
                && grant.credit().chunk() == view.chunk(index)
                && grant.credit().length() <= view.blockBytes(index)
                && grant.flow().rid() == view.rid(index)
                && grant.flow().epoch() == view.plane(index).epoch()
                && grant.flow().linkId() == view.plane(index).linkId();
    }

    /// Whether the credit has not been sent so far and its flow is open.
    private static boolean isUntold(final Life life, final int index) {
        final AgentView view = life.view();
        if (life.grant(view.grantId(index)) != null) {
            return false;
        }
        for (int flow = 0; flow < view.flowCount(); flow++) {
            if (view.flowRid(flow) == view.rid(index)
                    && view.flowPlane(flow).equals(view.plane(index))) {
                return true;
            }
        }
        return false;
    }

    private static int scatters(final Life life, final long offset) {
        int count = 0;
        for (int index = 0; index < life.scatters().size(); index++) {
            count += life.scatters().get(index).region() == offset ? 1 : 0;
        }
        return count;
    }

    private void checkScatter(final Life life, final RunningScatter scatter) {
        final int index = life.view().at(scatter.region());
        final RegionState state = index < 0 ? null : life.view().state(index);
        if (state != RegionState.SCATTERING && state != RegionState.ORPHAN) {
            throw violation(
                    "agent "
                            + life.agent()
                            + ": scatter "
                            + scatter.copyId()
                            + " reads "
                            + life.view().describe(scatter.region()));
        }
    }

    private void checkGather(final Life life, final RunningGather gather) {
        final int index = life.view().at(gather.region());
        final RegionState state = index < 0 ? null : life.view().state(index);
        final boolean staged =
                state == RegionState.STAGING_EAGER
                        || state == RegionState.STAGING_CREDITED
                        || state == RegionState.STAGING_ORPHAN;
        if (!staged || life.view().blockBytes(index) < gather.bytes()) {
            throw violation(
                    "agent "
                            + life.agent()
                            + ": gather "
                            + gather.copyId()
                            + " of "
                            + gather.bytes()
                            + " bytes fills "
                            + life.view().describe(gather.region()));
        }
    }
}
