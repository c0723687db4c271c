package dev.bounce.sim.world;

import java.util.Locale;

/// The families of faults. Each is off in half of the seeds; where it is on, its strength is drawn
/// log-uniformly from its range.
public enum Fault {
    /// A frame is lost. Below a tenth of all frames the repeats make up for it.
    LOSS(1, Scope.PAIR, 1_000, 400_000, Harm.LINK_WHEN_STRONG),
    /// A frame arrives a second time.
    DUPLICATION(2, Scope.PAIR, 1_000, 500_000, Harm.NONE),
    /// A frame is held back, so that later ones overtake it.
    REORDERING(3, Scope.PAIR, 10_000, 900_000, Harm.NONE),
    /// A write is provably not posted.
    WRITE_NEVER(4, Scope.PAIR, 1_000, 200_000, Harm.NONE),
    /// A write is reported as failed and lands later, in pieces, whole or in part.
    WRITE_DIRTY(5, Scope.PAIR, 1_000, 60_000, Harm.LINK),
    /// A write never ends by itself, and lands whole, in part or not at all.
    WRITE_HUNG(6, Scope.PAIR, 1_000, 30_000, Harm.LINK),
    /// A write is reported as landed although no byte of it is in place; the seal must catch it.
    FALSE_LANDING(7, Scope.PAIR, 1_000, 60_000, Harm.REQUEST),
    /// A write waits in the host's queue, perhaps until its credit has run out.
    LATE_POST(8, Scope.PAIR, 1_000, 100_000, Harm.LINK),
    /// The data plane of an epoch reports an error at one side.
    LINK_BROKEN(9, Scope.PAIR, 500, 30_000, Harm.LINK),
    /// A data-plane object cannot be made.
    PLANE_FAILED(10, Scope.AGENT, 10_000, 400_000, Harm.NONE),
    /// A gather ends with an error.
    GATHER_FAILED(11, Scope.AGENT, 1_000, 60_000, Harm.REQUEST),
    /// A scatter ends with an error after some of its bytes.
    SCATTER_FAILED(12, Scope.AGENT, 1_000, 60_000, Harm.REQUEST),
    /// A put of the direct path fails and lands later or not at all.
    DIRECT_DIRTY(13, Scope.PAIR, 100_000, 800_000, Harm.REQUEST),
    /// The process of an agent dies; after a while a new one takes its place, with the same name or
    /// another one. Limited in number.
    CRASH(14, Scope.AGENT, 1, 3, Harm.LINK),
    /// The application cancels a request. Limited in number.
    CANCEL(15, Scope.PAIR, 1, 4, Harm.REQUEST),
    /// The application forgets a peer and loads it again after a while. Limited in number.
    FORGET(16, Scope.PAIR, 1, 3, Harm.LINK),
    /// No frame passes from one agent to another, to or from one agent, or between two halves, in
    /// one direction or both, for a while. Limited in number; counted by the frames that were lost.
    PARTITION(17, Scope.PAIR, 1, 3, Harm.LINK),
    /// A gather takes much longer than usual, though less than `copyTimeout`.
    GATHER_STALLED(18, Scope.AGENT, 1_000, 100_000, Harm.NONE),
    /// A scatter takes much longer than usual, though less than `copyTimeout`.
    SCATTER_STALLED(24, Scope.AGENT, 1_000, 100_000, Harm.NONE),
    /// A frame is late, and so is what follows it on its connection.
    DELAY(19, Scope.PAIR, 1_000, 500_000, Harm.NONE),
    /// A frame is dropped because as many as the strength are on their way.
    QUEUE_FULL(20, Scope.PAIR, 2, 64, Harm.LINK),
    /// Nothing passes from one agent to another for a while, then everything at once.
    CLOG(21, Scope.PAIR, 100, 20_000, Harm.LINK),
    /// A write lands in pieces, in any order, all of them before it completes.
    WRITE_PIECES(23, Scope.PAIR, 10_000, 500_000, Harm.NONE),
    /// A process stands still while the network and the data plane go on. Limited in number.
    PAUSE(25, Scope.AGENT, 1, 3, Harm.LINK),
    /// The application takes its sources or its destinations back for a while. Limited in number.
    DEREGISTER(26, Scope.AGENT, 1, 3, Harm.LINK),
    /// A frame is followed by one that its sender never sent: random bytes, or the frame changed.
    HOSTILE(27, Scope.PAIR, 1_000, 200_000, Harm.LINK),
    /// The clock of an agent runs too fast or too slow, by at most one percent.
    CLOCK_DRIFT(28, Scope.AGENT, 1, 10_000, Harm.NONE),
    /// The clock of an agent jumps forward. Limited in number.
    CLOCK_JUMP(29, Scope.AGENT, 1, 3, Harm.LINK),
    /// The device of an agent fails; the process is replaced after a while. Limited in number.
    DEVICE_FAILED(31, Scope.AGENT, 1, 3, Harm.LINK);

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

    /// Whom a decision concerns.
    private enum Scope {
        AGENT,
        PAIR
    }

    private static final Fault[] ALL = values();
    private static final int STRONG = 100_000;

    private final int key;
    private final String label;
    private final Scope scope;
    private final int low;
    private final int high;
    private final Harm harm;

    Fault(final int key, final Scope scope, final int low, final int high, final Harm harm) {
        this.key = key;
        this.scope = scope;
        label = camelCase(name());
        this.low = low;
        this.high = high;
        this.harm = harm;
    }

    /// The family in the key of a decision; never changes, unlike the ordinal.
    public int key() {
        return key;
    }

    /// Name in reports and in the keys of decisions.
    public String label() {
        return label;
    }

    /// Whether it concerns one agent and another, and not one agent alone.
    public boolean isPaired() {
        return scope == Scope.PAIR;
    }

    /// The family with that key, `null` if there is none.
    static Fault ofKey(final int key) {
        for (final Fault fault : ALL) {
            if (fault.key == key) {
                return fault;
            }
        }
        return null;
    }

    /// The family with that name, `null` if there is none.
    static Fault ofLabel(final String label) {
        for (final Fault fault : ALL) {
            if (fault.label.equals(label)) {
                return fault;
            }
        }
        return null;
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

    /// Greatest strength at which requests that it does not strike must not fail, for a family that
    /// has one.
    int highestHarmless() {
        return harm == Harm.LINK_WHEN_STRONG ? Math.min(high, STRONG) : high;
    }

    private static String camelCase(final String name) {
        final StringBuilder label = new StringBuilder();
        for (final String word : name.toLowerCase(Locale.ROOT).split("_")) {
            label.append(label.isEmpty() ? word.charAt(0) : Character.toUpperCase(word.charAt(0)));
            label.append(word, 1, word.length());
        }
        return label.toString();
    }
}
