package dev.bounce.spec.trace;

/// Where the lines of a trace go.
@FunctionalInterface
public interface LineSink {
    /// Takes the next line.
    ///
    /// @param line the same as a value
    /// @param text as it stands in a file, without its end
    void line(TraceLine line, String text);
}
