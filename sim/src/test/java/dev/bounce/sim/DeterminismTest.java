package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Action;
import dev.bounce.engine.Effect;
import dev.bounce.sim.world.Detail;
import dev.bounce.sim.world.Profile;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import dev.bounce.sim.world.Simulation;
import dev.bounce.sim.world.StepListener;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// The guard against runs that cannot be repeated, and that it notices what it is made for. What is
/// planted changes the effects of a step before the world performs them.
class DeterminismTest {
    private static final SeedRange SEEDS = SeedRange.of(11);
    private static final Detail BARE = new Detail(false, false);

    @Test
    void shouldCatchAPlantedClockRead() {
        assertTrue(isFound(clockRead()));
    }

    @Test
    void shouldCatchAPlantedOrderOfIdentityHashes() {
        assertTrue(isFound(hashOrder(Object::new)));
    }

    @Test
    void shouldFindNothingWhereNothingIsPlanted() {
        final Campaign campaign = campaign((_, _, _, _, _) -> {});
        assertEquals(List.of(), campaign.run(plan(), (_, _) -> {}).violations());
    }

    /// So that what is measured without bytes or checkers is the same run.
    @Test
    void shouldDoTheSameWhoeverLooks() {
        for (long seed = 1; seed <= 12; seed++) {
            for (final Profile profile : List.of(Profile.DEFAULT, Profile.HOSTILE)) {
                final Script script = Script.of(seed, profile);
                final SeedResult whole = Simulation.run(script);
                for (final Detail less : List.of(new Detail(false, true), BARE)) {
                    final SeedResult result = Simulation.run(script, less);
                    assertNull(result.violation());
                    assertEquals(whole.events(), result.events(), "seed " + seed);
                    assertEquals(whole.hash(), result.hash(), "seed " + seed);
                }
            }
        }
    }

    /// The order of a set of enums is the same all the time in one virtual machine.
    @Test
    void shouldCatchAPlantedOrderOfEnumsInASecondVirtualMachine() throws Exception {
        final long here = HashOfSeed.planted(SEEDS.first());
        final SecondMachine machine =
                new SecondMachine(List.of(HashOfSeed.class.getName(), "planted"));
        final long there;
        try (SecondMachine.Running running =
                machine.hashes(SecondMachine.Mode.INTERPRETED, SEEDS, Profile.DEFAULT)) {
            there = running.hashes().get(SEEDS.first());
        }
        assertEquals(here, HashOfSeed.planted(SEEDS.first()));
        assertNotEquals(here, there);
    }

    private static boolean isFound(final StepListener planted) {
        return campaign(planted).run(plan(), (_, _) -> {}).violations().stream()
                .filter(violation -> violation.property().equals("Determinism"))
                .anyMatch(violation -> violation.observed().contains("first differs: step "));
    }

    private static CampaignPlan plan() {
        return CampaignPlan.of(SEEDS);
    }

    private static Campaign campaign(final StepListener planted) {
        return new Campaign(
                (script, _) -> run(script, planted),
                script -> Simulation.runRestored(script, 7),
                (script, listener) -> run(script, Both.of(planted, listener)));
    }

    private static SeedResult run(final Script script, final StepListener planted) {
        return Simulation.run(script, planted);
    }

    /// A frame is lost now and then, as the clock of the machine says.
    private static StepListener clockRead() {
        return (_, _, _, effects, _) -> {
            if (System.nanoTime() / 1_000 % 3 == 0 && isOneSend(effects.toList())) {
                effects.clear();
            }
        };
    }

    /// A frame is lost now and then, as the first element of a hash set says.
    private static StepListener hashOrder(final Supplier<Object> elements) {
        return (_, _, _, effects, _) -> {
            final Object first = elements.get();
            final Set<Object> set = new HashSet<>(List.of(first, elements.get(), elements.get()));
            if (set.iterator().next() == first && isOneSend(effects.toList())) {
                effects.clear();
            }
        };
    }

    private static boolean isOneSend(final List<Effect> effects) {
        return effects.size() == 1 && effects.getFirst() instanceof Effect.Send;
    }

    /// A frame is lost now and then, as a set of enums is ordered.
    static StepListener enumOrder() {
        final int[] steps = {0};
        final List<Action> order =
                List.copyOf(new HashSet<>(List.of(Action.values())).stream().toList());
        return (_, _, _, effects, _) -> {
            final Action next = order.get(steps[0]++ % order.size());
            if (next.ordinal() % 3 == 0 && isOneSend(effects.toList())) {
                effects.clear();
            }
        };
    }
}
