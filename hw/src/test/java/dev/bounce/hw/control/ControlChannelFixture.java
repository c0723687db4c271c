package dev.bounce.hw.control;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;

/// Channels of one kind on this host, closed after each test, and what tests do with them.
abstract class ControlChannelFixture {
    private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(10);
    static final String PROBE = "probe";

    record Arrival(long route, byte[] frame) {
        String text() {
            return new String(frame, StandardCharsets.US_ASCII);
        }
    }

    final List<ControlChannel> channels = new ArrayList<>();

    /// Opens a channel on IPv4 loopback.
    ///
    /// @param host address literal
    abstract ControlChannel make(
            String host, String identity, int maxFrameBytes, int queueFrames, int routes);

    /// The address of a channel that is not there.
    abstract ControlAddress nowhere();

    /// Sets a channel up to listen everywhere without saying what is advertised.
    abstract void listenEverywhere();

    @AfterEach
    void close() {
        channels.forEach(ControlChannel::close);
    }

    /// Closes it with the others.
    <C extends ControlChannel> C keep(final C channel) {
        channels.add(channel);
        return channel;
    }

    ControlChannel open(final String identity) {
        return keep(make("127.0.0.1", identity, 64 << 20, 4_096, 1_024));
    }

    static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// Repeats a step, waiting on the channel between, until it says it is done.
    void until(final ControlChannel channel, final BooleanSupplier step) {
        final long end = System.nanoTime() + BOUND_NANOS;
        while (!step.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "not done within 10 s");
            channels.forEach(each -> each.await(each == channel ? 2_000_000 : 0));
        }
    }

    /// Takes frames until there are that many, probes not counted.
    List<Arrival> receive(final ControlChannel channel, final int count) {
        final List<Arrival> arrivals = new ArrayList<>();
        until(
                channel,
                () -> {
                    channel.receive(
                            (route, frame) -> arrivals.add(new Arrival(route, frame)),
                            count - arrivals.size());
                    arrivals.removeIf(arrival -> arrival.text().equals(PROBE));
                    return arrivals.size() == count;
                });
        return arrivals;
    }

    /// Sends probes until one arrives, because a connection that was just made may lose frames.
    ///
    /// @return the route at the other end
    long establish(final ControlChannel from, final ControlChannel to, final long route) {
        final long[] back = new long[1];
        until(
                to,
                () -> {
                    from.send(route, bytes(PROBE));
                    from.flush();
                    to.await(5_000_000);
                    to.receive((arrival, _) -> back[0] = arrival, 1_000);
                    return back[0] != 0;
                });
        return back[0];
    }

    /// Takes what may still be on its way.
    void drain(final ControlChannel channel) {
        do {
            channels.forEach(each -> each.await(0));
            channel.await(20_000_000);
        } while (channel.receive((_, _) -> {}, 1_000) > 0);
    }
}
