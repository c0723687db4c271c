package dev.bounce.engine;

import dev.bounce.model.plan.Transfer;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Tag;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Two engines and nothing else: one transfer of 20 chunks through an arena of 8, with a world that
/// answers at once. `steps` counts the engine steps of both sides; allocation per step is
/// `gc.alloc.rate.norm` divided by steps per transfer.
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EngineBenchmark {
    private static final int CHUNKS = 20;

    /// Steps of both engines.
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Steps {
        /// Steps taken.
        public long steps;
    }

    private record Addressed(int side, Event event) {}

    private final Engine[] engines = new Engine[2];
    private final Effects effects = new Effects();
    private final ArrayDeque<Addressed> pending = new ArrayDeque<>();
    private final TransferPlan plan = Node.plan(1, CHUNKS);
    private long now = Node.SECOND;
    private long transferId;

    /// Opens the link.
    @Setup
    public void open() {
        for (int side = 0; side < 2; side++) {
            engines[side] = new Engine(Node.config("agent-" + side, side + 1, Node.ARENA));
            step(side, new Event.MemoryRegistered(Node.DESTINATION, 1L << 30));
        }
        pending.add(new Addressed(0, new Event.Load("agent-1", 2, 1)));
        run();
    }

    /// One transfer from submit to success.
    @Benchmark
    public long transfer(final Steps counter) {
        transferId++;
        now += 1_000;
        pending.add(
                new Addressed(
                        0,
                        new Event.Submit(
                                transferId, "agent-1", new Transfer.Coalesced(plan), Tag.EMPTY)));
        counter.steps += run();
        return transferId;
    }

    private long run() {
        long steps = 0;
        while (!pending.isEmpty()) {
            final Addressed next = pending.poll();
            step(next.side, next.event);
            steps++;
        }
        return steps;
    }

    private void step(final int side, final Event event) {
        effects.clear();
        engines[side].step(now, event, effects);
        for (int index = 0; index < effects.size(); index++) {
            final Event answer = answer(effects.get(index));
            if (answer != null) {
                pending.add(
                        new Addressed(answer instanceof Event.Received ? 1 - side : side, answer));
            }
        }
    }

    private static Event answer(final Effect effect) {
        return switch (effect) {
            case Effect.Send send -> new Event.Received(3 - send.route(), send.frame());
            case Effect.Gather gather -> new Event.GatherEnded(gather.copyId(), CopyOutcome.DONE);
            case Effect.Write write -> new Event.WriteEnded(write.writeId(), WriteOutcome.LANDED);
            case Effect.Scatter scatter ->
                    new Event.ScatterEnded(scatter.copyId(), CopyOutcome.DONE);
            case Effect.OpenPlane open -> new Event.PlaneOpened(open.plane(), Blob.EMPTY);
            case Effect.Fence fence -> new Event.Fenced(fence.plane(), FenceStrength.PROVEN);
            case Effect.Resolve resolve -> {
                if (resolve.outcome() != Outcome.SUCCESS) {
                    throw new AssertionError(resolve);
                }
                yield null;
            }
            case Effect.DirectPut _,
                    Effect.Refused _,
                    Effect.Delivered _,
                    Effect.Deregistered _,
                    Effect.Stopped _,
                    Effect.Ignored _ ->
                    null;
        };
    }
}
