package dev.bounce.model.kv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// A prefill and a decode worker that serve the same requests. A transfer needs both ends; it
/// succeeds or fails at each by itself, and time passes once.
final class JointWorld implements KvWorld {
    private static final long TIMEOUT_NANOS = 1;
    private static final Set<GenerationEvent> ANY_TIME =
            EnumSet.of(
                    GenerationEvent.FINISH,
                    GenerationEvent.STOP,
                    GenerationEvent.CANCEL_REFUSED,
                    GenerationEvent.REMOTE_CANCEL);

    private final PrefillWorker prefill;
    private final DecodeWorker decode;
    private final int promptTokens;
    private final boolean isCancelled;
    private int added;
    private final int requests;
    private long nowNanos;

    JointWorld(
            final KvSizing prefillSizing,
            final KvSizing decodeSizing,
            final int windowBlocks,
            final int requests,
            final int promptTokens,
            final boolean isCancelled) {
        prefill = new PrefillWorker(prefillSizing, TIMEOUT_NANOS);
        decode =
                new DecodeWorker(
                        decodeSizing,
                        new TransferWindow(windowBlocks, 0),
                        isCancelled ? TIMEOUT_NANOS : 0);
        this.requests = requests;
        this.promptTokens = promptTokens;
        this.isCancelled = isCancelled;
    }

    @Override
    public List<String> actions() {
        final List<String> actions = new ArrayList<>();
        if (added < requests) {
            actions.add("add");
        }
        actions.add("turn");
        if (isCancelled) {
            actions.add("errors");
            if (nowNanos == 0) {
                actions.add("advance");
            }
        }
        for (final long id : prefill.ids()) {
            final ContextRequest request = prefill.request(id);
            if (request.phase() == ContextRequest.Phase.PREFILLING) {
                actions.add(id + " c PREFILL_DONE");
            }
            // The send ends when the receive has, or has been given up.
            final GenerationRequest receive = decode.request(id);
            if (request.evidence().isOpen() && (receive == null || !receive.evidence().isOpen())) {
                final boolean arrived =
                        receive != null && receive.phase() != GenerationRequest.Phase.INIT;
                if (arrived || receive == null) {
                    actions.add(id + " c TRANSFER_SUCCEEDED");
                    if (isCancelled) {
                        actions.add(id + " c TRANSFER_FAILED");
                    }
                }
            }
        }
        for (final long id : decode.ids()) {
            addReceive(id, actions);
        }
        return actions;
    }

    private void addReceive(final long id, final List<String> actions) {
        final GenerationRequest receive = decode.request(id);
        final ContextRequest send = prefill.request(id);
        final boolean bothEnds =
                receive.evidence().isOpen() && send != null && send.evidence().isOpen();
        if (bothEnds) {
            actions.add(id + " g WRITERS_DONE");
        }
        if (isCancelled && receive.evidence().isOpen()) {
            actions.add(id + " g WRITERS_STOPPED");
            actions.add(id + " g RECEIVE_FAILED");
        }
        for (final GenerationEvent event : ANY_TIME) {
            if ((isCancelled || event == GenerationEvent.FINISH)
                    && receive.next(event) instanceof Transition.Moved) {
                actions.add(id + " g " + event);
            }
        }
    }

    @Override
    public void apply(final String action) {
        switch (action) {
            case "add" -> {
                prefill.add(added, promptTokens, false, false);
                decode.add(added++, promptTokens, 0);
            }
            case "turn" -> {
                prefill.turn(nowNanos);
                decode.turn(nowNanos);
                requireAsked();
            }
            case "errors" -> {
                prefill.errorPass(nowNanos);
                decode.errorPass(nowNanos);
            }
            case "advance" -> nowNanos = 2 + TIMEOUT_NANOS;
            default -> report(action.split(" "));
        }
    }

    private void report(final String[] words) {
        final long id = Long.parseLong(words[0]);
        if (words[1].equals("c")) {
            prefill.report(id, ContextEvent.valueOf(words[2]), nowNanos);
        } else {
            decode.report(id, GenerationEvent.valueOf(words[2]), nowNanos);
        }
    }

    private void requireAsked() {
        for (long id = 0; id < requests; id++) {
            if (decode.needsCancel(id, nowNanos) || prefill.needsCancel(id, nowNanos)) {
                throw new AssertionError("N2: request " + id + " ran out of time unseen");
            }
        }
    }

    @Override
    public String key() {
        final StringBuilder key = new StringBuilder();
        key.append(added).append(' ').append(nowNanos);
        for (long id = 0; id < requests; id++) {
            key.append(prefill.request(id)).append(decode.request(id));
            key.append(Arrays.toString(prefill.holdings().pool().blocks(id)));
            key.append(Arrays.toString(decode.holdings().pool().blocks(id)));
            key.append(prefill.holdings().isExpired(id, nowNanos, TIMEOUT_NANOS));
            key.append(decode.holdings().isExpired(id, nowNanos, TIMEOUT_NANOS));
        }
        return key.toString();
    }

    @Override
    public String fault() {
        final String fault = KvInvariants.fault(prefill.holdings(), prefill.views(), nowNanos);
        return fault != null
                ? fault
                : KvInvariants.fault(decode.holdings(), decode.views(), nowNanos);
    }

    @Override
    public boolean isOver() {
        return added == requests && prefill.ids().isEmpty() && decode.ids().isEmpty();
    }
}
