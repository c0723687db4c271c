package dev.bounce.hw.selftest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RoundTripsTest {
    private static final int COUNT = 100;

    @Test
    void shouldMeasureEveryKindOfChannel() {
        final StringWriter text = new StringWriter();
        assertEquals(0, RoundTrips.run(true, new PrintWriter(text), COUNT));
        final JsonObject object = JsonParser.parseString(text.toString()).getAsJsonObject();
        assertEquals("bounce.round-trip/1", object.get("schema").getAsString());
        assertEquals(2, object.getAsJsonArray("roundTrips").size());
        for (final JsonElement each : object.getAsJsonArray("roundTrips")) {
            final JsonObject one = each.getAsJsonObject();
            assertEquals(COUNT, one.get("count").getAsInt());
            assertTrue(one.get("medianMicros").getAsDouble() > 0, one.toString());
            assertTrue(
                    one.get("p99Micros").getAsDouble() >= one.get("medianMicros").getAsDouble(),
                    one.toString());
        }
    }
}
