package dev.bounce.sim;

import java.util.Arrays;
import java.util.List;

/// What a descriptor file says about each pair.
enum DescriptorColumn {
    /// Address of the source.
    SOURCE("srcAddr"),
    /// Address of the destination.
    DESTINATION("dstAddr"),
    /// Bytes of both.
    LENGTH("length"),
    /// Device of the source, 0 if the file does not say.
    SOURCE_DEVICE("srcDevice"),
    /// Device of the destination, 0 if the file does not say.
    DESTINATION_DEVICE("dstDevice");

    private final String text;

    DescriptorColumn(final String text) {
        this.text = text;
    }

    /// The name in files.
    String text() {
        return text;
    }

    boolean isRequired() {
        return this == SOURCE || this == DESTINATION || this == LENGTH;
    }

    /// The column of that name in any case.
    ///
    /// @throws InputError naming the name and the columns there are
    static DescriptorColumn named(final String name) throws InputError {
        for (final DescriptorColumn column : values()) {
            if (column.text.equalsIgnoreCase(name)) {
                return column;
            }
        }
        throw new InputError("'" + name + "' is no column; there are: " + names());
    }

    /// All names, for messages.
    static String names() {
        final List<String> names = Arrays.stream(values()).map(DescriptorColumn::text).toList();
        return String.join(", ", names);
    }

    /// The number that `text` stands for: decimal, or hexadecimal after `0x`; unsigned 64-bit, a
    /// device up to 2^31 - 1.
    ///
    /// @throws InputError naming column, text and what is allowed
    long parse(final String text) throws InputError {
        final boolean isHex = text.startsWith("0x") || text.startsWith("0X");
        final String digits = isHex ? text.substring(2) : text;
        final int radix = isHex ? 16 : 10;
        final boolean isNumber =
                !digits.isEmpty() && digits.chars().allMatch(c -> isDigit(c, radix));
        try {
            if (isNumber) {
                final long value = Long.parseUnsignedLong(digits, radix);
                if (isAddressOrLength() || value >= 0 && value <= Integer.MAX_VALUE) {
                    return value;
                }
            }
        } catch (final NumberFormatException _) {
            // Too large: refused below with the other numbers that do not fit.
        }
        throw new InputError(
                "%s '%s' is no number from 0 to %s, decimal or 0x and hexadecimal"
                        .formatted(this.text, text, isAddressOrLength() ? "2^64 - 1" : "2^31 - 1"));
    }

    private boolean isAddressOrLength() {
        return isRequired();
    }

    /// Narrower than [Character#digit], which takes the digits of every script.
    private static boolean isDigit(final int c, final int radix) {
        return c < 128 && Character.digit(c, radix) >= 0;
    }
}
