package dev.bounce.model.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentNameTest {
    @Test
    void shouldCountBytesOfUtf8AndNotCharacters() {
        assertTrue(AgentName.isValid("x".repeat(200)));
        assertFalse(AgentName.isValid("x".repeat(201)));
        assertTrue(AgentName.isValid("\u00E9".repeat(100)));
        assertFalse(AgentName.isValid("\u00E9".repeat(101)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\u0000b", "a\nb", "a\u001Fb", "a\u007Fb", "a\u0085b", "\uD800"})
    void shouldRefuse(final String name) {
        assertFalse(AgentName.isValid(name));
        final IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> AgentName.require(name));
        assertTrue(refusal.getMessage().contains("1 to 200 bytes"), refusal.getMessage());
        assertEquals(1, refusal.getMessage().lines().count());
    }

    @Test
    void shouldReturnAGoodName() {
        assertEquals("prefill-0", AgentName.require("prefill-0"));
    }
}
