package dev.bounce.sim.replay;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;

/// Lanes as columns, time downwards: `-->|` arrived, `==>|` arrived once more, `--x` was lost,
/// `..>|` has not arrived in this trace. What does not fit between two lanes stands to the right.
public final class TextDiagram implements DiagramStyle {
    private static final int MARGIN = 14;
    private static final int NARROWEST = 20;
    private static final int WIDEST = 44;

    private int lanes;
    private int distance;

    @Override
    public void begin(
            final List<String> names, final List<Sequence.Arrow> arrows, final PrintWriter out) {
        lanes = names.size();
        distance = NARROWEST;
        for (final Sequence.Arrow arrow : arrows) {
            final int span = Math.max(1, Math.abs(arrow.to - arrow.from));
            distance = Math.max(distance, (arrow.label.length() + 6) / span);
        }
        for (final String name : names) {
            distance = Math.max(distance, name.length() + 4);
        }
        distance = Math.min(distance, WIDEST);
        final StringBuilder line = new StringBuilder(String.format("%" + (MARGIN - 2) + "s", "us"));
        for (int lane = 0; lane < lanes; lane++) {
            final String title = lane + " " + names.get(lane);
            line.append(" ".repeat(Math.max(1, column(lane) - line.length()))).append(title);
        }
        out.println(line);
    }

    @Override
    public void arrow(final Sequence.Arrow arrow, final PrintWriter out) {
        final char[] line = lifelines();
        final int from = column(arrow.from);
        final int to = column(arrow.to);
        final int step = to > from ? 1 : -1;
        final char stroke =
                switch (arrow.fate) {
                    case ARRIVED, LOST -> '-';
                    case AGAIN -> '=';
                    case UNKNOWN -> '.';
                };
        for (int at = from + step; at != to; at += step) {
            line[at] = stroke;
        }
        line[to - step] = arrow.fate == Sequence.Fate.LOST ? 'x' : step > 0 ? '>' : '<';
        final int room = Math.abs(to - from) - 4;
        final boolean fits = arrow.label.length() <= room;
        if (fits) {
            final int middle = (from + to) / 2 - arrow.label.length() / 2;
            arrow.label.getChars(0, arrow.label.length(), line, middle);
        }
        out.print(time(arrow.nanos) + new String(line, MARGIN, line.length - MARGIN));
        out.print(fits ? "" : "  " + arrow.label);
        out.println(arrow.flightNanos == 0 ? "" : "  after " + Wording.micros(arrow.flightNanos));
    }

    @Override
    public void note(final Sequence.Note note, final PrintWriter out) {
        final char[] line = lifelines();
        line[column(note.lane())] = '*';
        final int start = column(note.lane()) + 2;
        final int room =
                (note.lane() + 1 < lanes ? column(note.lane() + 1) : line.length) - start - 1;
        final boolean fits = note.text().length() <= room;
        if (fits) {
            note.text().getChars(0, note.text().length(), line, start);
        }
        out.print(
                time(note.nanos())
                        + new String(line, MARGIN, line.length - MARGIN).stripTrailing());
        out.println(fits ? "" : "  " + note.text());
    }

    private static String time(final long nanos) {
        return String.format("%" + (MARGIN - 2) + "s  ", Wording.micros(nanos));
    }

    private int column(final int lane) {
        return MARGIN + lane * distance;
    }

    private char[] lifelines() {
        final char[] line = new char[column(lanes - 1) + 1];
        Arrays.fill(line, ' ');
        for (int lane = 0; lane < lanes; lane++) {
            line[column(lane)] = '|';
        }
        return line;
    }
}
