package dev.bounce.sim.serving;

/// What one serving run is made of. Sizes and rates are those of a small deployment: one or
/// more prefill workers, which share the requests, and one decode worker.
///
/// @param prefillWorkers at least 1
/// @param requests that arrive in all, at least 1
/// @param arrivalNanos mean time between two arrivals, at least 1
/// @param batch requests of one forward step; rows and seats follow from it
/// @param prefillBlocks of each prefill worker
/// @param decodeBlocks of the decode worker
/// @param tokensPerBlock at least 1
/// @param windowTokens most tokens that are received at once, 0 = no limit
/// @param slotBytes of a block in each of two pools
/// @param prefillNanosPerToken time to compute a token of a prompt
/// @param decodeNanosPerToken time to compute a token of an answer
/// @param cancelPercent of requests that their user gives up
/// @param decodeBatch as `batch`, for the decode worker
/// @param doublesRows whether a prefill worker has two rows for each request of a step
/// @param releasesEarly whether a row goes back before the send; else when the send has ended
/// @param promptTokens of every prompt, 0 = they are drawn
/// @param writeBytesPerMicro what one write moves in a microsecond
/// @param maxWindow most chunks on the link at once
public record ServingSettings(
        int prefillWorkers,
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
        int cancelPercent,
        int decodeBatch,
        boolean doublesRows,
        boolean releasesEarly,
        int promptTokens,
        long writeBytesPerMicro,
        int maxWindow) {
    /// One prefill worker. Prompts of 1 Ki to 32 Ki tokens, most of 2 Ki to 8 Ki, in blocks of 32
    /// tokens of 2 x 64 KiB.
    public static ServingSettings ofDefaults() {
        return new ServingSettings(
                1,
                200,
                20_000_000,
                8,
                4_096,
                8_192,
                32,
                65_536,
                64 << 10,
                4_000,
                2_000_000,
                5,
                8,
                true,
                true,
                0,
                25_000,
                8);
    }

    /// Four prefill workers, and a decode worker for four times as many requests at once.
    public static ServingSettings ofFourToOne() {
        return new ServingSettings(
                4, 400, 5_000_000, 8, 4_096, 32_768, 32, 131_072, 64 << 10, 4_000, 2_000_000, 5, 32,
                true, true, 0, 25_000, 8);
    }

    /// A batch of 8, 100 prompts of 4 Ki tokens that come at once, room for 64 of them, and a link
    /// on which a send takes about ten times as long as the prefill.
    ///
    /// @param doublesRows whether there are two rows for each request of a step
    /// @param releasesEarly whether a row goes back before the send
    public static ServingSettings ofPressure(
            final boolean doublesRows, final boolean releasesEarly) {
        return new ServingSettings(
                1,
                100,
                1,
                8,
                8_192,
                16_384,
                32,
                0,
                16 << 10,
                9_000,
                100_000,
                0,
                64,
                doublesRows,
                releasesEarly,
                4_096,
                4,
                200);
    }
}
