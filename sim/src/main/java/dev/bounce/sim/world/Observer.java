package dev.bounce.sim.world;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.RegionState;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.ChunkAck;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.Status;
import dev.bounce.sim.check.AgentView;
import dev.bounce.sim.check.FlowHistory;
import dev.bounce.sim.check.FlowKey;
import dev.bounce.sim.check.Grant;
import dev.bounce.sim.check.Ledger;
import dev.bounce.sim.check.Life;
import dev.bounce.sim.check.RunningScatter;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/// Notes which rare situations a run meets.
final class Observer {
    /// What is met when there is more of it in the arena of an agent than before a step.
    private static final Mark[] LEVELS = {
        Mark.STAGED_EAGERLY,
        Mark.STAGING_ORPHANED,
        Mark.ORPHANED,
        Mark.QUARANTINED,
        Mark.RESERVE_USED,
        Mark.EAGER_CAP_HIT
    };

    private static final int RESERVE = 4;
    private static final int EAGER_CAP = 5;

    private final Ledger ledger;
    private final Marks marks;
    private final Set<FlowKey> wanted = new HashSet<>();
    private final Set<FlowKey> cancelled = new HashSet<>();
    private final boolean[] draining;
    private final boolean[] paused;
    private final int[][] counts;
    private int[] spare = new int[LEVELS.length];
    private final Set<FlowKey> passedOver = new HashSet<>();
    private final Set<FlowKey> granted = new HashSet<>();

    Observer(final Ledger ledger, final Marks marks) {
        this.ledger = ledger;
        this.marks = marks;
        draining = new boolean[ledger.agents()];
        paused = new boolean[ledger.agents()];
        counts = new int[ledger.agents()][LEVELS.length];
    }

    /// Looks at an event before the engine does.
    void onEvent(final int agent, final Event event) {
        if (event instanceof Event.Received received) {
            for (final Message message : received.frame().messages()) {
                received(ledger.life(agent), message);
            }
        }
    }

    /// Looks at an effect before it is performed.
    void onEffect(final int agent, final Effect effect) {
        if (effect instanceof Effect.Send send) {
            for (final Message message : send.frame().messages()) {
                sent(ledger.life(agent), message);
            }
        }
    }

    /// Looks at the regions after a step.
    void onStep(final int agent) {
        final AgentView view = ledger.life(agent).view();
        if (view.isDraining() && !draining[agent]) {
            marks.hit(Mark.DRAIN_ENTERED);
        }
        if (view.isDrainPaused() && !paused[agent]) {
            marks.hit(Mark.DRAIN_YIELDED);
        }
        if (draining[agent] && !view.isDraining() && !view.isDrainPaused()) {
            marks.hit(Mark.DRAIN_LEFT);
        }
        draining[agent] = view.isDraining();
        paused[agent] = view.isDrainPaused();
        if (!granted.isEmpty()) {
            notePassedOver(view);
        }
        countRegions(agent, view);
    }

    /// Flows whose head still waits although others were granted something in this step.
    private void notePassedOver(final AgentView view) {
        for (int index = 0; index < view.flowCount(); index++) {
            final FlowKey flow = FlowKey.of(view.flowPlane(index), view.flowRid(index));
            if (view.isWaiting(index) && !granted.contains(flow)) {
                passedOver.add(flow);
            }
        }
        granted.clear();
    }

    private void countRegions(final int agent, final AgentView view) {
        final int[] now = spare;
        Arrays.fill(now, 0);
        long eagerBytes = 0;
        for (int index = 0; index < view.regionCount(); index++) {
            final int level = level(view.state(index));
            if (level >= 0) {
                now[level]++;
            }
            if (level == 0) {
                eagerBytes += view.blockBytes(index);
            }
            if (view.isReserve(index)) {
                now[RESERVE]++;
            }
        }
        final long cap = ledger.life(agent).arena().eagerBytes();
        now[EAGER_CAP] = cap > 0 && eagerBytes == cap ? 1 : 0;
        for (int level = 0; level < now.length; level++) {
            final int before = counts[agent][level];
            if (now[level] > before) {
                marks.hit(LEVELS[level], now[level] - before);
            }
        }
        spare = counts[agent];
        counts[agent] = now;
    }

    private static int level(final RegionState state) {
        return switch (state) {
            case STAGING_EAGER -> 0;
            case STAGING_ORPHAN -> 1;
            case ORPHAN -> 2;
            case QUARANTINED -> 3;
            default -> -1;
        };
    }

