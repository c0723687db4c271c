package dev.bounce.sim.world;

/// Rare situations that a campaign should have met. All of them are in every report, met or not.
public enum Mark {
    /// DATA came for a region that has been granted anew since.
    LATE_DATA_AFTER_REGRANT("lateDataAfterRegrant"),
    /// DATA came again while its chunk was being scattered.
    DUPLICATE_DATA_WHILE_SCATTERING("duplicateDataWhileScattering"),
    /// DATA came again after its chunk had landed.
    DUPLICATE_DATA_AFTER_LANDING("duplicateDataAfterLanding"),
    /// WANT came again.
    WANT_REPEATED("wantRepeated"),
    /// CANCEL came before any WANT of its request.
    CANCEL_BEFORE_WANT("cancelBeforeWant"),
    /// A GRANT without credits: alive, queued.
    EMPTY_GRANT("emptyGrant"),
    /// CANCELLED was answered.
    CANCELLED_ANSWERED("cancelledAnswered"),
    /// SCATTER_FAILED was answered.
    SCATTER_FAILED_ANSWERED("scatterFailedAnswered"),
    /// UNKNOWN_FLOW was answered. Required only where DATA is forged with a token: an honest sender
    /// sends DATA for the grant that its chunk has, until it is answered.
    UNKNOWN_FLOW_ANSWERED("unknownFlowAnswered", false),
    /// STALE_EPOCH was answered.
    STALE_EPOCH_ANSWERED("staleEpochAnswered"),
    /// STALE_INSTANCE was answered.
    STALE_INSTANCE_ANSWERED("staleInstanceAnswered"),
    /// An OPEN was refused. Not required: names alternate, or links run out, in few worlds.
    OPEN_REFUSED("openRefused", false),
    /// CLOSE(clean) was sent.
    CLOSE_CLEAN("closeClean"),
    /// CLOSE(dirty) was sent.
    CLOSE_DIRTY("closeDirty"),
    /// A write of a dead process landed.
    ZOMBIE_WRITE_LANDED("zombieWriteLanded"),
    /// A write that had been reported as failed landed in a quarantined region.
    DIRTY_WRITE_HIT_QUARANTINE("dirtyWriteHitQuarantine"),
    /// A write of a dead process landed in a quarantined region.
    ZOMBIE_WRITE_HIT_QUARANTINE("zombieWriteHitQuarantine"),
    /// A fence kept the rest of a write from landing.
    FENCE_CUT_WRITE("fenceCutWrite"),
    /// A credit had run out before the host came to post its write.
    CREDIT_EXPIRED_BEFORE_POST("creditExpiredBeforePost"),
    /// A write was posted after its receiver had fenced the epoch.
    POST_AFTER_FENCE("postAfterFence"),
    /// The seal of a chunk was found broken.
    SEAL_BROKEN("sealBroken"),
    /// A chunk was staged without a credit.
    STAGED_EAGERLY("stagedEagerly"),
    /// All other grants began to wait for a head that had been passed over too often.
    DRAIN_ENTERED("drainEntered"),
    /// A drain took too long, so that none may start for a while.
    DRAIN_YIELDED("drainYielded"),
    /// A drain ended because its head fitted.
    DRAIN_LEFT("drainLeft"),
    /// A head that did not fit while others were granted was granted later.
    PASSED_OVER_THEN_SERVED("passedOverThenServed"),
    /// Chunks without a credit filled all that they may.
    EAGER_CAP_HIT("eagerCapHit"),
    /// A chunk was rejected because no region of its size can ever be free.
    NO_CAPACITY_ANSWERED("noCapacityAnswered"),
    /// A chunk was staged in the reserve.
    RESERVE_USED("reserveUsed"),
    /// A region was quarantined.
    QUARANTINED("quarantined"),
    /// A scatter outlived its flow.
    ORPHANED("orphaned"),
    /// Staging outlived its request.
    STAGING_ORPHANED("stagingOrphaned"),
    /// A request was resolved although its destination may still be written.
    RESOLVED_UNQUIET("resolvedUnquiet"),
    /// The caller of a direct transfer was told before its puts had ended.
    PUT_OUTLIVED_TRANSFER("putOutlivedTransfer", false),
    /// A request was cancelled although everything had been delivered.
    FAILED_BUT_DELIVERED("failedButDelivered"),
    /// GRANT came for a request that CANCEL had left for.
    GRANT_AFTER_CANCEL("grantAfterCancel"),
    /// GRANT came from a receiver that had died since, so that another life may be met next.
    GRANT_OF_DEAD_LIFE("grantOfDeadLife"),
    /// WANT came for a flow that was closed and quiet: its tombstone answered.
    WANT_AFTER_CANCELLED("wantAfterCancelled"),
    /// SCATTER_FAILED was answered in a flow of which other chunks had landed.
    SCATTER_FAILED_AMONG_LANDED("scatterFailedAmongLanded"),
    /// A receiver ended an epoch while a write of it could still land.
    EPOCH_ENDED_UNDER_WRITE("epochEndedUnderWrite"),
    /// A write landed in pieces that came in another order.
    PIECES_OUT_OF_ORDER("piecesOutOfOrder"),
    /// A fence was ASSUMED, not PROVEN.
    FENCE_ASSUMED("fenceAssumed"),
    /// An application had a range back.
    RANGE_DEREGISTERED("rangeDeregistered"),
    /// A process went on after it had stood still for longer than the lease.
    LONG_PAUSE("longPause"),
    /// A process came back under another name.
    NAME_CHANGED("nameChanged"),
    /// A destination was submitted again before its last attempt was quiescent.
    RETRY_BEFORE_QUIESCENCE("retryBeforeQuiescence"),
    /// A request that had failed succeeded in a later attempt.
    RETRY_SUCCEEDED("retrySucceeded"),
    /// A request was made while its link was not READY.
    SUBMITTED_BEFORE_READY("submittedBeforeReady"),
    /// A request was made of a link that had been closed as idle: it opens again.
    SUBMITTED_AT_REST("submittedAtRest"),
    /// A submit was refused as BUSY.
    SUBMIT_BUSY("submitBusy"),
    /// A submit was refused because its peer has restarted.
    SUBMIT_PEER_RESTARTED("submitPeerRestarted"),
    /// A core of agents came to rest while the others stayed as they were.
    CORE_ALONE("coreAlone"),
    /// An agent stayed dead while the others came to rest.
    PEER_STAYED_DEAD("peerStayedDead"),
    /// An engine had failed its agent when the faults ended.
    AGENT_FAILED("agentFailed"),
    /// An engine failed its agent after the faults had ended, because of a copy that began among
    /// them. Not required: copies are short.
    FAILED_AGENT_REPLACED("failedAgentReplaced", false),
    /// Bytes came that are no frame.
    MALFORMED_FRAME("malformedFrame"),
    /// DATA came with runs that point outside.
    HOSTILE_RUNS("hostileRuns"),
    /// DATA was rejected because of its runs.
    RUNS_REJECTED("runsRejected"),
    /// A frame reached a new life at the endpoint of an old one, or in place of it.
    FRAME_TO_NEXT_LIFE("frameToNextLife");

