package dev.bounce.hw.bench;

import dev.bounce.hw.BounceAgent;
import dev.bounce.hw.cuda.CudaException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// The other process of a benchmark: a receiver that obeys lines and answers each with one. Its
/// copy of the source holds the same bytes, so that nothing but the transfers themselves is
/// compared.
///
/// | line | answer |
/// |---|---|
/// | (start) | `ready BASE` |
/// | `describe` | `description HEX` |
/// | `poison` | `done` |
/// | `verify MODE`, `verify-gaps MODE` | `done`, or `wrong TEXT` |
/// | `open-gaps` | `base BASE` |
/// | `close-gaps` | `done` |
final class BenchServer {
    private final BenchReceiver receiver;

    private BenchServer(final BenchReceiver receiver) {
        this.receiver = receiver;
    }

    /// Is the process of a receiver, which the benchmark has started, until its input ends.
    ///
    /// @param rank index of the receiver among those of the first sender
    /// @throws BenchException if it cannot come up, or its input breaks
    static void serve(final BenchPlan plan, final int rank, final PrintWriter answers)
            throws BenchException {
        try {
            run(
                    plan,
                    rank,
                    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
                    answers);
        } catch (final IOException failure) {
            throw new BenchException(BenchException.FAILED, failure.getMessage());
        } catch (final CudaException | IllegalArgumentException unusable) {
            throw new BenchException(BenchException.ENVIRONMENT, unusable.getMessage());
        }
    }

    /// Serves until the commands end.
    ///
    /// @param rank index of the receiver among those of the first sender
    private static void run(
            final BenchPlan plan,
            final int rank,
            final BufferedReader commands,
            final PrintWriter answers)
            throws IOException {
        try (Arena owner = Arena.ofShared()) {
            final Pool source = new Pool(owner, plan.workload().senderPoolBytes(0));
            source.randomize(1);
            final BounceAgent agent =
                    plan.agent("decode-" + rank, plan.config(), plan.receiverDevice(rank)).start();
            try (BenchReceiver receiver = new LocalReceiver(agent, plan, rank, source)) {
                final BenchServer server = new BenchServer(receiver);
                say(answers, "ready " + receiver.poolBase());
                for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                    say(answers, server.obey(line.split(" ")));
                }
            }
        }
    }

    private static void say(final PrintWriter answers, final String line) {
        answers.println(line);
        answers.flush();
    }

    private String obey(final String[] words) {
        try {
            switch (words[0]) {
                case "describe" -> {
                    return "description " + HexFormat.of().formatHex(receiver.description());
                }
                case "open-gaps" -> {
                    return "base " + receiver.openGaps();
                }
                case "poison" -> receiver.poison();
                case "verify" -> receiver.verify(Mode.valueOf(words[1]));
                case "verify-gaps" -> receiver.verifyGaps(Mode.valueOf(words[1]));
                case "close-gaps" -> receiver.closeGaps();
                default -> {
                    return "wrong unknown command " + words[0];
                }
            }
            return "done";
        } catch (final BenchException failure) {
            return "wrong " + failure.getMessage();
        }
    }
}
