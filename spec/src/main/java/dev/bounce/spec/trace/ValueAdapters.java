package dev.bounce.spec.trace;

import com.google.gson.JsonParseException;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Tag;
import java.io.IOException;
import java.util.HexFormat;

/// Values that are no records.
final class ValueAdapters {
    private static final long EXACT = 1L << 53;
    private static final String HEX = "0x";
    private static final int HEX_DIGITS = 16;

    private ValueAdapters() {}

    /// Whether a reader that knows floating-point numbers only does not round it.
    static boolean isExact(final long word) {
        return word > -EXACT && word < EXACT;
    }

    /// `0x` and 16 hexadecimal digits.
    static String hex(final long word) {
        return HEX + HexFormat.of().toHexDigits(word);
    }

    /// What [#hex] wrote.
    ///
    /// @throws JsonParseException if it is something else
    static long parseHex(final String text) {
        try {
            if (text.startsWith(HEX) && text.length() == HEX.length() + HEX_DIGITS) {
                return HexFormat.fromHexDigitsToLong(text, HEX.length(), text.length());
            }
        } catch (final IllegalArgumentException malformed) {
            throw notHex(text);
        }
        throw notHex(text);
    }

    private static JsonParseException notHex(final String text) {
        return new JsonParseException("'" + text + "' is not 0x and 16 hexadecimal digits");
    }

    /// 64-bit words: numbers where every JSON reader is exact, else strings of 16 hexadecimal
    /// digits after `0x`, two's complement.
    static final class Word extends TypeAdapter<Long> {
        @Override
        public void write(final JsonWriter out, final Long value) throws IOException {
            if (value == null) {
                out.nullValue();
            } else if (isExact(value)) {
                out.value(value.longValue());
            } else {
                out.value(hex(value));
            }
        }

        @Override
        public Long read(final JsonReader in) throws IOException {
            return switch (in.peek()) {
                case STRING -> parseHex(in.nextString());
                case NULL -> {
                    in.nextNull();
                    yield null;
                }
                default -> whole(in);
            };
        }
    }

    /// 32-bit numbers.
    static final class Int extends TypeAdapter<Integer> {
        @Override
        public void write(final JsonWriter out, final Integer value) throws IOException {
            out.value(value);
        }

        @Override
        public Integer read(final JsonReader in) throws IOException {
            if (in.peek() == JsonToken.NULL) {
                in.nextNull();
                return null;
            }
            final long value = whole(in);
            if (value != (int) value) {
                throw new JsonParseException(value + " does not fit 32 bits");
            }
            return (int) value;
        }
    }

    private static long whole(final JsonReader in) throws IOException {
        if (in.peek() != JsonToken.NUMBER) {
            throw new JsonParseException("a number stands here, not " + in.peek());
        }
        final String text = in.nextString();
        try {
            return Long.parseLong(text);
        } catch (final NumberFormatException fraction) {
            throw new JsonParseException(text + " is no whole number of 64 bits", fraction);
        }
    }

    /// [Blob] as hexadecimal digits.
    static final class Bytes extends TypeAdapter<Blob> {
        @Override
        public void write(final JsonWriter out, final Blob value) throws IOException {
            out.value(HexFormat.of().formatHex(value.toBytes()));
        }

        @Override
        public Blob read(final JsonReader in) throws IOException {
            return Blob.of(HexFormat.of().parseHex(in.nextString()));
        }
    }

    /// [Tag] as hexadecimal digits.
    static final class Tags extends TypeAdapter<Tag> {
        @Override
        public void write(final JsonWriter out, final Tag value) throws IOException {
            out.value(HexFormat.of().formatHex(value.toBytes()));
        }

        @Override
        public Tag read(final JsonReader in) throws IOException {
            return Tag.of(HexFormat.of().parseHex(in.nextString()));
        }
    }

    /// [TransferPlan] as its [TransferPlan.Parts].
    static final class Plans extends TypeAdapter<TransferPlan> {
        private final TypeAdapter<TransferPlan.Parts> parts;

        Plans(final TypeAdapter<TransferPlan.Parts> parts) {
            this.parts = parts;
        }

        @Override
        public void write(final JsonWriter out, final TransferPlan value) throws IOException {
            parts.write(out, value.parts());
        }

        @Override
        public TransferPlan read(final JsonReader in) throws IOException {
            return TransferPlan.of(parts.read(in));
        }
    }

    /// What [DescriptorPairs] is made of.
    record Pairs(
            long[] source,
            long[] destination,
            long[] bytes,
            int[] sourceDevice,
            int[] destinationDevice) {}

    /// [DescriptorPairs] as [Pairs].
    static final class PairLists extends TypeAdapter<DescriptorPairs> {
        private final TypeAdapter<Pairs> pairs;

        PairLists(final TypeAdapter<Pairs> pairs) {
            this.pairs = pairs;
        }

        @Override
        public void write(final JsonWriter out, final DescriptorPairs value) throws IOException {
            pairs.write(
                    out,
                    new Pairs(
                            value.source(),
                            value.destination(),
                            value.bytes(),
                            value.sourceDevice(),
                            value.destinationDevice()));
        }

        @Override
        public DescriptorPairs read(final JsonReader in) throws IOException {
            final Pairs read = pairs.read(in);
            return new DescriptorPairs(
                    read.source,
                    read.destination,
                    read.bytes,
                    read.sourceDevice,
                    read.destinationDevice);
        }
    }

    /// `null` in place of what another line of the file says in full.
    static final class Left<T> extends TypeAdapter<T> {
        @Override
        public void write(final JsonWriter out, final T value) throws IOException {
            out.nullValue();
        }

        @Override
        public T read(final JsonReader in) throws IOException {
            if (in.peek() != JsonToken.NULL) {
                throw new JsonParseException("null stands here, not " + in.peek());
            }
            in.nextNull();
            return null;
        }
    }
}
