package dev.bounce.sim;

import dev.bounce.sim.world.Detail;
import dev.bounce.sim.world.Profile;

/// What a campaign runs.
///
/// @param whole all its seeds, also those of other machines
/// @param shard which part of them is run here
/// @param profile what kind of worlds they are
/// @param detail how much of them is simulated and judged
public record CampaignPlan(SeedRange whole, Shard shard, Profile profile, Detail detail) {
    /// Everything is simulated and judged.
    public CampaignPlan(final SeedRange whole, final Shard shard, final Profile profile) {
        this(whole, shard, profile, Detail.WHOLE);
    }

    /// All seeds of a range in the default profile.
    public static CampaignPlan of(final SeedRange seeds) {
        return new CampaignPlan(seeds, Shard.WHOLE, Profile.DEFAULT);
    }

    /// The seeds that are run here.
    public SeedRange seeds() {
        return shard.of(whole);
    }
}
