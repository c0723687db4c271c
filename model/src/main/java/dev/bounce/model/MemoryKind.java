package dev.bounce.model;

/// Where a memory range lives. The wire value is [#wireValue()], never the ordinal.
public enum MemoryKind {
    /// Ordinary host memory.
    HOST(0),
    /// Memory of one CUDA device.
    CUDA(1);

    private final int wireValue;

    MemoryKind(final int wireValue) {
        this.wireValue = wireValue;
    }

    /// The u8 that stands for this kind in messages and descriptions.
    public int wireValue() {
        return wireValue;
    }

    /// The kind with that u8, or `null` for one this version does not know.
    public static MemoryKind ofWireValue(final int wireValue) {
        return switch (wireValue) {
            case 0 -> HOST;
            case 1 -> CUDA;
            default -> null;
        };
    }
}
