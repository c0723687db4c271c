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
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Notes which rare situations a run meets.
final class Observer {
    private final Ledger ledger;
    private final Marks marks;
    private final Set<FlowKey> wanted = new HashSet<>();
    private final Set<FlowKey> cancelled = new HashSet<>();
    private final boolean[] draining;
    private final boolean[] paused;
    private final Map<RegionState, Mark> marksOfStates = new EnumMap<>(RegionState.class);

    Observer(final Ledger ledger, final Marks marks) {
        this.ledger = ledger;
        this.marks = marks;
        draining = new boolean[ledger.agents()];
        paused = new boolean[ledger.agents()];
        marksOfStates.put(RegionState.STAGING_EAGER, Mark.STAGED_EAGERLY);
        marksOfStates.put(RegionState.STAGING_ORPHAN, Mark.STAGING_ORPHANED);
        marksOfStates.put(RegionState.ORPHAN, Mark.ORPHANED);
        marksOfStates.put(RegionState.QUARANTINED, Mark.QUARANTINED);
    }

    /// Looks at an event before the engine does.
    void onEvent(final int agent, final Event event) {
        if (event instanceof Event.Received received) {
            for (final Message message : received.frame().messages()) {
                received(ledger.life(agent), message);
            }
        }
    }

    /// Looks at an effect.
    void onEffect(final Effect effect) {
        if (effect instanceof Effect.Send send) {
            for (final Message message : send.frame().messages()) {
                sent(message);
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
        draining[agent] = view.isDraining();
        paused[agent] = view.isDrainPaused();
        for (int index = 0; index < view.regionCount(); index++) {
            final Mark mark = marksOfStates.get(view.state(index));
            if (mark != null) {
                marks.hit(mark);
            }
            if (view.isReserve(index)) {
                marks.hit(Mark.RESERVE_USED);
            }
        }
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
                if (!grant.credits().isEmpty()
                        && cancelled.contains(FlowKey.of(message.header()))) {
                    marks.hit(Mark.GRANT_AFTER_CANCEL);
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

    private void sent(final Message message) {
        switch (message.body()) {
            case Body.Cancel _ -> cancelled.add(FlowKey.of(message.header()));
            case Body.Grant grant -> {
                if (grant.credits().isEmpty()) {
                    marks.hit(Mark.EMPTY_GRANT);
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
