package dev.bounce.sim.check;

import dev.bounce.engine.Effect;
import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.RegionState;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Credit;
import dev.bounce.model.wire.Message;
import java.util.ArrayList;
import java.util.List;

/// A flow that wants a chunk and may have one is not passed over for ever (design 2.5). By deficit
/// round robin its turn comes after at most one quantum, and what is left of the one before, for
/// each peer and each flow of its own peer; and a head that does not fit is passed over by at most
/// `max(8, 2 x ring)` grants before a drain. A chunk of the agent's own that is staged with a
/// credit outside the reserve counts as a grant, and during a drain none is staged there. What
/// happens while a drain runs or may not start is not counted.
public final class NoStarvation implements Checker {
    private static final int LEAST_BYPASSES = 8;
    private static final int NO_DRAIN = Integer.MAX_VALUE;

    private final List<List<Waiting>> waiting = new ArrayList<>();
    private final List<FlowKey> granted = new ArrayList<>();

    /// How many flows waited for a chunk after the last step of each agent, if it was in a drain.
    /// When one of them was granted or went, another drain may have taken the place of that one.
    private final List<Integer> headsInDrain = new ArrayList<>();

    /// Chunks with a credit that were staged outside the reserve in this step.
    private int staged;

    /// A flow that waits since some step.
    private static final class Waiting {
        private final PlaneKey plane;
        private final long rid;
        private int passed;
        private int most;

        Waiting(final PlaneKey plane, final long rid) {
            this.plane = plane;
            this.rid = rid;
        }
    }

    @Override
    public String property() {
        return "NoStarvation";
    }

    @Override
    public void onEffect(final Ledger ledger, final int agent, final Effect effect) {
        if (effect instanceof Effect.Gather gather) {
            final AgentView view = ledger.life(agent).view();
            final int region = view.at(gather.region());
            final boolean takesSpace =
                    region >= 0
                            && view.state(region) == RegionState.STAGING_CREDITED
                            && !view.isReserve(region);
            staged += takesSpace ? 1 : 0;
        }
    }

    @Override
    public void onSent(final Ledger ledger, final int agent, final Message message) {
        if (message.body() instanceof Body.Grant grant) {
            for (final Credit credit : grant.credits()) {
                if (credit.grantId() > ledger.life(agent).settledGrantId()) {
                    granted.add(FlowKey.of(message.header()));
                }
            }
        }
    }

    @Override
    public void onStep(final Ledger ledger, final int agent) {
        final Life life = ledger.life(agent);
        final AgentView view = life.view();
        while (waiting.size() <= agent) {
            waiting.add(new ArrayList<>());
            headsInDrain.add(NO_DRAIN);
        }
        final int heads = waitingHeads(view);
        final boolean isSameDrain =
                view.isDraining() && granted.isEmpty() && heads >= headsInDrain.get(agent);
        if (staged > 0 && isSameDrain) {
            throw violation(
                    "agent "
                            + agent
                            + " stages "
                            + staged
                            + " chunks outside the reserve during a drain");
        }
        final List<Waiting> before = waiting.get(agent);
        final boolean follows = heads > 0 && !view.isDraining() && !view.isDrainPaused();
        final List<Waiting> now = follows ? new ArrayList<>(heads) : List.of();
        for (int flow = 0; follows && flow < view.flowCount(); flow++) {
            if (view.isWaiting(flow)) {
                now.add(follow(life, before, flow));
            }
        }
        waiting.set(agent, now);
        granted.clear();
        staged = 0;
        headsInDrain.set(agent, view.isDraining() ? heads : NO_DRAIN);
    }

    private static int waitingHeads(final AgentView view) {
        int count = 0;
        for (int flow = 0; flow < view.flowCount(); flow++) {
            count += view.isWaiting(flow) ? 1 : 0;
        }
        return count;
    }

    private Waiting follow(final Life life, final List<Waiting> before, final int flow) {
        final PlaneKey plane = life.view().flowPlane(flow);
        final long rid = life.view().flowRid(flow);
        for (int index = 0; index < before.size(); index++) {
            final Waiting known = before.get(index);
            if (known.rid == rid && known.plane.equals(plane)) {
                pass(life, known, flow);
                return known;
            }
        }
        return new Waiting(plane, rid);
    }

    private void pass(final Life life, final Waiting known, final int flow) {
        if (!granted.isEmpty() && granted.contains(FlowKey.of(known.plane, known.rid))) {
            known.passed = 0;
            known.most = 0;
            return;
        }
        known.passed += granted.size() + staged;
        known.most = Math.max(known.most, mostPassed(life, known.plane));
        if (known.passed > known.most) {
            throw violation(
                    "agent "
                            + life.agent()
                            + ": flow "
                            + known.rid
                            + " of epoch "
                            + known.plane.epoch()
                            + " wants a block of "
                            + life.view().headBytes(flow)
                            + " bytes and was passed over by "
                            + known.passed
                            + " grants and stagings, at most "
                            + known.most
                            + " may pass it");
        }
    }

    private static int mostPassed(final Life life, final PlaneKey plane) {
        final AgentView view = life.view();
        int ring = 0;
        int peers = 0;
        int own = 0;
        for (int flow = 0; flow < view.flowCount(); flow++) {
            if (view.headBytes(flow) == 0) {
                continue;
            }
            ring++;
            own += view.flowPlane(flow).linkId() == plane.linkId() ? 1 : 0;
            peers += isFirstOfPeer(view, flow) ? 1 : 0;
        }
        final int perQuantum =
                (int) (life.arena().maxChunkBytes() / life.arena().granularityBytes());
        return Math.max(LEAST_BYPASSES, 2 * ring) + 2 * perQuantum * peers * own;
    }

    private static boolean isFirstOfPeer(final AgentView view, final int flow) {
        for (int other = 0; other < flow; other++) {
            if (view.headBytes(other) != 0
                    && view.flowPlane(other).linkId() == view.flowPlane(flow).linkId()) {
                return false;
            }
        }
        return true;
    }
}
