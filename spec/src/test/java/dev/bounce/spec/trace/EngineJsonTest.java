package dev.bounce.spec.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParseException;
import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Nonce;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineJsonTest {
    @Test
    void shouldNameTheKindFirst() {
        assertEquals(
                "{\"is\":\"WriteEnded\",\"writeId\":7,\"outcome\":\"DIRTY\"}",
                EngineJson.text(Event.class, new Event.WriteEnded(7, WriteOutcome.DIRTY)));
    }

    @Test
    void shouldWriteWordsThatOthersWouldRoundInHexadecimal() {
        final long edge = 1L << 53;
        assertEquals(
                "{\"is\":\"StaleEpoch\",\"highest\":9007199254740991,"
                        + "\"nonce\":{\"low\":\"0x0020000000000000\","
                        + "\"high\":-1}}",
                EngineJson.text(Body.class, new Body.StaleEpoch(edge - 1, new Nonce(edge, -1))));
    }

    @Test
    void shouldReadTheConfigurationOfAnAgent() {
        final BounceConfig config = BounceConfig.defaults();
        assertEquals(
                config,
                EngineJson.parse(BounceConfig.class, EngineJson.text(BounceConfig.class, config)));
    }

    @Test
    void shouldLeaveOutOfEffectsWhatTheSubmitSays() {
        final DescriptorPairs pairs =
                DescriptorPairs.of(new long[] {1}, new long[] {2}, new long[] {3});
        assertEquals(
                "{\"is\":\"DirectPut\",\"transferId\":4,\"peer\":\"b\",\"pairs\":null}",
                EngineJson.text(Effect.class, new Effect.DirectPut(4, "b", pairs)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"is\":\"Cancel\"} | 'transferId' of Cancel is missing",
                "{\"is\":\"Cancel\",\"transferId\":1,\"rid\":1} | Cancel has no 'rid'",
                "{\"is\":\"Cancel\",\"transferId\":null} | is null",
                "{\"is\":\"Cancel\",\"transferId\":\"12\"} | '12' is not 0x",
                "{\"is\":\"Cancel\",\"transferId\":\"0x000000000000000g\"} | is not 0x",
                "{\"is\":\"Cancel\",\"transferId\":true} | BOOLEAN",
                "{\"is\":\"Cancel\",\"transferId\":1.5} | 1.5 is no whole number",
                "{\"is\":\"Cancel\",\"transferId\":99999999999999999999} | of 64 bits",
                "{\"is\":\"Explode\"} | Event has no kind 'Explode'",
                "{\"transferId\":1} | does not begin with 'is'",
                "{\"is\":\"WriteEnded\",\"writeId\":1,\"outcome\":\"LOST\"} | no constant 'LOST'",
                "{\"is\":\"PlaneOpened\",\"plane\":null,\"address\":\"0\"} | length not even",
                "[] | BEGIN_OBJECT",
                "{\"is\":\"Tick\"} {} | no JSON at column",
                "{is:\"Tick\"} | no JSON at column 3",
                "{ | no JSON at"
            })
    void shouldSayWhatIsWrong(final String text, final String part) {
        final JsonParseException refused =
                assertThrows(JsonParseException.class, () -> EngineJson.parse(Event.class, text));
        assertTrue(refused.getMessage().contains(part), refused.getMessage());
    }

    @Test
    void shouldSayWhatARecordRefuses() {
        final String config = EngineJson.text(BounceConfig.class, BounceConfig.defaults());
        final String broken = config.replaceFirst("\"reserveBlocks\":\\d+", "\"reserveBlocks\":-1");
        final JsonParseException refused =
                assertThrows(
                        JsonParseException.class,
                        () -> EngineJson.parse(BounceConfig.class, broken));
        assertTrue(refused.getMessage().startsWith("ArenaConfig: "), refused.getMessage());
        assertTrue(refused.getMessage().contains("-1"), refused.getMessage());
    }
}
