package dev.bounce.model.agent;

/// The description holds no capability record that this version can use.
///
/// @param reason why
/// @param offset byte offset in the record where that showed, 0 if there is no record
public record CapabilityAbsent(Reason reason, int offset) implements CapabilityOffer {
    /// Why there is none.
    public enum Reason {
        /// The field is empty, or the description ends before it (its writer is older).
        NOT_OFFERED,
        /// The field holds something else, such as the bare endpoint of a middle generation.
        FOREIGN_MAGIC,
        /// The record has a format that this version does not know.
        UNKNOWN_FORMAT,
        /// A control, plane or memory kind that this version does not know.
        UNKNOWN_KIND,
        /// The record is too short, too long, or breaks a bound.
        UNDECODABLE,
        /// The record does not speak of exactly the regions of its description.
        REGIONS_DIFFER
    }
}
