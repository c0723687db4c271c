package dev.bounce.spec.tlc;

/// One message of TLC's output for tools.
///
/// @param code which message (constants of `tlc2.output.EC`)
/// @param severity 0 information, 1 error, 2 bug of TLC, 3 warning, 4 state of a trace
/// @param text without the marks around it
record Message(int code, int severity, String text) {
    static final int ERROR = 1;
    static final int BUG = 2;
    static final int WARNING = 3;
}
