package dev.bounce.hw.bench;

import dev.bounce.hw.BounceAgent;
import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.ControlKind;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.workload.Placement;
import dev.bounce.model.workload.RankPair;
import dev.bounce.model.workload.Workload;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Arrays;

/// What the two agents of `bounce agent` have agreed on; both are started with the same options.
///
/// The pool of the listener is that of the workload, then one area: the greeting of the caller, and
/// behind it the number of the round. The caller has its pool and a mailbox, in which the listener
/// answers each round.
///
/// @param workload whose transfer to `rank` is moved
/// @param rank index of the receiver among those of the first sender
/// @param memory where pools and arenas are
/// @param device for CUDA memory, the GPU of this agent
/// @param listener name of the agent that listens
/// @param caller name of the agent that sends
/// @param rounds that are moved
/// @param config of both
/// @param recording where the agent writes at its end what it did, `null` = nowhere
record PairPlan(
        Workload workload,
        int rank,
        PlaneKind plane,
        ControlKind control,
        MemoryKind memory,
        int device,
        String listener,
        String caller,
        long rounds,
        BounceConfig config,
        Path recording) {
    /// Bytes of the number of the round and its complement, and of what an answer says.
    static final long ROUND_BYTES = 16;

    private static final long GREETING_BYTES = (64 << 10) - ROUND_BYTES;

    /// Tags of the three kinds of transfers.
    static final String GREETING = "greeting";

    static final String ROUND = "round";
    static final String ANSWER = "answer";

    /// Bytes of an answer, and of the mailbox: as few as it takes. Where the arena is that of the
    /// models, its regions all of one size, every transfer has two chunks as theirs have, so that
    /// the specification can be asked about a recording.
    long answerBytes() {
        return isModelSized() ? config.arena().maxChunkBytes() : ROUND_BYTES;
    }

    /// Bytes of a greeting.
    ///
    /// @param said that it takes
    long greetingBytes(final long said) {
        return isModelSized() ? Math.max(said, config.arena().maxChunkBytes()) : said;
    }

    /// Where the number of the round is in the area, behind the longest greeting.
    long roundOffset() {
        return greetingBytes(GREETING_BYTES);
    }

    /// Bytes of the area.
    long areaBytes() {
        return roundOffset() + ROUND_BYTES;
    }

    /// A greeting or an answer: one descriptor, or two, none of which shares a chunk.
    DescriptorPairs block(final long source, final long destination, final long bytes) {
        final long first = isModelSized() ? bytes / 2 : bytes;
        final int count = first < bytes ? 2 : 1;
        return new DescriptorPairs(
                Arrays.copyOf(new long[] {source, source + first}, count),
                Arrays.copyOf(new long[] {destination, destination + first}, count),
                Arrays.copyOf(new long[] {first, bytes - first}, count),
                new int[] {0},
                new int[] {0});
    }

    private boolean isModelSized() {
        return config.arena().granularityBytes() == config.arena().maxChunkBytes()
                && config.arena().usableBytes() == 4 * config.arena().maxChunkBytes();
    }

    RankPair ranks() {
        return workload.pairs().stream().filter(pair -> pair.sender() == 0).toList().get(rank);
    }

    /// Bytes of the pool of the listener, without the area.
    long listenerBytes() {
        return workload.receiverPoolBytes(ranks().receiver());
    }

    /// What one round moves, without its number.
    DescriptorPairs pairs(final long source, final long destination) {
        return workload.descriptors(
                ranks(), new Placement(source, 0), new Placement(destination, 0));
    }

    /// @throws BenchException with exit code ENVIRONMENT if its peer could never reach it
    BounceAgent start(final String name) throws BenchException {
        final BounceAgent agent =
                BounceAgent.named(name)
                        .config(config)
                        .plane(plane)
                        .control(control)
                        .memory(memory)
                        .device(device)
                        .start();
        if (agent.controlFault().isPresent()) {
            agent.close();
            throw new BenchException(BenchException.ENVIRONMENT, agent.controlFault().get());
        }
        return agent;
    }

    /// A pool in the memory of this agent.
    Pool pool(final Arena owner, final long bytes) {
        return memory == MemoryKind.CUDA
                ? new Pool(owner, bytes, CudaContext.open(device))
                : new Pool(owner, bytes);
    }
}
