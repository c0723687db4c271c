package dev.bounce.spec.trace;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;

/// Constants by their names; a name that is not there is an error, not `null`.
final class EnumAdapters implements TypeAdapterFactory {
    @Override
    public <T> TypeAdapter<T> create(final Gson gson, final TypeToken<T> type) {
        if (!type.getRawType().isEnum()) {
            return null;
        }
        @SuppressWarnings("unchecked")
        final Class<T> raw = (Class<T>) type.getRawType();
        return new EnumAdapter<>(raw).nullSafe();
    }

    private static final class EnumAdapter<T> extends TypeAdapter<T> {
        private final Class<T> type;

        private EnumAdapter(final Class<T> type) {
            this.type = type;
        }

        @Override
        public void write(final JsonWriter out, final T value) throws IOException {
            out.value(((Enum<?>) value).name());
        }

        @Override
        public T read(final JsonReader in) throws IOException {
            final String name = in.nextString();
            for (final T constant : type.getEnumConstants()) {
                if (((Enum<?>) constant).name().equals(name)) {
                    return constant;
                }
            }
            throw new JsonParseException(type.getSimpleName() + " has no constant '" + name + "'");
        }
    }
}
