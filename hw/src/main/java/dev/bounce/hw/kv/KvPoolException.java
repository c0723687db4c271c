package dev.bounce.hw.kv;

/// A pool of slots that cannot be had, or was used wrongly. Nothing was changed, but for
/// [Reason#FAILED]: then it is not known.
public final class KvPoolException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /// What is wrong.
    public enum Reason {
        /// There is no memory of that size.
        NO_ROOM,
        /// The driver or the device refused or failed.
        FAILED,
        /// There is no such pool, slot or layer, or the bytes are not those of one slot.
        NO_SUCH_SLOT,
        /// The pool is closed.
        CLOSED
    }

    /// @param message one line with the numbers
    public KvPoolException(final Reason reason, final String message) {
        super(message);
        this.reason = reason;
    }

    /// What is wrong.
    public Reason reason() {
        return reason;
    }
}
