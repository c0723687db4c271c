package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.SchedulerWorld.Grantee;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/// Random histories against [SchedulerLaws]. Each runs twice, once replacing the scheduler and its
/// arena by restored ones on the way, and must give the same grants.
class CreditSchedulerPropertyTest {
    /// Numbers mean what the kind makes of them.
    record Op(Kind kind, int a, int b) {
        enum Kind {
            OPEN,
            FINISH,
            FINISH_MANY,
            CANCEL,
            END_DETACHED,
            STAGE_EAGER,
            STAGE_CREDITED,
            GATHER,
            UNSTAGE,
            BLOCK,
            RESIZE,
            PASS_TIME,
            RESTORE
        }
    }

    @Provide
    Arbitrary<List<Op>> histories() {
        final Arbitrary<Op.Kind> kinds =
                Arbitraries.frequency(
                        Tuple.of(8, Op.Kind.OPEN),
                        Tuple.of(16, Op.Kind.FINISH),
                        Tuple.of(2, Op.Kind.FINISH_MANY),
                        Tuple.of(2, Op.Kind.CANCEL),
                        Tuple.of(4, Op.Kind.END_DETACHED),
                        Tuple.of(4, Op.Kind.STAGE_EAGER),
                        Tuple.of(3, Op.Kind.STAGE_CREDITED),
                        Tuple.of(1, Op.Kind.GATHER),
                        Tuple.of(4, Op.Kind.UNSTAGE),
                        Tuple.of(2, Op.Kind.BLOCK),
                        Tuple.of(2, Op.Kind.RESIZE),
                        Tuple.of(3, Op.Kind.PASS_TIME),
                        Tuple.of(1, Op.Kind.RESTORE));
        final Arbitrary<Integer> numbers = Arbitraries.integers().between(0, 999);
        return Combinators.combine(kinds, numbers, numbers)
                .as(Op::new)
                .list()
                .ofMinSize(40)
                .ofMaxSize(250);
    }

    @Property(seed = "424242", tries = 300, shrinking = ShrinkingMode.BOUNDED)
    void lawsShouldHoldAndEveryFlowShouldEnd(
            @ForAll("histories") final List<Op> operations,
            @ForAll @IntRange(min = 2, max = 4) final int largeBlocks) {
        run(operations, largeBlocks);
    }

    @Property(tries = 30, shrinking = ShrinkingMode.BOUNDED)
    void lawsShouldHoldAndEveryFlowShouldEndForFreshSeeds(
            @ForAll("histories") final List<Op> operations,
            @ForAll @IntRange(min = 2, max = 4) final int largeBlocks) {
        run(operations, largeBlocks);
    }

    /// @param largeBlocks chunks of the largest size in the general part, rounded down to a
    ///     power of two
    private static void run(final List<Op> operations, final int largeBlocks) {
        final History straight = new History(largeBlocks, false);
        final History restored = new History(largeBlocks, true);
        for (final Op operation : operations) {
            straight.apply(operation);
            restored.apply(operation);
        }
        straight.settle();
        restored.settle();
        assertEquals(straight.log.toString(), restored.log.toString());
    }

    /// One run of a list of operations.
    private static final class History {
        private final boolean restores;
        private final List<Long> blocked = new ArrayList<>();
        private final StringBuilder log = new StringBuilder();

        /// Offsets of regions that no flow holds any more.
        private final List<Long> detached = new ArrayList<>();

        private final List<Long> credited = new ArrayList<>();
        private SchedulerWorld world;
        private int opened;

        History(final int largeBlocks, final boolean restores) {
            world = new SchedulerWorld(8 * Integer.highestOneBit(largeBlocks), 8);
            this.restores = restores;
        }

        void apply(final Op op) {
            switch (op.kind()) {
                case OPEN -> open(op);
                case FINISH -> finish(op.a());
                case FINISH_MANY -> {
                    for (int i = 0; i <= op.a() % 8; i++) {
                        finish(op.b() + 7 * i);
                    }
                }
                case CANCEL -> cancel(op);
                case END_DETACHED -> endOne(detached, op.a());
                case STAGE_EAGER -> stage(op, RegionState.STAGING_EAGER);
                case STAGE_CREDITED -> stage(op, RegionState.STAGING_CREDITED);
                case GATHER -> {
                    world.gathering.clear();
                    world.gathering.addAll(
                            world.eager.subList(0, Math.min(op.a() % 3, world.eager.size())));
                }
                case UNSTAGE -> endOne(credited, op.a());
                case BLOCK -> block(op.a() % 4, op.b() % 3 == 0);
                case RESIZE -> resize(op);
                case PASS_TIME -> world.nowNanos += op.a();
                case RESTORE -> restore();
            }
            schedule();
        }

        private void schedule() {
            log.append(world.schedule()).append(' ');
            SchedulerLaws.check(world, blocked);
        }

        private void open(final Op op) {
            if (world.grantees.size() >= 12) {
                return;
            }
            final int[] sizes = new int[1 + op.b() % 6];
            for (int i = 0; i < sizes.length; i++) {
                sizes[i] = 1 + (op.a() / (i + 1) + op.b()) % 8;
            }
            final String name = Character.toString('A' + opened++ % 26);
            world.wantSizes(name, op.a() % 4, 1 + op.b() % 5, sizes);
        }

