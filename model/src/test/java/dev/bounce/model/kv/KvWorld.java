package dev.bounce.model.kv;

import java.util.List;

/// A small world that an explorer steps through.
interface KvWorld {
    /// Names of what can happen now. The same state has the same list.
    List<String> actions();

    /// Lets one of them happen.
    void apply(String action);

    /// All of the state as text.
    String key();

    /// What is wrong with the state, `null` if nothing is.
    String fault();

    /// Whether everything that came is over.
    boolean isOver();
}
