package dev.bounce.model.agent;

/// Bytes that are no description. An agent refuses to load them.
///
/// @param reason what is wrong
/// @param offset of the field that is wrong, in bytes
public record Malformed(Reason reason, int offset) implements DecodedDescription {
    /// What can be wrong with a description.
    public enum Reason {
        /// More bytes than a description may have.
        TOO_LARGE,
        /// The input ends inside an integer.
        TRUNCATED,
        /// A length announces more bytes than are left.
        LENGTH_EXCEEDS_INPUT,
        /// The region count announces more regions than the bytes left can hold.
        COUNT_EXCEEDS_INPUT,
        /// More regions than a description may have.
        TOO_MANY_REGIONS,
        /// A region of no bytes.
        EMPTY_REGION,
        /// The chunk size is larger than its region.
        CHUNK_EXCEEDS_REGION,
        /// The end of a region is not an unsigned 64-bit address.
        REGION_WRAPS,
        /// Two regions share a byte.
        REGIONS_OVERLAP,
        /// Bytes follow the last field.
        TRAILING_BYTES
    }
}
