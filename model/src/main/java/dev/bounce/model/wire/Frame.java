package dev.bounce.model.wire;

import java.util.List;

/// What travels in one piece on the control channel: one or more messages, handled in order.
public record Frame(List<Message> messages) {
    /// Copies the list.
    public Frame {
        messages = List.copyOf(messages);
    }
}
