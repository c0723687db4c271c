package dev.bounce.model.kv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// One prefill worker and everything that can be reported to it, in any order. The first id may
/// come twice.
class PrefillWorld implements KvWorld {
    private static final long TIMEOUT_NANOS = 1;

    private final PrefillWorker worker;
    private final int requests;
    private final int promptTokens;
    private final boolean hasConnector;
    private final boolean hasClock;
    private final Set<ContextEvent> events;
    private int added;
    private boolean isAddedAgain;
    private long nowNanos;
    private int mostSending;

    /// @param hasClock time passes once, beyond every deadline that runs
    PrefillWorld(
            final KvSizing sizing,
            final int requests,
            final int promptTokens,
            final boolean hasConnector,
            final boolean hasClock,
            final Set<ContextEvent> events) {
        worker = new PrefillWorker(sizing, hasClock ? TIMEOUT_NANOS : 0);
        this.requests = requests;
        this.promptTokens = promptTokens;
        this.hasConnector = hasConnector;
        this.hasClock = hasClock;
        this.events = events;
    }

    /// Everything but what the worker says to itself.
    static Set<ContextEvent> allEvents() {
        return EnumSet.complementOf(
                EnumSet.of(
                        ContextEvent.START,
                        ContextEvent.DEADLINE,
                        ContextEvent.ERROR_PASS,
                        ContextEvent.PEER_KNOWN));
    }

    @Override
    public List<String> actions() {
        final List<String> actions = new ArrayList<>();
        if (added < requests) {
            actions.add("add");
        } else if (!isAddedAgain && worker.request(0) == null) {
            actions.add("again");
        }
        actions.add("turn");
        actions.add("errors");
        if (hasClock && nowNanos == 0) {
            actions.add("advance");
        }
        for (final long id : worker.ids()) {
            for (final ContextEvent event : events) {
                if (worker.request(id).next(event) instanceof Transition.Moved) {
                    actions.add(id + " " + event);
                }
            }
        }
        return actions;
    }

    @Override
    public void apply(final String action) {
        switch (action) {
            case "add" -> worker.add(added++, promptTokens, false, hasConnector);
            case "again" -> {
                isAddedAgain = true;
                worker.add(0, promptTokens, false, hasConnector);
            }
            case "turn" -> {
                worker.turn(nowNanos);
                requireAsked();
            }
            case "errors" -> worker.errorPass(nowNanos);
            case "advance" -> nowNanos = 2 + TIMEOUT_NANOS;
            default -> {
                final String[] words = action.split(" ");
                worker.report(Long.parseLong(words[0]), ContextEvent.valueOf(words[1]), nowNanos);
            }
        }
        int sending = 0;
        for (final long id : worker.ids()) {
            sending += worker.request(id).phase() == ContextRequest.Phase.TRANSFERRING ? 1 : 0;
        }
        mostSending = Math.max(mostSending, sending);
    }

    /// N2: a turn sees every deadline that has passed.
    private void requireAsked() {
        for (final long id : worker.ids()) {
            if (worker.needsCancel(id, nowNanos)) {
                throw new AssertionError("N2: request " + id + " ran out of time unseen");
            }
        }
    }

    @Override
    public String key() {
        final StringBuilder key = new StringBuilder();
        key.append(added).append(isAddedAgain).append(nowNanos).append(' ').append(mostSending);
        for (final long id : worker.ids()) {
            key.append(id).append(worker.request(id));
            key.append(Arrays.toString(worker.holdings().pool().blocks(id)));
            key.append(worker.holdings().isExpired(id, nowNanos, TIMEOUT_NANOS));
            final IndexRows.Row row = worker.holdings().rows().row(id);
            key.append(row == null ? "" : row.index() + "" + row.isDetached());
        }
        return key.toString();
    }

    @Override
    public String fault() {
        final String fault = KvInvariants.fault(worker.holdings(), worker.views(), nowNanos);
        if (fault != null) {
            return fault;
        }
        for (long id = 0; id < requests; id++) {
            if (worker.request(id) == null && worker.holdings().isHeld(id)) {
                return "Q1: request " + id + " is over and holds something";
            }
        }
        return null;
    }

    @Override
    public boolean isOver() {
        return added == requests && worker.ids().isEmpty();
    }

    /// Most requests that were sending at once.
    int mostSending() {
        return mostSending;
    }
}
