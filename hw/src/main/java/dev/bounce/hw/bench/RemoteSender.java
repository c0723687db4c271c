package dev.bounce.hw.bench;

import java.util.HexFormat;
import java.util.stream.Stream;

/// A sender in a process of its own, see [SenderServer].
final class RemoteSender implements BenchSender {
    private final BenchProcess process;

    /// Starts the process.
    ///
    /// @param sender its rank
    RemoteSender(final BenchPlan plan, final int sender) throws BenchException {
        process =
                new BenchProcess(
                        BenchPlan.senderName(sender), plan.arguments("--serve-sender=" + sender));
    }

    @Override
    public void awaitUp() throws BenchException {
        process.hear("ready");
    }

    @Override
    public void load(final int receiver, final byte[] description, final long poolBase)
            throws BenchException {
        process.ask(
                "load %d %d %s"
                        .formatted(receiver, poolBase, HexFormat.of().formatHex(description)),
                "done");
    }

    @Override
    public void moveWithGaps(final int receiver, final Mode mode, final long gapsBase)
            throws BenchException {
        process.ask("gaps %d %s %d".formatted(receiver, mode, gapsBase), "done");
    }

    @Override
    public Moved move(final Mode mode, final long atNanos) throws BenchException {
        final String[] words =
                process.ask("move %s %d".formatted(mode, atNanos), "moved").split(" ");
        return new Moved(
                Long.parseLong(words[0]),
                Long.parseLong(words[1]),
                Stream.of(words[2].split(",")).mapToLong(Long::parseLong).toArray());
    }

    @Override
    public ReactorWork reactor() throws BenchException {
        return ReactorWork.parse(process.ask("reactor", "worked"));
    }

    @Override
    public void record() throws BenchException {
        process.ask("record", "done");
    }

    @Override
    public void close() {
        process.close();
    }
}
