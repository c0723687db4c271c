package dev.bounce.model.vmm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.AgentDescription;
import dev.bounce.model.agent.Capability;
import dev.bounce.model.agent.ControlKind;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.agent.ProcessIdentity;
import dev.bounce.model.agent.RegionCapability;
import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.vmm.RemoteRegionBook.Loaded;
import dev.bounce.model.vmm.RemoteRegionBook.Reason;
import dev.bounce.model.vmm.RemoteRegionBook.Refused;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.DeviceUuid;
import java.util.List;
import org.junit.jupiter.api.Test;

class RemoteRegionBookTest {
    private static final RegisteredRegion A = new RegisteredRegion(0x1000, 0x1000, 0x100);
    private static final RegisteredRegion B = new RegisteredRegion(0x4000, 0x1000, 0);
    private static final RegisteredRegion B2 = new RegisteredRegion(0x4000, 0x2000, 0x200);

    private final RemoteRegionBook book = new RemoteRegionBook();

    private static byte[] legacy(final RegisteredRegion... regions) {
        return new AgentDescription(Blob.EMPTY, List.of(regions), Blob.EMPTY).toBytes();
    }

    private static byte[] named(
            final String name, final List<RegisteredRegion> regions, final MemoryKind... kinds) {
        final List<RegionCapability> capabilities =
                List.of(kinds).stream()
                        .map(kind -> new RegionCapability(kind, 0, true, List.of()))
                        .toList();
        return AgentDescription.of(
                        Blob.EMPTY,
                        regions,
                        new Capability(
                                name,
                                1,
                                "tcp://10.0.0.3:5170",
                                1,
                                1,
                                ControlKind.ZMQ,
                                PlaneKind.RC,
                                MemoryKind.CUDA,
                                DeviceUuid.NONE,
                                new ProcessIdentity("host", 1, 1),
                                Blob.EMPTY,
                                capabilities))
                .toBytes();
    }

    /// Finding 1 and G7.
    @Test
    void shouldReplaceTheWholeMapOnReload() {
        book.load("peer", legacy(A, B));
        assertEquals(RegionMap.of(A, B), book.regions("peer"));
        book.load("peer", legacy(B2));
        assertEquals(RegionMap.of(B2), book.regions("peer"));
        assertEquals(new Loaded(RegionMap.EMPTY), book.load("peer", legacy()));
        assertEquals(RegionMap.EMPTY, book.regions("peer"));
        assertTrue(book.isLoaded("peer"));
    }

    @Test
    void shouldKeepPeersApart() {
        book.load("one", legacy(A));
        book.load("two", legacy(B2));
        assertEquals(RegionMap.of(A), book.regions("one"));
        book.invalidate("one");
        assertFalse(book.isLoaded("one"));
        assertEquals(RegionMap.EMPTY, book.regions("one"));
        assertEquals(RegionMap.of(B2), book.regions("two"));
    }

    @Test
    void shouldKeepTheMapThatATransferTook() {
        book.load("peer", legacy(A, B));
        final RegionMap taken = book.regions("peer");
        book.load("peer", legacy());
        assertEquals(RegionMap.of(A, B), taken);
    }

    @Test
    void shouldRefuseTheDescriptionOfAnotherName() {
        book.load("peer", named("peer", List.of(A), MemoryKind.CUDA));
        assertEquals(
                new Refused(Reason.NAME_DIFFERS, "other"),
                book.load("peer", named("other", List.of(B), MemoryKind.CUDA)));
        assertEquals(RegionMap.of(A), book.regions("peer"));
    }

    @Test
    void shouldTakeTheMemoryThatChunksMoveInOnly() {
        assertEquals(
                new Loaded(RegionMap.of(B)),
                book.load("peer", named("peer", List.of(A, B), MemoryKind.HOST, MemoryKind.CUDA)));
    }

    @Test
    void shouldChangeNothingForMalformedBytes() {
        book.load("peer", legacy(A));
        assertEquals(
                Reason.MALFORMED,
                assertInstanceOf(Refused.class, book.load("peer", new byte[3])).reason());
        assertEquals(RegionMap.of(A), book.regions("peer"));
    }

    @Test
    void shouldForgetAndRefuseEverythingOnceShut() {
        book.load("peer", legacy(A));
        book.shut();
        book.shut();
        assertSame(RegionMap.EMPTY, book.regions("peer"));
        assertEquals(new Refused(Reason.SHUT, "peer"), book.load("peer", legacy(A)));
        book.invalidate("peer");
    }

    /// World E6.
    @Test
    void shouldDependOnTheCurrentMapOnly() {
        assertEquals(4 * 6 * 6 * 6 * 6, SmallWorldE6.explore());
    }
}
