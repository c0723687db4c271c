package dev.bounce.model.kv;

import java.util.EnumSet;

/// The small worlds of the lives of requests. Each method visits all of one and throws an
/// [AssertionError] with the shortest way to what is wrong.
final class KvWorlds {
    private static final int MOST_STATES = 200_000;

    private KvWorlds() {}

    /// Two rows, three requests: a send does not hold a row, so all three are sent at once.
    static int exploreE1() {
        final int[] most = {0};
        final KvSizing sizing = new KvSizing(2, 2, 3, 1, 16);
        final int states =
                KvExplorer.explore(
                        () ->
                                new PrefillWorld(
                                        sizing,
                                        3,
                                        16,
                                        false,
                                        false,
                                        EnumSet.of(
                                                ContextEvent.PREFILL_DONE,
                                                ContextEvent.TRANSFER_SUCCEEDED,
                                                ContextEvent.CANCEL)) {
                                    @Override
                                    public boolean isOver() {
                                        most[0] = Math.max(most[0], mostSending());
                                        return super.isOver();
                                    }
                                },
                        MOST_STATES);
        if (most[0] != 3) {
            throw new AssertionError("E1: at most " + most[0] + " of 3 are sent at once");
        }
        return states;
    }

    /// One row and one request with two owners: every report in every order.
    static int exploreE2() {
        final KvSizing sizing = new KvSizing(1, 1, 2, 2, 16);
        return KvExplorer.explore(
                () -> new PrefillWorld(sizing, 1, 17, true, true, PrefillWorld.allEvents()),
                MOST_STATES);
    }

    /// Four blocks, two requests of two, every way in which a transfer can end or not.
    static int exploreE3() {
        final KvSizing sizing = new KvSizing(1, 1, 4, 2, 16);
        return KvExplorer.explore(
                () ->
                        new PrefillWorld(
                                sizing,
                                2,
                                32,
                                false,
                                true,
                                EnumSet.complementOf(
                                        EnumSet.of(
                                                ContextEvent.START,
                                                ContextEvent.DEADLINE,
                                                ContextEvent.ERROR_PASS,
                                                ContextEvent.PEER_KNOWN,
                                                ContextEvent.SUBMIT_ACCEPTED))),
                MOST_STATES);
    }

    /// Small pools on both sides and a window of two blocks; and the same with room for a
    /// candidate that the window then defers.
    static int exploreE4() {
        return exploreJoint(3, false) + exploreJoint(4, false);
    }

    /// The same with failures, cancels and deadlines at any moment.
    static int exploreE4Failing() {
        return exploreJoint(4, true);
    }

    private static int exploreJoint(final int decodeBlocks, final boolean isCancelled) {
        final KvSizing prefill = new KvSizing(1, 1, 3, 2, 16);
        final KvSizing decode = new KvSizing(2, 2, decodeBlocks, 2, 16);
        return KvExplorer.explore(
                () -> new JointWorld(prefill, decode, 2, 2, 32, isCancelled), MOST_STATES);
    }

    /// One seat for two rows: refused at the start, or found when a request has no seat.
    static int exploreE5() {
        final KvSizing unseated;
        try {
            unseated = new KvSizing(2, 1, 4, 2, 16);
        } catch (final IllegalArgumentException refused) {
            return 0;
        }
        final KvSizing prefill = new KvSizing(2, 2, 4, 2, 16);
        return KvExplorer.explore(
                () -> new JointWorld(prefill, unseated, 0, 2, 16, false), MOST_STATES);
    }
}
