package dev.bounce.hw.bench;

import java.util.HexFormat;

/// A receiver in a process of its own, see [ReceiverServer].
final class RemoteReceiver implements BenchReceiver {
    private final BenchProcess process;
    private long poolBase;

    /// Starts the process.
    ///
    /// @param receiver its index
    RemoteReceiver(final BenchPlan plan, final int receiver) throws BenchException {
        process =
                new BenchProcess(
                        BenchPlan.receiverName(receiver), plan.arguments("--serve=" + receiver));
    }

    @Override
    public void awaitUp() throws BenchException {
        poolBase = Long.parseLong(process.hear("ready"));
    }

    @Override
    public long poolBase() {
        return poolBase;
    }

    @Override
    public byte[] description() throws BenchException {
        return HexFormat.of().parseHex(process.ask("describe", "description"));
    }

    @Override
    public void poison() throws BenchException {
        process.ask("poison", "done");
    }

    @Override
    public void verify(final Mode mode) throws BenchException {
        process.ask("verify " + mode, "done");
    }

    @Override
    public long openGaps(final int sender) throws BenchException {
        return Long.parseLong(process.ask("open-gaps " + sender, "base"));
    }

    @Override
    public void verifyGaps(final Mode mode) throws BenchException {
        process.ask("verify-gaps " + mode, "done");
    }

    @Override
    public void closeGaps() throws BenchException {
        process.ask("close-gaps", "done");
    }

    @Override
    public ReactorWork reactor() throws BenchException {
        return ReactorWork.parse(process.ask("reactor", "worked"));
    }

    @Override
    public void close() {
        process.close();
    }
}
