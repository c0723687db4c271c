package dev.bounce.model.agent;

/// Descriptions that announce more than they hold, at each of their three lengths.
public final class HostileCounts {
    private static final long[] ANNOUNCED = {
        -1, Long.MIN_VALUE, 1L << 61, 1L << 40, 1L << 32, 65_537, 3, 2
    };

    private HostileCounts() {}

    /// Decodes them all.
    ///
    /// @return how many there were
    /// @throws AssertionError if one decodes to a description
    public static int explore() {
        int decoded = 0;
        for (final long announced : ANNOUNCED) {
            for (int field = 0; field < 3; field++) {
                final byte[] bytes = Samples.newerBytes(1, new byte[] {1}, 0x1000, 16, 0);
                final int at = field == 0 ? 0 : field == 1 ? 9 : 41;
                for (int digit = 0; digit < 8; digit++) {
                    bytes[at + digit] = (byte) (announced >>> 8 * digit);
                }
                if (AgentDescription.decode(bytes) instanceof DecodedDescription.Value value) {
                    throw new AssertionError(announced + " at " + at + " decodes to " + value);
                }
                decoded++;
            }
        }
        return decoded;
    }
}
