package dev.bounce.hw;

import dev.bounce.model.plan.DescriptorPairs;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

/// The sender of [CudaPoolProcessTest], told in lines what to do. Its pool holds
/// `CudaPoolEnd.random(seed, bytes)`.
public final class CudaPoolChild {
    private static final long BOUND_SECONDS = 30;

    private CudaPoolChild() {}

    /// device, granules per chunk, chunks, whether it coalesces, seed
    public static void main(final String[] arguments) throws Exception {
        final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (CudaPoolEnd end =
                new CudaPoolEnd(
                        "from",
                        Integer.parseInt(arguments[0]),
                        Integer.parseInt(arguments[1]),
                        Integer.parseInt(arguments[2]),
                        Boolean.parseBoolean(arguments[3]))) {
            end.write(CudaPoolEnd.random(Integer.parseInt(arguments[4]), end.bytes));
            out.println("ready " + end.shareable());
            final BufferedReader commands =
                    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                obey(end, line.split(" "), out);
            }
        }
        System.exit(0);
    }

    private static void obey(final CudaPoolEnd end, final String[] words, final PrintStream out)
            throws Exception {
        switch (words[0]) {
            case "load" ->
                    out.println("loaded " + end.agent.load(HexFormat.of().parseHex(words[1])));
            case "await" -> {
                end.agent.awaitReady("to").get(BOUND_SECONDS, TimeUnit.SECONDS);
                out.println("linked");
            }
            case "move" -> {
                final DescriptorPairs pairs =
                        slots(
                                end.base,
                                Long.parseLong(words[1]),
                                Integer.parseInt(words[2]),
                                Integer.parseInt(words[3]));
                final TransferResult result =
                        end.agent.submit(pairs, "to").future().get(BOUND_SECONDS, TimeUnit.SECONDS);
                out.printf(
                        "ended %s %s %s delivered=%s quiescent=%s nanos=%d%n",
                        result.outcome() == null ? result.refusal() : result.outcome(),
                        result.route(),
                        result.directReason(),
                        result.delivered(),
                        result.quiescent(),
                        result.timings().resolvedNanos());
            }
            default -> throw new IllegalArgumentException(String.join(" ", words));
        }
    }

    /// Slot by slot, in reverse order on the other side.
    static DescriptorPairs slots(
            final long from, final long to, final int count, final int slotBytes) {
        final long[] source = new long[count];
        final long[] destination = new long[count];
        final long[] bytes = new long[count];
        for (int slot = 0; slot < count; slot++) {
            source[slot] = from + (long) slot * slotBytes;
            destination[slot] = to + (long) (count - 1 - slot) * slotBytes;
            bytes[slot] = slotBytes;
        }
        return DescriptorPairs.of(source, destination, bytes);
    }
}
