package dev.bounce.hw.plane;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.hw.ucx.UcxDomain;
import dev.bounce.hw.ucx.UcxProfile;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Blob;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/// What the planes over UCX have in common: one object with a worker of its own for each side of
/// each epoch, the direct path, and the events. How bytes move and what fences them is up to each.
abstract class UcxPlane implements DataPlane {
    final PlaneContext context;
    final UcxDomain domain;
    final UcxObjects objects;
    private final Queue<Event> happened = new ConcurrentLinkedQueue<>();

    /// Starts the threads of the plane.
    ///
    /// @param grants that the receiver checks itself, of any plane that places bytes
    /// @param direct makes the direct path
    /// @throws dev.bounce.hw.ucx.UcxException in one line, if UCX or its transport cannot be used
    UcxPlane(
            final PlaneSettings settings,
            final DeviceMemory memory,
            final UcxProfile profile,
            final LivingGrants grants,
            final DirectPath.Maker direct) {
        context =
                new PlaneContext(
                        settings.name(),
                        memory,
                        grants,
                        settings.clock(),
                        event -> {
                            happened.add(event);
                            settings.wakeUp().run();
                        },
                        new PlaneCounters(),
                        new CopyWaits(settings.name(), memory),
                        settings.openNanos(),
                        settings.stallNanos());
        domain = new UcxDomain(profile, settings.networkInterface(), false);
        try {
            objects = new UcxObjects(context, domain, direct);
        } catch (final RuntimeException | Error refused) {
            domain.close();
            throw refused;
        }
    }

    /// What moves the bytes of the writes of a link.
    abstract Carrier carrier(LinkSender sender, Effect.OpenPlane open);

    @Override
    public final Blob directAddress() {
        return objects.directAddress();
    }

    @Override
    public final PlaneFigures figures() {
        return context.counters().figures();
    }

    /// Names of UCX objects that are open. Any thread.
    public final List<String> openObjects() {
        return domain.leaks();
    }

    @Override
    public final void open(final Effect.OpenPlane open) {
        final PlaneKey key = open.plane();
        switch (key.side()) {
            case SENDER ->
                    objects.open(
                            key,
                            () -> new LinkSender(context, domain, open, this::carrier),
                            _ -> {});
            case RECEIVER ->
                    objects.open(
                            key,
                            () -> new LinkReceiver(context, domain, key, open.peer()),
                            end -> context.tell(new Event.PlaneOpened(key, end.address())));
        }
    }

    @Override
    public final void expectWrites() {
        objects.loop().expect();
    }

    @Override
    public final void write(final Effect.Write write) {
        objects.use(
                write.plane(),
                end -> ((LinkSender) end).write(write),
                () -> context.tell(new Event.WriteEnded(write.writeId(), WriteOutcome.NEVER)));
    }

    @Override
    public final void directPut(
            final long transferId,
            final String peer,
            final long peerInstance,
            final Blob peerAddress,
            final DescriptorPairs pairs) {
        objects.directPut(transferId, peerAddress, pairs);
    }

    @Override
    public final int poll(final Consumer<Event> events) {
        int count = 0;
        for (Event event = happened.poll(); event != null; event = happened.poll()) {
            events.accept(event);
            count++;
        }
        return count;
    }
}
