package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

class ServingCampaignTest {
    @Test
    void shouldReportServingAsOneObject() {
        final JsonObject json =
                JsonParser.parseString(
                                Cli.run("sim", "--profile", "serving", "--seeds", "1..2", "--json")
                                        .output())
                        .getAsJsonObject();
        assertEquals("bounce.sim/1", json.get("schema").getAsString());
        assertEquals(2, json.get("seeds").getAsInt());
        assertEquals(0, json.get("violations").getAsInt());
        final JsonObject serving = json.getAsJsonObject("serving");
        assertEquals(200, serving.get("served").getAsInt() + serving.get("cancelled").getAsInt());
        assertEquals(0, serving.get("quarantinedBlocks").getAsInt());
        assertTrue(serving.get("rowsPeak").getAsInt() > 0);
        assertTrue(
                serving.get("p50Millis").getAsDouble() <= serving.get("p99Millis").getAsDouble());
    }

    @Test
    void shouldReportServingInWords() {
        final String text = Cli.run("sim", "--profile", "serving", "--seed", "3").output();
        assertTrue(text.startsWith("1 seeds (3..3): 0 violations, "), text);
        assertTrue(text.contains("0 blocks in quarantine"), text);
    }

    @Test
    void shouldRefuseOptionsOfOtherProfiles() {
        Cli.run("sim", "--profile", "serving", "--hashes").assertUsageError("'serving'");
    }
}
