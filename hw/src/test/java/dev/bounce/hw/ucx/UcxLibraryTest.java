package dev.bounce.hw.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.MemoryKind;
import java.lang.foreign.Arena;
import java.util.List;
import org.junit.jupiter.api.Test;

class UcxLibraryTest {
    @Test
    void shouldFindTheLibraryOfThisMachine() {
        final UcxLibrary.Finding finding = UcxLibrary.finding();
        assertTrue(finding.isUsable(), finding.fault());
        assertTrue(finding.version().isSupported());
        assertTrue(finding.memoryTypes().contains(MemoryKind.HOST));
    }

    @Test
    void shouldSayInOneLineThatTheLibraryIsMissing() {
        final UcxLibrary.Finding finding = UcxLibrary.look("libucp-that-is-not-there.so.0");
        assertFalse(finding.isUsable());
        assertEquals(1, finding.fault().lines().count());
        assertTrue(finding.fault().contains("libucx0"), finding.fault());
    }

    @Test
    void shouldRefuseVersionsThatDoNotFit() {
        for (final UcxVersion version :
                List.of(
                        new UcxVersion(1, 12, 9),
                        new UcxVersion(2, 0, 0),
                        new UcxVersion(0, 99, 0))) {
            final UcxLibrary.Finding finding = UcxLibrary.judge(version);
            assertFalse(finding.isUsable());
            assertEquals(1, finding.fault().lines().count());
            assertTrue(finding.fault().contains(version.toString()), finding.fault());
        }
        assertTrue(new UcxVersion(1, 22, 0).isSupported());
    }

    @Test
    void shouldRefuseMemoryThatTheLibraryDoesNotReach() {
        if (UcxLibrary.finding().memoryTypes().contains(MemoryKind.CUDA)) {
            UcxLibrary.require(MemoryKind.CUDA);
            return;
        }
        final UcxException refused =
                assertThrows(UcxException.class, () -> UcxLibrary.require(MemoryKind.CUDA));
        assertTrue(refused.getMessage().contains("CUDA"), refused.getMessage());
        assertEquals(1, refused.getMessage().lines().count());
    }

    @Test
    void shouldListWhatIsNotClosed() {
        try (Arena owner = Arena.ofConfined()) {
            final UcxDomain domain = new UcxDomain(UcxProfile.TCP_PUT, "lo", false);
            final var memory = domain.map("range", owner.allocate(4_096, 4_096).address(), 4_096);
            assertEquals(List.of("range"), domain.leaks());
            assertThrows(IllegalArgumentException.class, () -> domain.map("none", 0, 0));
            memory.deregister();
            domain.closed("range");
            assertEquals(List.of(), domain.leaks());
            domain.close();
            domain.close();
        }
    }

    @Test
    void shouldSayWhichSettingsAreNotTaken() {
        final UcxException refused =
                assertThrows(
                        UcxException.class, () -> new UcxDomain(UcxProfile.TCP, "nic7", false));
        assertTrue(refused.getMessage().contains("nic7"), refused.getMessage());
        assertEquals(1, refused.getMessage().lines().count());
    }
}
