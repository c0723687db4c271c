package dev.bounce.model.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.Compatibility.Compatible;
import dev.bounce.model.agent.Compatibility.Incompatible;
import dev.bounce.model.agent.Compatibility.Reason;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.DeviceUuid;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompatibilityTest {
    private static final ProcessIdentity HERE = new ProcessIdentity("host-a", 10, 1000);
    private static final ProcessIdentity NEXT_DOOR = new ProcessIdentity("host-a", 11, 1001);
    private static final ProcessIdentity ELSEWHERE = new ProcessIdentity("host-b", 10, 1000);

    /// What differs between two agents in these tests.
    private record Traits(
            String name,
            String endpoint,
            int wireLow,
            int wireHigh,
            ControlKind control,
            PlaneKind plane,
            MemoryKind memoryKind,
            ProcessIdentity process) {

        static Traits of(final String name) {
            return new Traits(
                    name,
                    "tcp://10.0.0.1:1",
                    1,
                    3,
                    ControlKind.ZMQ,
                    PlaneKind.TCP,
                    MemoryKind.HOST,
                    HERE);
        }

        Traits wire(final int low, final int high) {
            return new Traits(name, endpoint, low, high, control, plane, memoryKind, process);
        }

        Traits endpoint(final String value) {
            return new Traits(name, value, wireLow, wireHigh, control, plane, memoryKind, process);
        }

        Traits control(final ControlKind value) {
            return new Traits(name, endpoint, wireLow, wireHigh, value, plane, memoryKind, process);
        }

        Traits on(final PlaneKind value, final ProcessIdentity where) {
            return new Traits(name, endpoint, wireLow, wireHigh, control, value, memoryKind, where);
        }

        Traits memory(final MemoryKind value) {
            return new Traits(name, endpoint, wireLow, wireHigh, control, plane, value, process);
        }

        Capability capability() {
            return new Capability(
                    name,
                    7,
                    endpoint,
                    wireLow,
                    wireHigh,
                    control,
                    plane,
                    memoryKind,
                    DeviceUuid.NONE,
                    process,
                    Blob.EMPTY,
                    List.of());
        }
    }

    private static Compatibility between(final Traits peer, final Traits mine) {
        return peer.capability().compatibleWith(mine.capability());
    }

    private static void refuses(final Reason reason, final Traits peer, final Traits mine) {
        assertEquals(new Incompatible(reason), between(peer, mine));
    }

    private final Traits peer = Traits.of("peer");
    private final Traits mine = Traits.of("mine");

    @Test
    void shouldSpeakTheHighestCommonVersion() {
        assertEquals(new Compatible(3), between(peer, mine));
        assertEquals(new Compatible(2), between(peer.wire(1, 2), mine));
        assertEquals(new Compatible(3), between(peer.wire(3, 9), mine));
    }

    @Test
    void shouldRefuseDisjointWireRanges() {
        refuses(Reason.WIRE_RANGES_DISJOINT, peer.wire(4, 9), mine);
        refuses(Reason.WIRE_RANGES_DISJOINT, peer, mine.wire(4, 9));
    }

    @Test
    void shouldNotLoadItself() {
        refuses(Reason.SAME_NAME, mine, mine);
    }

    @Test
    void shouldRefuseAnotherControlKind() {
        refuses(Reason.CONTROL_KIND_DIFFERS, peer.control(ControlKind.UCX), mine);
    }

    @Test
    void shouldRefuseAMissingEndpointAsAnyOtherIncompatibility() {
        refuses(Reason.CONTROL_ENDPOINT_MISSING, peer.endpoint(""), mine);
    }

    @Test
    void shouldRefuseAnotherPlane() {
        refuses(Reason.PLANE_DIFFERS, peer.on(PlaneKind.RC, HERE), mine);
    }

    @Test
    void shouldRefuseAnotherKindOfMemory() {
        refuses(Reason.MEMORY_KIND_DIFFERS, peer.memory(MemoryKind.CUDA), mine);
    }

    @Test
    void shouldNeedOneProcessOnTheLocalPlane() {
        final Traits here = mine.on(PlaneKind.LOCAL, HERE);
        assertEquals(new Compatible(3), between(peer.on(PlaneKind.LOCAL, HERE), here));
        refuses(Reason.PROCESS_DIFFERS, peer.on(PlaneKind.LOCAL, NEXT_DOOR), here);
        refuses(Reason.HOST_DIFFERS, peer.on(PlaneKind.LOCAL, ELSEWHERE), here);
        final ProcessIdentity reusedPid = new ProcessIdentity("host-a", 10, 2000);
        refuses(Reason.PROCESS_DIFFERS, peer.on(PlaneKind.LOCAL, reusedPid), here);
    }

    @Test
    void shouldNeedTwoProcessesOfOneHostOnCudaIpc() {
        final Traits here = mine.on(PlaneKind.CUDA_IPC, HERE);
        assertEquals(new Compatible(3), between(peer.on(PlaneKind.CUDA_IPC, NEXT_DOOR), here));
        refuses(Reason.PROCESS_SHARED, peer.on(PlaneKind.CUDA_IPC, HERE), here);
        refuses(Reason.HOST_DIFFERS, peer.on(PlaneKind.CUDA_IPC, ELSEWHERE), here);
    }

    @Test
    void shouldTakeAnUnknownHostForAnotherOne() {
        final ProcessIdentity unknown = new ProcessIdentity("", 10, 1000);
        refuses(
                Reason.HOST_DIFFERS,
                peer.on(PlaneKind.LOCAL, unknown),
                mine.on(PlaneKind.LOCAL, unknown));
    }

    @Test
    void shouldWorkAcrossHostsOnTcpAndRdma() {
        for (final PlaneKind plane : List.of(PlaneKind.TCP, PlaneKind.RC)) {
            assertEquals(
                    new Compatible(3), between(peer.on(plane, ELSEWHERE), mine.on(plane, HERE)));
        }
    }
}
