package dev.bounce.engine;

/// What a region of the arena is used for (rule 16). FREE is the absence of a region.
public enum RegionState {
    /// A credit for it is out.
    GRANTED,
    /// Its DATA was accepted; the scatter has not started.
    QUEUED,
    /// It is being scattered for an open flow.
    SCATTERING,
    /// It is being scattered, its flow is closed.
    ORPHAN,
    /// A write of a dead epoch may still land in it.
    QUARANTINED,
    /// Holds or receives a chunk that has no credit; may be dropped at any time.
    STAGING_EAGER,
    /// Holds or receives a chunk that has a credit.
    STAGING_CREDITED,
    /// A copy or write of a closed request may still read or fill it.
    STAGING_ORPHAN
}
