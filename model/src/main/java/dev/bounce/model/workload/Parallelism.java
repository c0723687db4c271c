package dev.bounce.model.workload;

/// How one side spreads a model over its ranks. Rank = stage x `tensor` + tensor rank.
///
/// @param tensor ranks that share each layer by heads
/// @param pipeline stages that share the layers
public record Parallelism(int tensor, int pipeline) {
    /// @throws IllegalArgumentException naming the component and its value, if one is below 1
    public Parallelism {
        Counts.require("tensor", tensor);
        Counts.require("pipeline", pipeline);
    }

    /// Tensor-parallel ranks in one stage.
    public static Parallelism tensor(final int tensor) {
        return new Parallelism(tensor, 1);
    }

    /// Number of ranks.
    public int ranks() {
        return Math.multiplyExact(tensor, pipeline);
    }

    /// Position of a rank within its stage.
    public int tensorRank(final int rank) {
        return rank % tensor;
    }

    /// Stage of a rank.
    public int stage(final int rank) {
        return rank / tensor;
    }

    /// Such as `TP4` or `PP2xTP4`.
    @Override
    public String toString() {
        return (pipeline == 1 ? "" : "PP" + pipeline + "x") + "TP" + tensor;
    }
}
