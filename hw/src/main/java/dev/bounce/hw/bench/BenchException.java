package dev.bounce.hw.bench;

/// A benchmark cannot go on. The message is one line for people.
public final class BenchException extends Exception {
    private static final long serialVersionUID = 1L;

    /// Exit code of a transfer that failed.
    public static final int FAILED = 1;

    /// Exit code of something that this machine lacks.
    public static final int ENVIRONMENT = 3;

    /// Exit code of bytes that are not what they should be.
    public static final int MISMATCH = 4;

    /// Exit code of something that did not happen in time.
    public static final int TIMEOUT = 5;

    private final int exitCode;

    /// @param exitCode of the command
    public BenchException(final int exitCode, final String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /// Exit code of the command.
    public int exitCode() {
        return exitCode;
    }
}
