package dev.bounce.hw.plane;

import dev.bounce.engine.Effect;
import dev.bounce.engine.PlaneKey;
import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.hw.memory.HostMemory;
import dev.bounce.hw.ucx.UcxDomain;
import dev.bounce.hw.ucx.UcxProfile;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.wire.Blob;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.openucx.jucx.ucp.UcpMemory;

/// [DataPlane] whose chunks are put into the receiver's arena: one put and one flush per chunk on
/// the worker of that link. The arena is mapped as a whole; its key is part of what OPENED carries.
///
/// Over RDMA (`rc`) the close of the receiver's worker of the epoch is its fence, PROVEN: its queue
/// pairs refuse what still arrives. On `cuda_ipc` the receiver is not involved in a put and cannot
/// cut it off: there the fence is PROVEN by the end of the writer's process, where that can be
/// seen, else ASSUMED. The sender's own side is fenced when its worker is closed and its copies
/// have ended.
public final class PutPlane extends UcxPlane {
    private static final String ARENA = "arena";
    private static final long HURRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final PlaneKind kind;
    private final UcpMemory mapped;
    private final Blob arenaKey;
    private final AssumedFences fences;

    private PutPlane(
            final PlaneKind kind,
            final UcxProfile profile,
            final PlaneSettings settings,
            final DeviceMemory memory,
            final DirectPath.Maker direct,
            final Function<UcpMemory, Blob> keys) {
        super(settings, memory, profile, null, direct);
        this.kind = kind;
        UcpMemory made = null;
        try {
            made =
                    domain.map(
                            ARENA,
                            memory.arenaAddress() - DeviceMemory.FRONT_BYTES,
                            memory.arenaBytes() + DeviceMemory.FRONT_BYTES);
            mapped = made;
            arenaKey = keys.apply(mapped);
        } catch (final RuntimeException | Error refused) {
            final UcpMemory left = made;
            objects.close(
                    () -> {
                        if (left != null) {
                            domain.unmap(ARENA, left);
                        }
                    });
            throw refused;
        }
        fences = new AssumedFences(context, settings.fenceDelayNanos());
        objects.onTick(this::tick);
    }

    /// Over RDMA with host memory. Direct transfers are messages that the receiver places, as on
    /// the `tcp` plane.
    ///
    /// @throws dev.bounce.hw.ucx.UcxException in one line, if UCX or its transport cannot be used
    public static PutPlane rc(final PlaneSettings settings, final HostMemory memory) {
        return new PutPlane(
                PlaneKind.RC,
                UcxProfile.RC,
                settings,
                memory,
                DirectExchange::new,
                UcxDomain::keyOf);
    }

    /// Over CUDA IPC between processes of one host. Direct transfers are puts.
    ///
    /// @throws dev.bounce.hw.ucx.UcxException in one line, if UCX or CUDA cannot be used
    public static PutPlane cudaIpc(final PlaneSettings settings, final DeviceMemory memory) {
        return new PutPlane(
                PlaneKind.CUDA_IPC,
                UcxProfile.CUDA_IPC,
                settings,
                memory,
                directPuts(settings),
                UcxDomain::keyOf);
    }

    /// The code of `rc` over puts that TCP emulates, for tests on machines without RDMA: a sender
    /// that dies can abort the receiver's process.
    static PutPlane emulated(final PlaneSettings settings, final HostMemory memory) {
        return new PutPlane(
                PlaneKind.RC,
                UcxProfile.TCP_PUT,
                settings,
                memory,
                DirectExchange::new,
                UcxDomain::keyOf);
    }

    /// The code of `cuda_ipc`, likewise.
    static PutPlane emulatedIpc(final PlaneSettings settings, final DeviceMemory memory) {
        return emulatedIpc(settings, memory, UcxDomain::keyOf);
    }

    /// The same, with keys of the arena that come from elsewhere.
    static PutPlane emulatedIpc(
            final PlaneSettings settings,
            final DeviceMemory memory,
            final Function<UcpMemory, Blob> keys) {
        return new PutPlane(
                PlaneKind.CUDA_IPC,
                UcxProfile.TCP_PUT,
                settings,
                memory,
                directPuts(settings),
                keys);
    }

    private static DirectPath.Maker directPuts(final PlaneSettings settings) {
        return (context, domain) -> new DirectPuts(context, domain, settings.fenceDelayNanos());
    }

    @Override
    public PlaneKind kind() {
        return kind;
    }

    @Override
    public Blob arenaKey() {
        return arenaKey;
    }

    @Override
    public boolean isDirectOneSided() {
        return kind == PlaneKind.CUDA_IPC;
    }

    @Override
    Carrier carrier(final LinkSender sender, final Effect.OpenPlane open) {
        return new PutCarrier(sender, open, domain.memoryType(), mapped);
    }

    @Override
    public void fence(final Effect.Fence fence) {
        objects.close(
                fence.plane(),
                (end, sound) -> {
                    if (!sound) {
                        objects.loop().run(() -> assume(fence, WriterProcess.UNKNOWN));
                    } else if (fence.plane().side() == PlaneKey.Side.SENDER) {
                        fenceSender(fence, end);
                    } else {
                        objects.loop().run(() -> fenceReceiver(fence, end));
                    }
                });
    }

    /// Copies can take as long as the application likes: they are not waited for where links are
    /// made. An object that is not there has posted nothing.
    private void fenceSender(final Effect.Fence fence, final LinkEnd end) {
        if (end == null) {
            fences.tell(fence.plane(), true);
        } else {
            context.copies()
                    .await(
                            "fence of link=" + fence.plane(),
                            () -> fences.tell(fence.plane(), true));
        }
    }

    /// A writer that was not welcomed has posted nothing, and does not any more.
    private void fenceReceiver(final Effect.Fence fence, final LinkEnd end) {
        final WriterProcess writer = end == null ? null : ((LinkReceiver) end).writer();
        if (kind == PlaneKind.RC || writer == null) {
            fences.tell(fence.plane(), true);
        } else {
            assume(fence, writer);
        }
    }

    /// Where no close cuts the writes off.
    private void assume(final Effect.Fence fence, final WriterProcess writer) {
        fences.await(fence.plane(), writer, fence.notBeforeNanos());
        tick();
    }

    private void tick() {
        fences.tick();
        if (fences.isWaiting()) {
            objects.loop().hurry(HURRY_NANOS);
        }
    }

    @Override
    public boolean close() {
        return objects.close(() -> domain.unmap(ARENA, mapped));
    }
}
