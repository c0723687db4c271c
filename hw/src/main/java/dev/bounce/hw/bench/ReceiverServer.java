package dev.bounce.hw.bench;

import dev.bounce.hw.BounceAgent;
import dev.bounce.model.workload.RankPair;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.Arena;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/// The process of a receiver. Its copies of the sources hold the same bytes, so that nothing but
/// the transfers themselves is compared.
///
/// | line | answer |
/// |---|---|
/// | (start) | `ready BASE` |
/// | `describe` | `description HEX` |
/// | `poison` | `done` |
/// | `verify MODE`, `verify-gaps MODE` | `done` |
/// | `open-gaps SENDER` | `base BASE` |
/// | `close-gaps` | `done` |
/// | `reactor` | `worked NANOS CHUNKS` |
final class ReceiverServer implements BenchServer.Role {
    private final BenchReceiver receiver;

    private ReceiverServer(final BenchReceiver receiver) {
        this.receiver = receiver;
    }

    /// Serves until the commands end.
    ///
    /// @param receiver its index
    static void run(
            final BenchPlan plan,
            final int receiver,
            final BufferedReader commands,
            final PrintWriter answers)
            throws IOException {
        try (Arena owner = Arena.ofShared()) {
            final Map<Integer, Pool> sources = new HashMap<>();
            for (final RankPair ranks : plan.ranksTo(receiver)) {
                final int sender = ranks.sender();
                final Pool source = new Pool(owner, plan.workload().senderPoolBytes(sender));
                source.randomize(BenchPlan.seed(sender));
                sources.put(sender, source);
            }
            final BounceAgent agent =
                    plan.agent(
                                    BenchPlan.receiverName(receiver),
                                    plan.config(),
                                    plan.receiverDevice(receiver))
                            .start();
            try (BenchReceiver here = new LocalReceiver(agent, plan, receiver, sources)) {
                BenchServer.serve(
                        new ReceiverServer(here), "ready " + here.poolBase(), commands, answers);
            }
        }
    }

    @Override
    public String obey(final String[] words) throws BenchException {
        switch (words[0]) {
            case "describe" -> {
                return "description " + HexFormat.of().formatHex(receiver.description());
            }
            case "open-gaps" -> {
                return "base " + receiver.openGaps(Integer.parseInt(words[1]));
            }
            case "reactor" -> {
                return "worked " + receiver.reactor().text();
            }
            case "poison" -> receiver.poison();
            case "verify" -> receiver.verify(Mode.valueOf(words[1]));
            case "verify-gaps" -> receiver.verifyGaps(Mode.valueOf(words[1]));
            case "close-gaps" -> receiver.closeGaps();
            default -> throw BenchServer.unknown(words);
        }
        return "done";
    }
}
