package dev.bounce.hw.bench;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.bounce.hw.BounceAgent;
import dev.bounce.hw.LoadResult;
import dev.bounce.hw.TransferResult;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Tag;
import java.io.PrintWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// The agent that listens: verifies every round that lands and answers it with a transfer back to
/// the mailbox of the caller, which it knows from the caller's greeting.
final class PairListener {
    private static final long NEWER_MILLIS = 2_000;
    private static final long LOOK_MILLIS = 200;

    private final PairPlan plan;
    private final Consumer<String> log;
    private final BlockingQueue<Tag> landed = new LinkedBlockingQueue<>();
    private final Tag greeting = Tag.of(PairPlan.GREETING);
    private final Tag round = Tag.of(PairPlan.ROUND);
    private Pool replica;
    private Pool pool;
    private Pool answer;
    private long mailbox;
    private int early;
    private long verified;
    private long wrong;
    private long bytes;
    private long firstNanos;
    private double reactorMicros;

    /// @param log takes lines for people
    PairListener(final PairPlan plan, final Consumer<String> log) {
        this.plan = plan;
        this.log = log;
    }

    /// Listens until every round was verified, or the thread is interrupted.
    ///
    /// @param out takes the description if that is to be printed
    /// @throws BenchException if no peer can reach the agent, or it fails
    PairReport run(final DescriptionFile description, final PrintWriter out) throws BenchException {
        try (Arena owner = Arena.ofShared();
                Pool memory = plan.pool(owner, plan.listenerBytes() + plan.areaBytes());
                Pool words = plan.pool(owner, plan.answerBytes());
                BounceAgent agent = plan.start(plan.listener())) {
            replica = new Pool(owner, plan.workload().senderPoolBytes(0));
            pool = memory;
            answer = words;
            agent.register(pool.range()).orThrow();
            agent.register(answer.range()).orThrow();
            expect(agent, greeting);
            expect(agent, round);
            description.write(agent.describe(), out);
            final ReactorCost cost = new ReactorCost(agent, plan.rounds());
            while (verified + wrong < plan.rounds()) {
                final Tag tag = next(landed, agent, plan.recording());
                if (mailbox == 0 && tag.equals(round)) {
                    early++; // the greeting landed before it, and is told after it
                } else if (tag.equals(greeting)) {
                    greeted(agent);
                    for (; mailbox != 0 && early > 0; early--) {
                        landed.add(round);
                    }
                } else {
                    verify(agent);
                    cost.ended(verified + wrong);
                }
            }
            awaitAnswerTaken();
            reactorMicros = cost.micros();
            Recordings.write(agent, plan.recording());
        } catch (final InterruptedException asked) {
            Thread.currentThread().interrupt();
        }
        return report();
    }

    /// What was counted so far.
    private PairReport report() {
        return new PairReport(
                "listener",
                plan,
                verified + wrong,
                verified,
                wrong,
                Map.of(),
                bytes,
                firstNanos == 0 ? 0 : System.nanoTime() - firstNanos,
                reactorMicros);
    }

    /// The next that lands. The caller may take its time, but an agent that has failed lands none.
    ///
    /// @param recording where an agent that has failed leaves what led there, `null` = nowhere
    static Tag next(final BlockingQueue<Tag> landed, final BounceAgent agent, final Path recording)
            throws BenchException, InterruptedException {
        Tag tag = landed.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        while (tag == null) {
            if (agent.fault().isPresent()) {
                Recordings.write(agent, recording);
                throw new BenchException(BenchException.FAILED, agent.fault().get());
            }
            tag = landed.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }
        return tag;
    }

    private void expect(final BounceAgent agent, final Tag tag) {
        agent.onDelivered(
                plan.caller(),
                tag,
                delivery -> {
                    expect(agent, tag);
                    landed.add(delivery.tag());
                });
    }

    private MemorySegment area() {
        return pool.inside().asSlice(plan.listenerBytes(), plan.areaBytes());
    }

    private void greeted(final BounceAgent agent) {
        pool.fetch();
        final int length = area().get(JAVA_INT_UNALIGNED, 8);
        if (length < 1 || length > plan.roundOffset() - 12) {
            log.accept("a greeting of " + length + " bytes is ignored");
            return;
        }
        mailbox = area().get(JAVA_LONG_UNALIGNED, 0);
        final LoadResult result = agent.load(area().asSlice(12, length).toArray(JAVA_BYTE));
        log.accept("greeted by " + plan.caller() + ": " + result);
    }

    private void verify(final BounceAgent agent) throws InterruptedException {
        pool.fetch();
        final long number = area().get(JAVA_LONG_UNALIGNED, plan.roundOffset());
        firstNanos = firstNanos == 0 ? System.nanoTime() : firstNanos;
        replica.randomize(number);
        final DescriptorPairs pairs = plan.pairs(replica.base(), pool.base());
        String fault = null;
        try {
            Verifier.check("round " + number, pairs, replica, pool);
        } catch (final BenchException mismatch) {
            fault = mismatch.getMessage();
        }
        if (fault != null && isOvertaken()) {
            return; // the caller gave this round up and has sent another one since
        }
        if (fault == null) {
            verified++;
            bytes += pairs.totalBytes();
        } else {
            wrong++;
            log.accept(fault);
        }
        answer.inside().set(JAVA_LONG_UNALIGNED, 0, number);
        answer.inside().set(JAVA_LONG_UNALIGNED, 8, fault == null ? 1 : 0);
        answer.push();
        // Only what is coalesced is noticed over there, and the gate decides when it is submitted.
        agent.awaitReady(plan.caller())
                .thenCompose(_ -> submitAnswer(agent))
                .whenComplete(
                        (result, failure) -> {
                            if (failure != null || !result.isSuccess()) {
                                log.accept(
                                        "round %d is not answered: %s"
                                                .formatted(
                                                        number,
                                                        failure == null ? result : failure));
                            }
                        });
    }

    private CompletableFuture<TransferResult> submitAnswer(final BounceAgent agent) {
        return agent.submit(
                        plan.block(answer.base(), mailbox, plan.answerBytes()),
                        plan.caller(),
                        null,
                        Tag.of(PairPlan.ANSWER))
                .future();
    }

    private boolean isOvertaken() throws InterruptedException {
        final Tag newer = landed.poll(NEWER_MILLIS, TimeUnit.MILLISECONDS);
        if (newer != null) {
            landed.add(newer);
        }
        return newer != null;
    }

    /// The last answer is on its way; the caller goes when it has it, which ends the wait.
    private void awaitAnswerTaken() throws InterruptedException {
        landed.poll(NEWER_MILLIS, TimeUnit.MILLISECONDS);
    }
}
