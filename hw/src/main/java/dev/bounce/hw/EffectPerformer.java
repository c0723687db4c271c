package dev.bounce.hw;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Effects;
import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.Refusal;
import dev.bounce.hw.control.ControlChannel;
import dev.bounce.hw.copy.CopyEngine;
import dev.bounce.hw.plane.DataPlane;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.FrameEncoder;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/// Does what the engine asks for. Never calls the engine: whatever comes of an effect comes back as
/// an event of a later turn. Reactor only.
final class EffectPerformer {
    private final ControlChannel channel;
    private final CopyEngine copies;
    private final DataPlane plane;
    private final LongSupplier clock;
    private final OpenTransfers transfers;
    private final Peers peers;
    private final DeliveryBoard deliveries;
    private final AgentCounters counters;
    private final Map<Long, Command.Deregister> leaving = new HashMap<>();
    private Refusal commandRefusal;
    private boolean stopped;
    private boolean granted;

    EffectPerformer(
            final AgentParts parts,
            final ControlChannel channel,
            final OpenTransfers transfers,
            final Peers peers,
            final AgentCounters counters) {
        this.channel = channel;
        copies = parts.copies();
        plane = parts.plane();
        clock = parts.clock();
        deliveries = parts.deliveries();
        this.transfers = transfers;
        this.peers = peers;
        this.counters = counters;
    }

    /// Performs the effects of one step, in order, but gathers first: to hand one over takes less
    /// than a microsecond, a message that leaves several, and a transfer begins with its first
    /// gather. No other effect of a step is about the region of a gather.
    void perform(final Effects effects) {
        int others = 0;
        for (int index = 0; index < effects.size(); index++) {
            if (effects.get(index) instanceof Effect.Gather gather) {
                perform(gather);
            } else {
                others++;
            }
        }
        for (int index = 0; others > 0; index++) {
            if (!(effects.get(index) instanceof Effect.Gather)) {
                perform(effects.get(index));
                others--;
            }
        }
    }

    private void perform(final Effect effect) {
        switch (effect) {
            case Effect.Send send -> send(send);
            case Effect.Gather gather -> gather(gather);
            case Effect.Write write -> {
                counters.writes++;
                plane.write(write);
            }
            case Effect.Scatter scatter -> {
                counters.scatters++;
                plane.reclaimed(scatter.region(), scatter.bytes());
                copies.scatter(
                        scatter.copyId(),
                        scatter.region(),
                        scatter.bytes(),
                        scatter.runs(),
                        scatter.seal());
            }
            case Effect.DirectPut put ->
                    plane.directPut(
                            put.transferId(),
                            put.peer(),
                            peers.instance(put.peer()),
                            peers.directAddress(put.peer()),
                            put.pairs());
            case Effect.OpenPlane open -> plane.open(open);
            case Effect.Fence fence -> plane.fence(fence);
            case Effect.Resolve resolve -> transfers.resolve(resolve, clock.getAsLong());
            case Effect.Refused refused -> refused(refused);
            case Effect.Delivered delivered -> delivered(delivered);
            case Effect.Deregistered deregistered -> deregistered(deregistered.base());
            case Effect.Stopped _ -> stopped = true;
            case Effect.Ignored ignored -> counters.ignored.add(ignored.reason());
        }
    }

    private void send(final Effect.Send send) {
        for (final Message message : send.frame().messages()) {
            if (message.body() instanceof Body.Grant grant) {
                plane.granted(receiverOf(message.header()), grant.credits());
                copies.expectScatters();
                granted = true;
            }
        }
        if (send.route() != Peers.NO_ROUTE) {
            // What becomes of it is counted by the channel; the engine repeats what is not
            // answered.
            channel.send(send.route(), FrameEncoder.encode(send.frame()));
        }
    }

    private static PlaneKey receiverOf(final Header header) {
        return new PlaneKey(
                header.linkId(), header.epoch(), header.senderInstance(), PlaneKey.Side.RECEIVER);
    }

    private void gather(final Effect.Gather gather) {
        counters.gathers++;
        plane.reclaimed(gather.region(), gather.plan().regionBytes(gather.chunk()));
        transfers.staged(gather.transferId(), gather.chunk());
        copies.gather(
                gather.copyId(),
                gather.plan(),
                gather.chunk(),
                gather.region(),
                gather.seal(),
                transfers.gatherAfter(gather.transferId()));
    }

    private void refused(final Effect.Refused refused) {
        if (refused.transferId() == 0) {
            commandRefusal = refused.reason();
        } else {
            transfers.refuse(refused.transferId(), refused.reason(), clock.getAsLong());
        }
    }

    private void delivered(final Effect.Delivered delivered) {
        counters.delivered++;
        deliveries.deliver(
                new Delivery(delivered.peer(), delivered.tag(), delivered.payloadBytes()));
    }

    private void deregistered(final long base) {
        final Command.Deregister command = leaving.remove(base);
        if (command != null) {
            command.settle(null);
        }
    }

    /// Settles the command when the engine says that nothing touches the range any more.
    void awaitDeregistered(final Command.Deregister command) {
        leaving.put(command.base(), command);
    }

    /// Why the last command that is no transfer was refused, `null` if it was not. Forgets it.
    Refusal takeCommandRefusal() {
        final Refusal taken = commandRefusal;
        commandRefusal = null;
        return taken;
    }

    /// Whether a peer was told lately that it may write; forgets it.
    boolean takeGranted() {
        final boolean taken = granted;
        granted = false;
        return taken;
    }

    /// Whether the engine has said that all is quiet.
    boolean isStopped() {
        return stopped;
    }

    /// The agent has ended, and with it whatever touched ranges.
    ///
    /// @param running what did not, `null` if all has
    void settleLeaving(final MemoryStillInUseException running) {
        leaving.values().forEach(command -> command.settle(running));
        leaving.clear();
    }
}
