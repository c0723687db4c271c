package dev.bounce.sim.world;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Bytes that tell where they come from: byte `i` of a descriptor is a function of the descriptor's
/// key and `i`, so that a byte of another descriptor, or of another place in it, differs.
final class Pattern {
    /// What a destination holds before anything was delivered to it.
    static final byte POISON = (byte) 0xA5;

    /// What lies between destinations and is never written.
    static final byte CANARY = (byte) 0xC3;

    /// What an application leaves behind in a source that it uses for something else.
    static final byte REUSED = (byte) 0x5E;

    private static final int RUN_BYTES = 1_024;
    private static final byte[] POISON_RUN = filled(POISON);
    private static final byte[] CANARY_RUN = filled(CANARY);
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Pattern() {}

    /// Writes the bytes of `key`.
    static void fill(final byte[] array, final int offset, final int length, final long key) {
        int done = 0;
        for (; done + 8 <= length; done += 8) {
            WORDS.set(array, offset + done, word(key, done));
        }
        for (; done < length; done++) {
            array[offset + done] = byteOf(key, done);
        }
    }

    /// The first position whose byte is not that of `key`, -1 if all are.
    static int mismatch(final byte[] array, final int offset, final int length, final long key) {
        int done = 0;
        for (; done + 8 <= length; done += 8) {
            if ((long) WORDS.get(array, offset + done) != word(key, done)) {
                break;
            }
        }
        for (; done < length; done++) {
            if (array[offset + done] != byteOf(key, done)) {
                return done;
            }
        }
        return -1;
    }

    /// The first position whose byte is not `value`, -1 if all are.
    static int mismatch(final byte[] array, final int offset, final int length, final byte value) {
        final byte[] expected = runOf(value);
        for (int done = 0; done < length; done += RUN_BYTES) {
            final int bytes = Math.min(RUN_BYTES, length - done);
            final int from = offset + done;
            final int wrong = Arrays.mismatch(array, from, from + bytes, expected, 0, bytes);
            if (wrong >= 0) {
                return done + wrong;
            }
        }
        return -1;
    }

    private static byte[] runOf(final byte value) {
        return switch (value) {
            case POISON -> POISON_RUN;
            case CANARY -> CANARY_RUN;
            default -> filled(value);
        };
    }

    private static byte[] filled(final byte value) {
        final byte[] run = new byte[RUN_BYTES];
        Arrays.fill(run, value);
        return run;
    }

    /// One byte of `key`.
    static byte byteOf(final long key, final int position) {
        return (byte) (word(key, position & ~7) >>> 8 * (position & 7));
    }

    private static long word(final long key, final int position) {
        final long z = (key + (position + 1) * GOLDEN) * 0xBF58476D1CE4E5B9L;
        return z ^ z >>> 29;
    }
}
