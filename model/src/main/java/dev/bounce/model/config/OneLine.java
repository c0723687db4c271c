package dev.bounce.model.config;

/// Foreign text for a message: on one line and not too long.
final class OneLine {
    private static final int CHARACTERS = 80;

    private OneLine() {}

    static String of(final String text) {
        final StringBuilder out = new StringBuilder();
        text.chars()
                .limit(CHARACTERS)
                .forEach(c -> out.append(Character.isISOControl(c) ? '?' : (char) c));
        return out.append(text.length() > CHARACTERS ? "..." : "").toString();
    }
}
