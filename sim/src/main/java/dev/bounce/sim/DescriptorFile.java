package dev.bounce.sim;

import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import dev.bounce.model.plan.DescriptorPairs;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;

/// Reads a list of descriptor pairs. A file whose first character is `[` is a JSON list of objects,
/// any other is CSV: one pair per line, with a header or in the order of [DescriptorColumn]; the
/// devices may be left out. Empty lines and lines that begin with `#` are skipped.
final class DescriptorFile {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private DescriptorFile() {}

    /// Reads everything.
    ///
    /// @throws InputError naming the file, the place and the value
    static DescriptorPairs read(final Path file) throws InputError {
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            skipBlanks(reader);
            reader.mark(1);
            final boolean isJson = reader.read() == '[';
            reader.reset();
            return isJson ? json(reader) : csv(reader);
        } catch (final NoSuchFileException _) {
            throw new InputError(file + ": no such file");
        } catch (final CharacterCodingException _) {
            throw new InputError(file + ": not UTF-8");
        } catch (final InputError wrong) {
            throw new InputError(file + ": " + wrong.getMessage());
        } catch (final IOException failure) {
            throw new InputError(file + ": cannot be read: " + failure.getMessage());
        }
    }

    /// Leaves line breaks alone, so that lines are counted right.
    private static void skipBlanks(final Reader reader) throws IOException {
        int next;
        do {
            reader.mark(1);
            next = reader.read();
        } while (next == BYTE_ORDER_MARK || next == ' ' || next == '\t');
        reader.reset();
    }

    private static DescriptorPairs csv(final BufferedReader reader) throws IOException, InputError {
        final PairBuffer buffer = new PairBuffer();
        List<DescriptorColumn> columns = null;
        int number = 0;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            number++;
            if (line.isBlank() || line.strip().startsWith("#")) {
                continue;
            }
            try {
                final String[] fields = line.strip().split("\\s*,\\s*", -1);
                if (columns == null) {
                    columns = columns(fields);
                    if (isHeader(fields)) {
                        continue;
                    }
                }
                buffer.add(row(columns, fields));
            } catch (final InputError wrong) {
                throw new InputError("line " + number + ": " + wrong.getMessage());
            }
        }
        return buffer.pairs();
    }

    private static boolean isHeader(final String[] fields) {
        return !fields[0].isEmpty() && Character.isLetter(fields[0].charAt(0));
    }

    /// What the fields of each line are, from the first one.
    private static List<DescriptorColumn> columns(final String[] fields) throws InputError {
        if (!isHeader(fields)) {
            final List<DescriptorColumn> all = List.of(DescriptorColumn.values());
            return fields.length == 3 ? all.subList(0, 3) : all;
        }
        final List<DescriptorColumn> columns = new ArrayList<>();
        for (final String field : fields) {
            final DescriptorColumn column = DescriptorColumn.named(field);
            if (columns.contains(column)) {
                throw new InputError("column " + field + " stands twice");
            }
            columns.add(column);
        }
        return columns;
    }

    private static EnumMap<DescriptorColumn, Long> row(
            final List<DescriptorColumn> columns, final String[] fields) throws InputError {
        if (fields.length != columns.size()) {
            throw new InputError(
                    "'%s' has %d fields, %d are expected: %s"
                            .formatted(
                                    String.join(",", fields),
                                    fields.length,
                                    columns.size(),
                                    columns.stream().map(DescriptorColumn::text).toList()));
        }
        final EnumMap<DescriptorColumn, Long> row = new EnumMap<>(DescriptorColumn.class);
        for (int index = 0; index < fields.length; index++) {
            row.put(columns.get(index), columns.get(index).parse(fields[index]));
        }
        return row;
    }

    private static DescriptorPairs json(final Reader reader) throws IOException, InputError {
        final PairBuffer buffer = new PairBuffer();
        final JsonReader json = new JsonReader(reader);
        json.setStrictness(Strictness.STRICT);
        try {
            json.beginArray();
            while (json.hasNext()) {
                buffer.add(object(json));
            }
            json.endArray();
            if (json.peek() != JsonToken.END_DOCUMENT) {
                throw new InputError("something follows the list");
            }
        } catch (final InputError wrong) {
            throw new InputError("at " + json.getPath() + ": " + wrong.getMessage());
        } catch (final MalformedJsonException
                | EOFException
                | IllegalStateException
                | JsonParseException malformed) {
            throw new InputError("malformed JSON: " + firstLine(malformed));
        }
        return buffer.pairs();
    }

    /// The parser's message without its link to a manual.
    private static String firstLine(final Exception malformed) {
        return malformed.getMessage().lines().findFirst().orElse("");
    }

    /// Takes numbers as they are written, so that addresses above 2^53 stay exact.
    private static EnumMap<DescriptorColumn, Long> object(final JsonReader json)
            throws IOException, InputError {
        final EnumMap<DescriptorColumn, Long> row = new EnumMap<>(DescriptorColumn.class);
        final EnumSet<DescriptorColumn> seen = EnumSet.noneOf(DescriptorColumn.class);
        json.beginObject();
        while (json.hasNext()) {
            final String name = json.nextName();
            final DescriptorColumn column = DescriptorColumn.named(name);
            if (!seen.add(column)) {
                throw new InputError(name + " stands twice");
            }
            final JsonToken token = json.peek();
            if (token != JsonToken.NUMBER && token != JsonToken.STRING) {
                throw new InputError(name + " is no number");
            }
            row.put(column, column.parse(json.nextString()));
        }
        json.endObject();
        return row;
    }
}
