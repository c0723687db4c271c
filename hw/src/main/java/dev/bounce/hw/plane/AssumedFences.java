package dev.bounce.hw.plane;

import dev.bounce.engine.Event;
import dev.bounce.engine.FenceStrength;
import dev.bounce.engine.PlaneKey;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Fences of epochs whose writer nothing cuts off. Each is PROVEN as soon as the writer's process
/// has ended, where that can be seen, and ASSUMED T after the later of the end of the epoch and the
/// end of its lease. Loop only.
final class AssumedFences {
    private static final Logger LOG = LoggerFactory.getLogger(AssumedFences.class);

    private record Pending(PlaneKey plane, WriterProcess writer, long assumedNanos) {}

    private final PlaneContext context;
    private final long delayNanos;
    private final List<Pending> pending = new ArrayList<>();

    /// @param delayNanos T
    AssumedFences(final PlaneContext context, final long delayNanos) {
        this.context = context;
        this.delayNanos = delayNanos;
    }

    /// Starts to wait for the fence of an epoch that is dead by now.
    ///
    /// @param notBeforeNanos end of its lease, on the clock of the engine
    void await(final PlaneKey plane, final WriterProcess writer, final long notBeforeNanos) {
        final long now = context.clock().getAsLong();
        final long start = Math.max(now, notBeforeNanos);
        final long assumed =
                start > Long.MAX_VALUE - delayNanos ? Long.MAX_VALUE : start + delayNanos;
        pending.add(new Pending(plane, writer, assumed));
    }

    /// Whether a fence is waited for.
    boolean isWaiting() {
        return !pending.isEmpty();
    }

    /// Tells the fences that are there.
    void tick() {
        final long now = context.clock().getAsLong();
        pending.removeIf(
                one -> {
                    final boolean proven = one.writer.isGone();
                    if (!proven && now < one.assumedNanos) {
                        return false;
                    }
                    if (!proven) {
                        LOG.info("link={} fence is assumed after {} ns", one.plane, delayNanos);
                    }
                    tell(one.plane, proven);
                    return true;
                });
    }

    /// Tells a fence. Any thread.
    void tell(final PlaneKey plane, final boolean proven) {
        context.counters().fenced(proven);
        context.tell(
                new Event.Fenced(plane, proven ? FenceStrength.PROVEN : FenceStrength.ASSUMED));
    }
}