    private void received(final Life life, final Message message) {
        switch (message.body()) {
            case Body.Want _ -> {
                final FlowKey flow = FlowKey.of(message.header());
                if (!wanted.add(flow)) {
                    marks.hit(Mark.WANT_REPEATED);
                    if (ledger.isSaidQuiet(flow)) {
                        marks.hit(Mark.WANT_AFTER_CANCELLED);
                    }
                }
            }
            case Body.Cancel _ -> {
                if (!wanted.contains(FlowKey.of(message.header()))) {
                    marks.hit(Mark.CANCEL_BEFORE_WANT);
                }
            }
            case Body.Data data -> receivedData(life, message, data);
            case Body.Grant grant -> {
                if (!grant.credits().isEmpty()) {
                    receivedGrant(message);
                }
            }
            case Body.Open _,
                    Body.KeepAlive _,
                    Body.Close _,
                    Body.Opened _,
                    Body.KeepAliveAnswer _,
                    Body.ChunkAcks _,
                    Body.RequestAck _,
                    Body.Closed _,
                    Body.StaleEpoch _,
                    Body.StaleInstance _,
                    Body.OpenRefused _ -> {}
        }
    }

    private void receivedGrant(final Message message) {
        if (cancelled.contains(FlowKey.of(message.header()))) {
            marks.hit(Mark.GRANT_AFTER_CANCEL);
        }
        for (int agent = 0; agent < ledger.agents(); agent++) {
            final Life life = ledger.life(agent);
            if (life != null && life.instance() == message.header().receiverInstance()) {
                return;
            }
        }
        marks.hit(Mark.GRANT_OF_DEAD_LIFE);
    }

    private void receivedData(final Life life, final Message message, final Body.Data data) {
        final Grant grant = life.grant(data.grantId());
        if (grant == null || !grant.flow().equals(FlowKey.of(message.header()))) {
            return;
        }
        if (life.newestGrant(data.region()) != grant) {
            marks.hit(Mark.LATE_DATA_AFTER_REGRANT);
        }
        for (final RunningScatter scatter : life.scatters()) {
            if (scatter.grant() == grant) {
                marks.hit(Mark.DUPLICATE_DATA_WHILE_SCATTERING);
            }
        }
        final FlowHistory history = ledger.history(grant.flow());
        if (history != null && history.hasLanded(data.chunk())) {
            marks.hit(Mark.DUPLICATE_DATA_AFTER_LANDING);
        }
    }

    private void sent(final Life life, final Message message) {
        switch (message.body()) {
            case Body.Cancel _ -> cancelled.add(FlowKey.of(message.header()));
            case Body.Grant grant -> {
                if (grant.credits().isEmpty()) {
                    marks.hit(Mark.EMPTY_GRANT);
                } else if (life.grant(grant.credits().getFirst().grantId()) == null) {
                    sentGrant(FlowKey.of(message.header()));
                }
            }
            case Body.RequestAck ack -> sentStatus(ack.status());
            case Body.ChunkAcks acks -> {
                for (final ChunkAck ack : acks.acks()) {
                    sentStatus(ack.status());
                    sentFailure(FlowKey.of(message.header()), ack.status());
                }
            }
            case Body.StaleEpoch _ -> marks.hit(Mark.STALE_EPOCH_ANSWERED);
            case Body.StaleInstance _ -> marks.hit(Mark.STALE_INSTANCE_ANSWERED);
            case Body.OpenRefused _ -> marks.hit(Mark.OPEN_REFUSED);
            case Body.Close close -> marks.hit(close.clean() ? Mark.CLOSE_CLEAN : Mark.CLOSE_DIRTY);
            case Body.Want _,
                    Body.Open _,
                    Body.KeepAlive _,
                    Body.Opened _,
                    Body.KeepAliveAnswer _,
                    Body.Data _,
                    Body.Closed _ -> {}
        }
    }

    private void sentGrant(final FlowKey flow) {
        granted.add(flow);
        if (passedOver.remove(flow)) {
            marks.hit(Mark.PASSED_OVER_THEN_SERVED);
        }
    }

    private void sentFailure(final FlowKey flow, final Status status) {
        final FlowHistory history = ledger.history(flow);
        if (status == Status.SCATTER_FAILED && history != null && history.landedCount() > 0) {
            marks.hit(Mark.SCATTER_FAILED_AMONG_LANDED);
        }
    }

    private void sentStatus(final Status status) {
        switch (status) {
            case CANCELLED -> marks.hit(Mark.CANCELLED_ANSWERED);
            case SCATTER_FAILED -> marks.hit(Mark.SCATTER_FAILED_ANSWERED);
            case UNKNOWN_FLOW -> marks.hit(Mark.UNKNOWN_FLOW_ANSWERED);
            case REJECTED_MALFORMED, REJECTED_OUT_OF_BOUNDS -> marks.hit(Mark.RUNS_REJECTED);
            case REJECTED_NO_CAPACITY -> marks.hit(Mark.NO_CAPACITY_ANSWERED);
            case LANDED, UNRECOGNIZED -> {}
        }
    }
}
