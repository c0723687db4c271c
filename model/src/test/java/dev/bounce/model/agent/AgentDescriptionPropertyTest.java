package dev.bounce.model.agent;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.DeviceUuid;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Assertions;

class AgentDescriptionPropertyTest {

    @Property(seed = "11", tries = 200, shrinking = ShrinkingMode.BOUNDED)
    void decodeShouldBeTheInverseOfEncode(@ForAll("descriptions") final AgentDescription x) {
        roundTrips(x);
    }

    @Property(tries = 30, shrinking = ShrinkingMode.BOUNDED)
    void decodeShouldBeTheInverseOfEncodeForFreshSeeds(
            @ForAll("descriptions") final AgentDescription x) {
        roundTrips(x);
    }

    private static void roundTrips(final AgentDescription written) {
        final AgentDescription read = Samples.decoded(written.toBytes());
        Assertions.assertEquals(written, read);
        Assertions.assertEquals(written.capability(), read.capability());
        Assertions.assertInstanceOf(Capability.class, read.capability());
    }

    @Property(seed = "12", tries = 500, shrinking = ShrinkingMode.BOUNDED)
    void decodeShouldGiveAValueForAnyBytes(@ForAll final byte[] bytes) {
        if (AgentDescription.decode(bytes)
                instanceof DecodedDescription.Value(final AgentDescription description)) {
            Assertions.assertTrue(description.toBytes().length <= bytes.length + 8);
        }
    }

    @Property(seed = "13", tries = 200, shrinking = ShrinkingMode.BOUNDED)
    void recordShouldDecodeToAValueForAnyBytesBehindItsHead(@ForAll final byte[] tail) {
        final byte[] sound = CapabilityCodec.encode(Samples.capability());
        System.arraycopy(tail, 0, sound, 6, Math.min(tail.length, sound.length - 6));
        if (CapabilityCodec.decode(Blob.of(sound)) instanceof Capability capability) {
            Assertions.assertArrayEquals(sound, CapabilityCodec.encode(capability));
        }
    }

    @Provide
    Arbitrary<AgentDescription> descriptions() {
        return Arbitraries.longs().map(seed -> random(new Random(seed)));
    }

    private static AgentDescription random(final Random random) {
        final List<RegisteredRegion> regions = new ArrayList<>();
        final List<RegionCapability> capabilities = new ArrayList<>();
        long base = random.nextLong(1L << 40);
        for (int left = random.nextInt(65); left > 0; left--) {
            final long bytes = 1 + random.nextLong(1 << 20);
            final long chunk = random.nextBoolean() ? 0 : 1 + bytes / (1 + random.nextInt(8));
            final RegisteredRegion region =
                    new RegisteredRegion(base, bytes, Math.min(chunk, bytes));
            regions.add(random.nextInt(regions.size() + 1), region);
            base += bytes + random.nextInt(3);
        }
        for (final RegisteredRegion region : regions) {
            final List<Blob> keys = new ArrayList<>();
            for (long key = random.nextBoolean() ? 0 : region.chunkCount(); key > 0; key--) {
                keys.add(blob(random, 20));
            }
            capabilities.add(
                    new RegionCapability(
                            random.nextBoolean() ? MemoryKind.HOST : MemoryKind.CUDA,
                            random.nextInt(),
                            random.nextBoolean(),
                            keys));
        }
        return AgentDescription.of(blob(random, 1024), regions, random(random, capabilities));
    }

    private static Capability random(
            final Random random, final List<RegionCapability> capabilities) {
        final int wireLow = 1 + random.nextInt(65_535);
        return new Capability(
                "agent-\u00E9\uD83D\uDE00-" + random.nextInt(),
                random.nextLong() | 1,
                "tcp://10.0.0.1:" + random.nextInt(65_536),
                wireLow,
                wireLow + random.nextInt(65_536 - wireLow),
                pick(random, ControlKind.values()),
                pick(random, PlaneKind.values()),
                pick(random, MemoryKind.values()),
                new DeviceUuid(random.nextLong(), random.nextLong()),
                new ProcessIdentity("host", random.nextLong(), random.nextLong()),
                blob(random, 300),
                capabilities);
    }

    private static <T> T pick(final Random random, final T[] values) {
        return values[random.nextInt(values.length)];
    }

    private static Blob blob(final Random random, final int maxBytes) {
        final byte[] bytes = new byte[random.nextInt(maxBytes + 1)];
        random.nextBytes(bytes);
        return Blob.of(bytes);
    }
}
