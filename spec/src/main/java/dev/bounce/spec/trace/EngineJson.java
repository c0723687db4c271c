package dev.bounce.spec.trace;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.Strictness;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import dev.bounce.engine.Effect;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Tag;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Values of `model` and `engine` as JSON, in both directions and exactly: events, effects, frames,
/// configurations, snapshots.
///
/// | Java | JSON |
/// |---|---|
/// | record | object, one member per component in their order, none left out |
/// | sealed interface | the object of the record, after a first member `is` with its name |
/// | enum | string, the name of the constant |
/// | `long` between -2^53 and 2^53, exclusive | number |
/// | any other `long` | string, `0x` and 16 hexadecimal digits |
/// | [Blob], [Tag] | string of hexadecimal digits |
/// | list, array | array |
/// | [TransferPlan], [DescriptorPairs] | object of their arrays; `null` in an [Effect], which
/// repeats what a Submit said |
public final class EngineJson {
    private static final Pattern COLUMN = Pattern.compile("column \\d+");
    private static final Gson WHOLE = gson(false);
    private static final Gson BRIEF = gson(true);

    private EngineJson() {}

    /// One value as JSON.
    ///
    /// @param type record or sealed interface
    public static <T> String text(final Class<T> type, final T value) {
        final StringWriter text = new StringWriter();
        try {
            write(writer(text), type, value);
        } catch (final IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    /// The value that [#text] wrote.
    ///
    /// @throws JsonParseException saying what is wrong with the text
    public static <T> T parse(final Class<T> type, final String text) {
        return read(type, element(text));
    }

    /// One line of strict JSON.
    ///
    /// @throws JsonParseException if it is something else
    static JsonElement element(final String text) {
        final JsonReader reader = new JsonReader(new StringReader(text));
        reader.setStrictness(Strictness.STRICT);
        try {
            final JsonElement element = JsonParser.parseReader(reader);
            // Strict readers throw if more follows.
            reader.peek();
            return element;
        } catch (final IOException | JsonParseException malformed) {
            final Matcher place = COLUMN.matcher(String.valueOf(malformed.getMessage()));
            final String where = place.find() ? place.group() : "the end";
            throw new JsonParseException("no JSON at " + where, malformed);
        }
    }

    /// A writer of one line.
    static JsonWriter writer(final StringWriter text) {
        final JsonWriter writer = new JsonWriter(text);
        writer.setHtmlSafe(false);
        writer.setSerializeNulls(true);
        return writer;
    }

    static <T> void write(final JsonWriter out, final Class<T> type, final T value)
            throws IOException {
        adapter(type).write(out, value);
    }

    static <T> T read(final Class<T> type, final JsonElement json) {
        try {
            return adapter(type).fromJsonTree(json);
        } catch (final IllegalStateException | IllegalArgumentException malformed) {
            throw new JsonParseException(malformed.getMessage(), malformed);
        }
    }

    private static <T> TypeAdapter<T> adapter(final Class<T> type) {
        return (type == Effect.class ? BRIEF : WHOLE).getAdapter(type);
    }

    private static Gson gson(final boolean brief) {
        final GsonBuilder builder =
                new GsonBuilder()
                        .serializeNulls()
                        .disableHtmlEscaping()
                        .registerTypeAdapter(long.class, new ValueAdapters.Word())
                        .registerTypeAdapter(Long.class, new ValueAdapters.Word())
                        .registerTypeAdapter(int.class, new ValueAdapters.Int())
                        .registerTypeAdapter(Integer.class, new ValueAdapters.Int())
                        .registerTypeAdapter(Blob.class, new ValueAdapters.Bytes().nullSafe())
                        .registerTypeAdapter(Tag.class, new ValueAdapters.Tags().nullSafe())
                        .registerTypeAdapterFactory(new EnumAdapters())
                        .registerTypeAdapterFactory(new RecordAdapters())
                        .registerTypeAdapterFactory(new SealedAdapters());
        final Gson inner = builder.create();
        final TypeAdapter<TransferPlan> plans =
                brief
                        ? new ValueAdapters.Left<>()
                        : new ValueAdapters.Plans(inner.getAdapter(TransferPlan.Parts.class))
                                .nullSafe();
        final TypeAdapter<DescriptorPairs> pairs =
                brief
                        ? new ValueAdapters.Left<>()
                        : new ValueAdapters.PairLists(inner.getAdapter(ValueAdapters.Pairs.class))
                                .nullSafe();
        return builder.registerTypeAdapter(TransferPlan.class, plans)
                .registerTypeAdapter(DescriptorPairs.class, pairs)
                .create();
    }
}
