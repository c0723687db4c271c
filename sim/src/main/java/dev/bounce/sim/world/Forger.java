package dev.bounce.sim.world;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Decoded;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.FrameDecoder;
import dev.bounce.model.wire.FrameEncoder;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.Nonce;
import dev.bounce.model.wire.ScatterRuns;
import dev.bounce.model.wire.Token;
import java.util.ArrayList;
import java.util.List;

/// Frames that nobody sent: random bytes, frames with bits flipped or cut short, huge counts, wrong
/// epochs, runs that point outside. Whoever forges them knows no token and no nonce; where a world
/// allows for forged tokens, the runs that point outside come with a valid one.
///
/// A forged OPEN keeps the nonce of the one that it copies, which whoever saw that one knows. It
/// may: an OPEN says nothing about other epochs, one of a known epoch is only answered again, and
/// one of a larger epoch takes the place of the sender's own, which then opens one above it.
final class Forger {
    private static final int KINDS = 5;
    private static final int MOST_FLIPS = 8;
    private static final int LONGEST = 400;

    private final Context context;
    private final FrameDecoder decoder;

    Forger(final Context context, final FrameDecoder decoder) {
        this.context = context;
        this.decoder = decoder;
    }

    /// A frame made from one that passes by, `null` if what was made is none.
    Frame forge(final Frame seen, final int pair, final long ordinal) {
        final long key = ordinal << 16;
        final long kind = draw(pair, key, KINDS);
        if (kind == 0) {
            return decoded(noise(pair, key), pair, key);
        }
        if (kind == 1) {
            return decoded(flipped(seen, pair, key), pair, key);
        }
        if (kind == 2) {
            return decoded(inflated(seen, pair, key), pair, key);
        }
        return kind == 3 ? inWrongEpoch(seen, pair, key) : outside(seen, pair, key);
    }

    private byte[] noise(final int pair, final long key) {
        final byte[] bytes = new byte[1 + (int) draw(pair, key + 1, LONGEST)];
        for (int at = 0; at < bytes.length; at++) {
            bytes[at] = (byte) draw(pair, key + 16 + at, 256);
        }
        return bytes;
    }

    private byte[] flipped(final Frame seen, final int pair, final long key) {
        final byte[] bytes = FrameEncoder.encode(seen);
        final long flips = 1 + draw(pair, key + 1, MOST_FLIPS);
        for (long flip = 0; flip < flips; flip++) {
            final int at = (int) draw(pair, key + 16 + 2 * flip, bytes.length);
            bytes[at] ^= (byte) (1 << draw(pair, key + 17 + 2 * flip, 8));
        }
        if (draw(pair, key + 2, 4) > 0) {
            return bytes;
        }
        final byte[] shorter = new byte[(int) draw(pair, key + 3, bytes.length)];
        System.arraycopy(bytes, 0, shorter, 0, shorter.length);
        return shorter;
    }

    /// A number in a body becomes huge.
    private byte[] inflated(final Frame seen, final int pair, final long key) {
        final byte[] bytes = FrameEncoder.encode(seen);
        final int words = (bytes.length - Header.BYTES) / 4;
        if (words > 0) {
            final int at = Header.BYTES + 4 * (int) draw(pair, key + 1, words);
            final byte top = (byte) (draw(pair, key + 2, 2) == 0 ? 0x7F : 0xFF);
            bytes[at] = (byte) 0xFF;
            bytes[at + 1] = (byte) 0xFF;
            bytes[at + 2] = (byte) 0xFF;
            bytes[at + 3] = top;
        }
        return bytes;
    }

    private Frame inWrongEpoch(final Frame seen, final int pair, final long key) {
        final long distance = draw(pair, key + 1, 7) - 3;
        final List<Message> messages = new ArrayList<>();
        for (final Message message : seen.messages()) {
            final Header header = message.header();
            final long epoch = Math.max(1, header.epoch() + distance);
            messages.add(spoiled(with(header, header.token(), epoch), message.body(), pair, key));
        }
        return new Frame(messages);
    }

