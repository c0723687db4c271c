package dev.bounce.sim.world;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/// The decisions of one run: which are prescribed, if any, and which were taken. A key is packed
/// into a word (family, pair, ordinal), so that a prescribed decision is found without a string.
final class Decisions {
    /// Family of the transfers that an application submits.
    static final int SUBMIT = 98;

    /// Family of the transfers that probe the healed world.
    static final int PROBE = 99;

    /// Most agents of a world; a pair is two numbers below it.
    static final int MOST_AGENTS = 16;

    private static final int FAMILY_SHIFT = 56;
    private static final int PAIR_SHIFT = 48;
    private static final long ORDINAL_MASK = (1L << PAIR_SHIFT) - 1;
    private static final int PAIR_MASK = 0xFF;

    private final Map<Long, Long> prescribed;
    private final List<Decision> ordered;
    private long[] takenKeys = new long[64];
    private long[] takenValues = new long[64];
    private int taken;
    private Consumer<Decision> listener;

    /// @param prescribed the only decisions that are taken, `null` if the seed decides
    Decisions(final List<Decision> prescribed) {
        ordered = prescribed;
        this.prescribed = prescribed == null ? null : new HashMap<>();
        if (prescribed != null) {
            for (final Decision decision : prescribed) {
                this.prescribed.put(pack(decision.key()), decision.value());
            }
        }
    }

    /// The number of a pair of agents, the same whatever the number of agents.
    static int pair(final int from, final int to) {
        return from * MOST_AGENTS + to;
    }

    /// Whether only prescribed decisions are taken.
    boolean arePrescribed() {
        return prescribed != null;
    }

    /// The prescribed value of a decision, 0 if it is not prescribed.
    long prescribed(final int family, final int pair, final long ordinal) {
        final Long value = prescribed.get(pack(family, pair, ordinal));
        return value == null ? 0 : value;
    }

    /// The prescribed decisions of one family, in the order of the script.
    List<Long> prescribed(final int family) {
        final List<Long> found = new ArrayList<>();
        for (final Decision decision : ordered) {
            final long packed = pack(decision.key());
            if (family(packed) == family) {
                found.add(packed);
            }
        }
        return found;
    }

    /// A decision was taken.
    void take(final int family, final int pair, final long ordinal, final long value) {
        if (taken == takenKeys.length) {
            takenKeys = Arrays.copyOf(takenKeys, 2 * taken);
            takenValues = Arrays.copyOf(takenValues, 2 * taken);
        }
        takenKeys[taken] = pack(family, pair, ordinal);
        takenValues[taken] = value;
        taken++;
        if (listener != null) {
            listener.accept(taken(taken - 1));
        }
    }

    private Decision taken(final int index) {
        final long key = takenKeys[index];
        return new Decision(key(family(key), pair(key), ordinal(key)), takenValues[index]);
    }

    /// Tells `hearer` of every decision from now on.
    void listen(final Consumer<Decision> hearer) {
        listener = hearer;
    }

    /// What has been taken when the run is over, in order. Put into words when it is asked for:
    /// hardly anybody does.
    List<Decision> taken() {
        return new Taken();
    }

    private final class Taken extends AbstractList<Decision> {
        @Override
        public Decision get(final int index) {
            return taken(Objects.checkIndex(index, taken));
        }

        @Override
        public int size() {
            return taken;
        }
    }

    static int family(final long packed) {
        return (int) (packed >>> FAMILY_SHIFT);
    }

    static int pair(final long packed) {
        return (int) (packed >>> PAIR_SHIFT) & PAIR_MASK;
    }

    static long ordinal(final long packed) {
        return packed & ORDINAL_MASK;
    }

    static boolean isSubmission(final long packed) {
        return family(packed) == SUBMIT || family(packed) == PROBE;
    }

    /// The word of a key.
    ///
    /// @throws IllegalArgumentException in one line if the key is malformed
    static long pack(final String key) {
        final String[] parts = key.split("/", -1);
        final int code = parts.length == 3 ? code(parts[0]) : 0;
        if (code > 0) {
            try {
                final int pair = parsePair(parts[1], isPaired(code));
                final long ordinal = Long.parseLong(parts[2]);
                if (pair >= 0 && ordinal >= 0 && ordinal <= ORDINAL_MASK) {
                    return pack(code, pair, ordinal);
                }
            } catch (final NumberFormatException malformed) {
                // Falls through to the message below, which names the whole key.
            }
        }
        throw new IllegalArgumentException(
                "'" + key + "' is not a decision, write FAMILY/FROM>TO/N or FAMILY/AGENT/N");
    }

    private static long pack(final int family, final int pair, final long ordinal) {
        return (long) family << FAMILY_SHIFT | (long) pair << PAIR_SHIFT | ordinal;
    }

    private static int parsePair(final String text, final boolean paired) {
        final int arrow = text.indexOf('>');
        if (paired != arrow >= 0) {
            return -1;
        }
        final int first = Integer.parseInt(paired ? text.substring(0, arrow) : text);
        final int second = paired ? Integer.parseInt(text.substring(arrow + 1)) : 0;
        final boolean known =
                first >= 0 && second >= 0 && first < MOST_AGENTS && second < MOST_AGENTS;
        return !known ? -1 : paired ? pair(first, second) : first;
    }

    private static String key(final int family, final int pair, final long ordinal) {
        final String who =
                isPaired(family)
                        ? pair / MOST_AGENTS + ">" + pair % MOST_AGENTS
                        : Integer.toString(pair);
        return name(family) + "/" + who + "/" + ordinal;
    }

    private static boolean isPaired(final int family) {
        final Fault fault = Fault.ofKey(family);
        return fault == null || fault.isPaired();
    }

    private static String name(final int family) {
        return switch (family) {
            case SUBMIT -> "submit";
            case PROBE -> "probe";
            default -> Fault.ofKey(family).label();
        };
    }

    private static int code(final String name) {
        return switch (name) {
            case "submit" -> SUBMIT;
            case "probe" -> PROBE;
            default -> {
                final Fault fault = Fault.ofLabel(name);
                yield fault == null ? 0 : fault.key();
            }
        };
    }
}
