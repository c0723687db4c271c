package dev.bounce.model.agent;

import static dev.bounce.model.agent.Samples.MIB;
import static dev.bounce.model.agent.Samples.blob;
import static dev.bounce.model.agent.Samples.decoded;
import static dev.bounce.model.agent.Samples.description;
import static dev.bounce.model.agent.Samples.hex;
import static dev.bounce.model.agent.Samples.legacyBytes;
import static dev.bounce.model.agent.Samples.malformed;
import static dev.bounce.model.agent.Samples.newerBytes;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.bounce.model.agent.Malformed.Reason;
import dev.bounce.model.wire.Blob;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentDescriptionTest {
    private static final byte[] NO_RECORD = new byte[0];

    @ParameterizedTest
    @CsvSource({"23, 0, 39, 47", "19, 2, 83, 91", "256, 1, 296, 304", "14, 1, 54, 62"})
    void shouldHaveTheSizesOfBothLayouts(
            final int backendBytes, final int regions, final int legacy, final int newer) {
        final long[] words = new long[3 * regions];
        final RegisteredRegion[] described = new RegisteredRegion[regions];
        for (int index = 0; index < regions; index++) {
            words[3 * index] = (index + 1) * MIB;
            words[3 * index + 1] = 4096;
            described[index] = new RegisteredRegion((index + 1) * MIB, 4096, 0);
        }
        assertEquals(legacy, legacyBytes(backendBytes, words).length);
        final byte[] bytes = description(backendBytes, described).toBytes();
        assertEquals(newer, bytes.length);
        assertArrayEquals(newerBytes(backendBytes, NO_RECORD, words), bytes);
    }

    @Test
    void shouldWriteTheGoldenBytes() {
        final AgentDescription description =
                new AgentDescription(
                        Blob.of((byte) 0x61, (byte) 0x00),
                        List.of(new RegisteredRegion(0x7F00_0020_0000L, 0x400_0000, 0x20_0000)),
                        Blob.of((byte) 0x7E));
        assertArrayEquals(
                hex(
                        """
                        0200000000000000 6100
                        0100000000000000
                        00002000007F0000 0000000400000000 0000200000000000
                        0100000000000000 7E
                        """),
                description.toBytes());
    }

    /// A1.
    @Test
    void shouldRoundTripWithoutRegions() {
        final AgentDescription read = decoded(description(23).toBytes());
        assertEquals(blob(23), read.backend());
        assertEquals(List.of(), read.regions());
    }

    /// A2.
    @Test
    void shouldKeepTheOrderOfRegions() {
        final RegisteredRegion first =
                new RegisteredRegion(0x7F00_0000_0000L, 67_108_864, 2_097_152);
        final RegisteredRegion second =
                new RegisteredRegion(0x7F00_0400_0000L, 134_217_728, 33_554_432);
        assertEquals(
                List.of(first, second),
                decoded(description(19, first, second).toBytes()).regions());
        assertEquals(
                List.of(second, first),
                decoded(description(19, second, first).toBytes()).regions());
    }

    /// A3.
    @Test
    void shouldKeepEveryByteValueAndAChunkAsLargeAsItsRegion() {
        final AgentDescription written =
                description(256, new RegisteredRegion(0xDEAD_BEEFL, 4096, 4096));
        assertEquals(written, decoded(written.toBytes()));
    }

    /// A4.
    @Test
    void shouldMeasureChunkOffsetsFromTheBaseOfTheRegion() {
        final long base = 0x7F00_0020_0000L;
        final long chunk = 32 * MIB;
        final AgentDescription written =
                description(0, new RegisteredRegion(base, 4 * chunk, chunk));
        final RegisteredRegion read = decoded(written.toBytes()).regions().getFirst();
        final long address = base + chunk + 100;
        assertEquals(100, read.chunkOffset(address));
        assertNotEquals(100, Long.remainderUnsigned(address, chunk));
        assertEquals(4, read.chunkCount());
    }

    /// A5.
    @Test
    void shouldRefuseHalfADescription() {
        final byte[] legacy = legacyBytes(14, 0x10_0000, 4096, 0);
        assertEquals(new Malformed(Reason.TRUNCATED, 22), malformed(Arrays.copyOf(legacy, 27)));
        final byte[] newer = newerBytes(14, NO_RECORD, 0x10_0000, 4096, 0);
        assertEquals(
                new Malformed(Reason.COUNT_EXCEEDS_INPUT, 22), malformed(Arrays.copyOf(newer, 31)));
    }

    /// A6 to A10.
    @Test
    void shouldCarryTheBackendBlobVerbatim() {
        final byte[] text = "ip=10.0.0.3;port=1234".getBytes(StandardCharsets.UTF_8);
        final byte[] trailingZero = {7, 0, 1, 2};
        for (final byte[] backend : List.of(text, trailingZero, new byte[0])) {
            final byte[] bytes =
                    new AgentDescription(Blob.of(backend), List.of(), Blob.EMPTY).toBytes();
            assertTrue(bytes.length > 0);
            assertArrayEquals(backend, decoded(bytes).backend().toBytes());
        }
    }

    /// A15.
    @Test
    void shouldReadLegacyBytesAsOfferingNothing() {
        final AgentDescription read = decoded(legacyBytes(14, 0x10_0000, 4096, 0));
        assertEquals(List.of(new RegisteredRegion(0x10_0000, 4096, 0)), read.regions());
        assertEquals(Blob.EMPTY, read.capabilityRecord());
        assertEquals(
                new CapabilityAbsent(CapabilityAbsent.Reason.NOT_OFFERED, 0), read.capability());
    }

    /// A16.
    @Test
    void shouldDecodeExactlyTwoOfAllPrefixes() {
        final byte[] whole =
                newerBytes(14, new byte[] {1, 2, 3}, 0x10_0000, 4096, 0, 0x20_0000, 64, 16);
        final List<Integer> decoding = new ArrayList<>();
        for (int length = 0; length <= whole.length; length++) {
            switch (AgentDescription.decode(Arrays.copyOf(whole, length))) {
                case DecodedDescription.Value _ -> decoding.add(length);
                case Malformed malformed -> assertTrue(malformed.offset() <= length);
            }
        }
        assertEquals(List.of(whole.length - 11, whole.length), decoding);
    }

    /// A17.
    @Test
    void shouldRefuseHostileLengthsWithoutAllocating() {
        final byte[] sound = newerBytes(14, new byte[] {1, 2, 3}, 0x10_0000, 4096, 0);
        final int countAt = 22;
        final int recordAt = sound.length - 11;
        refusesWithoutAllocating(sound, countAt, 1L << 61, Reason.COUNT_EXCEEDS_INPUT);
        refusesWithoutAllocating(sound, countAt, -1, Reason.COUNT_EXCEEDS_INPUT);
        refusesWithoutAllocating(sound, countAt, 2, Reason.COUNT_EXCEEDS_INPUT);
        refusesWithoutAllocating(sound, 0, -1, Reason.LENGTH_EXCEEDS_INPUT);
        refusesWithoutAllocating(sound, 0, 1L << 40, Reason.LENGTH_EXCEEDS_INPUT);
        refusesWithoutAllocating(sound, 0, 1L << 63, Reason.LENGTH_EXCEEDS_INPUT);
        refusesWithoutAllocating(sound, recordAt, 4, Reason.LENGTH_EXCEEDS_INPUT);
        refusesWithoutAllocating(sound, recordAt, -1, Reason.LENGTH_EXCEEDS_INPUT);
    }

    private static void refusesWithoutAllocating(
            final byte[] sound, final int at, final long value, final Reason reason) {
        final byte[] bytes = sound.clone();
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(at, value);
        assertEquals(new Malformed(reason, at), malformed(bytes));
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long before = threads.getCurrentThreadAllocatedBytes();
        AgentDescription.decode(bytes);
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < 1024, "allocated " + allocated);
    }

    /// A18.
    @Test
    void shouldRefuseATrailingByte() {
        final byte[] sound = newerBytes(3, new byte[] {1, 2}, 0x1000, 16, 0);
        assertEquals(
                new Malformed(Reason.TRAILING_BYTES, sound.length),
                malformed(Arrays.copyOf(sound, sound.length + 1)));
    }

    /// A19.
    @Test
    void shouldRefuseRegionsThatShareBytesOrWrap() {
        final int first = 16;
        final int second = 40;
        assertEquals(
                new Malformed(Reason.REGIONS_OVERLAP, second),
                malformed(newerBytes(0, NO_RECORD, 0x1000, 16, 0, 0x1000, 16, 0)));
        assertEquals(
                new Malformed(Reason.REGIONS_OVERLAP, first),
                malformed(newerBytes(0, NO_RECORD, 0x100F, 16, 0, 0x1000, 16, 0)));
        assertEquals(
                new Malformed(Reason.REGION_WRAPS, first),
                malformed(newerBytes(0, NO_RECORD, -16, 16, 0)));
        assertEquals(
                new Malformed(Reason.REGION_WRAPS, second),
                malformed(newerBytes(0, NO_RECORD, 0x1000, 16, 0, 0x10, -1, 0)));
        assertEquals(
                new Malformed(Reason.EMPTY_REGION, first),
                malformed(newerBytes(0, NO_RECORD, 0x1000, 0, 0)));
        assertEquals(
                new Malformed(Reason.CHUNK_EXCEEDS_REGION, first),
                malformed(newerBytes(0, NO_RECORD, 0x1000, 16, 17)));
    }

    @Test
    void shouldAcceptNeighboursAndTheTopOfTheAddressSpace() {
        final AgentDescription read =
                decoded(newerBytes(0, NO_RECORD, -17, 16, 0, 0x1010, 16, 0, 0x1000, 16, 16));
        assertEquals(3, read.regions().size());
        assertTrue(read.regions().getFirst().contains(-2));
    }

    @Test
    void shouldRefuseMoreRegionsThanTheLimit() {
        final long[] words = new long[3 * (AgentDescription.MAX_REGIONS + 1)];
        for (int index = 0; index <= AgentDescription.MAX_REGIONS; index++) {
            words[3 * index] = (index + 1) * 16L;
            words[3 * index + 1] = 16;
        }
        assertEquals(
                new Malformed(Reason.TOO_MANY_REGIONS, 8),
                malformed(newerBytes(0, NO_RECORD, words)));
        final long[] atLimit = Arrays.copyOf(words, words.length - 3);
        final byte[] bytes = newerBytes(0, NO_RECORD, atLimit);
        assertArrayEquals(bytes, decoded(bytes).toBytes());
    }

    @Test
    void shouldRefuseMoreBytesThanTheLimit() {
        final byte[] bytes = new byte[AgentDescription.MAX_BYTES + 1];
        assertEquals(new Malformed(Reason.TOO_LARGE, 0), malformed(bytes));
        final Blob huge = Blob.of(new byte[AgentDescription.MAX_BYTES - 23]);
        assertThrows(
                IllegalArgumentException.class,
                () -> new AgentDescription(huge, List.of(), Blob.EMPTY));
    }

    @Test
    void shouldNeverThrowAndStayCanonicalWhenOneBitFlips() {
        final byte[] sound = Samples.offering(Samples.capability()).toBytes();
        int decoding = 0;
        for (int bit = 0; bit < 8 * sound.length; bit++) {
            final byte[] bytes = sound.clone();
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            if (AgentDescription.decode(bytes)
                    instanceof DecodedDescription.Value(final AgentDescription description)) {
                assertArrayEquals(bytes, description.toBytes(), "bit " + bit);
                description.capability();
                decoding++;
            }
        }
        assertTrue(decoding > 0);
    }

    @Test
    void shouldRefuseToDescribeWhatItWouldNotRead() {
        assertThrows(IllegalArgumentException.class, () -> new RegisteredRegion(0x1000, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new RegisteredRegion(-1, 1, 0));
        final RegisteredRegion region = new RegisteredRegion(0x1000, 16, 0);
        assertThrows(IllegalArgumentException.class, () -> description(0, region, region));
        assertInstanceOf(
                DecodedDescription.Value.class,
                AgentDescription.decode(description(0, region).toBytes()));
    }
}
