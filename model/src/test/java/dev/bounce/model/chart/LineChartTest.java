package dev.bounce.model.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.chart.LineChart.Point;
import dev.bounce.model.chart.LineChart.Series;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineChartTest {
    private static LineChart chart(final String name, final Point... points) {
        return new LineChart("t", "x", "y", List.of(new Series(name, List.of(points))));
    }

    @Test
    void shouldPlaceValuesBetweenTheAxes() {
        final String svg = chart("one", new Point(0, 0), new Point(7, 40)).svg();
        assertTrue(svg.contains("points=\"70,360 740,50\""), svg);
        assertTrue(svg.startsWith("<svg "), svg);
        assertTrue(svg.endsWith("</svg>\n"), svg);
    }

    @Test
    void shouldWriteWordsAsText() {
        assertTrue(chart("a < b & c", new Point(1, 1)).svg().contains("a &lt; b &amp; c"));
    }

    @Test
    void shouldBeTheSameEveryTime() {
        assertEquals(
                chart("one", new Point(3, 1_000_000_000_000L)).svg(),
                chart("one", new Point(3, 1_000_000_000_000L)).svg());
    }

    @Test
    void shouldRefuseWhatCannotBeShown() {
        assertThrows(IllegalArgumentException.class, () -> chart("empty"));
        assertThrows(IllegalArgumentException.class, () -> chart("low", new Point(0, -1)));
        assertThrows(IllegalArgumentException.class, () -> new LineChart("t", "x", "y", List.of()));
    }
}
