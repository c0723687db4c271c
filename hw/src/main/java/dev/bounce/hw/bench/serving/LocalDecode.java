package dev.bounce.hw.bench.serving;

import dev.bounce.hw.bench.BenchException;
import dev.bounce.hw.plane.LocalFabric;
import dev.bounce.model.kv.SlotLayout;

/// A decode worker in this process.
final class LocalDecode implements DecodeSite {
    private final DecodeHost host;

    /// @param index of the worker
    /// @throws BenchException if there is no room or no such device
    LocalDecode(
            final ServingPlan plan,
            final int index,
            final LocalFabric fabric,
            final HostEvents events)
            throws BenchException {
        host =
                new DecodeHost(
                        plan,
                        WorkerSite.open(
                                plan,
                                ServingPlan.decodeName(index),
                                plan.settings().decodeBlocks(),
                                plan.decodeDevice(index),
                                fabric),
                        events);
    }

    @Override
    public String name() {
        return host.site().agent().name();
    }

    @Override
    public byte[] description() {
        return host.site().agent().describe();
    }

    @Override
    public SlotLayout layout() {
        return host.site().pool().layout();
    }

    @Override
    public void tell(final ServingMessage message) {
        host.tell(message);
    }

    @Override
    public WorkerFigures finish() throws BenchException {
        return host.finish();
    }

    @Override
    public void close() {
        host.close();
    }
}
