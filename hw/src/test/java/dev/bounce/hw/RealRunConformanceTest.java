package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.AgentRig.Site;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.spec.conform.Conformance;
import dev.bounce.spec.conform.Conformance.Result;
import dev.bounce.spec.conform.SoloTrace;
import dev.bounce.spec.tla.TlaValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What two agents did over UCX and JeroMQ is a behaviour of the specification: TLC follows what
/// each has recorded, and not what was tampered with.
@Timeout(120)
class RealRunConformanceTest {
    private static final Path SPEC = Path.of("..", "spec");
    private static final int CHUNK_BYTES = 16 << 10;

    private final AgentRig rig = new AgentRig(29);

    @AfterEach
    void close() {
        rig.close();
    }

    /// As small as the models: four regions of one size.
    private Site start(final String name) {
        final BounceConfig config =
                AgentRig.config(
                        "arena.size", "64KiB",
                        "arena.granularity", "16KiB",
                        "arena.max-chunk", "16KiB",
                        "arena.ramp", "16KiB");
        return rig.start(BounceAgent.named(name).config(config).plane(PlaneKind.TCP));
    }

    private static List<TlaValue> recorded(final Site site) throws Exception {
        return SoloTrace.of(AgentRig.await(site.agent().recording()).recording());
    }

    @Test
    void shouldBehaveAsTheSpecificationAllows() throws Exception {
        final Site left = start("left");
        final Site right = start("right");
        AgentRig.connect(left, right);
        rig.randomize(left.pool());
        for (int transfer = 0; transfer < 3; transfer++) {
            right.pool().fill(AgentRig.CANARY);
            // Two chunks, as every request of the models has.
            final DescriptorPairs pairs =
                    rig.pairs(left.pool(), right.pool(), 24, 1_000, CHUNK_BYTES / 16);
            final TransferResult result =
                    AgentRig.await(left.agent().submit(pairs, "right").future());
            assertTrue(result.isSuccess(), result.toString());
            rig.verify(left.pool(), right.pool(), pairs);
        }
        final List<TlaValue> sender = recorded(left);
        final List<TlaValue> receiver = recorded(right);
        final List<Result> results =
                new Conformance(SPEC)
                        .check(List.of(sender, receiver, withoutTheFirstScatter(receiver)));
        for (final Result result : results.subList(0, 2)) {
            assertTrue(
                    result.isAccepted(),
                    "followed to entry "
                            + result.followed()
                            + " of "
                            + result.entries()
                            + ", not to "
                            + result.next());
        }
        assertEquals(3, results.size());
        assertFalse(results.getLast().isAccepted(), "a scatter is missing");
    }

    private static List<TlaValue> withoutTheFirstScatter(final List<TlaValue> trace) {
        final List<TlaValue> twin = new ArrayList<>(trace);
        twin.remove(
                trace.stream()
                        .filter(entry -> entry.toString().contains("\"Scatter\""))
                        .findFirst()
                        .orElseThrow());
        return twin;
    }
}
