package dev.bounce.engine;

/// The steps of the protocol. The specification uses the same names, spelled as [#specName()].
public enum Action {
    /// A description is loaded.
    LOAD("Load"),
    /// A transfer is accepted.
    SUBMIT("Submit"),
    /// OPEN leaves.
    OPEN_LINK("OpenLink"),
    /// OPENED names this epoch and nonce.
    RECV_OPENED("RecvOpened"),
    /// The data plane is warm: requests may run.
    LINK_READY("LinkReady"),
    /// A request gets its rid and its WANT leaves. Value: chunks.
    SEND_WANT("SendWant"),
    /// A gather starts. Value: arena offset.
    GATHER("Gather"),
    /// A gather ended well. Value: arena offset.
    GATHER_END("GatherEnd"),
    /// A gather failed. Value: arena offset.
    GATHER_FAIL("GatherFail"),
    /// Uncredited staging is dropped. Value: arena offset.
    UNSTAGE("Unstage"),
    /// A credit is attached to its chunk. Value: grantId.
    RECV_GRANT("RecvGrant"),
    /// A write is posted. Value: grantId.
    POST_WRITE("PostWrite"),
    /// A write landed. Value: grantId.
    WRITE_LANDED("WriteLanded"),
    /// A write was not posted. Value: grantId.
    WRITE_NEVER("WriteNever"),
    /// A write may still land. Value: grantId.
    WRITE_DIRTY("WriteDirty"),
    /// DATA leaves. Value: grantId.
    SEND_DATA("SendData"),
    /// A chunk got its outcome. Value: wire value of the status.
    RECV_ACK("RecvAck"),
    /// A request begins to close. Value: chunks that are known landed.
    START_CLOSING("StartClosing"),
    /// CANCEL leaves.
    SEND_CANCEL("SendCancel"),
    /// The receiver says the flow is closed and quiet.
    RECV_CANCELLED("RecvCancelled"),
    /// The caller gets its answer because the close time-out is over.
    CLOSE_TIMEOUT("CloseTimeout"),
    /// A record is finished. Value: 1 = success.
    FINISH("Finish"),
    /// The sender ends an epoch. Value: 1 = it was idle.
    SENDER_ENDS("SenderEnds"),
    /// CLOSE leaves. Value: 1 = clean.
    SEND_CLOSE("SendClose"),
    /// CLOSED answers a CLOSE.
    RECV_CLOSED("RecvClosed"),
    /// The receiver says the epoch is over. Value: highest.
    RECV_STALE_EPOCH("RecvStaleEpoch"),
    /// The receiver is another process. Value: its instance.
    RECV_STALE_INSTANCE("RecvStaleInstance"),
    /// The receiver does not open the link. Value: wire value of the reason.
    RECV_OPEN_REFUSED("RecvOpenRefused"),
    /// The sender's own fence is there.
    SENDER_FENCED("SenderFenced"),

    /// An epoch is accepted.
    RECV_OPEN("RecvOpen"),
    /// An epoch of another instance is noted; it takes effect with its first frame.
    PEND_OPEN("PendOpen"),
    /// A pending epoch takes effect.
    PROMOTE("Promote"),
    /// A pending epoch is given up: its lease has ended, or its plane could not be made.
    DROP_PENDING("DropPending"),
    /// An epoch is not opened. Value: wire value of the reason.
    REFUSE_OPEN("RefuseOpen"),
    /// A flow opens. Value: chunks.
    RECV_WANT("RecvWant"),
    /// A region is granted. Value: grantId.
    GRANT("Grant"),
    /// A flow is refused, because no chunk of it can be granted (no capacity).
    REJECT_WANT("RejectWant"),
    /// DATA is accepted. Value: grantId.
    RECV_DATA("RecvData"),
    /// DATA is refused. Value: grantId.
    REJECT_DATA("RejectData"),
    /// A scatter starts. Value: grantId.
    SCATTER("Scatter"),
    /// A scatter ended well. Value: grantId.
    SCATTER_END("ScatterEnd"),
    /// A scatter failed. Value: grantId.
    SCATTER_FAIL("ScatterFail"),
    /// A flow is cancelled, or the rid of one that was never opened. Value: scatters that run.
    RECV_CANCEL("RecvCancel"),
    /// CANCELLED (or LANDED) answers a CANCEL. Value: wire value of the status.
    ANSWER_CANCEL("AnswerCancel"),
    /// Everything below `oldestOpenRid` is forgotten. Value: it.
    FORGET_BELOW("ForgetBelow"),
    /// The receiver ends an epoch.
    RECEIVER_ENDS("ReceiverEnds"),
    /// CLOSE came. Value: 1 = clean.
    RECV_CLOSE("RecvClose"),
    /// CLOSED leaves.
    ANSWER_CLOSE("AnswerClose"),
    /// A quarantined region is free again. Value: grantId.
    LIFT_QUARANTINE("LiftQuarantine"),
    /// The receiver's fence is there.
    RECEIVER_FENCED("ReceiverFenced"),

    /// The application forgets a peer.
    FORGET("Forget"),
    /// A range is registered. Value: base.
    REGISTER_MEMORY("RegisterMemory"),
    /// A range is given back. Value: base.
    DEREGISTER_MEMORY("DeregisterMemory"),
    /// The agent fails.
    FAIL_AGENT("FailAgent"),
    /// The agent goes away.
    SHUT_DOWN("ShutDown");

    private final String specName;

    Action(final String specName) {
        this.specName = specName;
    }

    /// The name in the specification and in traces.
    public String specName() {
        return specName;
    }
}
