package dev.bounce.model.config;

import java.util.Locale;

/// On or off, in any case.
final class Flag {
    private Flag() {}

    static long parse(final String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "1", "true", "yes", "on" -> 1;
            case "0", "false", "no", "off" -> 0;
            default -> throw new IllegalArgumentException("is neither on nor off");
        };
    }

    static String format(final long value) {
        return value == 0 ? "false" : "true";
    }
}
