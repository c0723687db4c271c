package dev.bounce.hw.bench;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.bounce.model.config.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Shows a sweep as a table, as JSON and as a picture (SVG).
final class SweepReport {
    private static final String SCHEMA = "bounce.sweep/1";
    private static final int WIDTH = 860;
    private static final int HEIGHT = 460;
    private static final int LEFT = 70;
    private static final int TOP = 50;
    private static final int PLOT_WIDTH = 600;
    private static final int PLOT_HEIGHT = 340;
    private static final int KEY_STEP = 22;
    private static final double LEAST_GBPS = 0.1;
    private static final double MOST_GBPS = 1_000;
    private static final String[] COLOURS = {
        "#1b6ca8", "#2e8b57", "#c0392b", "#8e44ad", "#b8860b", "#555555", "#008b8b"
    };

    private SweepReport() {}

    static String table(final BenchPlan plan, final List<SweepPoint> points) {
        final StringBuilder out = new StringBuilder();
        out.append(
                line(
                        "sweep, plane %s, control %s, memory %s, %d in flight: GB/s at the median",
                        lower(plan.plane()),
                        lower(plan.control()),
                        lower(plan.memory()),
                        plan.shape().inFlight()));
        out.append(line(""));
        out.append(
                line(
                        "%10s %9s %11s %10s %10s %11s %13s %13s",
                        "descriptor",
                        "request",
                        "descriptors",
                        "bounce",
                        "direct",
                        "contiguous",
                        "x direct",
                        "x contiguous"));
        for (final SweepPoint point : points) {
            final double bounce = point.gbps(Mode.BOUNCE);
            final double direct = point.gbps(Mode.DIRECT);
            final double contiguous = point.gbps(Mode.CONTIGUOUS);
            out.append(
                    line(
                            "%10s %9s %,11d %10.2f %9.2f%s %11.2f %13.1f %13.2f",
                            ByteSize.format(point.descriptorBytes()),
                            ByteSize.format(point.totalBytes()),
                            point.result().descriptors(),
                            bounce,
                            direct,
                            point.directSampled() ? "*" : " ",
                            contiguous,
                            direct == 0 ? 0 : bounce / direct,
                            contiguous == 0 ? 0 : bounce / contiguous));
        }
        out.append(line(""));
        out.append(
                line(
                        "* direct moved %,d of the descriptors only; its rate is of those",
                        plan.directSample()));
        out.append("verified: every byte of every destination, once in each mode and point");
        return out.toString();
    }

    static String json(final BenchPlan plan, final List<SweepPoint> points) {
        final JsonObject object = new JsonObject();
        object.addProperty("schema", SCHEMA);
        object.addProperty("plane", lower(plan.plane()));
        object.addProperty("control", lower(plan.control()));
        object.addProperty("memory", lower(plan.memory()));
        object.addProperty("inFlight", plan.shape().inFlight());
        object.addProperty("directSample", plan.directSample());
        final JsonArray array = new JsonArray();
        for (final SweepPoint point : points) {
            final JsonObject entry = new JsonObject();
            entry.addProperty("descriptorBytes", point.descriptorBytes());
            entry.addProperty("totalBytes", point.totalBytes());
            entry.addProperty("descriptors", point.result().descriptors());
            entry.addProperty("directSampled", point.directSampled());
            point.result().figures().forEach((mode, figures) -> add(entry, mode, figures));
            array.add(entry);
        }
        object.add("points", array);
        return new Gson().toJson(object);
    }

    private static void add(final JsonObject entry, final Mode mode, final Figures figures) {
        final JsonObject object = new JsonObject();
        object.addProperty("p50Micros", figures.p50Micros());
        object.addProperty("p99Micros", figures.p99Micros());
        object.addProperty("gigabytesPerSecond", figures.gigabytesPerSecond());
        entry.add(lower(mode), object);
    }

