package dev.bounce.sim.serving;

/// What one serving run is made of. Sizes and rates are those of a small deployment: one prefill
/// and one decode worker.
///
/// @param requests that arrive in all, at least 1
/// @param arrivalNanos mean time between two arrivals, at least 1
/// @param batch requests of one forward step; rows and seats follow from it
/// @param prefillBlocks of the prefill worker
/// @param decodeBlocks of the decode worker
/// @param tokensPerBlock at least 1
/// @param windowTokens most tokens that are received at once, 0 = no limit
/// @param slotBytes of a block in each of two pools
/// @param prefillNanosPerToken time to compute a token of a prompt
/// @param decodeNanosPerToken time to compute a token of an answer
/// @param cancelPercent of requests that their user gives up
public record ServingSettings(
        int requests,
        long arrivalNanos,
        int batch,
        int prefillBlocks,
        int decodeBlocks,
        int tokensPerBlock,
        int windowTokens,
        long slotBytes,
        long prefillNanosPerToken,
        long decodeNanosPerToken,
        int cancelPercent) {
    /// Prompts of 1 Ki to 32 Ki tokens, most of 2 Ki to 8 Ki, in blocks of 32 tokens of 2 x 64 KiB.
    public static ServingSettings ofDefaults() {
        return new ServingSettings(
                200, 20_000_000, 8, 4_096, 8_192, 32, 65_536, 64 << 10, 4_000, 2_000_000, 5);
    }
}
