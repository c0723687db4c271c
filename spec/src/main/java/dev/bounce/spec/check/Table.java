package dev.bounce.spec.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A table in a file: a line of column names, then one line per row, cells between commas. The last
/// cell may contain commas. Empty lines and lines that begin with `#` are skipped.
///
/// @param file where it is, for messages
/// @param rows cells by column, in the order of the file
record Table(Path file, List<Map<String, String>> rows) {
    Table {
        rows = List.copyOf(rows);
    }

    /// Reads a file that has at least these columns; a file that is not there has no rows.
    ///
    /// @throws IllegalArgumentException naming file and line if that is not so
    static Table read(final Path file, final List<String> columns) throws IOException {
        if (!Files.exists(file)) {
            return new Table(file, List.of());
        }
        final List<Map<String, String>> rows = new ArrayList<>();
        List<String> names = null;
        int number = 0;
        for (final String line : Files.readAllLines(file)) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (names == null) {
                names = List.of(line.strip().split("\\s*,\\s*"));
                if (!names.containsAll(columns)) {
                    throw new IllegalArgumentException(
                            file + ": needs the columns " + columns + ", has " + names);
                }
            } else {
                rows.add(row(names, line, file + ":" + number));
            }
        }
        return new Table(file, rows);
    }

    private static Map<String, String> row(
            final List<String> names, final String line, final String where) {
        final String[] cells = line.split(",", names.size());
        final Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            row.put(names.get(i), i < cells.length ? cells[i].strip() : "");
        }
        if (cells[0].isBlank()) {
            throw new IllegalArgumentException(where + ": the first cell is empty");
        }
        return row;
    }

    /// Gives cells of some rows other values, in the file; all other lines stay as they are.
    ///
    /// @param key cells that such a row has
    static void update(
            final Path file, final Map<String, String> key, final Map<String, String> cells)
            throws IOException {
        final List<String> lines = new ArrayList<>(Files.readAllLines(file));
        List<String> names = null;
        for (int i = 0; i < lines.size(); i++) {
            final String line = lines.get(i);
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (names == null) {
                names = List.of(line.strip().split("\\s*,\\s*"));
                continue;
            }
            final Map<String, String> row = row(names, line, file.toString());
            if (row.entrySet().containsAll(key.entrySet())) {
                row.putAll(cells);
                lines.set(i, String.join(",", row.values()));
            }
        }
        Files.write(file, lines);
    }
}
