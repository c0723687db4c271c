package dev.bounce.hw;

import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.hw.cuda.CudaSignal;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Tag;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/// One agent: sends and receives transfers between registered ranges of its own and of its peers.
///
/// Any thread may call it, and no call waits for a peer, a copy or a socket; only [#close] waits.
/// What takes time ends in a future or a callback on the executor of the builder. Memory that is
/// registered belongs to the application and stays alive until its deregistration, or the close of
/// the agent, has completed; if that ends with [MemoryStillInUseException], as long as the process.
///
/// An agent that finds itself broken stops: its futures complete with [AgentFailedException], and
/// [#recording] tells what led there.
public final class BounceAgent implements AutoCloseable {
    /// More than planes, copies and connections take at most to be closed.
    private static final long CLOSE_GRACE_NANOS = 40_000_000_000L;

    private final AgentParts parts;
    private final AgentLife life;
    private final Reactor reactor;
    private final OwnRegions regions;
    private final PeerBook peers;
    private final Submissions submissions;

    BounceAgent(final AgentParts parts) {
        this.parts = parts;
        life = new AgentLife(parts);
        reactor = life.start();
        regions = new OwnRegions(parts.memory(), parts.probe());
        peers = new PeerBook(parts, regions, reactor.endpoint(), reactor.controlKind());
        submissions =
                new Submissions(
                        parts,
                        life,
                        reactor.events(),
                        regions,
                        peers,
                        new Gate(
                                parts.config(), parts.memory().kind(), reactor.endpoint() != null));
        life.ended().whenComplete((_, _) -> leave());
    }

    /// Prepares an agent.
    ///
    /// @param name 1 to 200 bytes of UTF-8 without control characters; known to its peers
    /// @throws IllegalArgumentException if the name breaks the rule
    public static BounceAgentBuilder named(final String name) {
        return new BounceAgentBuilder(name);
    }

    private void leave() {
        submissions.end();
        regions.shut();
        peers.shut();
    }

    static BounceAgent start(final BounceAgentBuilder builder) {
        return new BounceAgent(AgentAssembly.of(builder));
    }

    /// The name that peers know it by.
    public String name() {
        return parts.engine().name();
    }

    /// Where its arena and ranges are: as asked for, or in host memory if there is no such GPU.
    public MemoryKind memoryKind() {
        return parts.memory().kind();
    }

    /// Why no peer can reach this agent, in one line with what to do; empty if peers can.
    public Optional<String> controlFault() {
        return Optional.ofNullable(life.controlFault());
    }

    /// Why this agent serves no transfer any more although nobody closed it, in one line: it found
    /// itself broken, its device failed, or a copy did not end in time. Empty while it serves.
    public Optional<String> fault() {
        if (life.isOver() && life.failure() != null) {
            return Optional.of(life.failure().getMessage());
        }
        return reactor.isEngineFailed()
                ? Optional.of(
                        "agent '%s' failed: its device, or a copy beyond timeout.copy"
                                .formatted(name()))
                : Optional.empty();
    }

    /// Lets transfers use a range as source and as destination, and names it in descriptions from
    /// then on. Memory that is mapped chunk by chunk is registered chunk by chunk; transfers are
    /// cut accordingly. A range whose mapping changes is registered anew, and described anew.
    ///
    /// @param segment native, writable, usable by every thread; of an agent on a GPU, where the
    ///     bytes are on that GPU, see [dev.bounce.hw.cuda.CudaContext#segment]
    /// @return what was registered; or why nothing was, for instance because it shares a byte with
    ///     another range
    public RegisterResult register(final MemorySegment segment) {
        return regions.register(segment, reactor::register);
    }

    /// Takes a range back. Descriptions do not name it any more, and no transfer begins to read it.
    /// Transfers that still read it fail; nothing lands in it any more. A transfer whose `ready` is
    /// still to come keeps the range until it ends.
    ///
    /// @param segment as it was registered
    /// @return completes when nothing touches the range; with IllegalArgumentException if it is not
    ///     registered; with [MemoryStillInUseException] if the agent has ended and something of it
    ///     still runs that may touch it
    public CompletableFuture<Void> deregister(final MemorySegment segment) {
        final OwnRegions.Leaving leaving = regions.deregister(segment.address());
        if (leaving == null) {
            return CompletableFuture.failedFuture(
                    life.running() != null
                            ? life.running()
                            : new IllegalArgumentException(
                                    "no range is registered at %#x".formatted(segment.address())));
        }
        final CompletableFuture<Void> untouched = new CompletableFuture<>();
        add(new Command.Deregister(segment.address(), untouched));
        final CompletableFuture<Void> gone =
                leaving.withoutUsers()
                        .thenCombine(untouched, (_, _) -> leaving.region())
                        .thenAccept(regions::remove);
        // What still runs may be a user that never leaves.
        untouched.exceptionally(
                running -> {
                    gone.completeExceptionally(running);
                    return null;
                });
        return gone.whenCompleteAsync((_, _) -> {}, parts.executor());
    }

    /// The description of this agent as it is now, to be carried to peers by the application. Each
    /// registration changes it.
    public byte[] describe() {
        return peers.describe();
    }

