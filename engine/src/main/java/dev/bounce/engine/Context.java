package dev.bounce.engine;

import dev.bounce.engine.trace.Tracer;
import dev.bounce.model.wire.Tokens;

/// What the parts of one engine share: configuration, the time and effects of the running step, and
/// the counters that name things.
final class Context {
    final EngineConfig config;
    final Tokens tokens;
    final Arena arena;
    final Deadlines deadlines = new Deadlines();
    final Outbox outbox = new Outbox();
    final long[] ignored = new long[IgnoreReason.values().length];
    Tracer tracer = Tracer.NONE;

    /// Time of the running step.
    long now;

    /// Effects of the running step.
    Effects out;

    /// Space became free or a flow wants more: the scheduler has to look.
    boolean scheduleWanted;

    /// A credit came, space or a gather slot became free: staging has to look.
    boolean stageWanted;

    /// The agent has failed (rule 17): nothing new is started.
    boolean failed;

    /// The agent is going away.
    boolean stopping;

    private long lastId;
    private long lastGrantId;
    private long lastOrdinal;

    Context(final EngineConfig config) {
        this.config = config;
        this.tokens = new Tokens(config.secret());
        this.arena = new Arena(config.arena());
    }

    /// A fresh id for a copy or a write.
    long nextId() {
        return ++lastId;
    }

    /// A fresh grantId (strictly rising, never reused by this life).
    long nextGrantId() {
        return ++lastGrantId;
    }

    /// A fresh tie breaker for a timer.
    long nextOrdinal() {
        return ++lastOrdinal;
    }

    /// The counters that name things, for a snapshot: ids, grants, ordinals.
    long[] names() {
        return new long[] {lastId, lastGrantId, lastOrdinal};
    }

    void restoreNames(final long id, final long grantId, final long ordinal) {
        lastId = id;
        lastGrantId = grantId;
        lastOrdinal = ordinal;
    }

    /// Counts and reports an input without effect.
    void ignore(final IgnoreReason reason) {
        ignored[reason.counterIndex()]++;
        out.add(reason.effect());
    }

    /// `base + span`, capped instead of wrapped.
    static long later(final long base, final long span) {
        final long sum = base + span;
        return ((base ^ sum) & (span ^ sum)) < 0 ? Long.MAX_VALUE : sum;
    }
}
