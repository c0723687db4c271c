package dev.bounce.model.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.config.GateConfig;
import dev.bounce.model.plan.Eligibility.Admitted;
import dev.bounce.model.plan.Eligibility.Refused;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

class EligibilityPropertyTest {
    private static final GateContext READY =
            new GateContext(true, true, true, MemoryKind.HOST, MemoryKind.HOST);

    @Provide
    Arbitrary<DescriptorPairs> pairs() {
        return Combinators.combine(Worlds.pairs(), Arbitraries.integers().between(0, 9).tuple2())
                .as(
                        (pairs, device) -> {
                            final int[] devices = new int[pairs.size()];
                            if (device.get1() == 0 && pairs.size() > 0) {
                                devices[pairs.size() - 1] = device.get2();
                            }
                            return DescriptorPairs.of(
                                    pairs.source(),
                                    pairs.destination(),
                                    pairs.bytes(),
                                    devices,
                                    new int[] {3});
                        });
    }

    @Provide
    Arbitrary<PlanLimits> limits() {
        return Worlds.limits();
    }

    @Provide
    Arbitrary<GateConfig> gates() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 8),
                        Arbitraries.of(0L, 50L, 700L, Long.MAX_VALUE))
                .as(GateConfig::new);
    }

    @Property(seed = "1", tries = 3_000)
    void admittedShouldNeverFailInThePlannerAndObeyAllLimits(
            @ForAll("pairs") final DescriptorPairs pairs,
            @ForAll("gates") final GateConfig gate,
            @ForAll("limits") final PlanLimits limits) {
        lawOfTheGate(pairs, gate, limits);
        Statistics.collect(
                Eligibility.of(pairs, gate, limits, READY) instanceof Refused refused
                        ? refused.reason()
                        : "ADMITTED");
        Statistics.coverage(
                coverage -> {
                    coverage.check("ADMITTED").percentage(p -> p > 10);
                    coverage.check(Ineligibility.TOO_MANY_CHUNKS).percentage(p -> p > 1);
                    coverage.check(Ineligibility.DESCRIPTOR_EXCEEDS_CHUNK).percentage(p -> p > 1);
                    coverage.check(Ineligibility.SEVERAL_DEVICES).percentage(p -> p > 1);
                });
    }

    @Property(tries = 200)
    void freshListsShouldObeyTheLawOfTheGate(
            @ForAll("pairs") final DescriptorPairs pairs,
            @ForAll("gates") final GateConfig gate,
            @ForAll("limits") final PlanLimits limits) {
        lawOfTheGate(pairs, gate, limits);
    }

    private static void lawOfTheGate(
            final DescriptorPairs pairs, final GateConfig gate, final PlanLimits limits) {
        if (Eligibility.of(pairs, gate, limits, READY) instanceof Admitted) {
            final TransferPlan plan = TransferPlan.of(pairs, limits);
            assertNull(PlanCheck.violation(pairs, limits, plan));
        }
    }

    @Property(seed = "2", tries = 2_000)
    void plannerShouldRefuseExactlyWhatItsPreconditionsDo(
            @ForAll("pairs") final DescriptorPairs pairs,
            @ForAll("limits") final PlanLimits limits) {
        switch (Eligibility.ofPlan(pairs, limits)) {
            case Admitted _ -> TransferPlan.of(pairs, limits);
            case Refused refused ->
                    assertEquals(
                            refused.message(),
                            assertThrows(
                                            IllegalArgumentException.class,
                                            () -> TransferPlan.of(pairs, limits))
                                    .getMessage());
        }
    }

    @Property(seed = "3", tries = 2_000)
    void preconditionsShouldBePartOfTheGate(
            @ForAll("pairs") final DescriptorPairs pairs,
            @ForAll("limits") final PlanLimits limits) {
        assertEquals(
                Eligibility.ofPlan(pairs, limits),
                Eligibility.of(pairs, new GateConfig(0, Long.MAX_VALUE), limits, READY));
    }

    @Property(seed = "4", tries = 2_000)
    void boundOfChunksShouldHold(
            @ForAll("pairs") final DescriptorPairs pairs,
            @ForAll("limits") final PlanLimits limits) {
        Assume.that(pairs.longestBytes() <= limits.maxPayloadBytes());
        final int chunks = new Packing(pairs, limits).finish();
        assertTrue(chunks <= Preconditions.mostChunks(pairs, limits));
    }
}
