package dev.bounce.model.config;

import java.util.Locale;

/// The one table of keys: name, form, default, bounds and meaning of each. The name of the
/// environment variable follows from the name: `arena.max-chunk` is `BOUNCE_ARENA_MAX_CHUNK`.
///
/// The lower bounds are those of the arithmetic and not of good sense, so that simulated worlds can
/// be as small as their faults need; relations between values are checked by [BounceConfig].
public enum ConfigKey {
    /// Off: everything goes by the direct path.
    ENABLED(
            "enabled",
            "enabled",
            ValueRange.flag("true"),
            "coalesce transfers; off = everything goes by the direct path"),
    /// The lower bound is four of the smallest chunks.
    ARENA_SIZE(
            "arena.size",
            "arenaBytes",
            ValueRange.size("512MiB", 256, 1L << 46),
            "registered bytes of the arena, shared by both directions"),
    /// Below 16 the vector path of the copies would lose its alignment.
    ARENA_GRANULARITY(
            "arena.granularity",
            "granularityBytes",
            ValueRange.blockSize("1MiB", 16, 1L << 30),
            "smallest block of the allocator"),
    /// 64 is the smallest power of two with room for a seal and a payload.
    ARENA_MAX_CHUNK(
            "arena.max-chunk",
            "maxChunkBytes",
            ValueRange.blockSize("32MiB", 64, 1L << 44),
            "largest region of one chunk, clamped to a quarter of usable"),
    /// As [#ARENA_MAX_CHUNK].
    ARENA_RAMP(
            "arena.ramp",
            "rampBytes",
            ValueRange.blockSize("8MiB", 64, 1L << 44),
            "region of the first and last chunk of a request, clamped to max-chunk"),
    /// None is for the mutants: two agents can then dead-lock.
    ARENA_RESERVE_BLOCKS(
            "arena.reserve-blocks",
            "reserveBlocks",
            ValueRange.count("2", 0, 1024),
            "blocks of max-chunk that only chunks with a credit may be staged in"),
    /// A flow without a window never moves.
    SCHEDULER_MIN_WINDOW(
            "scheduler.min-window",
            "minWindow",
            ValueRange.count("2", 1, 65_536),
            "fewest regions a flow may hold at a time"),
    /// As [#SCHEDULER_MIN_WINDOW].
    SCHEDULER_MAX_WINDOW(
            "scheduler.max-window",
            "maxWindow",
            ValueRange.count("8", 1, 65_536),
            "most regions a flow may hold at a time"),
    /// Zero would switch drain off, and a large chunk could starve.
    SCHEDULER_DRAIN_TIMEOUT(
            "scheduler.drain-timeout",
            "drainTimeoutNanos",
            ValueRange.duration("100ms"),
            "longest time other grants wait for a head that does not fit"),
    /// Must leave room for several beats within the lease.
    LINK_KEEP_ALIVE(
            "link.keep-alive",
            "keepAliveNanos",
            ValueRange.duration("1s"),
            "silence after which the sender asks for an echo"),
    /// Zero would end every epoch at once.
    LINK_LEASE(
            "link.lease",
            "leaseNanos",
            ValueRange.duration("10s"),
            "silence after which an epoch ends"),
    /// Zero would close every epoch as soon as it is open.
    LINK_IDLE_TIMEOUT(
            "link.idle-timeout",
            "idleTimeoutNanos",
            ValueRange.duration("1m"),
            "a link without requests is closed; the next request opens it"),
    /// T: zero would be no fence.
    LINK_FENCE_DELAY(
            "link.fence-delay",
            "fenceDelayNanos",
            ValueRange.duration("10s"),
            "T: how long a write may take to land where no fence is proven"),
    /// Zero would repeat without end.
    LINK_FIRST_REPEAT(
            "link.first-repeat",
            "firstRepeatNanos",
            ValueRange.duration("10ms"),
            "shortest interval before a message is repeated"),
    /// As [#LINK_FIRST_REPEAT].
    LINK_MAX_REPEAT(
            "link.max-repeat",
            "maxRepeatNanos",
            ValueRange.duration("1s"),
            "longest interval between repeats"),
    /// A link that carries nothing is no link.
    LINK_MAX_FLOWS(
            "link.max-flows",
            "maxFlows",
            ValueRange.count("64", 1, 65_536),
            "open requests per link; the rest wait in order"),
    /// The waiting ones count.
    LINK_MAX_PENDING(
            "link.max-pending",
            "maxPending",
            ValueRange.count("4096", 1, 1 << 20),
            "open and waiting requests per link; beyond it submit answers BUSY"),
    /// Each costs a data-plane object until it is fenced.
    LINK_MAX_LINKS(
            "link.max-links",
            "maxLinks",
            ValueRange.count("64", 1, 65_536),
            "links in each role, those not yet fenced counted in"),
    /// Zero would never fail, or always.
    TIMEOUT_REQUEST(
            "timeout.request",
            "requestTimeoutNanos",
            ValueRange.duration("30s"),
            "no progress of an open request fails it"),
    /// As [#TIMEOUT_REQUEST].
    TIMEOUT_CLOSE(
            "timeout.close",
            "closeTimeoutNanos",
            ValueRange.duration("5s"),
            "from the failure of a request until its caller is told, quiescent or not"),
    /// As [#TIMEOUT_REQUEST].
    TIMEOUT_WRITE(
            "timeout.write",
            "writeTimeoutNanos",
            ValueRange.duration("5s"),
            "a write without outcome is dirty and ends its epoch"),
    /// As [#TIMEOUT_REQUEST].
    TIMEOUT_COPY(
            "timeout.copy",
            "copyTimeoutNanos",
            ValueRange.duration("10s"),
            "a gather or scatter without end fails the agent"),
    /// At least the one chunk of a small request.
    LIMIT_MAX_CHUNKS(
            "limit.max-chunks",
            "maxChunks",
            ValueRange.count("65536", 1, 1 << 24),
            "chunks of one request"),
    /// At least one run.
    LIMIT_MAX_RUNS(
            "limit.max-runs",
            "maxRuns",
            ValueRange.count("1048576", 1, 1 << 28),
            "scatter runs of one chunk"),
    /// An OPEN with the longest name must fit; an array holds at most 2^31 - 1 bytes.
    LIMIT_MAX_FRAME(
            "limit.max-frame",
            "maxFrameBytes",
            ValueRange.size("64MiB", 512, 1 << 30),
            "bytes of one control frame"),
    /// 0 = no threshold.
    GATE_MIN_DESCRIPTORS(
            "gate.min-descriptors",
            "minDescriptors",
            ValueRange.count("1024", 0, Integer.MAX_VALUE),
            "fewest non-empty descriptors that are worth coalescing"),
    /// 0 = only empty transfers pass; the largest value is no threshold.
    GATE_MAX_AVERAGE(
            "gate.max-average",
            "maxAverageBytes",
            ValueRange.size("16KiB", 0, Long.MAX_VALUE),
            "largest average descriptor that is worth coalescing"),
    /// Without one nothing is ever gathered.
    COPY_GATHER_SLOTS(
            "copy.gather-slots",
            "gatherSlots",
            ValueRange.count("4", 1, 1024),
            "gathers that run at a time"),
    /// Without one nothing is ever scattered.
    COPY_SCATTER_SLOTS(
            "copy.scatter-slots",
            "scatterSlots",
            ValueRange.count("4", 1, 1024),
            "scatters that run at a time"),
    /// Without one nothing is ever copied.
    COPY_THREADS(
            "copy.threads",
            "copyThreads",
            ValueRange.count("4", 1, 1024),
            "threads that copy host memory"),
    /// Enough to fill a link; more would take the device from the model.
    COPY_BLOCKS(
            "copy.blocks",
            "copyBlocks",
            ValueRange.count("24", 1, 65_535),
            "thread blocks of one copy on a GPU; more are faster and leave less to the model"),
    /// A scale that starts with the ordinary priority, since values have no sign.
    COPY_PRIORITY(
            "copy.priority",
            "copyPriority",
            ValueRange.count("0", 0, 5),
            "urgency of copies on a GPU, 0 = ordinary; scatters are one step more urgent"),
    /// Loopback, so that nothing is open to a network that nobody asked for.
    CONTROL_BIND(
            "control.bind",
            "bindHost",
            ValueRange.text("127.0.0.1", 1, 255),
            "interface that control sockets listen on, a literal address"),
    /// 0 = any free port.
    CONTROL_PORT(
            "control.port",
            "bindPort",
            ValueRange.count("0", 0, 65_535),
            "port that control sockets listen on; 0 = any free one");

