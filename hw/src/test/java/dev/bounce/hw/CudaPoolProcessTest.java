package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bounce.hw.cuda.CudaProbe;
import dev.bounce.hw.ucx.UcxLibrary;
import dev.bounce.model.MemoryKind;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

/// Transfers on `cuda_ipc` between two processes whose pools are CUDA virtual memory, on two GPUs
/// if there are two. Slots straddle the chunks of either side, and every byte of the destination
/// is compared, after it was poisoned. Skipped, with the reason, where there is no GPU.
@Timeout(120)
class CudaPoolProcessTest {
    private static final int SLOT_BYTES = 8_191;
    private static final byte POISON = (byte) 0xDB;

    private CudaPoolEnd here;
    private ChildJvm child;
    private String device;

    @BeforeEach
    void requireDevice() {
        final CudaProbe probe = CudaProbe.look();
        if (!probe.isFound()) {
            System.out.println("CudaPoolProcessTest is skipped: " + probe.reason());
        }
        assumeTrue(probe.isFound(), probe.reason());
        assumeTrue(
                UcxLibrary.finding().memoryTypes().contains(MemoryKind.CUDA),
                "UCX was built without CUDA");
        device = probe.devices() > 1 ? "1" : "0";
    }

    @AfterEach
    void close() {
        if (child != null) {
            child.close();
        }
        if (here != null) {
            here.close();
        }
    }

    /// @param from granules per chunk and chunks of the sender
    /// @param to the same of the receiver
    private void start(final int[] from, final int[] to, final boolean enabled) throws Exception {
        here = new CudaPoolEnd("to", 0, to[0], to[1], enabled);
        here.fill(POISON);
        child =
                ChildJvm.start(
                        CudaPoolChild.class,
                        device,
                        String.valueOf(from[0]),
                        String.valueOf(from[1]),
                        String.valueOf(enabled),
                        "7");
        System.out.println(
                "sender's pool: " + child.hear("ready") + ", receiver's: " + here.shareable());
        child.say("load %s", HexFormat.of().formatHex(here.agent.describe()));
        System.out.println(child.hear("loaded"));
        if (enabled) {
            child.say("await");
            child.hear("linked");
        }
    }

    private String move(final int count, final int slotBytes) throws Exception {
        child.say("move %d %d %d", here.base, count, slotBytes);
        final String ended = child.hear("ended");
        System.out.println(count + " x " + slotBytes + ": " + ended);
        return ended;
    }

    private void verify(final int count, final int slotBytes) {
        final byte[] sent = CudaPoolEnd.random(7, (long) count * slotBytes);
        final byte[] expected = new byte[(int) here.bytes];
        Arrays.fill(expected, POISON);
        for (int slot = 0; slot < count; slot++) {
            System.arraycopy(
                    sent, slot * slotBytes, expected, (count - 1 - slot) * slotBytes, slotBytes);
        }
        assertEquals(-1, Arrays.mismatch(expected, here.read()), "first byte that differs");
    }

    @Test
    void shouldCoalesceAcrossTheChunksOfBothSides(final TestReporter reporter) throws Exception {
        start(new int[] {1, 4}, new int[] {2, 2}, true);
        final int count = (int) (here.bytes / SLOT_BYTES);
        final String ended = move(count, SLOT_BYTES);
        assertTrue(ended.startsWith("SUCCESS route=BOUNCE"), ended);
        verify(count, SLOT_BYTES);
    }

    @Test
    void experimentPlainToPlain() throws Exception {
        experiment(new int[] {0, 4}, new int[] {0, 4});
    }

    @Test
    void experimentVmmToPlain() throws Exception {
        experiment(new int[] {1, 4}, new int[] {0, 4});
    }

    @Test
    void experimentPlainToVmm() throws Exception {
        experiment(new int[] {0, 4}, new int[] {1, 4});
    }

    @Test
    void experimentVmmToVmm() throws Exception {
        experiment(new int[] {1, 4}, new int[] {2, 2});
    }

    private void experiment(final int[] from, final int[] to) throws Exception {
        start(from, to, false);
        final int count = (int) (here.bytes / SLOT_BYTES);
        final String ended = move(count, SLOT_BYTES);
        assertTrue(ended.startsWith("SUCCESS route=DIRECT"), ended);
        verify(count, SLOT_BYTES);
        System.out.println("verified");
    }
}
