package dev.bounce.hw.copy;

import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.model.plan.SealKey;
import java.util.function.LongConsumer;

/// A copy of so many launches.
final class ScriptedCopy implements CudaCopy {
    private static final SealKey SEAL = new SealKey(1, 2, 3, 4, 5);

    private final long id;
    private final int launches;
    private final CudaEvent after;
    private final LongConsumer filling;
    private int filled;

    ScriptedCopy(final long id, final int launches, final CudaEvent after) {
        this(id, launches, after, _ -> {});
    }

    /// @param filling told before each launch
    ScriptedCopy(
            final long id, final int launches, final CudaEvent after, final LongConsumer filling) {
        this.id = id;
        this.launches = launches;
        this.after = after;
        this.filling = filling;
    }

    @Override
    public long copyId() {
        return id;
    }

    @Override
    public long region() {
        return 4_096;
    }

    @Override
    public long regionBytes() {
        return 1 << 20;
    }

    @Override
    public SealKey seal() {
        return SEAL;
    }

    @Override
    public CudaEvent after() {
        return after;
    }

    @Override
    public int entryWords() {
        return 2;
    }

    @Override
    public int fill(final long[] entries, final int capacity, final int unit) {
        filling.accept(id);
        filled++;
        return capacity;
    }

    @Override
    public boolean isFilled() {
        return filled == launches;
    }

    @Override
    public boolean isSealed() {
        return filled == 1;
    }

    @Override
    public String describe() {
        return "copy=" + id;
    }
}
