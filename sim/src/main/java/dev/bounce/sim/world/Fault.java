package dev.bounce.sim.world;

/// The families of faults. Each is off in half of the seeds; where it is on, its strength is drawn
/// log-uniformly from its range.
public enum Fault {
    /// A frame is lost. Below a tenth of all frames the repeats make up for it.
    LOSS(1, 1_000, 400_000, Harm.LINK_WHEN_STRONG),
    /// A frame arrives a second time.
    DUPLICATION(2, 1_000, 500_000, Harm.NONE),
    /// A frame is held back, so that later ones overtake it.
    REORDERING(3, 10_000, 900_000, Harm.NONE),
    /// A write is provably not posted.
    WRITE_NEVER(4, 1_000, 200_000, Harm.NONE),
    /// A write is reported as failed and lands later, in pieces, whole or in part.
    WRITE_DIRTY(5, 1_000, 60_000, Harm.LINK),
    /// A write never ends by itself, and lands whole, in part or not at all.
    WRITE_HUNG(6, 1_000, 30_000, Harm.LINK),
    /// A write is reported as landed although no byte of it is in place; the seal must catch it.
    FALSE_LANDING(7, 1_000, 60_000, Harm.REQUEST),
    /// A write waits in the host's queue, perhaps until its credit has run out.
    LATE_POST(8, 1_000, 100_000, Harm.LINK),
    /// The data plane of an epoch reports an error at one side.
    LINK_BROKEN(9, 500, 30_000, Harm.LINK),
    /// A data-plane object cannot be made.
    PLANE_FAILED(10, 10_000, 400_000, Harm.NONE),
    /// A gather ends with an error.
    GATHER_FAILED(11, 1_000, 60_000, Harm.REQUEST),
    /// A scatter ends with an error after some of its bytes.
    SCATTER_FAILED(12, 1_000, 60_000, Harm.REQUEST),
    /// A put of the direct path fails and lands later or not at all.
    DIRECT_DIRTY(13, 10_000, 500_000, Harm.REQUEST),
    /// The process of an agent dies; a new one takes its name after a while. Limited in number.
    CRASH(14, 1, 3, Harm.LINK),
    /// The application cancels a request. Limited in number.
    CANCEL(15, 1, 4, Harm.REQUEST),
    /// The application forgets a peer and loads it again after a while. Limited in number.
    FORGET(16, 1, 3, Harm.LINK),
    /// No frame passes from one agent to another, or in either direction, for a while. Limited in
    /// number; counted by the frames that were lost.
    PARTITION(17, 1, 3, Harm.LINK),
    /// A gather or scatter takes much longer than usual, though less than `copyTimeout`.
    COPY_STALLED(18, 1_000, 100_000, Harm.NONE);

    /// What may fail because of the fault.
    private enum Harm {
        /// Nothing.
        NONE,
        /// The request that it strikes.
        REQUEST,
        /// Every request of the link that it strikes, or more.
        LINK,
        /// The same, where it is strong.
        LINK_WHEN_STRONG
    }

    private static final int STRONG = 100_000;

    private final int key;
    private final int low;
    private final int high;
    private final Harm harm;

    Fault(final int key, final int low, final int high, final Harm harm) {
        this.key = key;
        this.low = low;
        this.high = high;
        this.harm = harm;
    }

    /// The family in the key of a decision; never changes, unlike the ordinal.
    public int key() {
        return key;
    }

    /// Weakest strength when on: decisions per million, or a number per run.
    public int low() {
        return low;
    }

    /// Greatest strength.
    public int high() {
        return high;
    }

    /// Whether the strength is a number per run: these end interesting runs early.
    public boolean isLimitedInNumber() {
        return high < 10;
    }

    /// Whether requests that it does not strike themselves may fail of it at that strength.
    public boolean harmsLinks(final int strength) {
        return switch (harm) {
            case NONE, REQUEST -> false;
            case LINK -> true;
            case LINK_WHEN_STRONG -> strength > STRONG;
        };
    }
}
