package dev.bounce.hw.bench.serving;

import dev.bounce.model.config.ByteSize;
import java.lang.reflect.Field;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Options of `bench --workload serving`.
public final class ServingOptions {
    /// The name of the workload.
    public static final String WORKLOAD = "serving";

    /// Options of `bench` that have no meaning here.
    private static final List<String> OTHERS =
            List.of(
                    "--blocks",
                    "--layers",
                    "--senders",
                    "--receivers",
                    "--iterations",
                    "--warmup",
                    "--in-flight",
                    "--batch",
                    "--modes",
                    "--verify-every",
                    "--direct-sample",
                    "--sweep",
                    "--sizes",
                    "--totals",
                    "--plot");

    private static final long DAY_SECONDS = 86_400;
    private static final int MOST_TOKENS = 1 << 24;
    private static final int MOST_BATCH = 1 << 16;

    static final long NANOS_PER_MICRO = 1_000;
    static final long NANOS_PER_MILLI = 1_000_000;
    static final long NANOS_PER_SECOND = 1_000_000_000;

    @Option(
            names = "--requests",
            paramLabel = "N",
            defaultValue = "48",
            description = "serving: requests that arrive. Default: 48.")
    private int requests;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "serving: of arrivals, prompts, cancels and contents. Default: 1.")
    private long seed;

    @Option(
            names = "--prefill",
            paramLabel = "N",
            defaultValue = "1",
            description = "serving: prefill workers. Default: 1.")
    private int prefills;

    @Option(
            names = "--decode",
            paramLabel = "N",
            defaultValue = "1",
            description = "serving: decode workers. Default: 1.")
    private int decodes;

    @Option(
            names = "--arrival-micros",
            paramLabel = "N",
            defaultValue = "100000",
            description = "serving: mean time between two arrivals. Default: 100000.")
    private long arrivalMicros;

    @Option(
            names = "--prompt-tokens",
            paramLabel = "N",
            defaultValue = "0",
            description = "serving: tokens of every prompt. Default: drawn.")
    private int promptTokens;

    @Option(
            names = "--shortest-prompt-tokens",
            paramLabel = "N",
            defaultValue = "512",
            description = {
                "serving: of the prompts that are drawn; the longest has 32 times as many, most",
                "have 2 to 8 times as many. Default: 512."
            })
    private int shortestPromptTokens;

    @Option(
            names = "--answer-tokens",
            paramLabel = "N",
            defaultValue = "128",
            description = "serving: most tokens of an answer. Default: 128.")
    private int answerTokens;

    @Option(
            names = "--tokens-per-block",
            paramLabel = "N",
            defaultValue = "32",
            description = "serving: tokens of a block. Default: 32.")
    private int tokensPerBlock;

    @Option(
            names = "--max-batch",
            paramLabel = "N",
            defaultValue = "8",
            description = "serving: requests of a step; a worker has twice the rows. Default: 8.")
    private int maxBatch;

    @Option(
            names = "--prefill-blocks",
            paramLabel = "N",
            defaultValue = "1024",
            description = "serving: blocks of each prefill worker. Default: 1024.")
    private int prefillBlocks;

    @Option(
            names = "--decode-blocks",
            paramLabel = "N",
            defaultValue = "2048",
            description = "serving: blocks of each decode worker. Default: 2048.")
    private int decodeBlocks;

    @Option(
            names = "--pools",
            paramLabel = "N",
            defaultValue = "2",
            description = "serving: pools of slots of a worker. Default: 2.")
    private int pools;

    @Option(
            names = "--slot-bytes",
            paramLabel = "BYTES",
            defaultValue = "16KiB",
            description = "serving: bytes of a block in each pool. Default: 16KiB.")
    private String slotBytes;

    @Option(
            names = "--slot-layers",
            paramLabel = "N",
            defaultValue = "4",
            description = "serving: layers in a slot. Default: 4.")
    private int layers;

    @Option(
            names = "--window-tokens",
            paramLabel = "N",
            defaultValue = "32768",
            description = "serving: most tokens received at once, 0 = no limit. Default: 32768.")
    private int windowTokens;

    @Option(
            names = "--prefill-nanos-per-token",
            paramLabel = "N",
            defaultValue = "2000",
            description = "serving: least time to compute a token of a prompt. Default: 2000.")
    private long prefillNanosPerToken;

    @Option(
            names = "--decode-nanos-per-token",
            paramLabel = "N",
            defaultValue = "100000",
            description = "serving: time to compute a token of an answer. Default: 100000.")
    private long decodeNanosPerToken;

    @Option(
            names = "--cancel-percent",
            paramLabel = "N",
            defaultValue = "5",
            description = "serving: requests that their user gives up. Default: 5.")
    private int cancelPercent;

    @Option(
            names = "--deadline-millis",
            paramLabel = "N",
            defaultValue = "10000",
            description = "serving: of a send and of a receive, 0 = none. Default: 10000.")
    private long deadlineMillis;

    @Option(
            names = "--limit-seconds",
            paramLabel = "N",
            defaultValue = "120",
            description = "serving: from the first request on, then it is a timeout. Default: 120.")
    private long limitSeconds;

    @Option(
            names = "--vmm",
            description = "serving: pools in virtual memory that is backed chunk by chunk.")
    private boolean virtual;

    /// Whether the pools are in virtual memory.
    public boolean isVirtual() {
        return virtual;
    }

    /// Refuses options that have no meaning for the workload.
    ///
    /// @throws ParameterException naming the first one
    public static void requireFit(final CommandSpec spec, final String workload) {
        final boolean isServing = workload.equals(WORKLOAD);
        for (final OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            final boolean isOfServing =
                    option.userObject() instanceof final Field field
                            && field.getDeclaringClass() == ServingOptions.class;
            if (isServing ? OTHERS.contains(option.longestName()) : isOfServing) {
                throw new ParameterException(
                        spec.commandLine(),
                        "%s does not go with --workload %s"
                                .formatted(option.longestName(), workload));
            }
        }
    }

    /// What they say.
    ///
    /// @throws IllegalArgumentException naming the value out of range
    ServingSettings settings() {
        atLeast("--requests", requests, 1);
        atLeast("--prefill", prefills, 1);
        atLeast("--decode", decodes, 1);
        within("--arrival-micros", arrivalMicros, 0, DAY_SECONDS * 1_000_000);
        within("--prompt-tokens", promptTokens, 0, MOST_TOKENS);
        within("--shortest-prompt-tokens", shortestPromptTokens, 1, MOST_TOKENS);
        within("--answer-tokens", answerTokens, 1, MOST_TOKENS);
        within("--tokens-per-block", tokensPerBlock, 1, MOST_TOKENS);
        within("--max-batch", maxBatch, 1, MOST_BATCH);
        atLeast("--pools", pools, 1);
        atLeast("--window-tokens", windowTokens, 0);
        atLeast("--prefill-nanos-per-token", prefillNanosPerToken, 0);
        atLeast("--decode-nanos-per-token", decodeNanosPerToken, 0);
        within("--cancel-percent", cancelPercent, 0, 100);
        within("--deadline-millis", deadlineMillis, 0, DAY_SECONDS * 1_000);
        within("--limit-seconds", limitSeconds, 1, DAY_SECONDS);
        return new ServingSettings(
                requests,
                seed,
                prefills,
                decodes,
                arrivalMicros * NANOS_PER_MICRO,
                promptTokens,
                shortestPromptTokens,
                answerTokens,
                tokensPerBlock,
                maxBatch,
                prefillBlocks,
                decodeBlocks,
                pools,
                slotSize(),
                layers,
                windowTokens,
                prefillNanosPerToken,
                decodeNanosPerToken,
                cancelPercent,
                deadlineMillis * NANOS_PER_MILLI,
                limitSeconds * NANOS_PER_SECOND);
    }

    private long slotSize() {
        try {
            return ByteSize.parse(slotBytes);
        } catch (final IllegalArgumentException malformed) {
            throw new IllegalArgumentException(
                    "--slot-bytes '%s' %s".formatted(slotBytes, malformed.getMessage()), malformed);
        }
    }

    private static void within(
            final String option, final long value, final long least, final long most) {
        atLeast(option, value, least);
        if (value > most) {
            throw new IllegalArgumentException("%s %d is above %d".formatted(option, value, most));
        }
    }

    private static void atLeast(final String option, final long value, final long least) {
        if (value < least) {
            throw new IllegalArgumentException("%s %d is below %d".formatted(option, value, least));
        }
    }
}
