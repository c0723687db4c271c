package dev.bounce.sim.check;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.model.wire.Message;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

/// All safety properties that are judged at every step.
public final class Checkers {
    private static final int EVENT = 0;
    private static final int EFFECT = 1;
    private static final int STEP = 2;
    private static final int POST = 3;
    private static final int SENT = 4;
    private static final List<String> HOOKS =
            List.of("onEvent", "onEffect", "onStep", "onPost", "onSent");

    /// Which hooks a class of checkers has methods of its own for, a bit each. Most look at one or
    /// two, and steps are many.
    private static final ClassValue<Integer> LOOKS =
            new ClassValue<>() {
                @Override
                protected Integer computeValue(final Class<?> type) {
                    int bits = 0;
                    for (final Method method : type.getDeclaredMethods()) {
                        final int hook = HOOKS.indexOf(method.getName());
                        bits |= hook < 0 ? 0 : 1 << hook;
                    }
                    return bits;
                }
            };

    private final Ledger ledger;
    private final Checker[] checkers = {
        new Conservation(),
        new NoForeignWrite(),
        new ScatterReadsOwnChunk(),
        new DataImpliesLanded(),
        new AtMostOnceScatter(),
        new SuccessMeansDelivered(),
        new QuiescentResolution(),
        new CancelledImpliesQuiet(),
        new StagingHeld(),
        new GrantIdFresh(),
        new Fifo(),
        new WindowRespected(),
        new ReserveKept(),
        new MaxFlowsRespected(),
        new NoGrantAfterTombstone(),
        new DeadEpochHoldsNothing(),
        new EpochFresh(),
        new ResolvedOnce(),
        new NoStarvation(),
        new HopelessIsRejected(),
        new EagerWaits(),
        new TokenIsOwn(),
        new EpochEndsForCause(),
        new TimeoutKept(),
        new WithdrawnIsLeft(),
        new CleanLifts(),
        new ClosedEpochsAreBounded()
    };

    /// The checkers that look at each of the [#HOOKS].
    private final Checker[][] watching = new Checker[HOOKS.size()][];

    /// Judges by `ledger`.
    public Checkers(final Ledger ledger) {
        this(ledger, true);
    }

    /// @param judges whether anything is judged at all
    public Checkers(final Ledger ledger, final boolean judges) {
        this.ledger = ledger;
        for (int hook = 0; hook < HOOKS.size(); hook++) {
            final int bit = 1 << hook;
            watching[hook] =
                    Arrays.stream(checkers)
                            .filter(checker -> judges && (LOOKS.get(checker.getClass()) & bit) != 0)
                            .toArray(Checker[]::new);
        }
    }

    /// The checkers, in the order in which they judge.
    public List<Checker> all() {
        return List.of(checkers);
    }

    /// Shows an event before the engine of `agent` sees it.
    ///
    /// @param agentNanos what the agent's clock shows
    public void onEvent(final int agent, final long agentNanos, final Event event) {
        for (final Checker checker : watching[EVENT]) {
            checker.onEvent(ledger, agent, agentNanos, event);
        }
    }

    /// Judges one effect before the world acts on it.
    public void onEffect(final int agent, final Effect effect) {
        if (effect instanceof Effect.Send send) {
            for (final Checker checker : watching[SENT]) {
                onSent(checker, agent, send.frame().messages());
            }
            return;
        }
        for (final Checker checker : watching[EFFECT]) {
            checker.onEffect(ledger, agent, effect);
        }
    }

    private void onSent(final Checker checker, final int agent, final List<Message> messages) {
        for (int index = 0; index < messages.size(); index++) {
            checker.onSent(ledger, agent, messages.get(index));
        }
    }

    /// Judges the state after a step.
    public void onStep(final int agent) {
        for (final Checker checker : watching[STEP]) {
            checker.onStep(ledger, agent);
        }
    }

    /// Judges a write that has just been posted.
    public void onPost(final WriteRecord write) {
        for (final Checker checker : watching[POST]) {
            checker.onPost(ledger, write);
        }
    }
}
