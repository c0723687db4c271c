package dev.bounce.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Effects;
import dev.bounce.engine.Outcome;
import dev.bounce.engine.PlaneKey;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.MessageType;
import dev.bounce.model.wire.Token;
import dev.bounce.sim.check.PropertyViolation;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Properties that the world itself judges, each violated by engines whose effects are changed
/// before they are performed.
final class WorldPropertiesTest {
    private static final long MOST_SEEDS = 60;
    private static final int TOO_MANY_FOR_A_FRAME = 1 << 14;
    private static final List<Effect> NOTHING = List.of();

    @Test
    void shouldMissAnAgentThatNeverStops() {
        finds(
                "ShutdownOK",
                Profile.CALM,
                effect -> effect instanceof Effect.Stopped ? NOTHING : List.of(effect));
    }

    @Test
    void shouldRejectAStopWithAnOpenTransfer() {
        finds(
                "StoppedMeansResolved",
                Profile.CALM,
                effect ->
                        effect instanceof Effect.Resolve resolve
                                        && resolve.outcome() == Outcome.SHUT_DOWN
                                ? NOTHING
                                : List.of(effect));
    }

    @Test
    void shouldRejectASecondDelivery() {
        finds(
                "DeliveredOnce",
                Profile.CALM,
                effect ->
                        effect instanceof Effect.Delivered
                                ? List.of(effect, effect)
                                : List.of(effect));
    }

    @Test
    void shouldRejectThePlaneOfAnotherEpoch() {
        finds(
                "OnePlanePerEpoch",
                Profile.CALM,
                effect ->
                        effect instanceof Effect.OpenPlane open && open.remote() != null
                                ? List.of(
                                        new Effect.OpenPlane(
                                                next(open.plane()), open.peer(), open.remote()))
                                : List.of(effect));
    }

    @Test
    void shouldRejectAWriteWithoutAPlane() {
        finds(
                "WriteNeedsPlane",
                Profile.CALM,
                effect ->
                        effect instanceof Effect.Write write
                                ? List.of(
                                        new Effect.Write(
                                                write.writeId(),
                                                next(write.plane()),
                                                write.sourceRegion(),
                                                write.bytes(),
                                                write.grantId(),
                                                write.targetRegion(),
                                                write.targetAddress(),
                                                write.notAfterNanos()))
                                : List.of(effect));
    }

    @Test
    void shouldRejectAPutToNobody() {
        finds(
                "KnownPeer",
                Profile.CALM,
                effect ->
                        effect instanceof Effect.DirectPut put
                                ? List.of(
                                        new Effect.DirectPut(
                                                put.transferId(), "nobody", put.pairs()))
                                : List.of(effect));
    }

    @Test
    void shouldRejectAFrameThatIsAnotherAfterItHasBeenBytes() {
        final Bench bench = new Bench();
        final Network network = new Network(bench.context);
        final long route = network.connect(bench.sender, bench.receiver);
        final Header header =
                new Header(MessageType.WANT, Header.VERSION, Token.NONE, 7, 1, 2, 3, 0, 0, 0);
        final Message message = new Message(header, new Body.KeepAlive());
        final Frame frame = new Frame(Collections.nCopies(TOO_MANY_FOR_A_FRAME, message));
        final PropertyViolation found =
                assertThrows(
                        PropertyViolation.class,
                        () -> {
                            for (int count = 0; count < 200; count++) {
                                network.send(bench.sender, route, frame);
                            }
                        });
        assertEquals("CodecRoundTrip", found.property());
    }

    @Test
    void shouldMissAFenceWithoutWhichARegionIsLeft() {
        finds(
                "NoRegionLeaks",
                Profile.RESTART,
                effect -> effect instanceof Effect.Fence ? NOTHING : List.of(effect));
    }

    @Test
    void shouldRejectAFailureWhereNothingWasHarmed() {
        finds("EveryRequestSucceeds", Profile.CALM, WorldPropertiesTest::lost);
    }

    @Test
    void shouldRejectAFailureOfARequestThatNothingHasHarmed() {
        finds("NoCollateral", Profile.DEFAULT, WorldPropertiesTest::lost);
    }

    private static List<Effect> lost(final Effect effect) {
        return effect instanceof Effect.Resolve resolve && resolve.outcome() == Outcome.SUCCESS
                ? List.of(
                        new Effect.Resolve(
                                resolve.transferId(),
                                resolve.epoch(),
                                resolve.rid(),
                                Outcome.LINK_LOST,
                                resolve.delivered(),
                                resolve.quiescent()))
                : List.of(effect);
    }

    private static PlaneKey next(final PlaneKey plane) {
        return new PlaneKey(plane.linkId(), plane.epoch() + 1, plane.instance(), plane.side());
    }

    private static void finds(
            final String property,
            final Profile profile,
            final Function<Effect, List<Effect>> change) {
        for (long seed = 1; seed <= MOST_SEEDS; seed++) {
            final PropertyViolation found =
                    Simulation.run(
                                    Script.of(seed, profile),
                                    (_, _, _, effects, _) -> change(effects, change))
                            .violation();
            if (found != null && found.property().equals(property)) {
                return;
            }
        }
        fail("no seed violated " + property);
    }

    private static void change(final Effects effects, final Function<Effect, List<Effect>> change) {
        final List<Effect> all = effects.toList();
        effects.clear();
        for (final Effect effect : all) {
            for (final Effect changed : change.apply(effect)) {
                effects.add(changed);
            }
        }
    }
}
