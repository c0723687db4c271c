package dev.bounce.hw.bench;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.bounce.hw.BounceAgent;
import dev.bounce.hw.LoadResult;
import dev.bounce.hw.TransferHandle;
import dev.bounce.hw.TransferResult;
import dev.bounce.model.agent.AgentDescription;
import dev.bounce.model.agent.DecodedDescription;
import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Tag;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// The agent that sends: loads the listener's description, moves one round after the other, and
/// takes a round for verified when the listener has said so in the mailbox. A round that fails is
/// counted by what it ended with; then the description is read anew, so that a listener that came
/// back is found. Nothing waits without a bound.
final class PairCaller {
    private static final long POLL_MILLIS = 50;

    /// How a round ends whose bytes landed, but whose answer does not come.
    private static final String NO_ANSWER = "NO_ANSWER";

    private static final String NOT_READY = "NOT_READY";
    private static final long ROUNDS_PER_LINE = 20;

    private final PairPlan plan;
    private final DescriptionFile peer;
    private final long waitMillis;
    private final long forgetEvery;
    private final Consumer<String> log;
    private final Consumer<String> progress;
    private final BlockingQueue<Tag> answers = new LinkedBlockingQueue<>();
    private final Map<String, Long> failures = new TreeMap<>();
    private Pool pool;
    private Pool number;
    private Pool mailbox;
    private byte[] description;
    private RegisteredRegion target;
    private boolean greeted;
    private long verified;
    private long wrong;

    /// @param peer where the description of the listener is
    /// @param waitMillis for the listener to be there, and for each answer
    /// @param forgetEvery rounds after which the listener is forgotten in the middle, 0 = never
    /// @param log takes lines for people
    /// @param progress takes a line after every 20 verified rounds
    PairCaller(
            final PairPlan plan,
            final DescriptionFile peer,
            final long waitMillis,
            final long forgetEvery,
            final Consumer<String> log,
            final Consumer<String> progress) {
        this.plan = plan;
        this.peer = peer;
        this.waitMillis = waitMillis;
        this.forgetEvery = forgetEvery;
        this.log = log;
        this.progress = progress;
    }

    PairReport run() throws BenchException {
        long nanos = 0;
        double reactorMicros = 0;
        try (Arena owner = Arena.ofShared();
                Pool memory =
                        plan.pool(owner, plan.workload().senderPoolBytes(0) + plan.areaBytes());
                Pool words = plan.pool(owner, PairPlan.ROUND_BYTES);
                Pool answered = plan.pool(owner, plan.answerBytes());
                BounceAgent agent = plan.start(plan.caller())) {
            pool = memory;
            number = words;
            mailbox = answered;
            agent.register(pool.range()).orThrow();
            agent.register(number.range()).orThrow();
            agent.register(mailbox.range()).orThrow();
            expect(agent);
            firstDescription();
            final ReactorCost cost = new ReactorCost(agent, plan.rounds());
            final long first = System.nanoTime();
            for (long round = 1; round <= plan.rounds(); round++) {
                final String failure = move(agent, round);
                if (failure != null) {
                    failures.merge(failure, 1L, Long::sum);
                    log.accept("round " + round + " failed: " + failure);
                    greeted = false;
                }
                cost.ended(round);
            }
            nanos = System.nanoTime() - first;
            reactorMicros = cost.micros();
            Recordings.write(agent, plan.recording());
        } catch (final InterruptedException asked) {
            Thread.currentThread().interrupt();
            throw new BenchException(BenchException.FAILED, "interrupted");
        }
        return new PairReport(
                "caller",
                plan,
                plan.rounds(),
                verified,
                wrong,
                failures,
                verified * plan.workload().bytes(plan.ranks()),
                nanos,
                reactorMicros);
    }

    private void expect(final BounceAgent agent) {
        agent.onDelivered(
                plan.listener(),
                Tag.of(PairPlan.ANSWER),
                delivery -> {
                    expect(agent);
                    answers.add(delivery.tag());
                });
    }

