package dev.bounce.spec.conform;

import dev.bounce.engine.Event;
import dev.bounce.engine.Snapshot;
import dev.bounce.model.config.ArenaConfig;
import dev.bounce.model.plan.Transfer;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Message;

/// Whether the specification, as `TraceCheck.cfg` sizes it, can hold what an agent did. A run that
/// it cannot hold breaks no rule; it is refused before anybody asks.
final class SoloFit {
    /// `Chunks` of `TraceCheck.cfg`, of every transfer.
    static final int CHUNKS = 2;

    /// `Slots`, the regions of an arena.
    static final int SLOTS = 4;

    /// `Reserve`, in slots.
    static final int RESERVE = 2;

    /// `Requests` of one direction.
    static final int REQUESTS = 10;

    /// `MaxFlows` of one direction, at a time.
    static final int FLOWS = 6;

    private static final String HOW =
            "; it holds transfers of %d chunks, %d at a time and %d in an epoch, through an arena of"
                            .formatted(CHUNKS, FLOWS, REQUESTS)
                    + " %d regions of one size: record with arena.granularity = arena.max-chunk ="
                            .formatted(SLOTS)
                    + " arena.ramp = arena.size / %d, and transfers a little larger than that"
                            .formatted(SLOTS);

    private SoloFit() {}

    /// @throws IllegalArgumentException in one line, if the arena has other regions
    static void require(final ArenaConfig arena) {
        if (arena.granularityBytes() != arena.maxChunkBytes()
                || arena.usableBytes() != SLOTS * arena.maxChunkBytes()) {
            throw new IllegalArgumentException(
                    "the specification does not hold an arena of %d bytes with regions of %d to %d"
                                    .formatted(
                                            arena.usableBytes(),
                                            arena.granularityBytes(),
                                            arena.maxChunkBytes())
                            + HOW);
        }
        if (arena.reserveBlocks() != RESERVE) {
            throw new IllegalArgumentException(
                    "the specification does not hold arena.reserve-blocks=%d, only %d"
                            .formatted(arena.reserveBlocks(), RESERVE));
        }
    }

    /// @throws IllegalArgumentException in one line, if the event is about a transfer of another
    ///     size
    static void require(final Event event) {
        switch (event) {
            case Event.Submit submit -> {
                if (submit.transfer() instanceof Transfer.Coalesced coalesced) {
                    require(
                            "transfer %d to %s".formatted(submit.transferId(), submit.peer()),
                            coalesced.plan().chunkCount());
                }
            }
            case Event.Received received -> {
                for (final Message message : received.frame().messages()) {
                    if (message.body() instanceof Body.Want want) {
                        require(
                                "the peer's transfer %d".formatted(message.header().rid()),
                                want.chunkBytes().length);
                    }
                }
            }
            default -> {}
        }
    }

    private static void require(final String transfer, final int chunks) {
        if (chunks != CHUNKS) {
            throw new IllegalArgumentException(
                    "the specification does not hold %s, of %d chunk%s"
                                    .formatted(transfer, chunks, chunks == 1 ? "" : "s")
                            + HOW);
        }
    }

    /// @throws IllegalArgumentException in one line, if more transfers have begun than it holds
    static void require(final Snapshot snapshot) {
        for (final Snapshot.Outgoing link : snapshot.outgoing()) {
            if (link.current() != null) {
                int open = 0;
                for (final Snapshot.Requested request : link.current().records()) {
                    open += request.phase().equals("OPEN") ? 1 : 0;
                    if (request.rid() > REQUESTS || open > FLOWS) {
                        throw new IllegalArgumentException(
                                "the specification does not hold transfer %d of an epoch, %d at a"
                                                .formatted(request.rid(), open)
                                        + " time"
                                        + HOW);
                    }
                }
            }
        }
        for (final Snapshot.Incoming link : snapshot.incoming()) {
            if (link.current() != null) {
                for (final Snapshot.Receiving flow : link.current().flows()) {
                    if (flow.rid() > 2 * REQUESTS) {
                        throw new IllegalArgumentException(
                                "the specification does not hold the peer's transfer %d of an epoch"
                                                .formatted(flow.rid())
                                        + HOW);
                    }
                }
            }
        }
    }
}
