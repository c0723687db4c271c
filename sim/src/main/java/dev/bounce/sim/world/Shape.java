package dev.bounce.sim.world;

/// Real model shapes, scaled down: a twelfth of the layers, a few tokens a block, so that a few
/// hundred pieces of a few hundred bytes make a request.
enum Shape {
    /// gpt-oss-120b, prefill TP1 to decode TP4: two heads of 64.
    GPT_OSS_120B(3, 2, 128, 4),
    /// Llama-3.1-70B, TP1 to TP4: two heads of 128.
    LLAMA_70B(7, 2, 256, 4),
    /// Qwen3-235B-A22B, TP1 to TP4: one head of 128.
    QWEN3_235B(8, 2, 128, 4),
    /// DeepSeek-V3: one latent of 576, not split.
    DEEPSEEK_V3(5, 1, 576, 1);

    private final int layers;
    private final int parts;
    private final int tokenBytes;
    private final int split;

    Shape(final int layers, final int parts, final int tokenBytes, final int split) {
        this.layers = layers;
        this.parts = parts;
        this.tokenBytes = tokenBytes;
        this.split = split;
    }

    /// Pieces of one block: layers times K and V.
    int piecesPerBlock() {
        return layers * parts;
    }

    /// Bytes of one token in one piece.
    int tokenBytes() {
        return tokenBytes;
    }

    /// Receivers that share what one sender holds: the stride of a source piece in pieces.
    int split() {
        return split;
    }
}
