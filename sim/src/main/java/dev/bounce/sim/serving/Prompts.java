package dev.bounce.sim.serving;

import java.util.Random;

/// Lengths of prompts: halves and doubles around 4 Ki tokens, spread within each; near to
/// lognormal, in integers.
final class Prompts {
    private static final int SHORTEST = 1_024;
    private static final int OCTAVES = 4;

    /// No prompt is as long.
    static final int MOST_TOKENS = SHORTEST << OCTAVES + 1;

    private Prompts() {}

    static int draw(final Random random) {
        final int octave = Integer.bitCount(random.nextInt(1 << OCTAVES));
        final int least = SHORTEST << octave;
        return least + random.nextInt(least);
    }
}
