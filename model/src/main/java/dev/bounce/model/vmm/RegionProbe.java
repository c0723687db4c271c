package dev.bounce.model.vmm;

/// Asks the driver which physical allocation backs an address.
@FunctionalInterface
public interface RegionProbe {
    /// One physical allocation as it is mapped. A range of virtual memory that is backed chunk by
    /// chunk answers with the chunk, not the range.
    ///
    /// @param base address of its first byte
    /// @param bytes length, unsigned, at least 1
    /// @param device ordinal of the device that holds it
    record Allocation(long base, long bytes, int device) {}

    /// The allocation that holds `address`, `null` if the driver does not say.
    Allocation allocationAt(long address);
}
