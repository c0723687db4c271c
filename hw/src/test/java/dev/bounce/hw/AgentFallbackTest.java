package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.AgentRig.Site;
import dev.bounce.hw.control.ZmqControlChannel;
import dev.bounce.hw.control.ZmqSettings;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.Ineligibility;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// An agent some of whose parts cannot be had moves everything on the direct path.
@Timeout(60)
class AgentFallbackTest {
    private final AgentRig rig = new AgentRig(11);

    @AfterEach
    void close() {
        rig.close();
    }

    private Site start(final String name, final String... changes) {
        return rig.start(name, AgentRig.config(changes));
    }

    @Test
    void shouldGoDirectWhenTheControlEndpointIsTaken() throws Exception {
        final Site right = start("right");
        final ZmqControlChannel other = ZmqControlChannel.open(ZmqSettings.loopback(), "other");
        final String port = String.valueOf(other.endpoint().port());
        final Site left = start("left", "control.port", port);
        other.close();
        assertEquals(Optional.empty(), right.agent().controlFault());
        final String fault = left.agent().controlFault().orElseThrow();
        assertTrue(
                fault.contains("tcp://127.0.0.1:" + port) && fault.contains("EADDRINUSE"), fault);
        rig.randomize(left.pool());
        assertInstanceOf(LoadResult.DirectOnly.class, left.agent().load(right.agent().describe()));
        final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 50, 100, 3_000);
        final TransferResult result = AgentRig.await(left.agent().submit(pairs, "right").future());
        assertTrue(result.isSuccess());
        assertEquals(Ineligibility.DISABLED, result.directReason());
        rig.verify(left.pool(), right.pool(), pairs);
    }

    @Test
    void shouldGoDirectWhenTheArenaDoesNotFit() throws Exception {
        final Site right = start("right");
        final Site left =
                start(
                        "left",
                        "arena.size",
                        "16384GiB",
                        "arena.max-chunk",
                        "1MiB",
                        "arena.granularity",
                        "1MiB",
                        "arena.ramp",
                        "1MiB");
        rig.randomize(left.pool());
        left.agent().load(right.agent().describe());
        final DescriptorPairs pairs = rig.pairs(left.pool(), right.pool(), 50, 100, 3_000);
        assertTrue(AgentRig.await(left.agent().submit(pairs, "right").future()).isSuccess());
        rig.verify(left.pool(), right.pool(), pairs);
    }
}
