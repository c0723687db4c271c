package dev.bounce.model.config;

/// The values that a key takes: how they are written, which one stands where nothing is said, and
/// between which bounds they lie.
///
/// @param kind how values are written
/// @param defaultText the default, as it would be written
/// @param least least value allowed; of a text, its least length
/// @param most largest value allowed; of a text, its largest length
record ValueRange(ValueKind kind, String defaultText, long least, long most) {
    private static final long MOST_NANOS = 30L * 86_400_000_000_000L;

    /// On or off.
    static ValueRange flag(final String defaultText) {
        return new ValueRange(ValueKind.FLAG, defaultText, 0, 1);
    }

    /// Bytes.
    static ValueRange size(final String defaultText, final long least, final long most) {
        return new ValueRange(ValueKind.SIZE, defaultText, least, most);
    }

    /// Bytes, a power of two.
    static ValueRange blockSize(final String defaultText, final long least, final long most) {
        return new ValueRange(ValueKind.BLOCK_SIZE, defaultText, least, most);
    }

    /// A plain number.
    static ValueRange count(final String defaultText, final long least, final long most) {
        return new ValueRange(ValueKind.COUNT, defaultText, least, most);
    }

    /// A text of so many characters.
    static ValueRange text(final String defaultText, final long least, final long most) {
        return new ValueRange(ValueKind.TEXT, defaultText, least, most);
    }

    /// A duration of at least one nanosecond and at most 30 days: added to any clock in use it does
    /// not wrap.
    static ValueRange duration(final String defaultText) {
        return new ValueRange(ValueKind.DURATION, defaultText, 1, MOST_NANOS);
    }

    /// What may be written, for messages.
    String allowed() {
        return switch (kind) {
            case SIZE, BLOCK_SIZE, DURATION, COUNT ->
                    kind.format(least) + " to " + kind.format(most) + ", " + kind.form();
            case FLAG, TEXT -> kind.form();
        };
    }

    /// What is wrong with a number, or `null`.
    String fault(final long value) {
        if (value < least || value > most) {
            return "is outside [" + least + ", " + most + "]";
        }
        return kind == ValueKind.BLOCK_SIZE && Long.bitCount(value) != 1
                ? "is no power of two"
                : null;
    }

    /// What is wrong with a text, or `null`.
    String fault(final String value) {
        final boolean isPrintable =
                value.chars()
                        .noneMatch(c -> Character.isISOControl(c) || Character.isWhitespace(c));
        return isPrintable && value.length() >= least && value.length() <= most
                ? null
                : "has not " + kind.form();
    }
}
