package dev.bounce.sim.world;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/// What kind of world the seeds of a campaign draw.
public enum Profile {
    /// Each family of faults is off in half of the seeds.
    DEFAULT,
    /// Most families are on, and strong.
    CHAOS,
    /// Faults without limits of tolerance: nothing is promised to succeed or to end, only safety is
    /// judged.
    BEYOND,
    /// No faults at all: every request succeeds.
    CALM,
    /// Many senders, one receiver.
    INCAST,
    /// Two agents that send to each other all the time, through small arenas.
    DUPLEX,
    /// Processes die and come back, with the same name or another one.
    RESTART,
    /// Malformed and forged frames, some of them with tokens that are valid.
    HOSTILE,
    /// Worlds that the specification can hold, for traces that it is asked about: two agents, every
    /// region of one size, two chunks per transfer, no fault that it does not model.
    MODEL,
    /// Only faults that make no request fail but the ones that they strike: the repeats, the slots
    /// and the windows must make up for everything else.
    MILD,
    /// Prefill workers, one or four, and a decode worker that serve requests: transfers start and
    /// end as their KV lifecycles say, and blocks are used again.
    SERVING;

    /// Name on the command line and in reports.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The profile with that name on the command line.
    ///
    /// @throws IllegalArgumentException in one line that names the value and says what to write
    public static Profile parse(final String label) {
        return Arrays.stream(values())
                .filter(profile -> profile.label().equals(label))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "'"
                                                + label
                                                + "' is not a profile, write one of: "
                                                + labels()));
    }

    private static String labels() {
        return Arrays.stream(values()).map(Profile::label).collect(Collectors.joining(", "));
    }
}
