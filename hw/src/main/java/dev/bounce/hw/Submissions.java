package dev.bounce.hw;

import dev.bounce.engine.Refusal;
import dev.bounce.hw.TransferProgress.Stage;
import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.Transfer;
import dev.bounce.model.vmm.Pairing;
import dev.bounce.model.vmm.RegionMap;
import dev.bounce.model.wire.Tag;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Transfers from their submission until the reactor has them: found right or refused, decided and
/// planned, and held until their sources may be read. Any thread.
final class Submissions {
    private static final Logger LOG = LoggerFactory.getLogger(Submissions.class);

    private final AgentParts parts;
    private final AgentLife life;
    private final EventWaits events;
    private final OwnRegions regions;
    private final PeerBook peers;
    private final Gate gate;
    private final AtomicLong nextTransfer = new AtomicLong(1);
    private final Set<TransferHandle> held = ConcurrentHashMap.newKeySet();

    /// @param life of the agent, which answers what comes after its end
    /// @param events what the reactor waits for
    Submissions(
            final AgentParts parts,
            final AgentLife life,
            final EventWaits events,
            final OwnRegions regions,
            final PeerBook peers,
            final Gate gate) {
        this.parts = parts;
        this.life = life;
        this.events = events;
        this.regions = regions;
        this.peers = peers;
        this.gate = gate;
    }

    /// See [BounceAgent#submit(DescriptorPairs, String, CompletionStage, Tag)].
    TransferHandle submit(
            final DescriptorPairs pairs,
            final String peer,
            final CompletionStage<?> ready,
            final Tag tag) {
        final TransferHandle handle = handle(pairs, peer);
        if (handle.refusal() != null) {
            return refuseAtOnce(handle);
        }
        if (ready == null) {
            handle.advance(Stage.HELD, Stage.QUEUED);
            enqueue(handle, tag);
            prepare(handle);
            return handle;
        }
        return hold(
                handle,
                () -> {
                    prepare(handle);
                    ready.whenComplete((_, failure) -> ready(handle, tag, failure));
                });
    }

    /// See [BounceAgent#submitAfter].
    TransferHandle submitAfter(
            final DescriptorPairs pairs, final String peer, final CudaEvent ready, final Tag tag) {
        final TransferHandle handle = handle(pairs, peer);
        if (handle.refusal() != null) {
            return refuseAtOnce(handle);
        }
        if (handle.transfer() instanceof Transfer.Coalesced
                && parts.memory().kind() == MemoryKind.CUDA) {
            handle.gatherAfter(ready);
            handle.advance(Stage.HELD, Stage.QUEUED);
            enqueue(handle, tag);
            prepare(handle);
            return handle;
        }
        return hold(
                handle, () -> events.add(handle, ready, failure -> ready(handle, tag, failure)));
    }

    /// Keeps a transfer until its `ready` is there.
    ///
    /// @param expect asks for what makes it ready; if that throws, nothing was submitted
    private TransferHandle hold(final TransferHandle handle, final Runnable expect) {
        held.add(handle);
        try {
            expect.run();
        } catch (final RuntimeException | Error thrown) {
            if (handle.advance(Stage.HELD, Stage.RESOLVED)) {
                held.remove(handle);
                handle.resolved();
            }
            throw thrown;
        }
        if (life.isOver()) {
            release(handle);
        }
        return handle;
    }

    /// The rest of the planning: the transfer starts meanwhile, and needs chunk after chunk of it.
    private static void prepare(final TransferHandle handle) {
        if (handle.transfer() instanceof Transfer.Coalesced coalesced) {
            coalesced.plan().prepare();
        }
    }

    /// The regions of both sides are those of this moment; those of this agent that are read stay
    /// registered until the transfer is over.
    private TransferHandle handle(final DescriptorPairs pairs, final String peer) {
        parts.wakeUp().expect();
        final RegionMap local = regions.regions();
        final RegionMap remote = peers.regions(peer);
        final long hold = regions.hold(pairs);
        try {
            final Pairing.Refused fault =
                    hold == 0
                            ? new Pairing.Refused(
                                    Pairing.Reason.SOURCE_UNREGISTERED,
                                    regions.regions().firstOutside(pairs.source(), pairs.bytes()))
                            : Pairing.destinationFault(pairs, remote);
            final boolean puttable = peers.isPuttable(peer, pairs);
            // The gate and what it plans with rely on pairs that were found right.
            final Transfer transfer =
                    fault != null
                            ? null
                            : gate.decide(pairs, peers.find(peer), local, remote, puttable);
            return new TransferHandle(
                    nextTransfer.getAndIncrement(),
                    peer,
                    transfer,
                    parts.clock().getAsLong(),
                    this::cancel,
                    () -> regions.release(hold),
                    fault,
                    fault != null
                            ? Refusal.UNKNOWN_MEMORY
                            : puttable || transfer instanceof Transfer.Coalesced
                                    ? null
                                    : Refusal.NOT_PUTTABLE);
        } catch (final RuntimeException | Error undecided) {
            regions.release(hold);
            throw undecided;
        }
    }

    private void ready(final TransferHandle handle, final Tag tag, final Throwable failure) {
        if (!handle.advance(Stage.HELD, Stage.QUEUED)) {
            return;
        }
        held.remove(handle);
        if (failure == null) {
            enqueue(handle, tag);
        } else {
            OpenTransfers.fail(handle, failure, parts.executor());
        }
    }

    private void enqueue(final TransferHandle handle, final Tag tag) {
        if (parts.commands().offer(new Command.Submit(handle, tag))) {
            life.answerIfOver();
        } else {
            refuse(handle, Refusal.BUSY);
        }
    }

    /// An agent that is over has no memory any more, and says that it is over.
    private TransferHandle refuseAtOnce(final TransferHandle handle) {
        if (life.isOver()) {
            life.refuse(handle);
            return handle;
        }
        if (handle.refusal() == Refusal.NOT_PUTTABLE) {
            LOG.debug(
                    "agent={} transfer={} peer={}: descriptors in virtual memory cannot be put"
                            + " directly, and it is not coalesced: {}",
                    parts.engine().name(),
                    handle.id(),
                    handle.peer(),
                    OpenTransfers.directReason(handle));
        }
        parts.commands().countRefused(handle.refusal());
        return refuse(handle, handle.refusal());
    }

    private TransferHandle refuse(final TransferHandle handle, final Refusal reason) {
        OpenTransfers.complete(
                handle,
                OpenTransfers.refusal(handle, reason, parts.clock().getAsLong()),
                parts.executor());
        return handle;
    }

    private void cancel(final TransferHandle handle) {
        if (handle.advance(Stage.HELD, Stage.RESOLVED)) {
            held.remove(handle);
            events.remove(handle);
            OpenTransfers.complete(
                    handle,
                    OpenTransfers.cancelled(handle, parts.clock().getAsLong()),
                    parts.executor());
        } else {
            parts.commands().add(new Command.Cancel(handle));
            life.answerIfOver();
        }
    }

    /// Ends a transfer whose `ready` comes too late.
    private void release(final TransferHandle handle) {
        if (handle.advance(Stage.HELD, Stage.RESOLVED)) {
            held.remove(handle);
            events.remove(handle);
            life.refuse(handle);
        }
    }

    /// The agent has ended: what is held is refused.
    void end() {
        held.forEach(this::release);
    }
}
