package dev.bounce.model.config;

/// How the value of a key is written.
public enum ValueKind {
    /// Bytes, see [ByteSize].
    SIZE("digits and B, K, KB, KiB, M, MB, MiB, G, GB or GiB (powers of two)"),
    /// As [#SIZE], and a power of two.
    BLOCK_SIZE("a power of two: digits and B, K, KB, KiB, M, MB, MiB, G, GB or GiB"),
    /// Nanoseconds, see [DurationText].
    DURATION("digits and ns, us, ms, s, m or h"),
    /// A plain number.
    COUNT("digits"),
    /// On is 1, off is 0.
    FLAG("true, yes, on, 1, false, no, off or 0"),
    /// Anything without blanks and control characters, 1 to 255 characters.
    TEXT("1 to 255 characters without blanks");

    private final String form;

    ValueKind(final String form) {
        this.form = form;
    }

    /// What may be written, for messages.
    public String form() {
        return form;
    }

    /// The number that `text` stands for; 0 for a text.
    ///
    /// @throws IllegalArgumentException if it is not written in this form, in part or as a whole
    long parse(final String text) {
        return switch (this) {
            case SIZE, BLOCK_SIZE -> ByteSize.parse(text);
            case DURATION -> DurationText.parse(text);
            case COUNT -> Digits.parse(text, 0, text.length(), 1);
            case FLAG -> Flag.parse(text);
            case TEXT -> 0;
        };
    }

    /// The shortest exact text that [#parse] reads back to `value`.
    String format(final long value) {
        return switch (this) {
            case SIZE, BLOCK_SIZE -> ByteSize.format(value);
            case DURATION -> DurationText.format(value);
            case COUNT, TEXT -> Long.toString(value);
            case FLAG -> Flag.format(value);
        };
    }
}