    /// Rates over the size of a request, both logarithmic: a line for bounce and one for direct for
    /// each size of descriptor, and the contiguous transfer for comparison.
    static String svg(final BenchPlan plan, final List<SweepPoint> points) {
        final StringBuilder out = new StringBuilder();
        out.append(
                line(
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                                + " font-family=\"sans-serif\" font-size=\"12\">",
                        WIDTH, HEIGHT));
        out.append(line("<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>"));
        out.append(
                line(
                        "<text x=\"%d\" y=\"25\" font-size=\"15\">GB/s over bytes of a request,"
                                + " plane %s, memory %s, %d in flight</text>",
                        LEFT, lower(plan.plane()), lower(plan.memory()), plan.shape().inFlight()));
        final List<Long> totals =
                points.stream().map(SweepPoint::totalBytes).distinct().sorted().toList();
        axes(out, totals);
        final List<Long> sizes =
                points.stream().map(SweepPoint::descriptorBytes).distinct().sorted().toList();
        int key = 0;
        for (int index = 0; index < sizes.size(); index++) {
            final long size = sizes.get(index);
            final String colour = COLOURS[index % COLOURS.length];
            final List<SweepPoint> row =
                    points.stream().filter(point -> point.descriptorBytes() == size).toList();
            final String text = ByteSize.format(size);
            curve(out, row, Mode.BOUNCE, totals, colour, "", key++, "bounce, " + text);
            curve(out, row, Mode.DIRECT, totals, colour, "4 4", key++, "direct, " + text);
        }
        final long last = sizes.getLast();
        final List<SweepPoint> row =
                points.stream().filter(point -> point.descriptorBytes() == last).toList();
        curve(out, row, Mode.CONTIGUOUS, totals, "black", "1 3", key, "contiguous");
        return out.append("</svg>").toString();
    }

    private static void axes(final StringBuilder out, final List<Long> totals) {
        for (double gbps = LEAST_GBPS; gbps <= MOST_GBPS; gbps *= 10) {
            out.append(
                    line(
                            "<path d=\"M%d %.1fh%d\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\""
                                    + " text-anchor=\"end\">%s</text>",
                            LEFT,
                            y(gbps),
                            PLOT_WIDTH,
                            LEFT - 8,
                            y(gbps) + 4,
                            gbps < 1 ? "0.1" : String.valueOf(Math.round(gbps))));
        }
        for (final long total : totals) {
            out.append(
                    line(
                            "<path d=\"M%.1f %dv%d\" stroke=\"#eee\"/><text x=\"%.1f\" y=\"%d\""
                                    + " text-anchor=\"middle\">%s</text>",
                            x(total, totals),
                            TOP,
                            PLOT_HEIGHT,
                            x(total, totals),
                            TOP + PLOT_HEIGHT + 20,
                            ByteSize.format(total)));
        }
    }

    private static void curve(
            final StringBuilder out,
            final List<SweepPoint> row,
            final Mode mode,
            final List<Long> totals,
            final String colour,
            final String dashes,
            final int key,
            final String text) {
        final List<String> corners = new ArrayList<>();
        for (final SweepPoint point : row) {
            if (point.gbps(mode) > 0) {
                corners.add(
                        String.format(
                                Locale.ROOT,
                                "%.1f,%.1f",
                                x(point.totalBytes(), totals),
                                y(point.gbps(mode))));
            }
        }
        final int at = TOP + 10 + KEY_STEP * key;
        final String style =
                "fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-dasharray=\"%s\""
                        .formatted(colour, dashes);
        out.append(line("<polyline points=\"%s\" %s/>", String.join(" ", corners), style));
        out.append(
                line(
                        "<path d=\"M%d %dh26\" %s/><text x=\"%d\" y=\"%d\">%s</text>",
                        LEFT + PLOT_WIDTH + 20, at, style, LEFT + PLOT_WIDTH + 54, at + 4, text));
    }

    private static double x(final long total, final List<Long> totals) {
        final double least = Math.log(totals.getFirst());
        final double span = Math.max(1, Math.log(totals.getLast()) - least);
        return LEFT + PLOT_WIDTH * (Math.log(total) - least) / span;
    }

    private static double y(final double gbps) {
        final double bounded = Math.clamp(gbps, LEAST_GBPS, MOST_GBPS);
        return TOP
                + PLOT_HEIGHT
                        * (1
                                - Math.log10(bounded / LEAST_GBPS)
                                        / Math.log10(MOST_GBPS / LEAST_GBPS));
    }

    private static String lower(final Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String line(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values).stripTrailing() + System.lineSeparator();
    }
}
