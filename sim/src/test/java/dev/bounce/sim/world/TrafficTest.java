package dev.bounce.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.config.ArenaConfig;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TrafficTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void shouldExceedTheArenaBothWays(final long seed) {
        final Dice dice = new Dice(seed);
        final Settings settings = Settings.draw(dice);
        final Traffic traffic = Traffic.draw(dice, settings);
        for (int sender = 0; sender < settings.agents(); sender++) {
            assertTrue(sends(traffic, settings, sender), "agent " + sender);
            assertTrue(receives(traffic, sender), "agent " + sender);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldKeepDestinationsApart(final long seed) {
        final Dice dice = new Dice(seed);
        final Settings settings = Settings.draw(dice);
        for (final Slot slot : Traffic.draw(dice, settings).slots()) {
            assertEquals(null, slot.pairs().overlappingDestination());
        }
    }

    private static boolean sends(final Traffic traffic, final Settings settings, final int sender) {
        for (final Slot slot : traffic.slots()) {
            final ArenaConfig arena = settings.arenas().get(slot.receiver());
            if (slot.sender() == sender
                    && slot.chunks() >= 8
                    && slot.payloadBytes() > Math.min(arena.usableBytes(), ofSender(settings, slot))
                    && !slot.isProbe()) {
                return true;
            }
        }
        return false;
    }

    private static long ofSender(final Settings settings, final Slot slot) {
        return settings.arenas().get(slot.sender()).usableBytes();
    }

    private static boolean receives(final Traffic traffic, final int receiver) {
        return traffic.slots().stream().anyMatch(slot -> slot.receiver() == receiver);
    }
}
