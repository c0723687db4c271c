package dev.bounce.engine;

/// Why an input had no effect. Each is normal: the control channel loses, delays, duplicates and
/// reorders, and hosts report things about what is already over.
public enum IgnoreReason {
    /// No link has that id.
    UNKNOWN_LINK,
    /// The token is not the one of that epoch.
    WRONG_TOKEN,
    /// The answer echoes another nonce than the one of the running OPEN.
    WRONG_NONCE,
    /// The answer is for another life of this agent.
    OTHER_SENDER_LIFE,
    /// The answer is for an epoch that is not the open one.
    OTHER_EPOCH,
    /// The link has left the state that waits for this.
    UNEXPECTED_STATE,
    /// The message type does not fit its body or direction.
    WRONG_DIRECTION,
    /// An OPEN whose name does not belong to its link, or a frame whose own fields disagree.
    INCONSISTENT,
    /// The rid is below `oldestOpenRid`.
    FINISHED_RID,
    /// No open request has that rid.
    UNKNOWN_REQUEST,
    /// The chunk has another credit already.
    DUPLICATE_CREDIT,
    /// The credit does not fit the chunk.
    BAD_CREDIT,
    /// The DATA is queued or being scattered already.
    DUPLICATE_DATA,
    /// The WANT repeats one that is known.
    DUPLICATE_WANT,
    /// The ACK names another grant or a chunk that awaits none.
    UNMATCHED_ACK,
    /// A status that this version does not know.
    UNKNOWN_STATUS,
    /// The flow still has a running scatter; the question is answered later.
    NOT_QUIET,
    /// No copy, write, transfer or plane has that id.
    UNKNOWN_ID,
    /// The transfer is resolved already.
    ALREADY_RESOLVED,
    /// The description is the one that is loaded.
    ALREADY_LOADED,
    /// The agent has failed or stopped.
    STOPPED,
    /// The flow would be one more than the link may have, or its rid is too far ahead.
    TOO_MANY_FLOWS;

    private final Effect.Ignored effect = new Effect.Ignored(this);

    /// The effect that reports this reason.
    Effect.Ignored effect() {
        return effect;
    }

    /// Index in an array of counters.
    int counterIndex() {
        return ordinal();
    }
}
