package dev.bounce.hw.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.cuda.CudaProbe;
import dev.bounce.model.plan.DescriptorPairs;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CudaPoolTest {
    @BeforeAll
    static void requireDevice() {
        final CudaProbe probe = CudaProbe.look();
        if (!probe.isFound()) {
            System.out.println("CudaPoolTest is skipped: " + probe.reason());
        }
        assumeTrue(probe.isFound(), probe.reason());
    }

    @Test
    void shouldSeeWhatIsOnTheDevice() throws Exception {
        try (Arena owner = Arena.ofConfined();
                CudaContext context = CudaContext.open(0);
                Pool source = new Pool(owner, 1_000, CudaContext.open(0));
                Pool target = new Pool(owner, 1_000, CudaContext.open(0))) {
            source.randomize(3);
            target.poison();
            target.fetch();
            final DescriptorPairs pairs =
                    new DescriptorPairs(
                            new long[] {source.base() + 7},
                            new long[] {target.base() + 11},
                            new long[] {500},
                            new int[] {0},
                            new int[] {0});
            final BenchException poisoned =
                    assertThrows(
                            BenchException.class,
                            () -> Verifier.check("test", pairs, source, target));
            assertTrue(poisoned.getMessage().contains("of pair 0"), poisoned.getMessage());
            context.copy(source.base() + 7, target.base() + 11, 500);
            target.fetch();
            Verifier.check("test", pairs, source, target);
            Verifier.checkGaps("test", pairs, target, 400);
            context.copy(source.base(), target.base() - 1, 1);
            target.fetch();
            final BenchException guard =
                    assertThrows(
                            BenchException.class,
                            () -> Verifier.check("test", pairs, source, target));
            assertTrue(guard.getMessage().contains("byte -1, outside"), guard.getMessage());
            assertEquals(target.base(), target.range().address());
            assertEquals(1_000, target.range().byteSize());
        }
    }
}
