package dev.bounce.sim.replay;

import dev.bounce.spec.trace.TraceLine.End;
import dev.bounce.spec.trace.TraceLine.Head;

/// What came of a replay.
///
/// @param head of the trace
/// @param steps that were made again
/// @param end how the replay ended, `null` if it was stopped before
/// @param difference the first line that differs, `null` if none does
/// @param isOtherBuild whether another build wrote the trace
public record Replayed(
        Head head, long steps, End end, Difference difference, boolean isOtherBuild) {
    /// A line that differs.
    ///
    /// @param lineNumber in the file, from 1
    /// @param expected what the file says
    /// @param actual what the replay makes, `null` if it makes nothing more
    public record Difference(int lineNumber, String expected, String actual) {}

    /// Whether every line is the same.
    public boolean isSame() {
        return difference == null;
    }

    /// What the replay violated, `null` if nothing.
    public String property() {
        return end == null ? null : end.property();
    }
}
