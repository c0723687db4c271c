package dev.bounce.model.plan;

import static dev.bounce.model.plan.CheckedPlans.cap;
import static dev.bounce.model.plan.CheckedPlans.plan;
import static dev.bounce.model.plan.CheckedPlans.statistics;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/// Packing, merging and runs. Payload caps and payload offsets are those of a region less its seal.
/// The planner makes one pass on the caller's thread, so there is nothing here about segments.
class TransferPlanTest {
    private static final long GIB = 1L << 30;

    private static long payloadOffset(final TransferPlan plan, final int piece) {
        return plan.pieceRegionOffset(piece) - SealKey.PAYLOAD_OFFSET;
    }

    @Test
    void shouldPlanNoChunksForNoPairs() {
        final PairList list = new PairList();
        final TransferPlan plan = plan(list, cap(4096));
        assertEquals(0, plan.chunkCount());
        assertEquals(0, plan.pieceCount());
        assertEquals(0, plan.payloadBytes());
        assertEquals(0, plan.maxRegionBytes());
        assertEquals(0, statistics(list, cap(4096)).descriptors());
    }

    @Test
    void shouldPlanNoChunksWhenEveryPairIsEmpty() {
        final PairList list = new PairList().add(1, 2, 0).add(3, 4, 0);
        final TransferPlan plan = plan(list, cap(4096));
        assertEquals(0, plan.chunkCount());
        assertEquals(2, statistics(list, cap(4096)).emptyDescriptors());
    }

    @Test
    void shouldPlaceOnePairAtPayloadOffsetZero() {
        final TransferPlan plan = plan(new PairList().add(0x1000, 0x9000, 100), cap(4096));
        assertEquals(1, plan.chunkCount());
        assertEquals(32, plan.pieceRegionOffset(0));
        assertEquals(100, plan.payloadBytes());
        assertEquals(100, plan.pieceBytes(0));
        assertEquals(0x1000, plan.pieceSource(0));
    }

    @Test
    void shouldAlignTheNextPieceAndNotPadTheLast() {
        final PairList list = new PairList().add(0x1000, 0x9000, 100).add(0x2000, 0xA000, 50);
        final TransferPlan plan = plan(list, cap(4096));
        assertEquals(0, payloadOffset(plan, 0));
        assertEquals(128, payloadOffset(plan, 1));
        assertEquals(150, plan.payloadBytes());
        assertEquals(32 + 128 + 50 + 16, plan.regionBytes(0));
        assertEquals(28, statistics(list, cap(4096)).paddingBytes());
    }

    @Test
    void shouldOpenAChunkWhenThePairDoesNotFit() {
        final TransferPlan plan =
                plan(new PairList().add(0x1000, 0x9000, 200).add(0x2000, 0xA000, 200), cap(256));
        assertEquals(2, plan.chunkCount());
        assertEquals(1, plan.endPiece(0));
        assertEquals(0, payloadOffset(plan, 1));
        assertEquals(200, plan.payloadBytes(1));
    }

    @Test
    void shouldFillAChunkToItsCap() {
        assertEquals(1, plan(new PairList().add(0, 0x9000, 256), cap(256)).chunkCount());
        assertEquals(
                1,
                plan(new PairList().add(0, 0x9000, 96).add(500, 0xA000, 160), cap(256))
                        .chunkCount());
        assertEquals(
                2,
                plan(new PairList().add(0, 0x9000, 97).add(500, 0xA000, 160), cap(256))
                        .chunkCount());
    }

    @Test
    void shouldRefuseAPairLongerThanTheCap() {
        final IllegalArgumentException error =
                assertThrows(
                        IllegalArgumentException.class,
                        () ->
                                TransferPlan.of(
                                        new PairList().add(0, 0, 1).add(0, 512, 257).pairs(),
                                        cap(256)));
        assertEquals(
                "DESCRIPTOR_EXCEEDS_CHUNK: pair 1 has 257 bytes, most is 256", error.getMessage());
    }

    @Test
    void shouldTakeCapsBeyondFourGibibytes() {
        final long length = (1L << 32) + 7;
        final TransferPlan plan =
                plan(
                        new PairList()
                                .add(0x1000, 1L << 40, length)
                                .add(1L << 41, 1L << 42, 5 * GIB),
                        cap(16 * GIB));
        assertEquals(1, plan.chunkCount());
        assertEquals(length, plan.pieceBytes(0));
        assertEquals((1L << 32) + 32, payloadOffset(plan, 1));
        assertEquals(32 + (1L << 32) + 32 + 5 * GIB + 16, plan.regionBytes(0));
    }

    @Test
    void shouldCloseAChunkAtItsMostPieces() {
        final PlanLimits two = new PlanLimits(4096, 4096, 65_536, 2);
        final TransferPlan plan =
                plan(new PairList().add(0x100, 0x9000, 8).add(0x200, 0xA100, 8).add(0, 0, 8), two);
        assertEquals(2, plan.chunkCount());
        assertEquals(2, plan.endPiece(0));
        assertEquals(3, plan.endPiece(1));
    }

