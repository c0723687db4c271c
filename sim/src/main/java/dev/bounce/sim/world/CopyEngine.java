package dev.bounce.sim.world;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.ScatterRuns;
import dev.bounce.sim.check.Life;
import dev.bounce.sim.check.PropertyViolation;
import dev.bounce.sim.check.RunningGather;
import dev.bounce.sim.check.RunningScatter;
import dev.bounce.sim.check.WriteRecord;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Gathers and scatters that really move bytes, the first half of them half-way through.
final class CopyEngine {
    private static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MILLI = 1_000_000;
    private static final long LAUNCH_NANOS = 2_000;
    private static final int GATHER = 0;
    private static final int SCATTER = 1;

    private final Context context;
    private final long[] ordinals;

    CopyEngine(final Context context) {
        this.context = context;
        ordinals = new long[2 * Decisions.MOST_AGENTS];
    }

    /// Starts a gather.
    void gather(final Agent agent, final Effect.Gather gather) {
        final Life life = agent.life;
        final Memory memory = agent.memory;
        final TransferPlan plan = gather.plan();
        final long bytes = plan.regionBytes(gather.chunk());
        context.ledger()
                .gatherStarted(
                        agent.index(),
                        new RunningGather(
                                gather.copyId(), gather.transferId(), gather.region(), bytes));
        final int pair = 2 * agent.index() + GATHER;
        final long ordinal = ordinals[pair]++;
        final boolean fails = context.faults().strikes(Fault.GATHER_FAILED, agent.index(), ordinal);
        final long duration = duration(life, pair, ordinal, bytes);
        final int first = plan.firstPiece(gather.chunk());
        final int end = plan.endPiece(gather.chunk());
        final int middle = isSplit(pair, ordinal) ? (first + end) / 2 : first;
        if (middle > first) {
            context.queue()
                    .after(
                            duration / 2,
                            () -> {
                                if (agent.life == life) {
                                    gatherPieces(memory, gather, first, middle);
                                }
                            });
        }
        final Runnable finish =
                () -> {
                    if (fails) {
                        context.faults().applied(Fault.GATHER_FAILED);
                        context.harm().strike(gather.transferId());
                    } else {
                        gatherPieces(memory, gather, middle, end);
                        writeSeals(memory, gather, bytes);
                    }
                    context.ledger().gatherEnded(agent.index(), gather.copyId());
                    context.engines()
                            .deliver(
                                    agent,
                                    life,
                                    new Event.GatherEnded(gather.copyId(), outcome(fails)));
                };
        context.queue().after(duration, () -> context.engines().whenAwake(agent, life, finish));
    }

    /// Starts a scatter.
    void scatter(final Agent agent, final Effect.Scatter scatter) {
        final Life life = agent.life;
        final Memory memory = agent.memory;
        final RunningScatter running = context.ledger().scatterStarted(agent.index(), scatter);
        final int pair = 2 * agent.index() + SCATTER;
        final long ordinal = ordinals[pair]++;
        final boolean fails =
                context.faults().strikes(Fault.SCATTER_FAILED, agent.index(), ordinal);
        final long duration = duration(life, pair, ordinal, scatter.bytes());
        final int runs = scatter.runs().size();
        final int middle = isSplit(pair, ordinal) || fails ? runs / 2 : 0;
        if (!(memory.hasBytes() ? isSealed(memory, scatter) : isWritten(life, running))) {
            context.marks().hit(Mark.SEAL_BROKEN);
            strike(running);
            final Runnable finish = () -> endScatter(agent, life, running, CopyOutcome.SEAL_BROKEN);
            context.queue().after(duration, () -> context.engines().whenAwake(agent, life, finish));
            return;
        }
        if (isLie(life, running)) {
            throw new PropertyViolation(
                    "SealTellsFalseLanding",
                    agent.name()
                            + ": scatter "
                            + scatter.copyId()
                            + " finds "
                            + scatter.seal()
                            + " though nothing was written with "
                            + running.grant());
        }
        if (middle > 0) {
            context.queue()
                    .after(
                            duration / 2,
                            () -> {
                                if (agent.life == life) {
                                    scatterRuns(memory, scatter, 0, middle);
                                }
                            });
        }
        final Runnable finish =
                () -> {
                    if (fails) {
                        context.faults().applied(Fault.SCATTER_FAILED);
                        strike(running);
                    } else {
                        scatterRuns(memory, scatter, middle, runs);
                    }
                    endScatter(agent, life, running, outcome(fails));
                };
        context.queue().after(duration, () -> context.engines().whenAwake(agent, life, finish));
    }

    private void strike(final RunningScatter running) {
        if (running.grant() != null) {
            context.harm().strike(running.grant().flow());
        }
    }

    private static boolean isLie(final Life life, final RunningScatter running) {
        final WriteRecord write =
                running.grant() == null ? null : life.writeOf(running.grant().credit().grantId());
        return write != null && write.isLie();
    }

