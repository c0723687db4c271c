package dev.bounce.hw.plane;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.FenceStrength;
import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.hw.memory.HostMemory;
import dev.bounce.hw.ucx.UcxDomain;
import dev.bounce.hw.ucx.UcxProfile;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Credit;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// [DataPlane] over TCP: chunks travel as eager active messages that the receiver places while the
/// grant lives. Puts would be emulated over TCP, and then a sender that dies aborts the receiver's
/// process, a flush can succeed without its bytes, and no remote key is checked.
///
/// Its fence is PROVEN at once: the receiver drops the grants of the epoch, and nothing is placed
/// without one. The sender's side is fenced when its worker is closed, so that nothing reads its
/// arena any more.
public final class TcpPlane implements DataPlane {
    private final PlaneContext context;
    private final UcxObjects objects;
    private final UcxDomain domain;
    private final Queue<Event> happened = new ConcurrentLinkedQueue<>();

    /// Starts the threads of the plane.
    ///
    /// @param name of the agent
    /// @param clock of the engine, in nanoseconds; any thread
    /// @param openNanos time in which a link has to open
    /// @param stallNanos time after which a write or a direct transfer without progress breaks its
    ///     connection
    /// @param networkInterface that is used, `null` for those that UCX picks
    /// @param wakeUp called after each event, on any thread; must not block
    /// @throws dev.bounce.hw.ucx.UcxException in one line, if UCX cannot be used
    public TcpPlane(
            final String name,
            final HostMemory memory,
            final LongSupplier clock,
            final long openNanos,
            final long stallNanos,
            final String networkInterface,
            final Runnable wakeUp) {
        context =
                new PlaneContext(
                        name,
                        memory,
                        new LivingGrants(memory.arena()),
                        clock,
                        event -> {
                            happened.add(event);
                            wakeUp.run();
                        },
                        new PlaneCounters(),
                        openNanos,
                        stallNanos);
        domain = new UcxDomain(UcxProfile.TCP, networkInterface, false);
        objects = new UcxObjects(context, domain);
    }

    @Override
    public PlaneKind kind() {
        return PlaneKind.TCP;
    }

    /// No key: peers do not write by themselves.
    @Override
    public Blob arenaKey() {
        return Blob.EMPTY;
    }

    /// No: the receiver places every byte itself, in ranges that it has.
    @Override
    public boolean isDirectOneSided() {
        return false;
    }

    @Override
    public Blob directAddress() {
        return objects.directAddress();
    }

    @Override
    public PlaneFigures figures() {
        return context.counters().figures();
    }

    /// Names of UCX objects that are open. Any thread.
    public List<String> openObjects() {
        return domain.leaks();
    }

    @Override
    public void open(final Effect.OpenPlane open) {
        switch (open.plane().side()) {
            case SENDER ->
                    objects.open(
                            open.plane(),
                            () ->
                                    new LinkSender(
                                            context,
                                            domain,
                                            open,
                                            (sender, _) -> new EagerCarrier(sender)),
                            _ -> {});
            case RECEIVER ->
                    objects.open(
                            open.plane(),
                            () -> new LinkReceiver(context, domain, open.plane(), open.peer()),
                            end ->
                                    context.tell(
                                            new Event.PlaneOpened(open.plane(), end.address())));
        }
    }

    @Override
    public void write(final Effect.Write write) {
        objects.use(
                write.plane(),
                end -> ((LinkSender) end).write(write),
                () -> context.tell(new Event.WriteEnded(write.writeId(), WriteOutcome.NEVER)));
    }

    @Override
    public void granted(final PlaneKey plane, final List<Credit> credits) {
        for (final Credit credit : credits) {
            context.grants().grant(plane, credit);
        }
    }

    @Override
    public void reclaimed(final long region, final long bytes) {
        context.grants().reclaim(region, bytes);
    }

    @Override
    public void fence(final Effect.Fence fence) {
        final PlaneKey key = fence.plane();
        final Runnable fenced =
                () -> {
                    context.counters().fenced(true);
                    context.tell(new Event.Fenced(key, FenceStrength.PROVEN));
                };
        switch (key.side()) {
            case SENDER -> objects.close(key, fenced);
            case RECEIVER -> {
                context.grants().drop(key);
                fenced.run();
                objects.close(key, () -> {});
            }
        }
    }

    @Override
    public void directPut(
            final long transferId,
            final String peer,
            final long peerInstance,
            final Blob peerAddress,
            final DescriptorPairs pairs) {
        objects.directPut(transferId, peerAddress, pairs);
    }

    @Override
    public int poll(final Consumer<Event> events) {
        int count = 0;
        for (Event event = happened.poll(); event != null; event = happened.poll()) {
            events.accept(event);
            count++;
        }
        return count;
    }

    /// For tests: runs `task` where messages are placed, which holds everything up meanwhile.
    void onLoop(final Runnable task) {
        objects.loop().run(task);
    }

    @Override
    public void close() {
        objects.close(() -> {});
    }
}
