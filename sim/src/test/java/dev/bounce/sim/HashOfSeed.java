package dev.bounce.sim;

import dev.bounce.sim.replay.SimulationTrace;
import dev.bounce.sim.replay.WorldRunner;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.Simulation;

/// Prints what a [SecondMachine] prints, for a comparison between virtual machines.
final class HashOfSeed {
    private static final WorldRunner PLANTED =
            (script, listener) ->
                    Simulation.run(script, Both.of(DeterminismTest.enumOrder(), listener));

    private HashOfSeed() {}

    /// Prints the hash of seed `args[0]`; or, if that is `planted`, seed and hash, or every step,
    /// of
    /// the first seed of the range that follows `--seeds`, with an order of enums planted.
    public static void main(final String[] args) {
        if (!args[0].equals("planted")) {
            final long hash = Simulation.run(Long.parseLong(args[0])).hash();
            System.out.println(Long.toHexString(hash));
            return;
        }
        final long seed = SeedRange.parse(args[3]).first();
        if (args[1].equals("--steps")) {
            SimulationTrace.follow(PLANTED, Script.of(seed), (_, line) -> System.out.println(line));
        } else {
            System.out.println(seed + " " + Long.toHexString(planted(seed)));
        }
    }

    /// The hash of a seed in which frames are lost as a set of enums is ordered.
    static long planted(final long seed) {
        return Simulation.run(Script.of(seed), DeterminismTest.enumOrder()).hash();
    }
}
