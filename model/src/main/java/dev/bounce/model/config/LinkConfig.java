package dev.bounce.model.config;

/// Links: how they live, how often they speak, how much they carry. Durations are 1 ns to 30 days:
/// zero would mean at once or never, and neither is a link.
///
/// @param keepAliveNanos silence after which the sender asks for an echo; below the lease
///     ([BounceConfig])
/// @param leaseNanos silence after which an epoch ends
/// @param idleTimeoutNanos how long nothing must be asked of a link until it is closed; the next
///     request opens it again
/// @param fenceDelayNanos T of a fence that is assumed and not proven
/// @param firstRepeatNanos shortest interval before a message is repeated
/// @param maxRepeatNanos longest interval between repeats, at least `firstRepeatNanos`
///     ([BounceConfig])
/// @param maxFlows open requests per link, `[1, 65536]`
/// @param maxPending requests per link that wait or are open, `[1, 2^20]`; beyond it submit answers
///     BUSY; at least `maxFlows` ([BounceConfig])
/// @param maxLinks links in each role, those not yet fenced counted in, `[1, 65536]`: each costs a
///     data-plane object
public record LinkConfig(
        long keepAliveNanos,
        long leaseNanos,
        long idleTimeoutNanos,
        long fenceDelayNanos,
        long firstRepeatNanos,
        long maxRepeatNanos,
        int maxFlows,
        int maxPending,
        int maxLinks) {
    /// Checks each component.
    ///
    /// @throws IllegalArgumentException naming the component, its value and its range
    public LinkConfig {
        ConfigKey.LINK_KEEP_ALIVE.require(keepAliveNanos);
        ConfigKey.LINK_LEASE.require(leaseNanos);
        ConfigKey.LINK_IDLE_TIMEOUT.require(idleTimeoutNanos);
        ConfigKey.LINK_FENCE_DELAY.require(fenceDelayNanos);
        ConfigKey.LINK_FIRST_REPEAT.require(firstRepeatNanos);
        ConfigKey.LINK_MAX_REPEAT.require(maxRepeatNanos);
        ConfigKey.LINK_MAX_FLOWS.require(maxFlows);
        ConfigKey.LINK_MAX_PENDING.require(maxPending);
        ConfigKey.LINK_MAX_LINKS.require(maxLinks);
    }

    /// How long after the newest beat that was echoed a sender uses its credits: the lease less one
    /// hundredth, because clock rates differ by up to 1 % (rule 2).
    public long senderLeaseNanos() {
        return leaseNanos - Saturating.percent(leaseNanos);
    }

    /// How long a receiver waits before it ends the epoch: the lease and one hundredth (rule 2).
    public long receiverLeaseNanos() {
        return Saturating.add(leaseNanos, Saturating.percent(leaseNanos));
    }
}
