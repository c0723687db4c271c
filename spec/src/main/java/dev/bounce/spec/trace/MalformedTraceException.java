package dev.bounce.spec.trace;

/// A file is no trace. The message names the line and what is wrong with it.
public final class MalformedTraceException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int lineNumber;

    /// @param lineNumber from 1
    /// @param what is wrong with that line
    public MalformedTraceException(final int lineNumber, final String what) {
        super("line " + lineNumber + ": " + what);
        this.lineNumber = lineNumber;
    }

    /// The line, from 1.
    public int lineNumber() {
        return lineNumber;
    }
}
