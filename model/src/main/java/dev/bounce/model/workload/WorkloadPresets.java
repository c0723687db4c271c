package dev.bounce.model.workload;

import java.util.List;
import java.util.Optional;

/// Workloads with a name. All have seed 1.
///
/// | name | cache | prefill -> decode | what it shows |
/// |---|---|---|---|
/// | `gpt-oss-120b-8k` | 1 byte, 32 tokens | TP1 -> TP4 | heads split; the headline |
/// | `gpt-oss-120b-8k-merge` | 1 byte, 32 tokens | TP4 -> TP1 | heads of four senders join |
/// | `llama-3.1-70b-8k` | 2 bytes, 32 tokens | TP4 -> TP8 | one head per receiver |
/// | `llama-3.1-70b-8k-merge` | 2 bytes, 32 tokens | TP8 -> TP4 | two senders per receiver |
/// | `llama-3.1-70b-8k-pp` | 2 bytes, 32 tokens | PP2xTP2 -> TP4 | stages join, heads split |
/// | `qwen3-235b-a22b-8k` | 1 byte, 32 tokens | TP4 -> TP8 | heads replicated at the receivers |
/// | `qwen3-235b-a22b-8k-pp` | 1 byte, 32 tokens | TP4 -> PP2xTP2 | stages split, heads join |
/// | `qwen3-235b-a22b-32k` | 1 byte, 32 tokens | PP4xTP1 -> TP8 | long prompt, uneven stages |
/// | `deepseek-v3-8k` | 1 byte, 16 tokens | TP8 -> TP16 | every receiver gets the whole latent |
/// | `deepseek-v3-8k-dp` | 1 byte, 16 tokens | TP8 -> TP1 | decode with data-parallel attention |
/// | `deepseek-v3-8k-pp` | 1 byte, 16 tokens | PP2xTP8 -> TP8 | latents of two uneven stages |
/// | `deepseek-v3-8k-block64` | 2 bytes, 64 tokens | TP8 -> TP8 | large pieces: direct path |
public final class WorkloadPresets {
    /// The workload that figures are quoted for: 18,432 descriptors of 4 KiB, 72 MiB to each of
    /// four receivers.
    public static final String HEADLINE = "gpt-oss-120b-8k";

    private static final int KIBI = 1024;
    private static final long SEED = 1;

    private static final List<Workload> ALL =
            List.of(
                    preset(HEADLINE, ModelShape.gptOss120b(1), 8, 32, tp(1), tp(4)),
                    preset("gpt-oss-120b-8k-merge", ModelShape.gptOss120b(1), 8, 32, tp(4), tp(1)),
                    preset("llama-3.1-70b-8k", ModelShape.llama3170b(2), 8, 32, tp(4), tp(8)),
                    preset("llama-3.1-70b-8k-merge", ModelShape.llama3170b(2), 8, 32, tp(8), tp(4)),
                    preset("llama-3.1-70b-8k-pp", ModelShape.llama3170b(2), 8, 32, pp(2, 2), tp(4)),
                    preset("qwen3-235b-a22b-8k", ModelShape.qwen3235b(1), 8, 32, tp(4), tp(8)),
                    preset(
                            "qwen3-235b-a22b-8k-pp",
                            ModelShape.qwen3235b(1),
                            8,
                            32,
                            tp(4),
                            pp(2, 2)),
                    preset("qwen3-235b-a22b-32k", ModelShape.qwen3235b(1), 32, 32, pp(4, 1), tp(8)),
                    preset("deepseek-v3-8k", ModelShape.deepseekV3(1), 8, 16, tp(8), tp(16)),
                    preset("deepseek-v3-8k-dp", ModelShape.deepseekV3(1), 8, 16, tp(8), tp(1)),
                    preset("deepseek-v3-8k-pp", ModelShape.deepseekV3(1), 8, 16, pp(2, 8), tp(8)),
                    preset(
                            "deepseek-v3-8k-block64",
                            ModelShape.deepseekV3(2),
                            8,
                            64,
                            tp(8),
                            tp(8)));

    private WorkloadPresets() {}

    /// All of them, the headline first.
    public static List<Workload> all() {
        return ALL;
    }

    /// Their names, in the same order.
    public static List<String> names() {
        return ALL.stream().map(Workload::name).toList();
    }

    /// The one with that name.
    public static Optional<Workload> named(final String name) {
        return ALL.stream().filter(workload -> workload.name().equals(name)).findFirst();
    }

    /// The headline workload.
    public static Workload headline() {
        return ALL.getFirst();
    }

    private static Workload preset(
            final String name,
            final ModelShape shape,
            final int promptKibiTokens,
            final int blockTokens,
            final Parallelism prefill,
            final Parallelism decode) {
        return new Workload(
                name, shape, promptKibiTokens * KIBI, blockTokens, prefill, decode, SEED);
    }

    private static Parallelism tp(final int tensor) {
        return Parallelism.tensor(tensor);
    }

    private static Parallelism pp(final int pipeline, final int tensor) {
        return new Parallelism(tensor, pipeline);
    }
}