    private void firstDescription() throws BenchException, InterruptedException {
        final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
        while (!refresh()) {
            if (System.nanoTime() - end > 0) {
                throw new BenchException(
                        BenchException.TIMEOUT,
                        "no description of the listener within " + waitMillis + " ms");
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /// @return whether there is another description than before
    private boolean refresh() throws BenchException {
        final byte[] read = peer.readIfNew();
        if (read == null) {
            return false;
        }
        if (!(AgentDescription.decode(read) instanceof DecodedDescription.Value value)) {
            throw new BenchException(
                    BenchException.FAILED, "the description of the listener does not decode");
        }
        final long bytes = plan.listenerBytes() + plan.areaBytes();
        target =
                value.description().regions().stream()
                        .filter(region -> region.bytes() == bytes)
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new BenchException(
                                                BenchException.FAILED,
                                                "the listener has no pool of %d bytes; was it"
                                                                .formatted(bytes)
                                                        + " started with the same workload?"));
        description = read;
        return true;
    }

    /// @return what the round failed with, `null` if it was verified
    private String move(final BounceAgent agent, final long round)
            throws BenchException, InterruptedException {
        if (!greeted) {
            final String failure = greet(agent);
            if (failure != null) {
                return failure;
            }
        }
        pool.randomize(round);
        number.inside().set(JAVA_LONG_UNALIGNED, 0, round);
        number.inside().set(JAVA_LONG_UNALIGNED, 8, ~round);
        number.push();
        answers.clear();
        final TransferHandle handle =
                agent.submit(roundPairs(), plan.listener(), null, Tag.of(PairPlan.ROUND));
        if (forgetEvery > 0 && round % forgetEvery == 0) {
            agent.forget(plan.listener());
        }
        final String failure = failure(handle);
        return failure != null ? failure : answered(round);
    }

    private String greet(final BounceAgent agent) throws BenchException, InterruptedException {
        final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
        while (System.nanoTime() - end < 0) {
            refresh();
            final LoadResult result = agent.load(description);
            if (!(result instanceof LoadResult.Loaded)) {
                throw new BenchException(BenchException.FAILED, "not loaded: " + result);
            }
            if (isReady(agent)) {
                final String failure = failure(submitGreeting(agent));
                greeted = failure == null;
                return failure;
            }
        }
        return NOT_READY;
    }

    private boolean isReady(final BounceAgent agent) throws InterruptedException {
        final CompletableFuture<Void> ready = agent.awaitReady(plan.listener());
        try {
            ready.get(10 * POLL_MILLIS, TimeUnit.MILLISECONDS);
            return true;
        } catch (final TimeoutException | ExecutionException notYet) {
            return false;
        }
    }

    private TransferHandle submitGreeting(final BounceAgent agent) {
        final byte[] own = agent.describe();
        final MemorySegment greeting =
                pool.inside().asSlice(plan.workload().senderPoolBytes(0), plan.areaBytes());
        greeting.set(JAVA_LONG_UNALIGNED, 0, mailbox.base());
        greeting.set(JAVA_INT_UNALIGNED, 8, own.length);
        MemorySegment.copy(own, 0, greeting, JAVA_BYTE, 12, own.length);
        pool.push();
        return agent.submit(
                plan.block(
                        pool.base() + plan.workload().senderPoolBytes(0),
                        target.base() + plan.listenerBytes(),
                        plan.greetingBytes(12L + own.length)),
                plan.listener(),
                null,
                Tag.of(PairPlan.GREETING));
    }

    private DescriptorPairs roundPairs() {
        final DescriptorPairs pairs = plan.pairs(pool.base(), target.base());
        final int count = pairs.size();
        final long[] source = Arrays.copyOf(pairs.source(), count + 1);
        final long[] destination = Arrays.copyOf(pairs.destination(), count + 1);
        final long[] bytes = Arrays.copyOf(pairs.bytes(), count + 1);
        source[count] = number.base();
        destination[count] = target.base() + plan.listenerBytes() + plan.roundOffset();
        bytes[count] = PairPlan.ROUND_BYTES;
        return new DescriptorPairs(source, destination, bytes, new int[] {0}, new int[] {0});
    }

    /// @return what a transfer ended with, `null` if it is a success
    private String failure(final TransferHandle handle) throws InterruptedException {
        final long boundNanos =
                plan.config().timeouts().requestTimeoutNanos()
                        + plan.config().timeouts().closeTimeoutNanos()
                        + TimeUnit.MILLISECONDS.toNanos(waitMillis);
        try {
            final TransferResult result = handle.future().get(boundNanos, TimeUnit.NANOSECONDS);
            if (result.isSuccess()) {
                return null;
            }
            return result.outcome() == null
                    ? "REFUSED_" + result.refusal()
                    : result.outcome().toString();
        } catch (final TimeoutException never) {
            return "HANG";
        } catch (final ExecutionException broken) {
            return "AGENT_BROKEN";
        }
    }

    private String answered(final long round) throws InterruptedException {
        final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
        while (answers.poll(POLL_MILLIS, TimeUnit.MILLISECONDS) == null || answerOf() != round) {
            if (System.nanoTime() - end > 0) {
                return NO_ANSWER;
            }
        }
        if (mailbox.inside().get(JAVA_LONG_UNALIGNED, 8) == 1) {
            verified++;
            if (verified % ROUNDS_PER_LINE == 0) {
                progress.accept("verified " + verified + " rounds");
            }
            return null;
        }
        wrong++;
        return "WRONG_BYTES";
    }

    /// The round that the listener has answered last.
    private long answerOf() {
        mailbox.fetch();
        return mailbox.inside().get(JAVA_LONG_UNALIGNED, 0);
    }
}
