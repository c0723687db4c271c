package dev.bounce.model.wire;

import dev.bounce.model.MemoryKind;
import java.util.List;
import java.util.function.Predicate;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/// Frames that can be encoded, edge values included.
final class WireArbitraries {
    private static final Arbitrary<Long> U64 =
            Arbitraries.oneOf(
                    Arbitraries.longs(), Arbitraries.of(0L, 1L, -1L, 1L << 63, Long.MAX_VALUE));
    private static final Arbitrary<Integer> U31 =
            Arbitraries.oneOf(
                    Arbitraries.integers().greaterOrEqual(0),
                    Arbitraries.of(0, 1, Integer.MAX_VALUE));
    private static final Arbitrary<Integer> U16 = Arbitraries.integers().between(0, 0xFFFF);
    private static final Arbitrary<Nonce> NONCE = Combinators.combine(U64, U64).as(Nonce::new);
    private static final Arbitrary<Token> TOKEN = Combinators.combine(U64, U64).as(Token::new);
    private static final Arbitrary<Status> STATUS =
            Arbitraries.of(Status.class).filter(status -> status != Status.UNRECOGNIZED);

    private WireArbitraries() {}

    static Arbitrary<Frame> frames() {
        return messages().list().ofMinSize(1).ofMaxSize(5).map(Frame::new);
    }

    private static Arbitrary<Message> messages() {
        return bodies().flatMap(body -> headers(body).map(header -> new Message(header, body)));
    }

    private static Arbitrary<Header> headers(final Body body) {
        final Arbitrary<Integer> version =
                BodyCodec.isReadableInAnyVersion(body) ? U16 : Arbitraries.just(Header.VERSION);
        final Arbitrary<Long> rid =
                Arbitraries.frequencyOf(Tuple.of(1, Arbitraries.just(0L)), Tuple.of(1, U64))
                        .filter(body::fitsRid);
        final Arbitrary<long[]> rest = U64.array(long[].class).ofSize(6);
        return Combinators.combine(version, TOKEN, rid, rest)
                .as(
                        (wireVersion, token, request, others) ->
                                new Header(
                                        body.type(),
                                        wireVersion,
                                        token,
                                        others[0],
                                        others[1],
                                        others[2],
                                        others[3],
                                        request,
                                        others[4],
                                        others[5]));
    }

    static Arbitrary<Body> bodies() {
        return Arbitraries.oneOf(
                List.of(
                        wants(),
                        opens(),
                        grants(),
                        openeds(),
                        data(),
                        chunkAcks(),
                        STATUS.map(Body.RequestAck::new),
                        Arbitraries.of(true, false).map(Body.Close::new),
                        Combinators.combine(U64, NONCE).as(Body.StaleEpoch::new),
                        U64.map(Body.StaleInstance::new),
                        Combinators.combine(refusals(), NONCE).as(Body.OpenRefused::new),
                        Arbitraries.of(
                                new Body.Cancel(),
                                new Body.KeepAlive(),
                                new Body.KeepAliveAnswer(),
                                new Body.Closed())));
    }

    private static Arbitrary<OpenRefusal> refusals() {
        return Arbitraries.of(OpenRefusal.class)
                .filter(Predicate.not(OpenRefusal.UNRECOGNIZED::equals));
    }

    private static Arbitrary<Body> wants() {
        final Arbitrary<Tag> tag =
                Arbitraries.bytes().array(byte[].class).ofMaxSize(Tag.MAX_BYTES).map(Tag::of);
        final Arbitrary<long[]> sizes = U64.array(long[].class).ofMinSize(1).ofMaxSize(40);
        return Combinators.combine(tag, sizes).as(Body.Want::new);
    }

    /// Names of all lengths, one to three bytes per character.
    private static Arbitrary<Body> opens() {
        final Arbitrary<String> name =
                Arbitraries.strings()
                        .withCharRange('\0', '\uD7FF')
                        .withCharRange('\uE000', '\uFFFF')
                        .ofMinLength(1)
                        .ofMaxLength(66);
        return Combinators.combine(name, NONCE, U16, U16).as(Body.Open::new);
    }

    private static Arbitrary<Body> grants() {
        return Combinators.combine(U31, U64, U64, U64, U64, U31)
                .as(Credit::new)
                .list()
                .ofMaxSize(20)
                .map(Body.Grant::new);
    }

    private static Arbitrary<Body> chunkAcks() {
        return Combinators.combine(U31, U64, STATUS)
                .as(ChunkAck::new)
                .list()
                .ofMaxSize(20)
                .map(Body.ChunkAcks::new);
    }

    private static Arbitrary<Body> openeds() {
        final Arbitrary<Long> u63 = Arbitraries.longs().greaterOrEqual(0);
        final Arbitrary<Body.ReceiverLimits> limits =
                Combinators.combine(u63, U31, u63, U31, U31, U31).as(Body.ReceiverLimits::new);
        final Arbitrary<Blob> blob =
                Arbitraries.bytes().array(byte[].class).ofMaxSize(300).map(Blob::of);
        final Arbitrary<Body.ArenaAccess> arena =
                Combinators.combine(
                                Arbitraries.of(MemoryKind.class),
                                Combinators.combine(U64, U64).as(DeviceUuid::new),
                                U64,
                                blob,
                                blob)
                        .as(Body.ArenaAccess::new);
        return Combinators.combine(NONCE, TOKEN, U16, limits, arena).as(Body.Opened::new);
    }

    private static Arbitrary<Body> data() {
        final Arbitrary<ScatterRuns> runs =
                Arbitraries.integers().between(0, 30).flatMap(WireArbitraries::runs);
        return Combinators.combine(U31, U64, U64, runs).as(Body.Data::new);
    }

    private static Arbitrary<ScatterRuns> runs(final int size) {
        final Arbitrary<long[]> column = U64.array(long[].class).ofSize(size);
        final Arbitrary<int[]> counts = Arbitraries.integers().array(int[].class).ofSize(size);
        return Combinators.combine(column, column, column, column, column, counts)
                .as(ScatterRuns::new);
    }
}