    /// Runs that read beyond their region, by far or by one byte, write beyond every range, or are
    /// too many or none. The last run of honest DATA ends where its payload ends. DATA with a valid
    /// token sometimes names a grant that there never was.
    private Frame outside(final Frame seen, final int pair, final long key) {
        final List<Message> messages = new ArrayList<>();
        for (final Message message : seen.messages()) {
            if (message.body() instanceof Body.Data data && data.runs().size() > 0) {
                final boolean isOfNoGrant =
                        context.settings().forgedTokens() && draw(pair, key + 6, 8) == 0;
                final Body.Data wild =
                        new Body.Data(
                                data.chunk(),
                                isOfNoGrant ? -1 : data.grantId(),
                                data.region(),
                                wild(data.runs(), pair, key));
                context.marks().hit(Mark.HOSTILE_RUNS);
                messages.add(
                        context.settings().forgedTokens()
                                ? new Message(message.header(), wild)
                                : spoiled(message.header(), wild, pair, key));
            }
        }
        return messages.isEmpty() ? null : new Frame(messages);
    }

    private ScatterRuns wild(final ScatterRuns runs, final int pair, final long key) {
        final long[] offsets = runs.regionOffset().clone();
        final long[] destinations = runs.destination().clone();
        final long[] strides = runs.destinationStride().clone();
        final long[] lengths = runs.pieceBytes().clone();
        final int[] counts = runs.count().clone();
        final int run = (int) draw(pair, key + 3, counts.length);
        switch ((int) draw(pair, key + 4, 8)) {
            case 0 -> offsets[run] = Long.MAX_VALUE - 7;
            case 1 -> destinations[run] = draw(pair, key + 5, 2) == 0 ? 0 : -8;
            case 2 -> {
                counts[run] = Integer.MAX_VALUE;
                lengths[run] = Math.max(1, lengths[run]);
            }
            case 3 -> lengths[run] = 1L << 62;
            case 4 -> counts[run] = -1;
            case 5 -> offsets[counts.length - 1]++;
            case 6 -> counts[run] = 0;
            default -> {
                counts[run] = 2;
                strides[run] = Long.MIN_VALUE;
                lengths[run] = Math.max(1, lengths[run]);
            }
        }
        return new ScatterRuns(
                offsets, destinations, strides, runs.regionStride(), lengths, counts);
    }

    private Frame decoded(final byte[] bytes, final int pair, final long key) {
        final Decoded decoded = decoder.decode(bytes);
        if (decoded instanceof Decoded.Value value && !value.frame().messages().isEmpty()) {
            final List<Message> messages = new ArrayList<>();
            for (final Message message : value.frame().messages()) {
                messages.add(spoiled(message.header(), message.body(), pair, key));
            }
            return new Frame(messages);
        }
        context.marks().hit(Mark.MALFORMED_FRAME);
        return null;
    }

    /// The message without what only its sender can know.
    private Message spoiled(final Header header, final Body body, final int pair, final long key) {
        final long low = context.dice().bits(Topic.HOSTILE, pair, key + 8);
        final long high = context.dice().bits(Topic.HOSTILE, pair, key + 9);
        final Nonce nonce = new Nonce(low, high);
        final Body guessed =
                switch (body) {
                    case Body.Opened opened ->
                            new Body.Opened(
                                    nonce,
                                    opened.token(),
                                    opened.wireVersion(),
                                    opened.limits(),
                                    opened.arena());
                    case Body.StaleEpoch stale -> new Body.StaleEpoch(stale.highest(), nonce);
                    case Body.OpenRefused refused -> new Body.OpenRefused(refused.reason(), nonce);
                    case Body.Want _,
                            Body.Cancel _,
                            Body.Open _,
                            Body.KeepAlive _,
                            Body.Close _,
                            Body.Grant _,
                            Body.KeepAliveAnswer _,
                            Body.Data _,
                            Body.ChunkAcks _,
                            Body.RequestAck _,
                            Body.Closed _,
                            Body.StaleInstance _ ->
                            body;
                };
        return new Message(with(header, new Token(low, high), header.epoch()), guessed);
    }

    private static Header with(final Header header, final Token token, final long epoch) {
        return new Header(
                header.type(),
                header.version(),
                token,
                header.linkId(),
                header.senderInstance(),
                header.receiverInstance(),
                epoch,
                header.rid(),
                header.progress(),
                header.beat());
    }

    private long draw(final int pair, final long key, final long bound) {
        return context.dice().below(Topic.HOSTILE, pair, key, bound);
    }
}
