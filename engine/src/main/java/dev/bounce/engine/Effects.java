package dev.bounce.engine;

import java.util.ArrayList;
import java.util.List;

/// The effects of one step, in the order in which the host performs them. Owned and reused by the
/// host, which clears it before each step and must not call `step` while it works through it.
public final class Effects {
    private final ArrayList<Effect> list = new ArrayList<>();

    /// Appends one effect.
    public void add(final Effect effect) {
        list.add(effect);
    }

    /// Number of effects.
    public int size() {
        return list.size();
    }

    /// The effect at that position.
    public Effect get(final int index) {
        return list.get(index);
    }

    /// Removes all.
    public void clear() {
        list.clear();
    }

    /// A copy.
    public List<Effect> toList() {
        return List.copyOf(list);
    }
}
