package dev.bounce.hw.bench;

import dev.bounce.hw.bench.BenchSender.Moved;
import dev.bounce.hw.plane.LocalFabric;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// The process of a sender.
///
/// | line | answer |
/// |---|---|
/// | (start) | `ready` |
/// | `load RECEIVER BASE HEX` | `done` |
/// | `gaps RECEIVER MODE BASE` | `done` |
/// | `move MODE AT` | `moved START END NANOS,NANOS...` |
/// | `reactor` | `worked NANOS CHUNKS` |
/// | `record` | `done` |
final class SenderServer implements BenchServer.Role {
    private final BenchSender sender;

    private SenderServer(final BenchSender sender) {
        this.sender = sender;
    }

    /// Serves until the commands end.
    ///
    /// @param sender its rank
    static void run(
            final BenchPlan plan,
            final int sender,
            final BufferedReader commands,
            final PrintWriter answers)
            throws IOException {
        try (BenchSender here = new LocalSender(plan, sender, new LocalFabric())) {
            BenchServer.serve(new SenderServer(here), "ready", commands, answers);
        }
    }

    @Override
    public String obey(final String[] words) throws BenchException {
        switch (words[0]) {
            case "load" ->
                    sender.load(
                            Integer.parseInt(words[1]),
                            HexFormat.of().parseHex(words[3]),
                            Long.parseLong(words[2]));
            case "gaps" ->
                    sender.moveWithGaps(
                            Integer.parseInt(words[1]),
                            Mode.valueOf(words[2]),
                            Long.parseLong(words[3]));
            case "move" -> {
                return moved(sender.move(Mode.valueOf(words[1]), Long.parseLong(words[2])));
            }
            case "reactor" -> {
                return "worked " + sender.reactor().text();
            }
            case "record" -> sender.record();
            default -> throw BenchServer.unknown(words);
        }
        return "done";
    }

    private static String moved(final Moved moved) {
        return "moved %d %d %s"
                .formatted(
                        moved.startNanos(),
                        moved.endNanos(),
                        LongStream.of(moved.requestNanos())
                                .mapToObj(Long::toString)
                                .collect(Collectors.joining(",")));
    }
}
