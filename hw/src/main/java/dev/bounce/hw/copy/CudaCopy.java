package dev.bounce.hw.copy;

import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.model.plan.SealKey;

/// One gather or scatter on a GPU, on its way into the plans of one launch or several.
interface CudaCopy {
    /// As given at the start.
    long copyId();

    /// Address of the region on the device.
    long region();

    /// Bytes of the region, seals included.
    long regionBytes();

    /// Its seal.
    SealKey seal();

    /// What its first launch waits for, `null` for nothing.
    CudaEvent after();

    /// Writes the next entries. An entry holds at most about `unit` bytes.
    ///
    /// @param entries by the layout of [dev.bounce.hw.cuda.CopySlot], little-endian
    /// @param capacity most entries
    /// @param unit bytes, a multiple of 512
    /// @return number of entries written
    /// @throws IllegalStateException if an address is not registered or not in the region
    /// @throws ArithmeticException if an address wraps
    int fill(long[] entries, int capacity, int unit);

    /// Bytes of an entry.
    int entryBytes();

    /// Whether every entry was written.
    boolean isFilled();

    /// Whether the launch of the entries just written is the one that writes or checks the seals.
    boolean isSealed();

    /// What is copied, for messages.
    String describe();
}
