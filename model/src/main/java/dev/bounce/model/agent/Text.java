package dev.bounce.model.agent;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Strict UTF-8, so that text in a description survives the round trip or is refused.
final class Text {
    private static final int QUOTED_CHARACTERS = 80;

    private Text() {}

    /// Whether every surrogate has its partner.
    static boolean isEncodable(final String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    static int utf8Bytes(final String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    static boolean hasControlCharacter(final String text) {
        return text.chars().anyMatch(Character::isISOControl);
    }

    /// The text of `bytes`, or `null` if they are not UTF-8.
    static String decodeOrNull(final ByteBuffer bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (final CharacterCodingException _) {
            return null;
        }
    }

    /// For messages: quoted, on one line, not too long.
    static String quoted(final String text) {
        final StringBuilder out = new StringBuilder("'");
        text.chars()
                .limit(QUOTED_CHARACTERS)
                .forEach(c -> out.append(Character.isISOControl(c) ? '?' : (char) c));
        return out.append(text.length() > QUOTED_CHARACTERS ? "...'" : "'").toString();
    }
}
