package dev.bounce.model.wire;

/// 16 opaque bytes that prove a frame belongs to one epoch, as two little-endian halves.
/// Made by [Tokens]; [#NONE] stands in a frame whose sender has not been given one yet (OPEN).
///
/// @param low bytes 0 to 7
/// @param high bytes 8 to 15
public record Token(long low, long high) {
    /// All bytes zero.
    public static final Token NONE = new Token(0, 0);

    /// Whether both are equal, in time that does not depend on where they differ.
    public boolean matches(final Token other) {
        return ((low ^ other.low) | (high ^ other.high)) == 0;
    }
}
