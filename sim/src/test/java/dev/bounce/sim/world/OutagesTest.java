package dev.bounce.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Faults that strike whole agents, prescribed one at a time in a world without others.
final class OutagesTest {
    private static final long SEED = 12;
    private static final long PAUSE = 40_000_000;

    @Test
    void shouldLetAProcessStandStillAndGoOn() {
        final long[] last = {0};
        final long[] longest = {0};
        final SeedResult result =
                Simulation.run(
                        with(new Decision("pause/0/0", PAUSE)),
                        (now, agent, _, _, _) -> {
                            if (agent.equals("agent-0")) {
                                longest[0] = Math.max(longest[0], now - last[0]);
                                last[0] = now;
                            }
                        });
        assertNull(result.violation());
        assertEquals(1, result.faults().appliedCount(Fault.PAUSE));
        assertTrue(longest[0] >= PAUSE, "longest silence " + longest[0]);
    }

    @Test
    void shouldFailAnAgentAndReplaceIt() {
        final List<Event> failures = new ArrayList<>();
        final SeedResult result =
                Simulation.run(
                        with(new Decision("deviceFailed/1/0", 1_000_000)),
                        (_, _, event, _, _) -> {
                            if (event instanceof Event.DeviceFailed) {
                                failures.add(event);
                            }
                        });
        assertNull(result.violation());
        assertEquals(1, failures.size());
        assertTrue(result.succeeded() > 0);
    }

    @Test
    void shouldBringAProcessBackUnderAnotherName() {
        final Set<String> names = new TreeSet<>();
        for (long ordinal = 0; ordinal < 10; ordinal++) {
            final SeedResult result =
                    Simulation.run(
                            with(new Decision("crash/0/" + ordinal, 1_000_000)),
                            (_, agent, _, _, _) -> names.add(agent));
            assertNull(result.violation());
        }
        assertTrue(names.contains("agent-0-1"), names.toString());
    }

    @Test
    void shouldGiveMemoryBackAndRegisterItAgain() {
        final List<Event> events = new ArrayList<>();
        final SeedResult result =
                Simulation.run(
                        with(new Decision("deregister/0/0", 2_000_000)),
                        (_, agent, event, _, _) -> {
                            if (agent.equals("agent-0")
                                    && (event instanceof Event.MemoryRegistered
                                            || event instanceof Event.MemoryDeregistered)) {
                                events.add(event);
                            }
                        });
        assertNull(result.violation());
        assertEquals(4, events.size());
        assertTrue(events.get(2) instanceof Event.MemoryDeregistered);
        assertTrue(events.get(3) instanceof Event.MemoryRegistered);
    }

    @Test
    void shouldLoseFramesWhereAPartitionIs() {
        long applied = 0;
        for (long ordinal = 0; ordinal < 10; ordinal++) {
            final SeedResult result =
                    Simulation.run(with(new Decision("partition/0>1/" + ordinal, PAUSE)));
            assertNull(result.violation());
            applied += result.faults().appliedCount(Fault.PARTITION);
        }
        assertTrue(applied > 0);
    }

    @Test
    void shouldRunClocksAtOtherRatesAndLetThemJump() {
        final Script calm = with(new Decision("submit/0>1/0", 1));
        final SeedResult drifting = Simulation.run(with(new Decision("clockDrift/0/0", 10_000)));
        final SeedResult jumping = Simulation.run(with(new Decision("clockJump/0/0", PAUSE)));
        assertNull(drifting.violation());
        assertNull(jumping.violation());
        assertTrue(Simulation.run(calm).hash() != drifting.hash());
        assertEquals(1, jumping.faults().appliedCount(Fault.CLOCK_JUMP));
    }

    /// All transfers of the seed and one fault.
    private static Script with(final Decision fault) {
        final List<Decision> decisions = new ArrayList<>();
        for (final Decision decision : Simulation.run(Script.of(SEED)).decisions()) {
            if (decision.isSubmission() && !decision.key().equals(fault.key())) {
                decisions.add(decision);
            }
        }
        decisions.add(fault);
        return Script.of(SEED).with(decisions).with("assumedNanos", 0).with("agents", 2);
    }
}
