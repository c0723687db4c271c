package dev.bounce.model.kv;

import java.util.List;

/// What an event makes of a request.
///
/// @param <S> state of the request
public sealed interface Transition<S> {
    /// The request moved on.
    ///
    /// @param state it is in now
    /// @param effects to perform, in order
    record Moved<S>(S state, List<RequestEffect> effects) implements Transition<S> {
        /// Copies the list.
        public Moved {
            effects = List.copyOf(effects);
        }
    }

    /// Nothing changed.
    record Refused<S>(Refusal reason) implements Transition<S> {}

    /// Why an event has no effect.
    enum Refusal {
        /// The request is not in a phase where this can happen.
        WRONG_PHASE,
        /// It has happened already, or what it reports is known.
        REPEATED,
        /// No request of that id.
        UNKNOWN_REQUEST,
        /// A request of that id is there.
        ID_TAKEN,
        /// It needs more blocks than the pool or a row has.
        TOO_LARGE
    }

    /// A step.
    static <S> Transition<S> moved(final S state, final RequestEffect... effects) {
        return new Moved<>(state, List.of(effects));
    }

    /// No step.
    static <S> Transition<S> refused(final Refusal reason) {
        return new Refused<>(reason);
    }
}
