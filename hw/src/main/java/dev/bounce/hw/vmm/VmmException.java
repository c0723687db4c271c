package dev.bounce.hw.vmm;

/// A call of a [VmmDriver] that failed. Nothing was changed by it.
public final class VmmException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /// Why a call failed.
    public enum Reason {
        /// There is no memory, or no room for addresses, of that size.
        NO_ROOM,
        /// The driver or the device does not do that here.
        UNSUPPORTED,
        /// An argument does not fit what is reserved, created or mapped.
        INVALID,
        /// Anything else; the device may have failed.
        FAILED
    }

    /// @param message names the call, its arguments and what the driver said, in one line
    public VmmException(final Reason reason, final String message) {
        super(message);
        this.reason = reason;
    }

    /// Why.
    public Reason reason() {
        return reason;
    }
}
