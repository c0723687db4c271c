package dev.bounce.hw.cuda;

/// A call of the CUDA driver that failed, or a device that cannot be used.
public final class CudaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    /// @param message names the call, its code and what CUDA calls it, or what the device did
    /// @param code what the driver answered, 0 if no call failed
    public CudaException(final String message, final int code) {
        super(message);
        this.code = code;
    }

    /// What the driver answered, 0 if no call was made.
    public int code() {
        return code;
    }
}
