package dev.bounce.engine;

/// What a host may know of the link to one peer. The limits are known while requests may be
/// submitted: the link is READY, or it was closed as idle and opens for the next one.
///
/// @param state of the sender's side
/// @param maxChunkBytes smaller of both sides' caps, 0 while unknown
/// @param maxChunks chunks that one WANT may name, 0 while unknown
/// @param maxRuns runs that one DATA may carry, 0 while unknown
public record LinkView(LinkState state, long maxChunkBytes, int maxChunks, int maxRuns) {
    /// No description of that peer is loaded.
    public static final LinkView UNKNOWN = new LinkView(LinkState.LOADED, 0, 0, 0);

    /// Whether requests may be submitted.
    public boolean takesRequests() {
        return maxChunkBytes > 0;
    }
}
