package dev.bounce.spec.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bounce.engine.Effect;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.Snapshot;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Frame;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/// What is read equals what was written. A plan has no equality of its own: where one is inside,
/// the texts are compared.
class EngineJsonPropertyTest {
    @Property(seed = "4", tries = 400, shrinking = ShrinkingMode.OFF)
    void shouldReadTheBodyThatItWrote(@ForAll final long seed) {
        assertSame(Body.class, new RandomValues(seed).of(Body.class));
    }

    @Property(seed = "5", tries = 300, shrinking = ShrinkingMode.OFF)
    void shouldReadTheEventThatItWrote(@ForAll final long seed) {
        final Event event = new RandomValues(seed).of(Event.class);
        if (event instanceof Event.Submit) {
            assertSameText(Event.class, event);
        } else {
            assertSame(Event.class, event);
        }
    }

    @Property(seed = "6", tries = 60, shrinking = ShrinkingMode.OFF)
    void shouldReadTheSnapshotThatItWrote(@ForAll final long seed) {
        assertSameText(Snapshot.class, new RandomValues(seed).of(Snapshot.class));
    }

    @Property(seed = "7", tries = 200, shrinking = ShrinkingMode.OFF)
    void shouldReadTheEffectThatItWroteButForPlansAndPairs(@ForAll final long seed) {
        final Effect effect = new RandomValues(seed).of(Effect.class);
        if (effect instanceof Effect.Gather || effect instanceof Effect.DirectPut) {
            assertSameText(Effect.class, effect);
        } else {
            assertSame(Effect.class, effect);
        }
    }

    @Property(seed = "8", tries = 50, shrinking = ShrinkingMode.OFF)
    void shouldReadTheConfigurationThatItWrote(@ForAll final long seed) {
        assertSame(EngineConfig.class, new RandomValues(seed).of(EngineConfig.class));
    }

    @Property(tries = 30, shrinking = ShrinkingMode.OFF)
    void shouldReadWhatItWroteInValuesNeverTriedBefore(@ForAll final long seed) {
        assertSame(Frame.class, new RandomValues(seed).of(Frame.class));
        assertSameText(Snapshot.class, new RandomValues(seed).of(Snapshot.class));
    }

    @Property(seed = "9", tries = 100, shrinking = ShrinkingMode.OFF)
    void shouldReadEveryPartOfAPlan(@ForAll final long seed) {
        final TransferPlan plan = new RandomValues(seed).of(TransferPlan.class);
        final TransferPlan read =
                EngineJson.parse(TransferPlan.class, EngineJson.text(TransferPlan.class, plan));
        assertEquals(plan.chunkCount(), read.chunkCount());
        assertEquals(plan.payloadBytes(), read.payloadBytes());
        assertEquals(plan.maxRegionBytes(), read.maxRegionBytes());
        assertEquals(plan.reorderedChunks(), read.reorderedChunks());
        for (int chunk = 0; chunk < plan.chunkCount(); chunk++) {
            assertEquals(plan.runs(chunk), read.runs(chunk));
            assertEquals(plan.regionBytes(chunk), read.regionBytes(chunk));
            assertEquals(plan.payloadBytes(chunk), read.payloadBytes(chunk));
            assertEquals(plan.endPiece(chunk), read.endPiece(chunk));
        }
        for (int piece = 0; piece < plan.pieceCount(); piece++) {
            assertEquals(plan.pieceSource(piece), read.pieceSource(piece));
            assertEquals(plan.pieceRegionOffset(piece), read.pieceRegionOffset(piece));
            assertEquals(plan.pieceBytes(piece), read.pieceBytes(piece));
        }
    }

    private static <T> void assertSame(final Class<T> type, final T value) {
        assertEquals(value, EngineJson.parse(type, EngineJson.text(type, value)));
    }

    private static <T> void assertSameText(final Class<T> type, final T value) {
        final String text = EngineJson.text(type, value);
        assertEquals(text, EngineJson.text(type, EngineJson.parse(type, text)));
    }
}