        private void finish(final int which) {
            final List<Grantee> holders =
                    world.grantees.stream().filter(one -> !one.regions.isEmpty()).toList();
            if (!holders.isEmpty()) {
                world.finish(holders.get(which % holders.size()));
            }
            world.grantees.removeIf(one -> one.regions.isEmpty() && one.demand.turn == null);
        }

        private void cancel(final Op op) {
            if (world.grantees.isEmpty()) {
                return;
            }
            final Grantee grantee = world.grantees.get(op.a() % world.grantees.size());
            world.close(grantee);
            for (int i = op.b(); !grantee.regions.isEmpty(); i /= 3) {
                switch (i % 3) {
                    case 0 -> world.finish(grantee);
                    case 1 -> detached.add(world.detach(grantee, RegionState.ORPHAN).offset);
                    default -> detached.add(world.detach(grantee, RegionState.QUARANTINED).offset);
                }
            }
            world.grantees.remove(grantee);
        }

        private void endOne(final List<Long> offsets, final int which) {
            if (!offsets.isEmpty()) {
                final long offset = offsets.remove(which % offsets.size());
                world.arena.free(world.arena.at(offset));
            }
        }

        private void stage(final Op op, final RegionState state) {
            final Region region = world.stage(1 + op.a() % 8, state);
            if (region != null && state == RegionState.STAGING_CREDITED) {
                credited.add(region.offset);
            }
        }

        private void block(final long link, final boolean isBlocked) {
            world.scheduler.block(link, isBlocked);
            blocked.remove(link);
            if (isBlocked) {
                blocked.add(link);
            }
        }

        private void resize(final Op op) {
            if (!world.grantees.isEmpty()) {
                final Grantee grantee = world.grantees.get(op.a() % world.grantees.size());
                final int window = 1 + op.b() % 6;
                world.scheduler.resize(grantee.demand, window);
                grantee.largestWindow = Math.max(grantee.largestWindow, window);
            }
        }

        private void restore() {
            if (restores) {
                world = world.restored();
            }
        }

        /// Everything that stands in the way ends; then every flow must end too.
        void settle() {
            for (long link = 0; link < 4; link++) {
                block(link, false);
            }
            while (!detached.isEmpty() || !credited.isEmpty()) {
                endOne(detached, 0);
                endOne(credited, 0);
            }
            world.gathering.clear();
            for (int step = 0; !world.grantees.isEmpty(); step++) {
                assertTrue(step < 2_000, "every flow ends");
                world.nowNanos += 10;
                finish(step);
                schedule();
            }
            world.eager.forEach(world.arena::free);
            assertTrue(world.arena.isEmpty());
            assertEquals(0, world.scheduler.wanting());
            assertEquals(List.of(), world.scheduler.snapshot(List.of()).peers());
        }
    }

    @Example
    void lawsShouldSeeARegionWithTwoOwners() {
        final SchedulerWorld world = new SchedulerWorld(8, 1);
        final Grantee a = world.want("A", 1, 2, 2, 1);
        final Grantee b = world.want("B", 2, 2, 2, 1);
        world.schedule();
        SchedulerLaws.check(world, List.of());
        b.regions.addLast(a.regions.getFirst());
        assertThrows(AssertionError.class, () -> SchedulerLaws.everyRegionHasOneOwner(world));
        assertThrows(AssertionError.class, () -> SchedulerLaws.windowsAreKept(world));
    }

    @Example
    void lawsShouldSeeAWindowThatIsPassed() {
        final SchedulerWorld world = new SchedulerWorld(8, 1);
        final Grantee a = world.want("A", 1, 2, 2, 1);
        world.schedule();
        a.largestWindow = 1;
        a.demand.window = 1;
        assertThrows(AssertionError.class, () -> SchedulerLaws.windowsAreKept(world));
    }

    @Example
    void lawsShouldSeeAReserveThatIsUsed() {
        final SchedulerWorld world = new SchedulerWorld(8, 1);
        world.arena.allocateReserve(1, RegionState.STAGING_CREDITED);
        assertThrows(AssertionError.class, () -> SchedulerLaws.theReserveIsKept(world));
    }

    @Example
    void lawsShouldSeeAHeadThatCouldHaveBeenGranted() {
        final SchedulerWorld world = new SchedulerWorld(8, 1);
        final Grantee a = world.want("A", 1, 2, 2, 1);
        assertThrows(
                AssertionError.class, () -> SchedulerLaws.nothingThatFitsWaits(world, List.of()));
        SchedulerLaws.nothingThatFitsWaits(world, List.of(1L));
        world.schedule();
        SchedulerLaws.nothingThatFitsWaits(world, List.of());
        assertEquals(2, a.demand.held);
    }

    @Example
    void lawsShouldSeeADeficitThatGrew() {
        final SchedulerWorld world = new SchedulerWorld(8, 1);
        final Grantee a = world.want("A", 1, 2, 9, 1);
        world.schedule();
        a.demand.turn.deficitBytes = 2 * SchedulerWorld.REGION;
        assertThrows(AssertionError.class, () -> SchedulerLaws.deficitsAreBounded(world));
    }
}
