package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServingCampaignTest {
    @Test
    void shouldReportServingAsOneObject() {
        final JsonObject json =
                JsonParser.parseString(
                                Cli.run(
                                                "sim",
                                                "--second-jvm=off",
                                                "--profile",
                                                "serving",
                                                "--seeds",
                                                "1..2",
                                                "--json")
                                        .output())
                        .getAsJsonObject();
        assertEquals("bounce.sim/1", json.get("schema").getAsString());
        assertEquals(2, json.get("seeds").getAsInt());
        assertEquals(0, json.get("violations").getAsInt());
        final JsonObject serving = json.getAsJsonObject("serving");
        assertEquals(200, serving.get("served").getAsInt() + serving.get("cancelled").getAsInt());
        assertEquals(0, serving.get("quarantinedBlocks").getAsInt());
        assertTrue(serving.get("rowsPeak").getAsInt() > 0);
        final JsonObject four = json.getAsJsonObject("servingFourToOne");
        assertEquals(400, four.get("served").getAsInt() + four.get("cancelled").getAsInt());
        assertTrue(
                serving.get("p50Millis").getAsDouble() <= serving.get("p99Millis").getAsDouble());
    }

    @Test
    void shouldReportServingInWords() {
        final String text =
                Cli.run("sim", "--second-jvm=off", "--profile", "serving", "--seed", "3", "--quiet")
                        .output();
        assertTrue(text.startsWith("serving with faults, 1 seeds: "), text);
        assertTrue(text.contains("0 blocks in quarantine"), text);
        assertTrue(text.contains("1 seeds (3..3): 0 violations, "), text);
    }

    @Test
    void shouldNameServingAmongTheProfiles() {
        Cli.run("sim", "--profile", "severing").assertUsageError("mild, serving");
    }

    /// Held rows limit prompts; released ones leave that to the blocks.
    @Test
    void shouldMeasureThePressureOfRowsThatAreHeld(@TempDir final Path folder) throws IOException {
        final Path svg = folder.resolve("pressure.svg");
        final JsonArray cases =
                JsonParser.parseString(
                                Cli.run("sim", "pressure", "--json", "--svg", svg.toString())
                                        .output())
                        .getAsJsonObject()
                        .getAsJsonArray("cases");
        final int[] prompts = {8, 16, 64};
        for (int index = 0; index < prompts.length; index++) {
            final JsonObject row = cases.get(index).getAsJsonObject();
            assertEquals(prompts[index], row.get("promptsPeak").getAsInt(), row.toString());
        }
        assertTrue(
                cases.get(2).getAsJsonObject().get("prefilledMillis").getAsLong() * 4
                        < cases.get(0).getAsJsonObject().get("prefilledMillis").getAsLong());
        assertTrue(Files.readString(svg).endsWith("</svg>\n"));
    }
}
