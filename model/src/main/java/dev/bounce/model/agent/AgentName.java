package dev.bounce.model.agent;

/// The rule for the name of an agent: 1 to 200 bytes of UTF-8 without control characters. The upper
/// bound leaves room for a suffix in a JeroMQ identity, which holds at most 255 bytes.
public final class AgentName {
    /// Longest name in bytes of UTF-8.
    public static final int MAX_BYTES = 200;

    private AgentName() {}

    /// Whether `name` obeys the rule.
    public static boolean isValid(final String name) {
        return fault(name) == null;
    }

    /// Returns `name` if it obeys the rule.
    ///
    /// @throws IllegalArgumentException naming the name and the part of the rule it breaks
    public static String require(final String name) {
        final String fault = fault(name);
        if (fault != null) {
            throw new IllegalArgumentException(
                    "agent name "
                            + Text.quoted(name)
                            + " "
                            + fault
                            + " (rule: 1 to "
                            + MAX_BYTES
                            + " bytes of UTF-8, no control characters)");
        }
        return name;
    }

    private static String fault(final String name) {
        if (name.isEmpty()) {
            return "is empty";
        }
        if (!Text.isEncodable(name)) {
            return "has an unpaired surrogate";
        }
        if (Text.utf8Bytes(name) > MAX_BYTES) {
            return "has " + Text.utf8Bytes(name) + " bytes";
        }
        return Text.hasControlCharacter(name) ? "has a control character" : null;
    }
}
