package dev.bounce.model.config;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class BounceConfigTest {
    private static final long MIB = 1 << 20;
    private static final long SECOND = 1_000_000_000;

    private static void refused(final String expected, final Executable construction) {
        final IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, construction);
        assertTrue(refusal.getMessage().contains(expected), refusal.getMessage());
        assertEquals(1, refusal.getMessage().lines().count());
    }

    private static BounceConfig with(final ArenaConfig arena) {
        final BounceConfig base = BounceConfig.defaults();
        return with(arena, base.scheduler(), base.link(), base.timeouts());
    }

    private static BounceConfig with(
            final ArenaConfig arena,
            final SchedulerConfig scheduler,
            final LinkConfig link,
            final TimeoutConfig timeouts) {
        final BounceConfig base = BounceConfig.defaults();
        return new BounceConfig(
                true,
                arena,
                scheduler,
                link,
                timeouts,
                base.limits(),
                base.gate(),
                base.copies(),
                base.control());
    }

    private static BounceConfig with(final LinkConfig link) {
        final BounceConfig base = BounceConfig.defaults();
        return with(base.arena(), base.scheduler(), link, base.timeouts());
    }

    @Test
    void shouldHaveTheDefaultsOfTheDesign() {
        final BounceConfig defaults = BounceConfig.defaults();
        assertTrue(defaults.enabled());
        assertEquals(new ArenaConfig(512 * MIB, MIB, 32 * MIB, 8 * MIB, 2), defaults.arena());
        assertEquals(new SchedulerConfig(2, 8, SECOND / 10), defaults.scheduler());
        assertEquals(
                new LinkConfig(
                        SECOND,
                        10 * SECOND,
                        60 * SECOND,
                        10 * SECOND,
                        SECOND / 100,
                        SECOND,
                        64,
                        4096,
                        64),
                defaults.link());
        assertEquals(
                new TimeoutConfig(30 * SECOND, 5 * SECOND, 5 * SECOND, 10 * SECOND),
                defaults.timeouts());
        assertEquals(new LimitConfig(65_536, 1_048_576, (int) (64 * MIB)), defaults.limits());
        assertEquals(new GateConfig(1024, 16 << 10), defaults.gate());
        assertEquals(new CopyConfig(4, 4, 4, 24, 0), defaults.copies());
        assertEquals(new ControlConfig("127.0.0.1", 0), defaults.control());
    }

    @Test
    void shouldAllowWorldsAsSmallAsASimulationNeeds() {
        assertDoesNotThrow(
                () ->
                        with(
                                new ArenaConfig(4096, 64, 256, 64, 2),
                                new SchedulerConfig(1, 1, 1_000),
                                new LinkConfig(1_000, 10_000, 5, 5_000, 100, 1_000, 1, 1, 1),
                                new TimeoutConfig(5_000, 1_000, 1_000, 1_000)));
    }

    @Test
    void shouldNameAComponentThatIsOutOfItsRange() {
        refused(
                "arenaBytes 255 is outside [256, 70368744177664]",
                () -> new ArenaConfig(255, 16, 64, 64, 2));
        refused("arenaBytes -1 ", () -> new ArenaConfig(-1, 16, 64, 64, 2));
        refused("granularityBytes 8 is outside", () -> new ArenaConfig(4096, 8, 64, 64, 2));
        refused(
                "granularityBytes 96 is no power of two",
                () -> new ArenaConfig(4096, 96, 256, 64, 2));
        refused(
                "maxChunkBytes 768 is no power of two",
                () -> new ArenaConfig(4096, 64, 768, 64, 2));
        refused("maxChunkBytes 32 is outside", () -> new ArenaConfig(4096, 16, 32, 64, 2));
        refused("rampBytes 192 is no power", () -> new ArenaConfig(4096, 64, 256, 192, 2));
        refused("reserveBlocks -1 ", () -> new ArenaConfig(4096, 64, 256, 64, -1));
        refused("below granularityBytes", () -> new ArenaConfig(4096, 8192, 64, 64, 2));
        refused("minWindow 0 ", () -> new SchedulerConfig(0, 1, 1));
        refused("maxWindow 65537 ", () -> new SchedulerConfig(1, 65_537, 1));
        refused("drainTimeoutNanos 0 ", () -> new SchedulerConfig(1, 1, 0));
        refused("keepAliveNanos 0 ", () -> new LinkConfig(0, 2, 5, 1, 1, 1, 1, 1, 1));
        refused("leaseNanos -2 ", () -> new LinkConfig(1, -2, 5, 1, 1, 1, 1, 1, 1));
        refused("idleTimeoutNanos 0 ", () -> new LinkConfig(1, 2, 0, 1, 1, 1, 1, 1, 1));
        refused("fenceDelayNanos 0 ", () -> new LinkConfig(1, 2, 5, 0, 1, 1, 1, 1, 1));
        refused("firstRepeatNanos 0 ", () -> new LinkConfig(1, 2, 5, 1, 0, 1, 1, 1, 1));
        refused("maxRepeatNanos 0 ", () -> new LinkConfig(1, 2, 5, 1, 1, 0, 1, 1, 1));
        refused("maxFlows 0 ", () -> new LinkConfig(1, 2, 5, 1, 1, 1, 0, 1, 1));
        refused("maxPending 0 ", () -> new LinkConfig(1, 2, 5, 1, 1, 1, 1, 0, 1));
        refused("maxLinks 0 ", () -> new LinkConfig(1, 2, 5, 1, 1, 1, 1, 1, 0));
        refused("requestTimeoutNanos 0 ", () -> new TimeoutConfig(0, 1, 1, 1));
        refused("closeTimeoutNanos 0 ", () -> new TimeoutConfig(1, 0, 1, 1));
        refused("writeTimeoutNanos 0 ", () -> new TimeoutConfig(1, 1, 0, 1));
        refused(
                "copyTimeoutNanos 9223372036854775807 ",
                () -> new TimeoutConfig(1, 1, 1, Long.MAX_VALUE));
        refused("maxChunks 0 ", () -> new LimitConfig(0, 1, 512));
        refused("maxRuns 0 ", () -> new LimitConfig(1, 0, 512));
        refused("maxFrameBytes 511 ", () -> new LimitConfig(1, 1, 511));
        refused("minDescriptors -1 ", () -> new GateConfig(-1, 1));
        refused("maxAverageBytes -1 ", () -> new GateConfig(1, -1));
        refused("gatherSlots 0 ", () -> new CopyConfig(0, 1, 1, 1, 0));
        refused("scatterSlots 0 ", () -> new CopyConfig(1, 0, 1, 1, 0));
        refused("copyThreads 1025 ", () -> new CopyConfig(1, 1, 1025, 1, 0));
        refused("copyBlocks 0 ", () -> new CopyConfig(1, 1, 1, 0, 0));
        refused("copyPriority 6 ", () -> new CopyConfig(1, 1, 1, 1, 6));
        refused("bindHost ''", () -> new ControlConfig("", 0));
        refused("bindHost 'a b'", () -> new ControlConfig("a b", 0));
        refused("bindHost 'a?b'", () -> new ControlConfig("a\nb", 0));
        refused("bindPort 65536 ", () -> new ControlConfig("::1", 65_536));
    }

    @Test
    void shouldRefuseAnArenaThatCannotHoldFourChunks() {
        refused(
                "arena.max-chunk=512B is more than a quarter of usable 1KiB of arena.size=1500B",
                () -> with(new ArenaConfig(1500, 64, 512, 64, 1)));
        assertDoesNotThrow(() -> with(new ArenaConfig(1500, 64, 256, 64, 2)));
    }

    @Test
    void shouldRefuseAReserveThatLeavesNoRoomForAGrant() {
        refused(
                "arena.reserve-blocks=4 of arena.max-chunk=256B leaves no room",
                () -> with(new ArenaConfig(1024, 64, 256, 64, 4)));
        assertDoesNotThrow(() -> with(new ArenaConfig(1024, 64, 256, 64, 3)));
    }

    @Test
    void shouldRefuseMoreBlocksThanAnAllocatorKeepsAccountOf() {
        refused(
                "arena.granularity=64B cuts usable 128GiB of arena.size=128GiB into more than",
                () -> with(new ArenaConfig(1L << 37, 64, 256, 64, 2)));
        assertDoesNotThrow(() -> with(new ArenaConfig(1L << 36, 64, 256, 64, 2)));
    }

    @Test
    void shouldRefuseSizesInTheWrongOrder() {
        refused(
                "arena.ramp=512B must be at most arena.max-chunk=256B",
                () -> with(new ArenaConfig(4096, 64, 256, 512, 2)));
        refused(
                "arena.granularity=512B must be at most arena.max-chunk=256B",
                () -> with(new ArenaConfig(4096, 512, 256, 64, 2)));
    }

    @Test
    void shouldRefuseTimesInTheWrongOrder() {
        refused(
                "link.keep-alive=10s must be below link.lease=10s",
                () -> with(new LinkConfig(10 * SECOND, 10 * SECOND, 5, 1, 1, SECOND, 1, 1, 1)));
        refused(
                "link.first-repeat=2s must be at most link.max-repeat=1s",
                () -> with(new LinkConfig(SECOND, 10 * SECOND, 5, 1, 2 * SECOND, SECOND, 1, 1, 1)));
        refused(
                "link.max-repeat=2s must be below link.lease=2s",
                () -> with(new LinkConfig(SECOND, 2 * SECOND, 5, 1, 1, 2 * SECOND, 1, 1, 1)));
        refused(
                "link.max-flows=2 must be at most link.max-pending=1",
                () -> with(new LinkConfig(1, 10, 5, 1, 1, 1, 2, 1, 1)));
        final BounceConfig base = BounceConfig.defaults();
        refused(
                "scheduler.min-window=3 must be at most scheduler.max-window=2",
                () ->
                        with(
                                base.arena(),
                                new SchedulerConfig(3, 2, 1),
                                base.link(),
                                base.timeouts()));
        refused(
                "link.max-repeat=1s must be below timeout.request=1s: one lost message would fail"
                        + " the request",
                () ->
                        with(
                                base.arena(),
                                base.scheduler(),
                                base.link(),
                                new TimeoutConfig(SECOND, 1, 1, 1)));
        refused(
                "scheduler.drain-timeout=30s must be below timeout.request=30s",
                () ->
                        with(
                                base.arena(),
                                new SchedulerConfig(2, 8, 30 * SECOND),
                                base.link(),
                                base.timeouts()));
    }

    @Test
    void shouldReportEveryRelationAtOnce() {
        refused("; arena.reserve-blocks", () -> with(new ArenaConfig(1024, 64, 512, 64, 2)));
    }

    @Test
    void shouldDeriveWithoutOverflow() {
        final ArenaConfig arena = new ArenaConfig(1L << 46, 1L << 30, 1L << 44, 1L << 44, 1024);
        assertEquals(1L << 54, arena.reserveBytes());
        assertEquals(0, arena.eagerBytes());
        final ArenaConfig usual = BounceConfig.defaults().arena();
        assertEquals(416 * MIB, usual.eagerBytes());
        assertEquals(32 * MIB - 48, usual.maxPayloadBytes());
        final LinkConfig link = BounceConfig.defaults().link();
        assertEquals(9_900_000_000L, link.senderLeaseNanos());
        assertEquals(10_100_000_000L, link.receiverLeaseNanos());
        final LinkConfig odd = new LinkConfig(1, 101, 5, 1, 1, 1, 1, 1, 1);
        assertEquals(99, odd.senderLeaseNanos());
        assertEquals(103, odd.receiverLeaseNanos());
    }

    @Test
    void shouldSaturate() {
        assertEquals(Long.MAX_VALUE, Saturating.multiply(1L << 40, 1L << 40));
        assertEquals(Long.MAX_VALUE, Saturating.multiply(1L << 32, 1L << 31));
        assertEquals(1L << 62, Saturating.multiply(1L << 31, 1L << 31));
        assertEquals(Long.MAX_VALUE, Saturating.add(Long.MAX_VALUE, 1));
        assertEquals(3, Saturating.add(1, 2));
        assertEquals(1, Saturating.percent(1));
        assertEquals(2, Saturating.percent(101));
    }
}
