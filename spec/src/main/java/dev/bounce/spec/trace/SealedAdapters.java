package dev.bounce.spec.trace;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import dev.bounce.spec.trace.RecordAdapters.RecordAdapter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/// Values of a sealed interface whose kinds are records: the members of the record after a first
/// member `is` that names the kind.
final class SealedAdapters implements TypeAdapterFactory {
    /// Name of the member that names the kind.
    static final String KIND = "is";

    @Override
    public <T> TypeAdapter<T> create(final Gson gson, final TypeToken<T> type) {
        final Class<? super T> raw = type.getRawType();
        return raw.isInterface() && raw.isSealed() ? new SealedAdapter<T>(gson, raw) : null;
    }

    private static final class SealedAdapter<T> extends TypeAdapter<T> {
        private final String name;
        private final Map<String, RecordAdapter<T>> byName = new LinkedHashMap<>();
        private final Map<Class<?>, RecordAdapter<T>> byType = new LinkedHashMap<>();

        private SealedAdapter(final Gson gson, final Class<? super T> type) {
            name = type.getSimpleName();
            for (final Class<?> kind : type.getPermittedSubclasses()) {
                @SuppressWarnings("unchecked")
                final RecordAdapter<T> adapter = new RecordAdapter<>(gson, (Class<T>) kind);
                byName.put(kind.getSimpleName(), adapter);
                byType.put(kind, adapter);
            }
        }

        @Override
        public void write(final JsonWriter out, final T value) throws IOException {
            if (value == null) {
                out.nullValue();
                return;
            }
            out.beginObject().name(KIND).value(value.getClass().getSimpleName());
            byType.get(value.getClass()).writeMembers(out, value);
            out.endObject();
        }

        @Override
        public T read(final JsonReader in) throws IOException {
            in.beginObject();
            if (!in.nextName().equals(KIND)) {
                throw new JsonParseException(
                        "a value of " + name + " does not begin with '" + KIND + "'");
            }
            final String kind = in.nextString();
            final RecordAdapter<T> adapter = byName.get(kind);
            if (adapter == null) {
                throw new JsonParseException(name + " has no kind '" + kind + "'");
            }
            final T value = adapter.readMembers(in);
            in.endObject();
            return value;
        }
    }
}
