package dev.bounce.hw.selftest;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.bounce.hw.control.ControlChannel;
import dev.bounce.hw.control.ControlException;
import dev.bounce.hw.control.Endpoint;
import dev.bounce.hw.control.UcxControlChannel;
import dev.bounce.hw.control.UcxControlSettings;
import dev.bounce.hw.control.ZmqControlChannel;
import dev.bounce.hw.control.ZmqSettings;
import dev.bounce.hw.idle.SpinBudget;
import dev.bounce.model.agent.ControlKind;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;

/// Round trips of control frames over loopback between two threads, each with a channel of its own
/// that it serves as a reactor does: it spins where reactors spin, else it waits.
public final class RoundTrips {
    private static final String SCHEMA = "bounce.round-trip/1";
    private static final String HOST = "127.0.0.1";
    private static final int FRAME_BYTES = 128;
    private static final int COUNT = 20_000;
    private static final long AWAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final ControlKind kind;
    private final int count;
    private final boolean spins = SpinBudget.nanos() > 0;
    private final Histogram nanos = new Histogram(BOUND_NANOS, 3);
    private volatile boolean over;
    private int received;

    private RoundTrips(final ControlKind kind, final int count) {
        this.kind = kind;
        this.count = count;
    }

    /// Measures every kind of channel.
    ///
    /// @param out takes a table, or one JSON object
    /// @return exit code: 0, 3 if a kind cannot be used here
    public static int run(final boolean json, final PrintWriter out) {
        return run(json, out, COUNT);
    }

    /// @param count of the round trips that are measured, after as many that are not
    static int run(final boolean json, final PrintWriter out, final int count) {
        final JsonArray all = new JsonArray();
        int exit = 0;
        for (final ControlKind kind : ControlKind.values()) {
            final RoundTrips trips = new RoundTrips(kind, count);
            final String name = kind.name().toLowerCase(Locale.ROOT);
            final JsonObject one = new JsonObject();
            one.addProperty("control", name);
            String text;
            try {
                trips.measure();
                text = trips.describe(one);
            } catch (final ControlException unusable) {
                one.addProperty("reason", unusable.getMessage());
                text = "not available: " + unusable.getMessage();
                exit = 3;
            }
            all.add(one);
            if (!json) {
                out.println(name + ": " + text);
            }
        }
        if (json) {
            final JsonObject object = new JsonObject();
            object.addProperty("schema", SCHEMA);
            object.addProperty("frameBytes", FRAME_BYTES);
            object.add("roundTrips", all);
            out.println(object);
        }
        out.flush();
        return exit;
    }

    private String describe(final JsonObject one) {
        final double median = nanos.getValueAtPercentile(50) / 1e3;
        final double p99 = nanos.getValueAtPercentile(99) / 1e3;
        one.addProperty("spins", spins);
        one.addProperty("medianMicros", median);
        one.addProperty("p99Micros", p99);
        one.addProperty("count", nanos.getTotalCount());
        return String.format(
                Locale.ROOT,
                "round trip of %d bytes over loopback, both ends %s: median %.1f us, p99 %.1f us",
                FRAME_BYTES,
                spins ? "spin" : "wait",
                median,
                p99);
    }

    private ControlChannel open(final String identity) {
        return kind == ControlKind.UCX
                ? UcxControlChannel.open(UcxControlSettings.at(Endpoint.parseHost(HOST)), identity)
                : ZmqControlChannel.open(ZmqSettings.loopback(), identity);
    }

    private void measure() {
        final AtomicReference<ControlChannel> far = new AtomicReference<>();
        final AtomicReference<RuntimeException> failed = new AtomicReference<>();
        final CountDownLatch opened = new CountDownLatch(1);
        final Thread echo =
                Thread.ofPlatform()
                        .daemon()
                        .name("bounce-echo")
                        .start(() -> echo(far, failed, opened));
        try {
            opened.await();
            if (failed.get() != null) {
                throw failed.get();
            }
            try (ControlChannel near = open("near@1")) {
                trips(near, near.connect(far.get().endpoint()));
            }
            over = true;
            far.get().wakeUp();
            echo.join(TimeUnit.NANOSECONDS.toMillis(BOUND_NANOS));
        } catch (final InterruptedException asked) {
            Thread.currentThread().interrupt();
            throw new ControlException("interrupted", asked);
        } finally {
            over = true;
        }
    }

    private void echo(
            final AtomicReference<ControlChannel> opened,
            final AtomicReference<RuntimeException> failed,
            final CountDownLatch told) {
        try (ControlChannel channel = open("far@1")) {
            opened.set(channel);
            told.countDown();
            while (!over) {
                if (channel.receive(channel::send, 1) == 0) {
                    pause(channel);
                }
            }
        } catch (final RuntimeException | LinkageError unusable) {
            failed.set(new ControlException(unusable.getMessage(), unusable));
            told.countDown();
        }
    }

    private void pause(final ControlChannel channel) {
        if (spins) {
            Thread.onSpinWait();
        } else {
            channel.await(AWAIT_NANOS);
        }
    }

    private void trips(final ControlChannel near, final long route) {
        establish(near, route);
        for (int trip = 0; trip < 2 * count; trip++) {
            final long start = System.nanoTime();
            near.send(route, ByteBuffer.allocate(FRAME_BYTES).putInt(1 + trip).array());
            receive(near, 1 + trip, start);
            if (trip >= count) {
                nanos.recordValue(Math.min(BOUND_NANOS, System.nanoTime() - start));
            }
        }
    }

    /// The first frames of a connection may be lost.
    private void establish(final ControlChannel near, final long route) {
        final long start = System.nanoTime();
        int sent = 0;
        received = 0;
        while (received == 0) {
            near.send(route, new byte[FRAME_BYTES]);
            sent++;
            near.await(AWAIT_NANOS);
            near.receive((_, _) -> received++, sent);
            requireInTime(start);
        }
        final long end = System.nanoTime() + 10 * AWAIT_NANOS;
        while (System.nanoTime() - end < 0) {
            near.await(AWAIT_NANOS);
            near.receive((_, _) -> received++, sent);
        }
    }

    /// Echoes of earlier frames that come late are not it.
    private void receive(final ControlChannel near, final int trip, final long start) {
        received = 0;
        while (received == 0) {
            final int count =
                    near.receive(
                            (_, frame) ->
                                    received += ByteBuffer.wrap(frame).getInt() == trip ? 1 : 0,
                            1);
            if (count == 0) {
                pause(near);
            }
            requireInTime(start);
        }
    }

    private static void requireInTime(final long start) {
        if (System.nanoTime() - start > BOUND_NANOS) {
            throw new ControlException("no answer within 10 s", null);
        }
    }
}