    /// Whether what is scattered was really written: where there are no bytes, what a seal tells.
    private static boolean isWritten(final Life life, final RunningScatter running) {
        final WriteRecord write =
                running.grant() == null ? null : life.writeOf(running.grant().credit().grantId());
        return write != null && !write.isLie();
    }

    private void endScatter(
            final Agent agent,
            final Life life,
            final RunningScatter running,
            final CopyOutcome outcome) {
        context.ledger().scatterEnded(agent.index(), running, outcome == CopyOutcome.DONE);
        context.engines().deliver(agent, life, new Event.ScatterEnded(running.copyId(), outcome));
    }

    private static void gatherPieces(
            final Memory memory, final Effect.Gather gather, final int first, final int end) {
        if (!memory.hasBytes()) {
            return;
        }
        final TransferPlan plan = gather.plan();
        for (int piece = first; piece < end; piece++) {
            final long source = plan.pieceSource(piece);
            final long bytes = plan.pieceBytes(piece);
            System.arraycopy(
                    memory.array(source, bytes),
                    Memory.offset(source),
                    memory.arena(),
                    (int) (gather.region() + plan.pieceRegionOffset(piece)),
                    (int) bytes);
        }
    }

    private static void writeSeals(
            final Memory memory, final Effect.Gather gather, final long bytes) {
        if (!memory.hasBytes()) {
            return;
        }
        final int head = (int) gather.region();
        final SealKey seal = gather.seal();
        WORDS.set(memory.arena(), head, seal.low());
        WORDS.set(memory.arena(), head + 8, seal.high());
        WORDS.set(memory.arena(), head + 16, 0L);
        WORDS.set(memory.arena(), head + 24, 0L);
        final int tail = (int) (gather.region() + bytes - SealKey.SEAL_BYTES);
        WORDS.set(memory.arena(), tail, seal.low());
        WORDS.set(memory.arena(), tail + 8, seal.high());
    }

    private static boolean isSealed(final Memory memory, final Effect.Scatter scatter) {
        final int head = (int) scatter.region();
        final int tail = (int) (scatter.region() + scatter.bytes() - SealKey.SEAL_BYTES);
        final SealKey seal = scatter.seal();
        return (long) WORDS.get(memory.arena(), head) == seal.low()
                && (long) WORDS.get(memory.arena(), head + 8) == seal.high()
                && (long) WORDS.get(memory.arena(), tail) == seal.low()
                && (long) WORDS.get(memory.arena(), tail + 8) == seal.high();
    }

    private static void scatterRuns(
            final Memory memory, final Effect.Scatter scatter, final int first, final int end) {
        if (!memory.hasBytes()) {
            return;
        }
        final ScatterRuns runs = scatter.runs();
        for (int run = first; run < end; run++) {
            final long bytes = runs.pieceBytes()[run];
            long source = runs.regionOffset()[run];
            long target = runs.destination()[run];
            for (int piece = 0; piece < runs.count()[run]; piece++) {
                if (source < 0 || source + bytes > scatter.bytes()) {
                    throw new PropertyViolation(
                            "CopyInBounds",
                            "scatter "
                                    + scatter.copyId()
                                    + " reads "
                                    + bytes
                                    + " bytes at "
                                    + source
                                    + " of a region of "
                                    + scatter.bytes());
                }
                System.arraycopy(
                        memory.arena(),
                        (int) (scatter.region() + source),
                        memory.array(target, bytes),
                        Memory.offset(target),
                        (int) bytes);
                source += runs.regionStride()[run];
                target += runs.destinationStride()[run];
            }
        }
    }

    private long duration(final Life life, final int pair, final long ordinal, final long bytes) {
        return LAUNCH_NANOS
                + stall(life, pair, ordinal)
                + bytes * MILLI / context.settings().copyBytesPerMilli()
                + context.dice().exponential(Topic.COPY, pair, 2 * ordinal, LAUNCH_NANOS);
    }

    private long stall(final Life life, final int pair, final long ordinal) {
        final Fault family = pair % 2 == GATHER ? Fault.GATHER_STALLED : Fault.SCATTER_STALLED;
        final long timeout = context.settings().timeouts().copyTimeoutNanos();
        final long longest = timeout / 100 * context.settings().stallPercent();
        final long stall =
                context.faults().strike(family, pair / 2, ordinal, LAUNCH_NANOS, longest);
        if (stall > 0) {
            context.faults().applied(family);
            if (stall >= timeout) {
                context.harm().disturb(life);
            }
        }
        return stall;
    }

    private boolean isSplit(final int pair, final long ordinal) {
        return context.dice().below(Topic.COPY, pair, 2 * ordinal + 1, 4) == 0;
    }

    private static CopyOutcome outcome(final boolean fails) {
        return fails ? CopyOutcome.FAILED : CopyOutcome.DONE;
    }
}
