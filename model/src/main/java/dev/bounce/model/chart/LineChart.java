package dev.bounce.model.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Lines over one axis as SVG 1.1, with axes from 0, a grid and a legend. Integers in, integers
/// out: the same values give the same text everywhere. Pure.
///
/// @param title above the chart
/// @param xLabel what the horizontal axis counts
/// @param yLabel what the vertical axis counts
/// @param series lines, in the order of the legend, at least one
public record LineChart(String title, String xLabel, String yLabel, List<Series> series) {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 420;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 50;
    private static final int BOTTOM = 60;
    private static final int TICKS = 8;
    private static final List<String> COLORS =
            List.of("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf");

    /// One line.
    ///
    /// @param name in the legend
    /// @param points from left to right, at least one
    public record Series(String name, List<Point> points) {
        /// Copies the list.
        public Series {
            points = List.copyOf(points);
        }
    }

    /// A point of a line.
    ///
    /// @param x at least 0
    /// @param y at least 0
    public record Point(long x, long y) {}

    /// Copies the list.
    ///
    /// @throws IllegalArgumentException if there is nothing to show, or a value is negative
    public LineChart {
        series = List.copyOf(series);
        if (series.isEmpty() || series.stream().anyMatch(one -> one.points().isEmpty())) {
            throw new IllegalArgumentException("a chart needs lines, and a line needs points");
        }
        for (final Series one : series) {
            for (final Point point : one.points()) {
                if (point.x() < 0 || point.y() < 0) {
                    throw new IllegalArgumentException(
                            one.name() + " has a negative value: " + point);
                }
            }
        }
    }

    /// The chart as a document.
    public String svg() {
        final List<String> lines = new ArrayList<>();
        lines.add(
                format(
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                                + " viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                                + " font-size=\"12\">",
                        WIDTH, HEIGHT, WIDTH, HEIGHT));
        lines.add("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>");
        lines.add(text(WIDTH / 2, 22, "middle", "font-size=\"15\"", title));
        final long mostX = most(true);
        final long mostY = most(false);
        addAxis(lines, mostX, true);
        addAxis(lines, mostY, false);
        for (int index = 0; index < series.size(); index++) {
            addLine(lines, index, mostX, mostY);
        }
        lines.add("</svg>");
        return String.join("\n", lines) + "\n";
    }

    private long most(final boolean horizontal) {
        long most = 1;
        for (final Series one : series) {
            for (final Point point : one.points()) {
                most = Math.max(most, horizontal ? point.x() : point.y());
            }
        }
        final long step = step(most);
        return (most + step - 1) / step * step;
    }

    /// The smallest of 1, 2, 5, 10, 20, ... with at most [#TICKS] steps up to `most`.
    private static long step(final long most) {
        long decade = 1;
        while (true) {
            for (final long factor : new long[] {1, 2, 5}) {
                if (most / (decade * factor) <= TICKS) {
                    return decade * factor;
                }
            }
            decade *= 10;
        }
    }

    private void addAxis(final List<String> lines, final long most, final boolean horizontal) {
        final long step = step(most);
        for (long value = 0; value <= most; value += step) {
            final int at = horizontal ? x(value, most) : y(value, most);
            lines.add(
                    horizontal
                            ? line(at, TOP, at, HEIGHT - BOTTOM, "#dddddd")
                            : line(LEFT, at, WIDTH - RIGHT, at, "#dddddd"));
            lines.add(
                    horizontal
                            ? text(at, HEIGHT - BOTTOM + 18, "middle", "", Long.toString(value))
                            : text(LEFT - 8, at + 4, "end", "", Long.toString(value)));
        }
        lines.add(
                horizontal
                        ? text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 18, "middle", "", xLabel)
                        : text(
                                18,
                                (TOP + HEIGHT - BOTTOM) / 2,
                                "middle",
                                format(
                                        "transform=\"rotate(-90 18 %d)\"",
                                        (TOP + HEIGHT - BOTTOM) / 2),
                                yLabel));
        lines.add(
                horizontal
                        ? line(LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM, "black")
                        : line(LEFT, TOP, LEFT, HEIGHT - BOTTOM, "black"));
    }

    private void addLine(
            final List<String> lines, final int index, final long mostX, final long mostY) {
        final Series one = series.get(index);
        final String color = COLORS.get(index % COLORS.size());
        final StringBuilder points = new StringBuilder();
        for (final Point point : one.points()) {
            points.append(points.isEmpty() ? "" : " ");
            points.append(x(point.x(), mostX)).append(',').append(y(point.y(), mostY));
        }
        lines.add(
                format(
                        "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\""
                                + " points=\"%s\"/>",
                        color, points));
        final int at = TOP + 14 + 18 * index;
        lines.add(
                format(
                        "<rect x=\"%d\" y=\"%d\" width=\"14\" height=\"4\" fill=\"%s\"/>",
                        LEFT + 12, at - 6, color));
        lines.add(text(LEFT + 32, at, "start", "", one.name()));
    }

    private static int x(final long value, final long most) {
        return LEFT + (int) (value * (WIDTH - LEFT - RIGHT) / most);
    }

    private static int y(final long value, final long most) {
        return HEIGHT - BOTTOM - (int) (value * (HEIGHT - TOP - BOTTOM) / most);
    }

    private static String line(
            final int x1, final int y1, final int x2, final int y2, final String color) {
        return format(
                "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"%s\"/>",
                x1, y1, x2, y2, color);
    }

    private static String text(
            final int x,
            final int y,
            final String anchor,
            final String attributes,
            final String words) {
        return format(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" %s>%s</text>",
                x,
                y,
                anchor,
                attributes,
                words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
    }

    private static String format(final String pattern, final Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