    /// Prefix of every environment variable.
    public static final String ENVIRONMENT_PREFIX = "BOUNCE_";

    private final String text;
    private final String component;
    private final ValueRange range;
    private final String doc;

    ConfigKey(final String text, final String component, final ValueRange range, final String doc) {
        this.text = text;
        this.component = component;
        this.range = range;
        this.doc = doc;
    }

    /// Its name in options and property files.
    public String text() {
        return text;
    }

    /// Its name in the environment.
    public String environmentName() {
        return ENVIRONMENT_PREFIX
                + text.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /// The record component that takes the value.
    public String component() {
        return component;
    }

    /// How values are written.
    public ValueKind kind() {
        return range.kind();
    }

    /// The default, as it would be written.
    public String defaultText() {
        return range.defaultText();
    }

    /// What it is for, in one line.
    public String doc() {
        return doc;
    }

    /// What may be written, for messages.
    public String allowed() {
        return range.allowed();
    }

    /// What is wrong with a number, or `null`.
    String fault(final long value) {
        return range.fault(value);
    }

    /// What is wrong with a text, or `null`.
    String fault(final String value) {
        return range.fault(value);
    }

    /// Passes if `value` is within the bounds.
    ///
    /// @throws IllegalArgumentException naming the component, its value and its range
    void require(final long value) {
        refuse(range.fault(value), value);
    }

    /// Passes if `value` is a text within the bounds.
    ///
    /// @throws IllegalArgumentException naming the component, its value and its range
    void require(final String value) {
        refuse(range.fault(value), "'" + OneLine.of(value) + "'");
    }

    private void refuse(final String fault, final Object value) {
        if (fault != null) {
            throw new IllegalArgumentException(component + " " + value + " " + fault);
        }
    }
}
