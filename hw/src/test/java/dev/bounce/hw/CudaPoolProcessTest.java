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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Transfers on `cuda_ipc` between two processes whose pools are CUDA virtual memory, on two GPUs
/// if there are two. Slots straddle the chunks of either side, and every byte of the destination
/// is compared, after it was poisoned. Skipped, with the reason, where there is no GPU.
@Timeout(120)
class CudaPoolProcessTest {
    private static final int SLOT_BYTES = 8_191;
    private static final int LARGE_SLOT_BYTES = 900_001;
    private static final int FEW = 3;
    private static final int SEED = 7;
    private static final byte POISON = (byte) 0xDB;

    private CudaPoolEnd here;
    private ChildJvm child;

    @BeforeAll
    static void requireDevice() {
        final CudaProbe probe = CudaProbe.look();
        if (!probe.isFound()) {
            System.out.println("CudaPoolProcessTest is skipped: " + probe.reason());
        }
        assumeTrue(probe.isFound(), probe.reason());
        assumeTrue(
                UcxLibrary.finding().memoryTypes().contains(MemoryKind.CUDA),
                "UCX was built without CUDA");
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

    /// @param from granules per chunk and chunks of the sender, 0 granules for plain memory
    /// @param to the same of the receiver
    private void start(final int[] from, final int[] to, final boolean enabled) throws Exception {
        here = new CudaPoolEnd("to", 0, to[0], to[1], enabled);
        here.fill(POISON);
        child =
                ChildJvm.start(
                        CudaPoolChild.class,
                        CudaProbe.look().devices() > 1 ? "1" : "0",
                        String.valueOf(from[0]),
                        String.valueOf(from[1]),
                        String.valueOf(enabled),
                        String.valueOf(SEED));
        child.hear("ready");
    }

    private void load(final byte[] description) throws Exception {
        child.say("load %s", HexFormat.of().formatHex(description));
        child.hear("loaded");
    }

    private void connect() throws Exception {
        load(here.agent.describe());
        child.say("await");
        child.hear("linked");
    }

    private void move(final String wanted, final int count, final int slotBytes) throws Exception {
        child.say("move %d %d %d", here.base, count, slotBytes);
        final String ended = child.hear("ended");
        assertTrue(ended.startsWith(wanted), ended);
    }

    /// @param count of slots that must be there; all else is as it was poisoned
    private void verify(final int count, final int slotBytes) {
        final byte[] sent = CudaPoolEnd.random(SEED, (long) count * slotBytes);
        final byte[] expected = new byte[(int) here.bytes];
        Arrays.fill(expected, POISON);
        for (int slot = 0; slot < count; slot++) {
            System.arraycopy(
                    sent, slot * slotBytes, expected, (count - 1 - slot) * slotBytes, slotBytes);
        }
        assertEquals(-1, Arrays.mismatch(expected, here.read()), "first byte that differs");
    }

    @Test
    void shouldCoalesceAcrossTheChunksOfBothSides() throws Exception {
        start(new int[] {1, 4}, new int[] {2, 2}, true);
        connect();
        final int count = (int) (here.bytes / SLOT_BYTES);
        move("SUCCESS BOUNCE", count, SLOT_BYTES);
        verify(count, SLOT_BYTES);
    }

    @Test
    void shouldCoalesceWhateverTheThresholdsSayWhereNothingCanBePut() throws Exception {
        start(new int[] {1, 4}, new int[] {1, 4}, true);
        assumeTrue(!here.isPuttable(), "virtual memory is shared over a fabric here");
        connect();
        move("SUCCESS BOUNCE", FEW, LARGE_SLOT_BYTES);
        verify(FEW, LARGE_SLOT_BYTES);
    }

    @Test
    void shouldPutAFewLargeDescriptorsDirectlyIntoPlainMemory() throws Exception {
        start(new int[] {1, 4}, new int[] {0, 4}, true);
        connect();
        move("SUCCESS DIRECT DESCRIPTORS_TOO_LARGE", FEW, LARGE_SLOT_BYTES);
        verify(FEW, LARGE_SLOT_BYTES);
    }

    @Test
    void shouldPutDirectlyFromVirtualMemory() throws Exception {
        start(new int[] {1, 4}, new int[] {0, 4}, false);
        load(here.agent.describe());
        final int count = (int) (here.bytes / SLOT_BYTES);
        move("SUCCESS DIRECT DISABLED", count, SLOT_BYTES);
        verify(count, SLOT_BYTES);
    }

    @Test
    void shouldPutDirectlyIntoVirtualMemoryOrRefuseAtOnce() throws Exception {
        start(new int[] {0, 4}, new int[] {1, 4}, false);
        load(here.agent.describe());
        final int count = (int) (here.bytes / SLOT_BYTES);
        if (here.isPuttable()) {
            move("SUCCESS DIRECT DISABLED", count, SLOT_BYTES);
            verify(count, SLOT_BYTES);
        } else {
            final String refused = "NOT_PUTTABLE DIRECT DISABLED delivered=false quiescent=true";
            move(refused, count, SLOT_BYTES);
            verify(0, SLOT_BYTES);
        }
    }

    /// What a peer is told that asks although the description says otherwise.
    @Test
    void shouldGiveNoKeyOfVirtualMemoryThatCannotBeMapped() throws Exception {
        start(new int[] {0, 4}, new int[] {1, 4}, false);
        assumeTrue(!here.isPuttable(), "virtual memory is shared over a fabric here");
        load(Descriptions.puttable(here.agent.describe(), true));
        move("DIRECT_FAILED DIRECT DISABLED delivered=false quiescent=true", 100, SLOT_BYTES);
        verify(0, SLOT_BYTES);
    }
}
