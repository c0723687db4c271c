package dev.bounce.model.kv;

import java.util.List;

/// What a worker made of an input.
public sealed interface WorkerStep {
    /// It moved on.
    ///
    /// @param effects for the host, in order
    record Done(List<KvEffect> effects) implements WorkerStep {
        /// Copies the list.
        public Done {
            effects = List.copyOf(effects);
        }
    }

    /// Nothing changed.
    record Refused(Transition.Refusal reason) implements WorkerStep {}
}
