package dev.bounce.sim;

import dev.bounce.sim.world.Profile;

/// What a campaign runs.
///
/// @param whole all its seeds, also those of other machines
/// @param shard which part of them is run here
/// @param profile what kind of worlds they are
public record CampaignPlan(SeedRange whole, Shard shard, Profile profile) {
    /// All seeds of a range in the default profile.
    public static CampaignPlan of(final SeedRange seeds) {
        return new CampaignPlan(seeds, Shard.WHOLE, Profile.DEFAULT);
    }

    /// The seeds that are run here.
    public SeedRange seeds() {
        return shard.of(whole);
    }
}
