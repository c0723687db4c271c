package dev.bounce.hw.cuda;

/// Where one copy kernel runs at a time. One thread, but for [#outcome].
public interface LaunchSlot extends AutoCloseable {
    /// Writes the entries of the next launch, while none runs.
    ///
    /// @param words entries by the layouts of [CopySlot], two u32 a word, the first one low
    /// @param count of words
    void write(long[] words, int count);

    /// Puts no later launch into effect before `event` has happened.
    ///
    /// @throws CudaException if it cannot be waited for
    void await(CudaEvent event);

    /// Starts the kernel on the entries that were written.
    ///
    /// @param region address on the device
    /// @param regionBytes seals included
    /// @param sealLow first half of the seal
    /// @param sealHigh second half
    /// @param sealed whether this launch writes (gather) or checks (scatter) the seals
    /// @param entryCount 0 or more
    /// @return names the launch, see [#outcome]
    /// @throws CudaException if the device does not take it
    long launch(
            long region,
            long regionBytes,
            long sealLow,
            long sealHigh,
            boolean sealed,
            int entryCount);

    /// What a launch has come to, as long as no later one has ended. Once it is not RUNNING all its
    /// bytes are there for every reader, other devices included. Any thread.
    ///
    /// @param launch as [#launch] has returned it
    CopySlot.Outcome outcome(long launch);

    /// Looks for errors: whether nothing is left to do.
    ///
    /// @throws CudaException if the kernel failed, or anything else did on this device
    boolean isIdle();

    /// Only when no launch runs.
    @Override
    void close();
}
