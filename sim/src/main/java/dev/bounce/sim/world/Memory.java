package dev.bounce.sim.world;

import dev.bounce.sim.check.PropertyViolation;
import java.util.Arrays;

/// The memory of one life of one agent: its arena, a pool of sources and a pool of destinations, as
/// byte arrays at fixed virtual addresses. A new life finds the same addresses and none of the
/// bytes.
final class Memory {
    private static final int AGENT_SHIFT = 44;
    private static final int KIND_SHIFT = 40;
    private static final long OFFSET_MASK = (1L << KIND_SHIFT) - 1;
    private static final int ARENA = 1;
    private static final int SOURCE = 2;
    private static final int DESTINATION = 3;

    private final int agent;
    private final byte[] arena;
    private final byte[] source;
    private final byte[] destination;
    private int reading;
    private boolean sourcesLeave;
    private boolean sourcesGone;
    private boolean destinationsGone;

    Memory(final int agent, final int arenaBytes, final int sourceBytes, final int targetBytes) {
        this.agent = agent;
        arena = new byte[arenaBytes];
        source = new byte[sourceBytes];
        destination = new byte[targetBytes];
        Arrays.fill(destination, Pattern.CANARY);
    }

    private Memory(final int agent) {
        this.agent = agent;
        arena = null;
        source = null;
        destination = null;
    }

    /// The memory of an agent of which nobody asks what it holds: it has addresses and no bytes.
    static Memory withoutBytes(final int agent) {
        return new Memory(agent);
    }

    /// Whether it holds bytes; if not, nothing may be read from it and nothing written.
    boolean hasBytes() {
        return arena != null;
    }

    /// Address of the first byte of an agent's arena.
    static long arenaBase(final int agent) {
        return base(agent, ARENA);
    }

    /// Address of the first byte of an agent's pool of sources.
    static long sourceBase(final int agent) {
        return base(agent, SOURCE);
    }

    /// Address of the first byte of an agent's pool of destinations.
    static long destinationBase(final int agent) {
        return base(agent, DESTINATION);
    }

    /// Position of an address in its array.
    static int offset(final long address) {
        return (int) (address & OFFSET_MASK);
    }

    /// The arena.
    byte[] arena() {
        return arena;
    }

    /// The pool of sources.
    byte[] source() {
        return source;
    }

    /// The pool of destinations.
    byte[] destination() {
        return destination;
    }

    /// A put of the direct path begins to read sources, or has ended.
    void setReading(final boolean begins) {
        reading += begins ? 1 : -1;
    }

    /// Whether a put of the direct path still reads sources.
    boolean isRead() {
        return reading > 0;
    }

    /// The application has a range back, or has registered it again.
    ///
    /// @throws PropertyViolation if it has sources back that a put of the direct path still reads
    void setGone(final long base, final boolean gone) {
        if (base == base(agent, SOURCE)) {
            if (gone && isRead()) {
                throw new PropertyViolation(
                        "SourceHeld",
                        "agent "
                                + agent
                                + " has its sources back while "
                                + reading
                                + " direct transfers still read them");
            }
            sourcesGone = gone;
        } else {
            destinationsGone = gone;
        }
    }

    /// The application no longer uses a range, or uses it again.
    void setLeaving(final long base, final boolean leaving) {
        if (base == base(agent, SOURCE)) {
            sourcesLeave = leaving;
        }
    }

    /// Whether the application may send from its pool of sources.
    boolean offersSources() {
        return !sourcesLeave;
    }

    /// Whether the pool of sources is registered.
    boolean hasSources() {
        return !sourcesGone;
    }

    /// Whether the pool of destinations is registered.
    boolean hasDestinations() {
        return !destinationsGone;
    }

    /// The array that holds `length` bytes at `address`.
    ///
    /// @throws PropertyViolation if they are not all in one range of this agent
    byte[] array(final long address, final long length) {
        final byte[] array =
                switch ((int) (address - base(agent, 0) >>> KIND_SHIFT)) {
                    case ARENA -> arena;
                    case SOURCE -> sourcesGone ? null : source;
                    case DESTINATION -> destinationsGone ? null : destination;
                    default -> null;
                };
        final long offset = address & OFFSET_MASK;
        if (array == null || length < 0 || offset + length > array.length) {
            throw new PropertyViolation(
                    "CopyInBounds",
                    "agent "
                            + agent
                            + " touches "
                            + length
                            + " bytes at address 0x"
                            + Long.toHexString(address)
                            + ", which are not all its own");
        }
        return array;
    }

    private static long base(final int agent, final int kind) {
        return (long) (agent + 1) << AGENT_SHIFT | (long) kind << KIND_SHIFT;
    }
}
