package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.SchedulerWorld.Grantee;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScheduleStateTest {
    private final SchedulerWorld world = new SchedulerWorld(8, 4);

    @Test
    void shouldGoOnAsIfNothingHadHappened() {
        final Grantee a = world.want("A", 1, 8, 1_000, 1);
        world.want("B", 2, 4, 100, 4);
        world.want("C", 3, 2, 100, 2);
        final Grantee d = world.want("D", 1, 3, 100, 1);
        world.scheduler.block(9, true);
        world.want("E", 9, 3, 100, 1);
        world.schedule();
        world.finishAndSchedule(a);
        for (int round = 0; round < 50; round++) {
            final SchedulerWorld twin = world.restored();
            final List<Demand> demands =
                    world.grantees.stream().map(grantee -> grantee.demand).toList();
            final List<Demand> twins =
                    twin.grantees.stream().map(grantee -> grantee.demand).toList();
            assertEquals(world.scheduler.snapshot(demands), twin.scheduler.snapshot(twins));
            for (int i = 0; i < world.grantees.size(); i++) {
                if (!world.grantees.get(i).regions.isEmpty()) {
                    assertEquals(
                            world.finishAndSchedule(world.grantees.get(i)),
                            twin.finishAndSchedule(twin.grantees.get(i)));
                }
            }
            world.nowNanos += 30;
        }
        assertTrue(d.demand.next > 5);
    }

    @Test
    void shouldCarryADrainAndItsPause() {
        final Grantee a = world.want("A", 1, 8, 1_000, 1);
        world.schedule();
        world.want("B", 2, 4, 100, 4);
        world.schedule();
        for (int i = 0; i < 9; i++) {
            world.finishAndSchedule(a);
        }
        final SchedulerWorld draining = world.restored();
        assertTrue(draining.scheduler.isDraining());
        assertEquals(world.scheduler.nextDeadlineNanos(), draining.scheduler.nextDeadlineNanos());
        world.nowNanos = world.scheduler.nextDeadlineNanos();
        world.schedule();
        final SchedulerWorld paused = world.restored();
        assertEquals(
                world.nowNanos + SchedulerWorld.DRAIN_NANOS, paused.scheduler.nextDeadlineNanos());
        assertEquals(world.scheduler.blockedHeadBytes(), paused.scheduler.blockedHeadBytes());
    }

    @Test
    void shouldRefuseAListThatLacksAnOpenDemand() {
        world.want("A", 1, 1, 9, 1);
        assertThrows(InvariantViolation.class, () -> world.scheduler.snapshot(List.of()));
    }

    @Test
    void shouldRefuseToRestoreAUsedScheduler() {
        final Grantee a = world.want("A", 1, 1, 9, 1);
        final ScheduleState state = world.scheduler.snapshot(List.of(a.demand));
        assertThrows(
                InvariantViolation.class, () -> world.scheduler.restore(state, List.of(a.demand)));
        assertThrows(
                InvariantViolation.class,
                () -> new SchedulerWorld(8, 4).scheduler.restore(state, List.of()));
    }
}
