package dev.bounce.engine;

import dev.bounce.model.plan.Transfer;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Nonce;
import dev.bounce.model.wire.ScatterRuns;
import dev.bounce.model.wire.Status;
import dev.bounce.model.wire.Tag;
import dev.bounce.model.wire.Token;
import java.util.List;

/// The whole state of an engine between two steps, as values. [Engine#restore] makes an engine that
/// goes on from it with the same effects for the same events. Two engines are in the same state iff
/// their snapshots are equal; plans are compared by identity, so that holds within one process.
///
/// Times are nanoseconds on the agent's clock, `Long.MAX_VALUE` = not set. Offsets are arena
/// offsets, -1 = none.
public record Snapshot(
        Agent agent,
        List<Range> memory,
        List<Range> leaving,
        List<Block> regions,
        List<Outgoing> outgoing,
        List<Incoming> incoming,
        List<PlaneKey> unfenced,
        List<Copying> copies,
        List<Arrived> queued,
        List<Writing> writes,
        List<DirtyStaging> dirty,
        List<ChunkKey> credited,
        List<Long> eager,
        List<ChunkKey> uncredited,
        List<DirectTransfer> direct,
        ScheduleState schedule) {

    /// What concerns the whole agent.
    ///
    /// @param ignored counts by [IgnoreReason], in the order of its constants
    public record Agent(
            long nowNanos,
            long lastId,
            long lastGrantId,
            long lastOrdinal,
            long firstEpoch,
            boolean failed,
            boolean stopping,
            boolean stopped,
            boolean stopOverdue,
            long copiesDueNanos,
            long writesDueNanos,
            long stopDueNanos,
            long schedulerDueNanos,
            List<Long> ignored) {}

    /// A registered range.
    public record Range(long base, long length) {}

    /// A region of the arena.
    public record Block(
            long offset,
            long bytes,
            RegionState state,
            PlaneKey plane,
            long rid,
            int chunk,
            long grantId) {}

    /// The sender's side of a link.
    ///
    /// @param restLimits what the peer allowed when the link was closed as idle, `null` = it was
    ///     not
    /// @param current the epoch that is OPENING or READY, `null` = none
    /// @param closed epochs whose CLOSE is not answered, oldest first
    /// @param waiting requests whose WANT has not left, in order
    public record Outgoing(
            String peer,
            long linkId,
            long ordinal,
            long dueNanos,
            long peerInstance,
            long route,
            LinkState state,
            long nextEpoch,
            boolean peerRestarted,
            boolean openRefused,
            boolean forgotten,
            boolean holdsReserve,
            long openDueNanos,
            long openIntervalNanos,
            long backOffNanos,
            long notReadySinceNanos,
            Body.ReceiverLimits restLimits,
            SendingEpoch current,
            List<SendingEpoch> closed,
            List<Requested> waiting) {}

    /// An epoch at its sender.
    ///
    /// @param limits and `arena`: `null` until OPENED
    public record SendingEpoch(
            long epoch,
            Nonce nonce,
            long peerInstance,
            long ordinal,
            long dueNanos,
            Token token,
            Body.ReceiverLimits limits,
            Body.ArenaAccess arena,
            boolean planeRequested,
            boolean planeOpen,
            long nextRid,
            int writesRunning,
            int writesDirty,
            Beats beats,
            long idleSinceNanos,
            boolean ended,
            boolean broken,
            boolean closeSent,
            boolean clean,
            boolean answered,
            boolean fenced,
            List<Requested> records) {}

    /// The heartbeat of an epoch at its sender.
    public record Beats(
            long beat,
            long probeBeat,
            long probeNanos,
            long leaseFromNanos,
            long roundTripNanos,
            long lastSentNanos,
            long lastHeardNanos,
            long lastKeepAliveNanos) {}

    /// A request at its sender.
    ///
    /// @param phase name of its phase: WAITING, OPEN or CLOSING
    /// @param failure why it closes, `null` = it does not
    public record Requested(
            long transferId,
            TransferPlan plan,
            Tag tag,
            long ordinal,
            long dueNanos,
            long submittedNanos,
            String phase,
            long rid,
            List<Chunk> chunks,
            int eagerCursor,
            Counts counts,
            long progressNanos,
            long wantDueNanos,
            long wantIntervalNanos,
            long dataDueNanos,
            long dataIntervalNanos,
            long postDueNanos,
            long cancelDueNanos,
            long cancelIntervalNanos,
            long closeDueNanos,
            Outcome failure,
            boolean resolved,
            boolean cancelSent,
            boolean quiet,
            boolean queuedForEager) {}

    /// Counters of a request.
    public record Counts(
            int credited,
            int done,
            int landed,
            int gathersRunning,
            int writesRunning,
            int writesDirty,
            int eagerStaged,
            int dataOutstanding) {}

    /// A chunk at its sender.
    ///
    /// @param state name of its state: WAITING, GATHERING, GATHERED, WRITING, LANDED, DIRTY or DONE
    /// @param status final status, `null` = none
    public record Chunk(
            String state,
            long grantId,
            long targetRegion,
            long targetAddress,
            long staging,
            Status status,
            long dataSentNanos,
            boolean dropWhenGathered) {}

    /// The receiver's side of a link.
    public record Incoming(
            String peer,
            long linkId,
            long highest,
            long previousInstance,
            long newestInstance,
            int alternations,
            ReceivingEpoch current,
            ReceivingEpoch pending) {}

    /// An epoch at its receiver.
    ///
    /// @param planeAddress `null` while the data-plane object is being made
    public record ReceivingEpoch(
            PlaneKey plane,
            Nonce nonce,
            Token token,
            long ordinal,
            long dueNanos,
            long route,
            Blob planeAddress,
            long newestBeat,
            long lastHeardNanos,
            long oldestOpenRid,
            int openFlows,
            long loopNanos,
            long chunkNanos,
            long lastDataNanos,
            List<Receiving> flows) {}

    /// A request at its receiver, open or a tombstone.
    ///
    /// @param refusal of the whole request, `null` = none
    public record Receiving(
            long rid,
            Tag tag,
            List<Long> chunkBytes,
            List<ReceivedChunk> chunks,
            Status refusal,
            int settled,
            int landed,
            int scattering,
            boolean open,
            boolean cancelled,
            boolean cancelUnanswered,
            int announced,
            int next,
            int held,
            int window) {}

    /// A chunk at its receiver.
    public record ReceivedChunk(long region, long grantId, long grantedNanos, Status status) {}

    /// A running copy: a gather if `arrived` is `null`, else a scatter.
    public record Copying(long id, long startedNanos, ChunkKey gather, Arrived arrived) {}

    /// A chunk whose DATA was accepted.
    ///
    /// @param region where it is
    /// @param plane epoch of its flow
    /// @param flow its flow if that is forgotten, `null` if the epoch still lists it
    public record Arrived(
            long region, PlaneKey plane, long rid, Receiving flow, ScatterRuns runs) {}

    /// A running write.
    public record Writing(long id, long postedNanos, ChunkKey chunk) {}

    /// Staging that a DIRTY write may still read.
    public record DirtyStaging(PlaneKey plane, long region) {}

    /// Names a chunk of a request.
    public record ChunkKey(long transferId, int chunk) {}

    /// A transfer on the direct path.
    public record DirectTransfer(
            long transferId,
            long linkId,
            Transfer.Direct transfer,
            long ordinal,
            long dueNanos,
            Outcome failure,
            boolean resolved) {}
}
