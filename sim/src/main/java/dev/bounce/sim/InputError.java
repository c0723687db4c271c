package dev.bounce.sim;

/// An input file does not say what it should. The message names the place and the value.
final class InputError extends Exception {
    private static final long serialVersionUID = 1;

    InputError(final String message) {
        super(message);
    }
}
