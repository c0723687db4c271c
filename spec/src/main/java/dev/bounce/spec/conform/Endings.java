package dev.bounce.spec.conform;

import static dev.bounce.spec.conform.SpecState.in;
import static dev.bounce.spec.conform.SpecState.numberIn;
import static dev.bounce.spec.conform.SpecState.textIn;
import static dev.bounce.spec.conform.SpecState.truthIn;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.FenceStrength;
import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.model.wire.Blob;
import dev.bounce.spec.tla.TlaValue;

/// What the hosts have begun may end: copies, writes, planes in the making, and fences.
final class Endings {
    private final EngineCast engines;
    private final SpecState state;
    private final Offers offers;

    Endings(final EngineCast engines, final SpecState state, final Offers offers) {
        this.engines = engines;
        this.state = state;
        this.offers = offers;
    }

    /// Finds all that one host has begun.
    void find(final String agent, final Half half) {
        for (final Effect.Gather gather : half.gathers) {
            offers.addIfPossible(
                    agent, "GatherEnd", new Event.GatherEnded(gather.copyId(), CopyOutcome.DONE));
            offers.addIfPossible(
                    agent,
                    "GatherFail",
                    new Event.GatherEnded(gather.copyId(), CopyOutcome.FAILED));
        }
        for (final Effect.Scatter scatter : half.scatters) {
            offers.addIfPossible(
                    agent,
                    "ScatterEnd",
                    new Event.ScatterEnded(scatter.copyId(), CopyOutcome.DONE));
            offers.addIfPossible(
                    agent,
                    "ScatterFail",
                    new Event.ScatterEnded(scatter.copyId(), CopyOutcome.FAILED));
        }
        half.writes.forEach(write -> written(agent, write));
        for (final PlaneKey plane : half.planes) {
            offers.addIfPossible(agent, "LinkReady", new Event.PlaneOpened(plane, Blob.EMPTY));
        }
        for (final PlaneKey plane : half.fences) {
            offers.add(
                    Input.of(
                            agent,
                            plane.side() == PlaneKey.Side.SENDER
                                    ? "SenderFenced"
                                    : "ReceiverFenced",
                            new Event.Fenced(plane, FenceStrength.PROVEN)));
        }
    }

    /// A write ends LANDED only when it has landed, NEVER only when nothing of it has.
    private void written(final String agent, final Effect.Write effect) {
        for (final TlaValue write : state.set("writes")) {
            final TlaValue epoch = in(write, "k");
            if (!textIn(write, "st").equals("run")
                    || !engines.plane(epoch, PlaneKey.Side.SENDER).equals(effect.plane())
                    || numberIn(write, "g") != effect.grantId()) {
                continue;
            }
            final int left = ((TlaValue.SetOf) in(write, "left")).elements().size();
            final boolean isDead = truthIn(write, "dead");
            if (left == 0 && !isDead) {
                addEnd(agent, "WriteLanded", effect, WriteOutcome.LANDED);
            }
            if (left == 2 && state.left("never") > 0) {
                addEnd(agent, "WriteNever", effect, WriteOutcome.NEVER);
            }
            if (isDead || state.left("dirty") > 0) {
                addEnd(agent, "WriteDirty", effect, WriteOutcome.DIRTY);
            }
        }
    }

    private void addEnd(
            final String agent,
            final String action,
            final Effect.Write write,
            final WriteOutcome outcome) {
        offers.add(Input.of(agent, action, new Event.WriteEnded(write.writeId(), outcome)));
    }
}