    /// Learns of a peer from its description, which takes the place of an earlier one. The bytes
    /// are not trusted.
    public LoadResult load(final byte[] description) {
        return loadAs(null, description);
    }

    /// The same, if the description is of the agent with that name.
    public LoadResult load(final String peer, final byte[] description) {
        return loadAs(Objects.requireNonNull(peer), description);
    }

    private LoadResult loadAs(final String peer, final byte[] description) {
        if (life.isOver()) {
            return new LoadResult.Refused(LoadResult.Reason.CLOSED, name() + " is closed");
        }
        final LoadResult result = peers.load(peer, description);
        life.answerIfOver();
        return result;
    }

    /// Ends everything with a peer: transfers to it resolve as PEER_FORGOTTEN, transfers from it
    /// end. Unknown names are ignored.
    public void forget(final String peer) {
        add(new Command.Forget(peer, peers.remove(peer)));
    }

    /// Completes when transfers to a peer can be coalesced; with IllegalStateException if they
    /// never will be.
    public CompletableFuture<Void> awaitReady(final String peer) {
        final Peer found = peers.find(peer);
        return found == null
                ? CompletableFuture.failedFuture(
                        new IllegalStateException("peer '" + peer + "' is not loaded"))
                : found.awaitReady();
    }

    /// Submits a transfer without tag that may start at once.
    public TransferHandle submit(final DescriptorPairs pairs, final String peer) {
        return submit(pairs, peer, null, Tag.EMPTY);
    }

    /// Submits a transfer. Whether it is coalesced is decided, and if so it is planned, on the
    /// calling thread.
    ///
    /// Destinations that the peer's plane cannot put into directly are coalesced whatever the
    /// thresholds of the gate say; what cannot be coalesced either is refused as NOT_PUTTABLE.
    ///
    /// @param pairs sources in ranges of this agent, destinations in ranges of the peer; no two
    ///     destinations share a byte. Otherwise nothing is submitted, see [TransferHandle#fault]
    /// @param peer its name
    /// @param ready completes when the sources may be read, `null` if they may be now
    /// @param tag for the receiving application, if it is coalesced
    public TransferHandle submit(
            final DescriptorPairs pairs,
            final String peer,
            final CompletionStage<?> ready,
            final Tag tag) {
        return submissions.submit(pairs, peer, ready, tag);
    }

    /// Submits a transfer whose sources a stream of a GPU is still writing. The request goes to the
    /// peer at once; on the GPU the gathers wait for the event, the host does not. On the direct
    /// path the transfer is held until the event has happened.
    ///
    /// @param pairs as for [#submit(DescriptorPairs, String)]
    /// @param ready recorded before this call, and alive until the transfer is over. If it happens
    ///     later than the time-out of copies from here, the agent fails: a gather that waits
    ///     cannot be told from one that hangs
    /// @param tag for the receiving application, if it is coalesced
    public TransferHandle submitAfter(
            final DescriptorPairs pairs, final String peer, final CudaEvent ready, final Tag tag) {
        return submissions.submitAfter(pairs, peer, ready, tag);
    }

    /// Runs `callback` once, when the next coalesced transfer of a peer with that tag has landed
    /// here whole; at once if that has happened lately and nobody asked. Transfers on the direct
    /// path land without notice.
    public void onDelivered(final String peer, final Tag tag, final Consumer<Delivery> callback) {
        parts.deliveries().expect(peer, tag, callback);
    }

    /// Raises a signal once, when the next coalesced transfer of a peer with that tag has landed
    /// here whole: a compute stream that waits for the signal then reads the destinations at once.
    ///
    /// @param signal alive until it is raised
    public void onDelivered(final String peer, final Tag tag, final CudaSignal signal) {
        onDelivered(peer, tag, (final Delivery _) -> signal.raise());
    }

    /// What has been counted so far.
    public AgentMetrics metrics() {
        return reactor.metrics();
    }

    /// The last events of the engine and the state before them, enough to repeat what it did; also
    /// once the agent is closed or has failed. `null` if nothing has happened yet.
    public CompletableFuture<AgentRecording> recording() {
        final CompletableFuture<AgentRecording> answer = new CompletableFuture<>();
        add(new Command.Record(answer));
        return answer;
    }

    private void add(final Command command) {
        parts.commands().add(command);
        life.answerIfOver();
    }

    /// Begins to close: transfers resolve, links are closed, connections end.
    ///
    /// @return completes when everything is let go of; registered memory is not touched any more.
    ///     With [MemoryStillInUseException] if something of the agent did not end in time
    public CompletableFuture<Void> shutDown() {
        add(new Command.Shutdown());
        return life.ended();
    }

    /// Closes and waits for the end, bounded by the close and copy time-outs, also on a thread that
    /// is interrupted. On a thread that completes futures of this agent it only begins to close.
    ///
    /// @throws MemoryStillInUseException if something of the agent still runs: then memory that was
    ///     registered must not be freed
    @Override
    public void close() {
        shutDown();
        if (life.isReactor()) {
            return;
        }
        final long boundNanos =
                2 * parts.config().timeouts().closeTimeoutNanos()
                        + parts.config().timeouts().copyTimeoutNanos()
                        + CLOSE_GRACE_NANOS;
        life.awaitEnd(boundNanos);
    }
}
