package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.bounce.model.agent.AgentDescription;
import dev.bounce.model.agent.Capability;
import dev.bounce.model.agent.DecodedDescription;
import dev.bounce.model.agent.RegionCapability;
import java.util.List;

/// Descriptions that say something else.
final class Descriptions {
    private Descriptions() {}

    /// The same, with every region open to direct puts, or none.
    static byte[] puttable(final byte[] description, final boolean puttable) {
        final AgentDescription told =
                assertInstanceOf(
                                DecodedDescription.Value.class,
                                AgentDescription.decode(description))
                        .description();
        final Capability theirs = assertInstanceOf(Capability.class, told.capability());
        final List<RegionCapability> regions =
                theirs.regions().stream()
                        .map(
                                region ->
                                        new RegionCapability(
                                                region.memoryKind(),
                                                region.device(),
                                                puttable,
                                                region.remoteKeys()))
                        .toList();
        return AgentDescription.of(
                        told.backend(),
                        told.regions(),
                        new Capability(
                                theirs.name(),
                                theirs.instance(),
                                theirs.endpoint(),
                                theirs.wireLow(),
                                theirs.wireHigh(),
                                theirs.control(),
                                theirs.plane(),
                                theirs.memoryKind(),
                                theirs.deviceUuid(),
                                theirs.process(),
                                theirs.directAddress(),
                                regions))
                .toBytes();
    }
}
