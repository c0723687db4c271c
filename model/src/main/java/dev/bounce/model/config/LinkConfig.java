package dev.bounce.model.config;

/// Links: how they live, how often they speak, how much they carry.
///
/// @param keepAliveNanos silence after which the sender asks for an echo
/// @param leaseNanos silence after which an epoch ends
/// @param fenceDelayNanos T of a fence that is assumed and not proven
/// @param firstRepeatNanos shortest interval before a message is repeated
/// @param maxRepeatNanos longest interval between repeats
/// @param maxFlows open requests per link
/// @param maxPending requests per link that wait or are open; beyond it submit answers BUSY
/// @param maxLinks links in each role, those not yet fenced counted in
public record LinkConfig(
        long keepAliveNanos,
        long leaseNanos,
        long fenceDelayNanos,
        long firstRepeatNanos,
        long maxRepeatNanos,
        int maxFlows,
        int maxPending,
        int maxLinks) {}
