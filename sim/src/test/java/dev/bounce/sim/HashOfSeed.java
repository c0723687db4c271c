package dev.bounce.sim;

import dev.bounce.sim.world.Simulation;

/// Prints the hash of a seed, for a comparison between virtual machines.
final class HashOfSeed {
    private HashOfSeed() {}

    public static void main(final String[] args) {
        final long hash = Simulation.run(Long.parseLong(args[0])).hash();
        System.out.println(Long.toHexString(hash));
    }
}
