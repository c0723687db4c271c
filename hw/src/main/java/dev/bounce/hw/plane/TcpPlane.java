package dev.bounce.hw.plane;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.FenceStrength;
import dev.bounce.engine.PlaneKey;
import dev.bounce.hw.memory.HostMemory;
import dev.bounce.hw.ucx.UcxProfile;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Credit;
import java.util.List;

/// [DataPlane] over TCP: chunks travel as eager active messages that the receiver places while the
/// grant lives. Puts would be emulated over TCP, and then a sender that dies aborts the receiver's
/// process, a flush can succeed without its bytes, and no remote key is checked.
///
/// Its fence is PROVEN at once: the receiver drops the grants of the epoch, and nothing is placed
/// without one. The sender's side is fenced when its worker is closed, so that nothing reads its
/// arena any more.
public final class TcpPlane extends UcxPlane {

    /// Starts the threads of the plane.
    ///
    /// @throws dev.bounce.hw.ucx.UcxException in one line, if UCX cannot be used
    public TcpPlane(final PlaneSettings settings, final HostMemory memory) {
        super(
                settings,
                memory,
                UcxProfile.TCP,
                new LivingGrants(memory.arena()),
                DirectExchange::new);
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
    Carrier carrier(final LinkSender sender, final Effect.OpenPlane open) {
        return new EagerCarrier(sender);
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
        switch (key.side()) {
            // One whose close failed is served no more, so that nothing of it goes on.
            case SENDER -> objects.close(key, (_, sound) -> fenced(key, sound));
            case RECEIVER -> {
                context.grants().drop(key);
                fenced(key, true);
                objects.close(key, (_, _) -> {});
            }
        }
    }

    private void fenced(final PlaneKey key, final boolean proven) {
        context.counters().fenced(proven);
        context.tell(new Event.Fenced(key, proven ? FenceStrength.PROVEN : FenceStrength.ASSUMED));
    }

    /// For tests: runs `task` where messages are placed, which holds everything up meanwhile.
    void onLoop(final Runnable task) {
        objects.loop().run(task);
    }

    @Override
    public boolean close() {
        return objects.close(() -> {});
    }
}
