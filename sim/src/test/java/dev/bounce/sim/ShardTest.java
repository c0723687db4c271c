package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 10})
    void shouldDivideARangeWithoutOverlapOrRest(final int count) {
        final SeedRange whole = new SeedRange(5, 14);
        final List<SeedRange> parts = new ArrayList<>();
        for (int index = 1; index <= count; index++) {
            final SeedRange part = new Shard(index, count).of(whole);
            assertTrue(part.size() >= whole.size() / count);
            assertTrue(part.size() <= whole.size() / count + 1);
            for (final SeedRange other : parts) {
                assertTrue(!part.overlaps(other), part + " and " + other);
            }
            SeedRange.insert(parts, part);
        }
        assertEquals(List.of(whole), parts);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "0/3", "4/3", "1/0", "a/b", "1/2/3", "-1/2", "1/9999999999"})
    void shouldRefuseWhatIsNoShard(final String text) {
        final Exception refused =
                assertThrows(IllegalArgumentException.class, () -> Shard.parse(text));
        assertTrue(refused.getMessage().contains("'" + text + "'"), refused.getMessage());
    }

    @Test
    void shouldReadAShard() {
        assertEquals(new Shard(3, 16), Shard.parse("3/16"));
    }

    @Test
    void shouldFindTheSeedsThatAreMissing() {
        final List<SeedRange> taken = new ArrayList<>();
        SeedRange.insert(taken, new SeedRange(8, 9));
        SeedRange.insert(taken, new SeedRange(3, 4));
        SeedRange.insert(taken, new SeedRange(5, 5));
        assertEquals(List.of(new SeedRange(3, 5), new SeedRange(8, 9)), taken);
        assertEquals(
                List.of(new SeedRange(1, 2), new SeedRange(6, 7), SeedRange.of(10)),
                SeedRange.without(new SeedRange(1, 10), taken));
    }
}
