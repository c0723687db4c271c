package dev.bounce.model.wire;

/// 16 bytes drawn anew for every (sender instance, epoch); an answer to OPEN that echoes another
/// nonce belongs to another life of the sender.
///
/// @param low bytes 0 to 7
/// @param high bytes 8 to 15
public record Nonce(long low, long high) {
    /// All bytes zero: no nonce.
    public static final Nonce NONE = new Nonce(0, 0);
}
