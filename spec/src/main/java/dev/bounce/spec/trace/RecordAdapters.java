package dev.bounce.spec.trace;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;

/// Records as objects: one member per component, in the order of the components, none left
/// out. What is absent is written as `null`.
final class RecordAdapters implements TypeAdapterFactory {
    @Override
    public <T> TypeAdapter<T> create(final Gson gson, final TypeToken<T> type) {
        if (!type.getRawType().isRecord()) {
            return null;
        }
        @SuppressWarnings("unchecked")
        final Class<T> raw = (Class<T>) type.getRawType();
        return new RecordAdapter<>(gson, raw).nullSafe();
    }

    /// One kind of record.
    static final class RecordAdapter<T> extends TypeAdapter<T> {
        private final Class<T> type;
        private final String[] names;
        private final Method[] accessors;
        private final TypeAdapter<?>[] adapters;
        private final boolean[] primitive;
        private final Constructor<T> constructor;

        RecordAdapter(final Gson gson, final Class<T> type) {
            this.type = type;
            final RecordComponent[] components = type.getRecordComponents();
            names = new String[components.length];
            accessors = new Method[components.length];
            adapters = new TypeAdapter<?>[components.length];
            primitive = new boolean[components.length];
            final Class<?>[] parameters = new Class<?>[components.length];
            for (int i = 0; i < components.length; i++) {
                names[i] = components[i].getName();
                parameters[i] = components[i].getType();
                primitive[i] = parameters[i].isPrimitive();
                accessors[i] = components[i].getAccessor();
                // Some records that a snapshot holds are not public.
                accessors[i].setAccessible(true);
                adapters[i] = gson.getAdapter(TypeToken.get(components[i].getGenericType()));
            }
            try {
                constructor = type.getDeclaredConstructor(parameters);
            } catch (final NoSuchMethodException missing) {
                throw new AssertionError(type + " has no canonical constructor", missing);
            }
            constructor.setAccessible(true);
        }

        @Override
        public void write(final JsonWriter out, final T value) throws IOException {
            out.beginObject();
            writeMembers(out, value);
            out.endObject();
        }

        /// Writes the members without the braces.
        void writeMembers(final JsonWriter out, final T value) throws IOException {
            for (int i = 0; i < names.length; i++) {
                out.name(names[i]);
                writeMember(out, adapters[i], component(i, value));
            }
        }

        /// Reads members up to the closing brace.
        T readMembers(final JsonReader in) throws IOException {
            final Object[] arguments = new Object[names.length];
            final boolean[] seen = new boolean[names.length];
            while (in.peek() != JsonToken.END_OBJECT) {
                final String name = in.nextName();
                final int index = indexOf(name);
                seen[index] = true;
                arguments[index] = adapters[index].read(in);
                if (arguments[index] == null && primitive[index]) {
                    throw new JsonParseException(label(name) + " is null");
                }
            }
            for (int i = 0; i < names.length; i++) {
                if (!seen[i]) {
                    throw new JsonParseException(label(names[i]) + " is missing");
                }
            }
            return make(arguments);
        }

        @Override
        public T read(final JsonReader in) throws IOException {
            in.beginObject();
            final T value = readMembers(in);
            in.endObject();
            return value;
        }

        private T make(final Object[] arguments) {
            try {
                return constructor.newInstance(arguments);
            } catch (final InvocationTargetException refused) {
                throw new JsonParseException(
                        type.getSimpleName() + ": " + refused.getCause().getMessage(), refused);
            } catch (final ReflectiveOperationException impossible) {
                throw new AssertionError("cannot make a " + type, impossible);
            }
        }

        private Object component(final int index, final T value) {
            try {
                return accessors[index].invoke(value);
            } catch (final ReflectiveOperationException impossible) {
                throw new AssertionError("cannot read " + label(names[index]), impossible);
            }
        }

        private int indexOf(final String name) {
            for (int i = 0; i < names.length; i++) {
                if (names[i].equals(name)) {
                    return i;
                }
            }
            throw new JsonParseException(type.getSimpleName() + " has no '" + name + "'");
        }

        private String label(final String name) {
            return "'" + name + "' of " + type.getSimpleName();
        }

        @SuppressWarnings("unchecked")
        private static <V> void writeMember(
                final JsonWriter out, final TypeAdapter<V> adapter, final Object value)
                throws IOException {
            adapter.write(out, (V) value);
        }
    }
}
