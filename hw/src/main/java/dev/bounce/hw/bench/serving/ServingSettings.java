package dev.bounce.hw.bench.serving;

import dev.bounce.model.kv.KvSizing;
import dev.bounce.model.kv.SlotShape;
import java.util.List;

/// What one serving run is made of; the same in every process of it.
///
/// @param requests that arrive in all, at least 1
/// @param seed of arrivals, prompts, cancels and contents
/// @param prefills workers that compute prompts, at least 1; request `i` goes to `i % prefills`
/// @param decodes workers that receive, at least 1; request `i` goes to `i % decodes`
/// @param arrivalNanos mean time between two arrivals, at least 0
/// @param promptTokens of every prompt, 0 = they are drawn
/// @param shortestPromptTokens of the prompts that are drawn, at least 1
/// @param answerTokens most tokens of an answer, at least 1
/// @param tokensPerBlock at least 1
/// @param maxBatch requests of one forward step; rows and seats of a worker follow from it
/// @param prefillBlocks of each prefill worker
/// @param decodeBlocks of each decode worker
/// @param pools of slots of a worker, at least 1
/// @param slotBytes of a block in each pool
/// @param layers in a slot, at least 1
/// @param windowTokens most tokens that are received at once, 0 = no limit
/// @param prefillNanosPerToken least time to compute a token of a prompt, at least 0
/// @param decodeNanosPerToken time to compute a token of an answer, at least 0
/// @param cancelPercent of requests that their user gives up, 0 to 100
/// @param deadlineNanos from publication, or send, to failure, 0 = never
/// @param limitNanos of the run, from the first request on
record ServingSettings(
        int requests,
        long seed,
        int prefills,
        int decodes,
        long arrivalNanos,
        int promptTokens,
        int shortestPromptTokens,
        int answerTokens,
        int tokensPerBlock,
        int maxBatch,
        int prefillBlocks,
        int decodeBlocks,
        int pools,
        long slotBytes,
        int layers,
        int windowTokens,
        long prefillNanosPerToken,
        long decodeNanosPerToken,
        int cancelPercent,
        long deadlineNanos,
        long limitNanos) {
    private static final int OCTAVES = 4;
    private static final int DRAWN_BITS = 16;

    /// @throws IllegalArgumentException naming the sizes that do not go together
    ServingSettings {
        if (pools < 1 || maxBatch < 1 || tokensPerBlock < 1) {
            throw new IllegalArgumentException(
                    "%d pools, batches of %d, %d tokens per block: each is at least 1"
                            .formatted(pools, maxBatch, tokensPerBlock));
        }
        final int rowBlocks =
                rowBlocks(promptTokens, shortestPromptTokens, answerTokens, tokensPerBlock);
        sizing(maxBatch, prefillBlocks, rowBlocks, tokensPerBlock);
        sizing(maxBatch, decodeBlocks, rowBlocks, tokensPerBlock);
        new SlotShape(pools, prefillBlocks, slotBytes, layers);
    }

    /// Blocks of the longest prompt and answer.
    private static int rowBlocks(
            final int promptTokens,
            final int shortestPromptTokens,
            final int answerTokens,
            final int tokensPerBlock) {
        final long longest =
                promptTokens > 0 ? promptTokens : (long) shortestPromptTokens << OCTAVES + 1;
        return Math.toIntExact((longest + answerTokens) / tokensPerBlock + 1);
    }

    private static KvSizing sizing(
            final int maxBatch, final int blocks, final int rowBlocks, final int tokensPerBlock) {
        return KvSizing.of(maxBatch, 1, true, blocks, rowBlocks, tokensPerBlock);
    }

    private KvSizing sizing(final int blocks) {
        return sizing(
                maxBatch,
                blocks,
                rowBlocks(promptTokens, shortestPromptTokens, answerTokens, tokensPerBlock),
                tokensPerBlock);
    }

    KvSizing prefillSizing() {
        return sizing(prefillBlocks);
    }

    KvSizing decodeSizing() {
        return sizing(decodeBlocks);
    }

    SlotShape shape(final int blocks) {
        return new SlotShape(pools, blocks, slotBytes, layers);
    }

    /// Blocks of the transfer window, 0 = no limit.
    int windowBlocks() {
        return Math.ceilDiv(windowTokens, tokensPerBlock);
    }

    /// Tokens of a prompt: halves and doubles around four times the shortest, spread within each;
    /// near to lognormal, in integers.
    ///
    /// @param drawn random bits
    int promptTokens(final long drawn) {
        if (promptTokens > 0) {
            return promptTokens;
        }
        final int octave = Long.bitCount(drawn & (1 << OCTAVES) - 1);
        final int least = shortestPromptTokens << octave;
        return least + (int) ((drawn >>> DRAWN_BITS) % least);
    }

    /// The command line that leads to these settings.
    List<String> arguments() {
        return List.of(
                "--requests=" + requests,
                "--seed=" + seed,
                "--prefill=" + prefills,
                "--decode=" + decodes,
                "--arrival-micros=" + arrivalNanos / ServingOptions.NANOS_PER_MICRO,
                "--prompt-tokens=" + promptTokens,
                "--shortest-prompt-tokens=" + shortestPromptTokens,
                "--answer-tokens=" + answerTokens,
                "--tokens-per-block=" + tokensPerBlock,
                "--max-batch=" + maxBatch,
                "--prefill-blocks=" + prefillBlocks,
                "--decode-blocks=" + decodeBlocks,
                "--pools=" + pools,
                "--slot-bytes=" + slotBytes,
                "--slot-layers=" + layers,
                "--window-tokens=" + windowTokens,
                "--prefill-nanos-per-token=" + prefillNanosPerToken,
                "--decode-nanos-per-token=" + decodeNanosPerToken,
                "--cancel-percent=" + cancelPercent,
                "--deadline-millis=" + deadlineNanos / ServingOptions.NANOS_PER_MILLI,
                "--limit-seconds=" + limitNanos / ServingOptions.NANOS_PER_SECOND);
    }
}
