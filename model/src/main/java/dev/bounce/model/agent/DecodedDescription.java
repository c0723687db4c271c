package dev.bounce.model.agent;

/// What some bytes are when they are read as an [AgentDescription].
public sealed interface DecodedDescription permits DecodedDescription.Value, Malformed {

    /// A description.
    record Value(AgentDescription description) implements DecodedDescription {}
}
