package dev.bounce.hw.plane;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.hw.cuda.CudaSignal;
import dev.bounce.hw.cuda.CudaStream;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.DeviceUuid;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

/// The sender of [CudaIpcProcessTest] on another GPU, told in lines what to do. Its arena holds
/// `CudaEnd.random(5, 32 MiB)` again and again.
public final class CudaChild {
    private static final int BLOCK = 32 << 20;

    private final CudaEnd end;
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private long writeId;

    /// What a stream of the application waits for.
    private CudaSignal held;

    private CudaStream stream;

    private CudaChild(final int device) {
        end = new CudaEnd("child", device, TimeUnit.SECONDS.toNanos(1));
    }

    public static void main(final String[] arguments) throws Exception {
        final CudaChild child = new CudaChild(Integer.parseInt(arguments[0]));
        final byte[] block = CudaEnd.random(5, BLOCK);
        for (long at = 0; at < CudaEnd.ARENA_BYTES; at += BLOCK) {
            child.end.write(at, block);
        }
        child.out.println("ready " + ProcessHandle.current().pid());
        final BufferedReader commands =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            child.obey(line.split(" "));
        }
        child.end.close();
        System.exit(0);
    }

    private void obey(final String[] words) throws Exception {
        switch (words[0]) {
            case "open" -> {
                end.plane.open(
                        new Effect.OpenPlane(
                                PlaneEnd.sender(Long.parseLong(words[1])),
                                "peer",
                                new Body.ArenaAccess(
                                        MemoryKind.CUDA,
                                        DeviceUuid.NONE,
                                        Long.parseLong(words[2]),
                                        blob(words[3]),
                                        blob(words[4]))));
                out.println("opened " + end.next());
            }
            case "write" -> {
                post(words, 1);
                out.println("ended " + end.next(Event.WriteEnded.class).outcome());
            }
            case "post" -> {
                post(words, 1_000);
                out.println("posted " + writeId);
            }
            case "measure" -> measure(words);
            case "fence" -> {
                end.plane.fence(
                        new Effect.Fence(PlaneEnd.sender(Long.parseLong(words[1])), "peer", 0));
                out.println("fenced " + end.next(Event.Fenced.class).strength());
            }
            case "hold" -> {
                held = new CudaSignal(end.memory.context());
                stream = new CudaStream(end.memory.context(), 0);
                held.await(stream);
                out.println("held");
            }
            case "leave" -> {
                end.plane.fence(
                        new Effect.Fence(PlaneEnd.sender(Long.parseLong(words[1])), "peer", 0));
                out.println("left");
            }
            case "go" -> {
                held.raise();
                out.println("fenced " + end.next(Event.Fenced.class).plane().linkId());
                stream.synchronize();
                stream.close();
                held.close();
            }
            default -> throw new IllegalArgumentException(String.join(" ", words));
        }
    }

    private static Blob blob(final String hex) {
        return Blob.of(HexFormat.of().parseHex(hex));
    }

    /// link, region, bytes, address of the receiver's arena
    private void post(final String[] words, final int times) {
        for (int time = 0; time < times; time++) {
            final long region = Long.parseLong(words[2]);
            end.plane.write(
                    new Effect.Write(
                            ++writeId,
                            PlaneEnd.sender(Long.parseLong(words[1])),
                            region,
                            Long.parseLong(words[3]),
                            1,
                            region,
                            Long.parseLong(words[4]) + region,
                            Long.MAX_VALUE));
        }
    }

    /// link, bytes, count, address of the receiver's arena: writes one behind the other.
    private void measure(final String[] words) throws Exception {
        final long bytes = Long.parseLong(words[2]);
        final int count = Integer.parseInt(words[3]);
        final String[] post = {"post", words[1], "0", words[2], words[4]};
        for (int warm = 0; warm < 8; warm++) {
            post(post, 1);
        }
        for (int warm = 0; warm < 8; warm++) {
            end.next(Event.WriteEnded.class);
        }
        final long start = System.nanoTime();
        post(post, count);
        int landed = 0;
        for (int write = 0; write < count; write++) {
            landed += end.next(Event.WriteEnded.class).outcome().name().equals("LANDED") ? 1 : 0;
        }
        final double seconds = (System.nanoTime() - start) / 1e9;
        out.printf(
                "measured %d of %d writes of %d bytes landed, %.1f GB/s, %.1f us each%n",
                landed, count, bytes, bytes * count / seconds / 1e9, seconds / count * 1e6);
    }
}
