package dev.bounce.hw.ucx;

import dev.bounce.model.wire.Blob;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Addresses at which nobody listens any more. UCX (1.13.1 was seen to) keeps the socket of a
/// connection that is refused at once until its worker is closed, as it is on the same host when
/// the process of the peer has ended. So such an address is tried rarely: after five seconds, and
/// each time after twice as long, up to a minute.
final class Refusals {
    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int CAPACITY = 256;

    private record Refusal(long untilNanos, long waitNanos) {}

    private final LinkedHashMap<Blob, Refusal> byAddress =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(final Map.Entry<Blob, Refusal> eldest) {
                    return size() > CAPACITY;
                }
            };

    /// Whether that address is not to be tried yet.
    boolean holds(final Blob address, final long nowNanos) {
        final Refusal refusal = byAddress.get(address);
        return refusal != null && nowNanos - refusal.untilNanos < 0;
    }

    /// A connection to that address was refused.
    void note(final Blob address, final long nowNanos) {
        final Refusal old = byAddress.remove(address);
        final long wait = old == null ? FIRST_NANOS : Math.min(2 * old.waitNanos, MOST_NANOS);
        byAddress.put(address, new Refusal(nowNanos + wait, wait));
    }

    /// A connection to that address is being made.
    void forget(final Blob address) {
        byAddress.remove(address);
    }
}
