package dev.bounce.sim;

import java.io.IOException;
import java.io.Reader;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/// Reads a property file in which no key stands twice.
final class StrictProperties extends Properties {
    private static final long serialVersionUID = 1;

    private StrictProperties() {}

    /// @throws IllegalArgumentException if a key stands twice, or an escape is malformed
    static Map<String, String> read(final Reader reader) throws IOException {
        final StrictProperties properties = new StrictProperties();
        properties.load(reader);
        final Map<String, String> values = new TreeMap<>();
        properties.forEach((key, value) -> values.put(key.toString(), value.toString()));
        return values;
    }

    @Override
    public synchronized Object put(final Object key, final Object value) {
        if (containsKey(key)) {
            throw new IllegalArgumentException(key + " is set twice");
        }
        return super.put(key, value);
    }
}
