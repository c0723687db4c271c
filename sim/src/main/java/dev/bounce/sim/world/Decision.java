package dev.bounce.sim.world;

/// One thing that a seed decided and that a minimiser may leave out or weaken: a fault that struck,
/// or a transfer that was submitted.
///
/// @param key family, whom it concerns, and its number there, as in `loss/0>1/17` (frame 17 from
///     agent 0 to agent 1), `crash/1/0` (crash 0, of agent 1) or `submit/0>1/3` (transfer 3 of the
///     link)
/// @param value at least 1: its strength where weakening has a meaning (nanoseconds of a delay, of
///     a pause, or of the moment of a submission; pieces of a write), else 1
public record Decision(String key, long value) {
    private static final char SEPARATOR = '/';

    /// Refuses a key or value that no run can have.
    ///
    /// @throws IllegalArgumentException in one line that names the key
    public Decision {
        if (value < 1) {
            throw new IllegalArgumentException(
                    "decision '" + key + "' has the value " + value + ", it must be at least 1");
        }
        Decisions.pack(key);
    }

    /// The family of faults, `submit` or `probe`.
    public String family() {
        return key.substring(0, key.indexOf(SEPARATOR));
    }

    /// Whether it is a transfer that was submitted, and not a fault.
    public boolean isSubmission() {
        return Decisions.isSubmission(Decisions.pack(key));
    }

    @Override
    public String toString() {
        return key + "=" + value;
    }
}
