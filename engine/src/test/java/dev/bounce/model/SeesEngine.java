package dev.bounce.model;

import dev.bounce.engine.Effects;

/// Code that the purity test must refuse: the model does not know the engine.
public final class SeesEngine {
    /// Looks the wrong way.
    public int size(final Effects effects) {
        return effects.size();
    }
}
