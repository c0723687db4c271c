package dev.bounce.model.kv;

/// What can happen to a context-only request.
public enum ContextEvent {
    /// The decode side of a request that was started there first is known.
    PEER_KNOWN,
    /// Row, blocks and seat are free: prefill begins.
    START,
    /// The last chunk of the prompt is computed.
    PREFILL_DONE,
    /// The send call returned: the transport owns the blocks.
    SUBMIT_ACCEPTED,
    /// The send call refused before it touched anything.
    SUBMIT_REFUSED,
    /// The send call failed in an unknown state.
    SUBMIT_THREW,
    /// The transport reported that everything arrived.
    TRANSFER_SUCCEEDED,
    /// The transport reported failure, and that it touches nothing any more.
    TRANSFER_FAILED,
    /// The other owner of the blocks is done with them.
    CONNECTOR_DONE,
    /// The deadline has passed.
    DEADLINE,
    /// The user gives it up.
    CANCEL,
    /// The transport did not take the cancel.
    CANCEL_REFUSED,
    /// The pass in which all workers answer failed requests.
    ERROR_PASS
}
