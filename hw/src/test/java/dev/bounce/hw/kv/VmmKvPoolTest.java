package dev.bounce.hw.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bounce.hw.vmm.HostVmm;
import dev.bounce.model.MemoryKind;
import org.junit.jupiter.api.Test;

class VmmKvPoolTest extends KvPoolContract {
    private static final long UNIT = 64 << 10;

    @Override
    KvMemory open() {
        return KvMemory.ofVirtual(new HostVmm(UNIT, 20 * UNIT), MemoryKind.HOST, UNIT);
    }

    @Test
    void shouldTakeWholeChunksAndGiveAllOfThemBack() {
        final HostVmm driver = new HostVmm(UNIT, 100 * UNIT);
        try (KvMemory memory = KvMemory.ofVirtual(driver, MemoryKind.HOST, 2 * UNIT);
                KvPool pool = KvPool.allocate(memory, SHAPE, 1)) {
            // 360,001 bytes are three chunks, and the guard before them is another one.
            assertEquals(2 * 4 * 2 * UNIT, driver.createdBytes());
            assertEquals(0, pool.address(0, 0) % UNIT);
        }
        assertEquals(0, driver.createdBytes());
    }

    @Test
    void shouldRefuseChunksThatTheDriverDoesNotHave() {
        assertThrows(
                IllegalArgumentException.class,
                () ->
                        KvMemory.ofVirtual(
                                new HostVmm(UNIT, UNIT), MemoryKind.HOST, UNIT + UNIT / 2));
    }
}
