package dev.bounce.hw.vmm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.vmm.VmmException.Reason;
import java.lang.foreign.Arena;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostVmmTest extends VmmContract {
    private static final long UNIT = 4_096;
    private static final long CAPACITY_UNITS = 20;

    private HostVmm host;

    @Override
    VmmDriver open() {
        host = new HostVmm(UNIT, CAPACITY_UNITS * UNIT);
        return host;
    }

    @Test
    void shouldTakeAGrowthBackThatFindsNoMemory() {
        final VmmPool other = new VmmPool(host, 16 * UNIT, UNIT, List.of(0));
        other.resize(16);
        final VmmPool pool = new VmmPool(host, 8 * UNIT, UNIT, List.of(0));
        pool.resize(1);
        final VmmException full = assertThrows(VmmException.class, () -> pool.resize(5));
        assertEquals(Reason.NO_ROOM, full.reason());
        assertEquals(1, pool.chunks());
        assertEquals(17 * UNIT, host.createdBytes());
        pool.resize(4);
        pool.close();
        other.close();
        assertEquals(0, host.createdBytes());
    }

    @Test
    void shouldLetNobodyTouchWhatIsMappedButNotAllowed() {
        final long base = host.reserve(UNIT);
        final long handle = host.create(UNIT);
        try (Arena owner = Arena.ofConfined()) {
            assertThrows(VmmException.class, () -> host.write(owner.allocate(1), base));
            host.map(base, UNIT, handle);
            assertThrows(VmmException.class, () -> host.write(owner.allocate(1), base));
            host.allow(base, UNIT, List.of(0));
            host.write(owner.allocate(1), base + UNIT - 1);
            assertThrows(VmmException.class, () -> host.write(owner.allocate(2), base + UNIT - 1));
            host.unmap(base, UNIT);
            assertThrows(VmmException.class, () -> host.write(owner.allocate(1), base));
        }
        assertThrows(VmmException.class, () -> host.free(base, 2 * UNIT));
        host.release(handle);
        host.free(base, UNIT);
    }

    /// Drivers of CUDA take a second unmap without a word.
    @Test
    void shouldNameWhatLeaks() {
        final VmmPool pool = pool(3, unit);
        driver.unmap(pool.base() + unit, unit);
        pool.close();
        final List<String> leaks = pool.leaks();
        assertEquals(2, leaks.size(), leaks.toString());
        assertTrue(leaks.get(0).contains("%#x".formatted(pool.base() + unit)), leaks.get(0));
        assertTrue(leaks.get(1).startsWith("range"), leaks.get(1));
        driver.free(pool.base(), pool.reservedBytes());
    }
}
