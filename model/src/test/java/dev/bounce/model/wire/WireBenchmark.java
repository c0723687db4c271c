package dev.bounce.model.wire;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// Time per frame of one message, encoded to and decoded from an array. The headline workload sends
/// one WANT of 9 chunks and 9 DATA of about 30 runs; 1,400 runs are those of a chunk whose pieces
/// do not merge.
///
/// Run with `java -cp (test class path) org.openjdk.jmh.Main WireBenchmark`.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WireBenchmark {
    /// What is encoded.
    @Param({"WANT_9", "GRANT_8", "DATA_30", "DATA_1400", "ACK_1"})
    public String message;

    private final FrameDecoder decoder = new FrameDecoder(64 << 20);
    private Frame frame;
    private byte[] encoded;

    /// Makes the frame, and prints its size once per trial.
    @Setup
    public void encodeOnce() {
        frame = GoldenFrames.frameOf(7, body(message));
        encoded = FrameEncoder.encode(frame);
        System.out.println(message + ": " + encoded.length + " bytes");
    }

    /// Frame to a new array.
    @Benchmark
    public byte[] encode() {
        return FrameEncoder.encode(frame);
    }

    /// Array to a frame.
    @Benchmark
    public Decoded decode() {
        return decoder.decode(encoded);
    }

    private static Body body(final String message) {
        return switch (message) {
            case "WANT_9" -> {
                final long[] chunkBytes = new long[9];
                Arrays.fill(chunkBytes, 8L << 20);
                yield new Body.Want(Tag.of("request-17"), chunkBytes);
            }
            case "GRANT_8" ->
                    new Body.Grant(IntStream.range(0, 8).mapToObj(WireBenchmark::credit).toList());
            case "DATA_30" -> new Body.Data(3, 17, 8L << 20, Runs.distinct(30));
            case "DATA_1400" -> new Body.Data(3, 17, 8L << 20, Runs.distinct(1_400));
            case "ACK_1" -> new Body.ChunkAcks(List.of(new ChunkAck(3, 17, Status.LANDED)));
            default -> throw new IllegalArgumentException("message " + message);
        };
    }

    private static Credit credit(final int chunk) {
        final long region = chunk * (8L << 20);
        return new Credit(chunk, chunk + 17L, region, 0x7F00_0000_0000L + region, 8L << 20, 0);
    }
}
