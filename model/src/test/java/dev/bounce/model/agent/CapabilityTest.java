package dev.bounce.model.agent;

import static dev.bounce.model.agent.Samples.capability;
import static dev.bounce.model.agent.Samples.decoded;
import static dev.bounce.model.agent.Samples.hex;
import static dev.bounce.model.agent.Samples.offering;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.agent.CapabilityAbsent.Reason;
import dev.bounce.model.wire.Blob;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A20: the last field of a description.
class CapabilityTest {
    private static final int PLANE_AT = 11;
    private static final int INSTANCE_AT = 13;
    private static final int NAME_AT = 53;

    private static AgentDescription withRecord(final byte[] record) {
        final AgentDescription sound = offering(capability());
        return new AgentDescription(sound.backend(), sound.regions(), Blob.of(record));
    }

    private static byte[] record() {
        return offering(capability()).capabilityRecord().toBytes();
    }

    private static Reason absence(final byte[] record) {
        final AgentDescription read = decoded(withRecord(record).toBytes());
        return assertInstanceOf(CapabilityAbsent.class, read.capability()).reason();
    }

    @Test
    void shouldComeBackFromADescription() {
        final AgentDescription read = decoded(offering(capability()).toBytes());
        assertEquals(capability(), read.capability());
        assertEquals(offering(capability()), read);
    }

    @Test
    void shouldWriteTheGoldenBytes() {
        assertArrayEquals(
                hex(
                        """
                        42434150 0200 0100 0300 01 03 01
                        8877665544332211 000102030405060708090A0B0C0D0E0F
                        6712000000000000 40E2010000000000
                        09000000 70726566696C6C2D30
                        11000000 686F73742D612F34303236353331383336
                        13000000 7463703A2F2F31302E302E302E333A35313730
                        02000000 AABB
                        02000000
                        00 00000000 01 01000000 03000000 000102
                        01 01000000 00 03000000 01000000 00 00000000 02000000 0001
                        """),
                record());
    }

    @Test
    void shouldBeAbsentWhenNotOffered() {
        assertEquals(Reason.NOT_OFFERED, absence(new byte[0]));
    }

    @Test
    void shouldBeAbsentUnderAForeignMagic() {
        final byte[] record = record();
        record[0] ^= 1;
        assertEquals(Reason.FOREIGN_MAGIC, absence(record));
        assertEquals(
                Reason.FOREIGN_MAGIC,
                absence("tcp://10.0.0.3:5170".getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 0x80})
    void shouldBeAbsentInAnotherFormat(final int format) {
        final byte[] record = record();
        record[4] = (byte) format;
        assertEquals(Reason.UNKNOWN_FORMAT, absence(record));
    }

    @Test
    void shouldBeAbsentWithAKindOfTheFuture() {
        for (int at = PLANE_AT - 1; at <= PLANE_AT + 1; at++) {
            final byte[] record = record();
            record[at] = 99;
            assertEquals(Reason.UNKNOWN_KIND, absence(record));
        }
    }

    @Test
    void shouldBeAbsentWhenShortOrLongByOneByte() {
        final byte[] record = record();
        assertEquals(Reason.UNDECODABLE, absence(Arrays.copyOf(record, record.length - 1)));
        assertEquals(Reason.UNDECODABLE, absence(Arrays.copyOf(record, record.length + 1)));
    }

    @Test
    void shouldBeAbsentAtEveryTruncation() {
        final byte[] record = record();
        for (int length = 1; length < record.length; length++) {
            assertEquals(Reason.UNDECODABLE, absence(Arrays.copyOf(record, length)));
        }
    }

    @Test
    void shouldBeAbsentWhenAnAnnouncedLengthIsHostile() {
        for (int at = NAME_AT; at < NAME_AT + 4; at++) {
            final byte[] record = record();
            record[at] = (byte) 0xFF;
            assertEquals(Reason.UNDECODABLE, absence(record));
        }
    }

    @Test
    void shouldBeAbsentWhenAFieldBreaksItsRule() {
        final byte[] noInstance = record();
        Arrays.fill(noInstance, INSTANCE_AT, INSTANCE_AT + 8, (byte) 0);
        assertEquals(Reason.UNDECODABLE, absence(noInstance));
        final byte[] controlCharacter = record();
        controlCharacter[NAME_AT + 4] = '\n';
        assertEquals(Reason.UNDECODABLE, absence(controlCharacter));
        final byte[] notUtf8 = record();
        notUtf8[NAME_AT + 4] = (byte) 0xC0;
        assertEquals(Reason.UNDECODABLE, absence(notUtf8));
        final byte[] emptyWireRange = record();
        emptyWireRange[6] = 4;
        assertEquals(Reason.UNDECODABLE, absence(emptyWireRange));
    }

    @Test
    void shouldBeAbsentWhenItSpeaksOfOtherRegions() {
        final AgentDescription sound = offering(capability());
        final AgentDescription other =
                new AgentDescription(
                        sound.backend(), List.of(Samples.plainRegion()), sound.capabilityRecord());
        assertEquals(new CapabilityAbsent(Reason.REGIONS_DIFFER, 0), other.capability());
        final AgentDescription otherChunks =
                new AgentDescription(
                        sound.backend(),
                        List.of(Samples.chunkedRegion(), Samples.plainRegion()),
                        sound.capabilityRecord());
        assertEquals(new CapabilityAbsent(Reason.REGIONS_DIFFER, 0), otherChunks.capability());
        assertThrows(
                IllegalArgumentException.class,
                () -> AgentDescription.of(Blob.EMPTY, List.of(), capability()));
    }

    @Test
    void shouldStayCanonicalWhenOneBitFlips() {
        final byte[] sound = record();
        int decoding = 0;
        for (int bit = 0; bit < 8 * sound.length; bit++) {
            final byte[] record = sound.clone();
            record[bit / 8] ^= (byte) (1 << bit % 8);
            if (CapabilityCodec.decode(Blob.of(record)) instanceof Capability capability) {
                assertArrayEquals(record, CapabilityCodec.encode(capability), "bit " + bit);
                decoding++;
            }
        }
        assertTrue(decoding > 0);
    }
}
