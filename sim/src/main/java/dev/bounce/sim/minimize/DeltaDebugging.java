package dev.bounce.sim.minimize;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Removes from a list what its failure does not need (ddmin, Zeller and Hildebrandt 2002, without
/// the test of subsets): ever smaller blocks, at last single elements until none can go.
public final class DeltaDebugging {
    private DeltaDebugging() {}

    /// A part of `all`, in its order, that fails and no longer fails when any one element is left
    /// out. Elements that stand first are tried first.
    ///
    /// @param all fails
    /// @param fails whether a part of `all` fails; always says the same of the same list
    public static <T> List<T> minimize(final List<T> all, final Predicate<List<T>> fails) {
        List<T> rest = all;
        int block = Math.max(1, all.size() / 2);
        while (!rest.isEmpty()) {
            final List<T> shorter = pass(rest, block, fails);
            final boolean helped = shorter.size() < rest.size();
            rest = shorter;
            if (block == 1 && !helped) {
                break;
            }
            block = Math.max(1, Math.min(block, rest.size()) / 2);
        }
        return List.copyOf(rest);
    }

    /// Leaves out each block that is not needed.
    private static <T> List<T> pass(
            final List<T> all, final int block, final Predicate<List<T>> fails) {
        List<T> rest = all;
        int start = 0;
        while (start < rest.size()) {
            final int end = Math.min(rest.size(), start + block);
            final List<T> shorter = new ArrayList<>(rest.subList(0, start));
            shorter.addAll(rest.subList(end, rest.size()));
            if (fails.test(List.copyOf(shorter))) {
                rest = shorter;
            } else {
                start = end;
            }
        }
        return rest;
    }
}
