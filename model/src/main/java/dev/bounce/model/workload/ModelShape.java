package dev.bounce.model.workload;

/// What of a model decides the shape of its KV cache.
///
/// @param name of the model
/// @param layers attention layers; layers with a sliding window count as full
/// @param kvHeads KV heads per layer; 1 for a latent, which every tensor-parallel rank holds whole
/// @param headSize elements per token of one head, or of the latent
/// @param planes 2 for K and V, 1 for a latent that is not split
/// @param elementBytes bytes of one element
public record ModelShape(
        String name, int layers, int kvHeads, int headSize, int planes, int elementBytes) {
    /// gpt-oss-120b: 36 layers, 8 KV heads of 64.
    public static ModelShape gptOss120b(final int elementBytes) {
        return new ModelShape("gpt-oss-120b", 36, 8, 64, 2, elementBytes);
    }

    /// Llama-3.1-70B: 80 layers, 8 KV heads of 128.
    public static ModelShape llama3170b(final int elementBytes) {
        return new ModelShape("llama-3.1-70b", 80, 8, 128, 2, elementBytes);
    }

    /// Qwen3-235B-A22B: 94 layers, 4 KV heads of 128.
    public static ModelShape qwen3235b(final int elementBytes) {
        return new ModelShape("qwen3-235b-a22b", 94, 4, 128, 2, elementBytes);
    }

    /// DeepSeek-V3: 61 layers, one latent of 512 + 64 per token.
    public static ModelShape deepseekV3(final int elementBytes) {
        return new ModelShape("deepseek-v3", 61, 1, 576, 1, elementBytes);
    }

    /// @throws IllegalArgumentException naming the component and its value, if one is below 1
    public ModelShape {
        Counts.require("layers", layers);
        Counts.require("kvHeads", kvHeads);
        Counts.require("headSize", headSize);
        Counts.require("planes", planes);
        Counts.require("elementBytes", elementBytes);
    }

    /// Bytes of one token in one head of one plane.
    public long headBytes() {
        return (long) headSize * elementBytes;
    }

    /// Bytes of one token in all layers, planes and heads.
    public long tokenBytes() {
        return headBytes() * kvHeads * planes * layers;
    }
}
