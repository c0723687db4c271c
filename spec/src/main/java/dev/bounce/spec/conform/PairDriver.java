package dev.bounce.spec.conform;

import dev.bounce.engine.Action;
import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.FenceStrength;
import dev.bounce.engine.PlaneKey;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.ChunkAck;
import dev.bounce.model.wire.Credit;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.Nonce;
import dev.bounce.spec.tla.TlaValue;
import dev.bounce.spec.trace.TraceLine.Taken;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Gives an engine of a [Pair] an input and does what a host does without being asked: it makes the
/// receiver's planes at once, and ends fences that are no step of the specification.
final class PairDriver {
    private final Stepper stepper;

    PairDriver(final Stepper stepper) {
        this.stepper = stepper;
    }

    /// What an input did.
    ///
    /// @param pair the agents afterwards
    /// @param actions names of the steps that were taken, in order
    /// @param sent what was sent, without what the specification does not model
    /// @param maxEpoch largest epoch that was opened, 0 = none
    record Driven(Pair pair, List<String> actions, List<TlaValue> sent, long maxEpoch) {
        Driven {
            actions = List.copyOf(actions);
            sent = List.copyOf(sent);
        }
    }

    Driven drive(final Pair before, final Input input) {
        return new Drive(before.copy(), input).run();
    }

    private final class Drive {
        private final Pair pair;
        private final String agent;
        private final Half half;
        private final long atNanos;
        private final boolean isLoading;
        private final Deque<Event> events;
        private final List<String> actions = new ArrayList<>();
        private final List<String> answers = new ArrayList<>();
        private final List<TlaValue> sent = new ArrayList<>();
        private long maxEpoch;

        private Drive(final Pair pair, final Input input) {
            this.pair = pair;
            agent = input.agent();
            half = pair.halves.get(agent);
            events = new ArrayDeque<>(input.events());
            isLoading = input.action().equals("OpenLink");
            atNanos = Math.max(input.atNanos(), half.state.agent().nowNanos());
        }

        private Driven run() {
            while (!events.isEmpty()) {
                step(events.poll(), false);
            }
            PlaneKey idle = half.idleFence();
            while (idle != null) {
                step(new Event.Fenced(idle, FenceStrength.PROVEN), true);
                idle = half.idleFence();
            }
            actions.addAll(answers);
            return new Driven(pair, actions, sent, maxEpoch);
        }

        /// @param isIdle whether the step is none of the specification
        private void step(final Event event, final boolean isIdle) {
            forget(event);
            final Stepper.Stepped stepped = stepper.step(half.config, half.state, atNanos, event);
            half.state = stepped.after();
            for (final Taken taken : stepped.actions()) {
                if (!isIdle && !isBeginning(taken.action())) {
                    actions.add(taken.action().specName());
                }
                if (taken.action() == Action.OPEN_LINK) {
                    maxEpoch = Math.max(maxEpoch, taken.epoch());
                }
            }
            for (final Effect effect : stepped.effects()) {
                half.ask(effect);
                perform(effect);
            }
        }

        /// Requests wait from the beginning in the specification, and peers are loaded.
        private boolean isBeginning(final Action action) {
            return isLoading && (action == Action.LOAD || action == Action.SUBMIT);
        }

        /// What an event says is done.
        private void forget(final Event event) {
            switch (event) {
                case Event.GatherEnded ended ->
                        half.gathers.removeIf(gather -> gather.copyId() == ended.copyId());
                case Event.ScatterEnded ended ->
                        half.scatters.removeIf(scatter -> scatter.copyId() == ended.copyId());
                case Event.WriteEnded ended ->
                        half.writes.removeIf(write -> write.writeId() == ended.writeId());
                case Event.PlaneOpened opened -> half.planes.remove(opened.plane());
                case Event.Fenced fenced -> half.fences.remove(fenced.plane());
                case Event.Submit _,
                        Event.Cancel _,
                        Event.Received _,
                        Event.DirectEnded _,
                        Event.Load _,
                        Event.Forget _,
                        Event.LinkBroken _,
                        Event.PlaneFailed _,
                        Event.MemoryRegistered _,
                        Event.MemoryDeregistered _,
                        Event.DeviceFailed _,
                        Event.Tick _,
                        Event.Shutdown _ -> {}
            }
        }

        private void perform(final Effect effect) {
            switch (effect) {
                case Effect.Send send -> send.frame().messages().forEach(this::send);
                case Effect.OpenPlane open when open.plane().side() == PlaneKey.Side.RECEIVER ->
                        events.addFirst(
                                new Event.PlaneOpened(open.plane(), Blob.of(new byte[] {1})));
                case Effect.Resolve resolve -> pair.answers.put(resolve.transferId(), resolve);
                case Effect.Deregistered _ -> {
                    if (pair.range(agent).equals("out")) {
                        answers.add("Deregistered");
                    }
                }
                case Effect.OpenPlane _,
                        Effect.Gather _,
                        Effect.Write _,
                        Effect.Scatter _,
                        Effect.DirectPut _,
                        Effect.Fence _,
                        Effect.Refused _,
                        Effect.Delivered _,
                        Effect.Stopped _,
                        Effect.Ignored _ -> {}
            }
        }

        private void send(final Message message) {
            if (message.body() instanceof Body.StaleEpoch stale) {
                answers.add(stale.nonce().equals(Nonce.NONE) ? "AnswerStale" : "RecvOpen");
            } else if (message.body() instanceof Body.StaleInstance) {
                answers.add("AnswerStale");
            }
            for (final Message single : singles(message)) {
                for (final TlaValue seen :
                        SeenFrame.messages(
                                pair.cast, EngineCast.SLOT_BYTES, new Frame(List.of(single)))) {
                    final TlaValue canonical = Tla.canonical(seen);
                    if (!SpecState.textIn(canonical, "t").equals("BEAT")) {
                        sent.add(canonical);
                        pair.sent(canonical.toString(), single);
                    }
                }
            }
        }

        /// One message for each that the specification sees in it.
        private static List<Message> singles(final Message message) {
            final List<Message> singles = new ArrayList<>();
            switch (message.body()) {
                case Body.Grant grant -> {
                    for (final Credit credit : grant.credits()) {
                        singles.add(new Message(message.header(), new Body.Grant(List.of(credit))));
                    }
                }
                case Body.ChunkAcks acks -> {
                    for (final ChunkAck ack : acks.acks()) {
                        singles.add(
                                new Message(message.header(), new Body.ChunkAcks(List.of(ack))));
                    }
                }
                default -> singles.add(message);
            }
            return singles;
        }
    }
}
