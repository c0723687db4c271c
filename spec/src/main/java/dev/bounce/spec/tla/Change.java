package dev.bounce.spec.tla;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// One difference between two states.
///
/// @param path variable, keys of functions and records, positions in sequences: `req[1].st`
/// @param kind how it changed
/// @param from value before; null for an addition
/// @param to value after; null for a removal
public record Change(String path, Kind kind, TlaValue from, TlaValue to) {

    /// How something changed.
    public enum Kind {
        /// It has another value.
        REPLACED,
        /// A set has one element more.
        ADDED,
        /// A set has one element less.
        REMOVED
    }

    /// All differences of the variables that both states have, in the order of `before`.
    public static List<Change> between(
            final Map<String, TlaValue> before, final Map<String, TlaValue> after) {
        final List<Change> changes = new ArrayList<>();
        before.forEach(
                (variable, value) -> {
                    if (after.containsKey(variable)) {
                        compare(variable, value, after.get(variable), changes);
                    }
                });
        return changes;
    }

    private static void compare(
            final String path, final TlaValue from, final TlaValue to, final List<Change> changes) {
        if (from.equals(to)) {
            return;
        }
        switch (from) {
            case TlaValue.Mapping(var old)
                    when to instanceof TlaValue.Mapping(var now)
                            && old.keySet().equals(now.keySet()) ->
                    old.forEach(
                            (key, value) ->
                                    compare(
                                            path + "." + TlaValue.plain(key),
                                            value,
                                            now.get(key),
                                            changes));
            case TlaValue.Sequence(var old)
                    when to instanceof TlaValue.Sequence(var now) && old.size() == now.size() -> {
                for (int i = 0; i < old.size(); i++) {
                    compare(path + "[" + (i + 1) + "]", old.get(i), now.get(i), changes);
                }
            }
            case TlaValue.SetOf(var old) when to instanceof TlaValue.SetOf(var now) -> {
                for (final TlaValue gone : old) {
                    if (!now.contains(gone)) {
                        changes.add(new Change(path, Kind.REMOVED, gone, null));
                    }
                }
                for (final TlaValue added : now) {
                    if (!old.contains(added)) {
                        changes.add(new Change(path, Kind.ADDED, null, added));
                    }
                }
            }
            default -> changes.add(new Change(path, Kind.REPLACED, from, to));
        }
    }

    @Override
    public String toString() {
        return switch (kind) {
            case REPLACED -> path + ": " + from + " -> " + to;
            case ADDED -> path + ": + " + to;
            case REMOVED -> path + ": - " + from;
        };
    }
}
