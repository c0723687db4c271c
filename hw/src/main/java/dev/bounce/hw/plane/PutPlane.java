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
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.openucx.jucx.ucp.UcpMemory;

/// [DataPlane] whose chunks are put into the receiver's arena: one put and one flush per chunk on
/// the worker of that link. The arena is mapped as a whole; its key is part of what OPENED carries.
///
/// Its fence is the close of the receiver's worker of the epoch, after which its queue pairs refuse
/// what still arrives: PROVEN. The direct path sends messages that the receiver places, as on the
/// `tcp` plane.
public final class PutPlane implements DataPlane {
    private static final String ARENA = "arena";

    private final PlaneContext context;
    private final UcxObjects objects;
    private final UcxDomain domain;
    private final PlaneKind kind;
    private final UcpMemory mapped;
    private final Blob arenaKey;
    private final Queue<Event> happened = new ConcurrentLinkedQueue<>();

    private PutPlane(
            final PlaneKind kind,
            final UcxProfile profile,
            final String name,
            final HostMemory memory,
            final LongSupplier clock,
            final long openNanos,
            final long stallNanos,
            final String networkInterface,
            final Runnable wakeUp) {
        this.kind = kind;
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
        domain = new UcxDomain(profile, networkInterface, false);
        mapped = domain.map(ARENA, memory.arenaAddress(), memory.arenaBytes());
        arenaKey = UcxDomain.keyOf(mapped);
        objects = new UcxObjects(context, domain);
    }

    /// Over RDMA with host memory.
    ///
    /// @param name of the agent
    /// @param clock of the engine, in nanoseconds; any thread
    /// @param openNanos time in which a link has to open
    /// @param stallNanos time after which a write or a direct transfer without progress breaks its
    ///     connection
    /// @param networkInterface that is used, `null` for those that UCX picks
    /// @param wakeUp called after each event, on any thread; must not block
    /// @throws dev.bounce.hw.ucx.UcxException in one line, if UCX or its transport cannot be used
    public static PutPlane rc(
            final String name,
            final HostMemory memory,
            final LongSupplier clock,
            final long openNanos,
            final long stallNanos,
            final String networkInterface,
            final Runnable wakeUp) {
        return new PutPlane(
                PlaneKind.RC,
                UcxProfile.RC,
                name,
                memory,
                clock,
                openNanos,
                stallNanos,
                networkInterface,
                wakeUp);
    }

    /// The same code over puts that TCP emulates, for tests on machines without RDMA: a sender that
    /// dies can abort the receiver's process. Parameters as for [#rc].
    static PutPlane emulated(
            final String name,
            final HostMemory memory,
            final LongSupplier clock,
            final long openNanos,
            final long stallNanos,
            final String networkInterface,
            final Runnable wakeUp) {
        return new PutPlane(
                PlaneKind.RC,
                UcxProfile.TCP_PUT,
                name,
                memory,
                clock,
                openNanos,
                stallNanos,
                networkInterface,
                wakeUp);
    }

    @Override
    public PlaneKind kind() {
        return kind;
    }

    @Override
    public Blob arenaKey() {
        return arenaKey;
    }

    /// No: direct transfers are messages that the receiver places.
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
                                            (sender, opened) ->
                                                    new PutCarrier(
                                                            sender, opened, domain.memoryType())),
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

    /// The sender's side is fenced, too, when its worker is closed.
    @Override
    public void fence(final Effect.Fence fence) {
        final PlaneKey key = fence.plane();
        objects.close(
                key,
                () -> {
                    context.counters().fenced(true);
                    context.tell(new Event.Fenced(key, FenceStrength.PROVEN));
                });
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

    @Override
    public void close() {
        objects.close(
                () -> {
                    mapped.deregister();
                    domain.closed(ARENA);
                });
    }
}