    private final String label;
    private final boolean required;

    Mark(final String label) {
        this(label, true);
    }

    Mark(final String label, final boolean required) {
        this.label = label;
        this.required = required;
    }

    /// Whether a campaign of that profile that has run enough seeds must have met it. The default
    /// profile must meet all but the rarest, the others only what they are made for.
    public boolean isRequired(final Profile profile) {
        return switch (profile) {
            case DEFAULT -> required;
            case HOSTILE ->
                    this == MALFORMED_FRAME
                            || this == HOSTILE_RUNS
                            || this == RUNS_REJECTED
                            || this == UNKNOWN_FLOW_ANSWERED;
            case RESTART -> this == FRAME_TO_NEXT_LIFE || this == STALE_INSTANCE_ANSWERED;
            case INCAST, DUPLEX -> this == EMPTY_GRANT || this == RESERVE_USED;
            case CHAOS -> this == QUARANTINED || this == ORPHANED || this == PUT_OUTLIVED_TRANSFER;
            case BEYOND, MODEL -> this == QUARANTINED || this == ORPHANED;
            case CALM, SERVING -> this == STAGED_EAGERLY;
            case MILD -> this == WANT_REPEATED || this == DUPLICATE_DATA_AFTER_LANDING;
        };
    }

    /// Name in reports.
    public String label() {
        return label;
    }
}