    @Test
    void shouldNotCountAMergeAgainstTheMostPieces() {
        final PlanLimits one = new PlanLimits(4096, 4096, 65_536, 1);
        final TransferPlan plan =
                plan(new PairList().add(0, 64, 32).add(32, 96, 32).add(64, 128, 32), one);
        assertEquals(1, plan.chunkCount());
        assertEquals(96, plan.pieceBytes(0));
    }

    @Test
    void shouldRefuseSeveralDevices() {
        final PairList list = new PairList().add(0, 0, 8).add(64, 64, 8);
        assertEquals(
                "SEVERAL_DEVICES: pair 1 is on device 1, not 0",
                assertThrows(
                                IllegalArgumentException.class,
                                () ->
                                        TransferPlan.of(
                                                list.on(new int[] {0, 1}, new int[] {0}),
                                                cap(4096)))
                        .getMessage());
        assertEquals(
                "SEVERAL_DEVICES: pair 1 is on device 3, not 2",
                assertThrows(
                                IllegalArgumentException.class,
                                () ->
                                        TransferPlan.of(
                                                list.on(new int[] {0}, new int[] {2, 3}),
                                                cap(4096)))
                        .getMessage());
    }

    @Test
    void shouldRefuseMoreChunksThanAllowedSayingHowMany() {
        final PairList list = new PairList();
        for (int i = 0; i < 7; i++) {
            list.add(1000L * i, 1000L * i, 256);
        }
        final PlanLimits six = new PlanLimits(304, 304, 6, 1024);
        assertEquals(
                "TOO_MANY_CHUNKS: 7, most is 6",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> TransferPlan.of(list.pairs(), six))
                        .getMessage());
        assertEquals(7, plan(list, new PlanLimits(304, 304, 7, 1024)).chunkCount());
    }

    @Test
    void shouldSkipAndCountEmptyPairs() {
        final PairList list = new PairList().add(0, 0, 0).add(0x100, 0x200, 16).add(5, 5, 0);
        final TransferPlan plan = plan(list, cap(4096));
        assertEquals(1, plan.pieceCount());
        assertEquals(16, plan.payloadBytes());
        assertEquals(3, statistics(list, cap(4096)).descriptors());
        assertEquals(2, statistics(list, cap(4096)).emptyDescriptors());
    }

    @Test
    void shouldMergeAcrossAnEmptyPair() {
        final TransferPlan plan =
                plan(new PairList().add(0, 64, 32).add(7, 9, 0).add(32, 96, 32), cap(4096));
        assertEquals(1, plan.pieceCount());
        assertEquals(64, plan.pieceBytes(0));
    }

    @Test
    void shouldMergeWhenBothSidesContinue() {
        final PairList list = new PairList().add(0x1000, 0x9000, 32).add(0x1020, 0x9020, 32);
        final TransferPlan plan = plan(list, cap(4096));
        assertEquals(1, plan.pieceCount());
        assertEquals(64, plan.pieceBytes(0));
        assertEquals(64 + SealKey.OVERHEAD_BYTES, plan.regionBytes(0));
        assertEquals(2, statistics(list, cap(4096)).descriptors());
        assertEquals(1, statistics(list, cap(4096)).merges());
    }

    @Test
    void shouldNotMergeWhenOnlyTheSourceContinues() {
        final PairList list = new PairList().add(0x1000, 0x9000, 32).add(0x1020, 0xB000, 32);
        final TransferPlan plan = plan(list, cap(4096));
        assertEquals(2, plan.pieceCount());
        assertEquals(1, statistics(list, cap(4096)).destinationGaps());
    }

    @Test
    void shouldNotMergeAcrossPadding() {
        final PairList list = new PairList().add(0, 0x9000, 20).add(20, 0x9014, 32);
        final TransferPlan plan = plan(list, cap(4096));
        assertEquals(2, plan.pieceCount());
        assertEquals(1, statistics(list, cap(4096)).paddedNeighbours());
    }

    @Test
    void shouldNotMergeAcrossAChunkEdge() {
        final PairList list = new PairList();
        for (int i = 0; i < 4; i++) {
            list.add(64L * i, 0x9000 + 64L * i, 64);
        }
        final TransferPlan plan = plan(list, cap(128));
        assertEquals(2, plan.chunkCount());
        assertEquals(2, plan.pieceCount());
        assertEquals(1, statistics(list, cap(128)).chunkEdges());
        assertEquals(1, plan(list, cap(256)).pieceCount());
    }

    @Test
    void shouldCountEveryNeighbourUnderOneReason() {
        final PlanStatistics statistics =
                statistics(
                        new PairList()
                                .add(0x1000, 0x9000, 64)
                                .add(0x1040, 0x9040, 20)
                                .add(0x1054, 0x9054, 32)
                                .add(0x1074, 0xA000, 32)
                                .add(0x3000, 0xA020, 32)
                                .add(0x5000, 0xC000, 32)
                                .add(0x5020, 0xC020, 300),
                        cap(320));
        assertEquals(
                new PlanStatistics(
                        7, 0, 1, 6, 2, 0, 4, 4, 512, 12, 512 + 12 + 2 * 48, 1, 1, 1, 1, 1),
                statistics);
    }
}
