package dev.bounce.model.agent;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.Compatibility.Compatible;
import dev.bounce.model.agent.Compatibility.Incompatible;
import dev.bounce.model.agent.Compatibility.Reason;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.DeviceUuid;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// How an agent can be reached for coalesced transfers and for direct puts (design 2.6). Layout:
/// [CapabilityCodec].
///
/// @param name of the agent, see [AgentName]
/// @param instance this life of it, not 0
/// @param endpoint where control messages go, at most 8 KiB of UTF-8 without control characters:
///     `tcp://host:port` for JeroMQ, the control worker's address in hexadecimal for UCX
/// @param wireLow lowest wire version it speaks, `[1, 65535]`
/// @param wireHigh highest wire version it speaks, `[wireLow, 65535]`
/// @param control how control messages travel
/// @param plane how chunks travel
/// @param memoryKind where its arena lives
/// @param deviceUuid device of its arena, [DeviceUuid#NONE] for host memory
/// @param process that it runs in
/// @param directAddress opaque address of the worker that receives direct puts, at most 64 KiB
/// @param regions one entry per region of the description, in its order
public record Capability(
        String name,
        long instance,
        String endpoint,
        int wireLow,
        int wireHigh,
        ControlKind control,
        PlaneKind plane,
        MemoryKind memoryKind,
        DeviceUuid deviceUuid,
        ProcessIdentity process,
        Blob directAddress,
        List<RegionCapability> regions)
        implements CapabilityOffer {
    /// Longest control endpoint in bytes of UTF-8.
    public static final int MAX_ENDPOINT_BYTES = 8192;

    /// Longest direct address in bytes.
    public static final int MAX_DIRECT_ADDRESS_BYTES = 65_536;

    /// Copies the list.
    ///
    /// @throws IllegalArgumentException naming the component, its value and its range
    public Capability {
        AgentName.require(name);
        if (instance == 0) {
            throw new IllegalArgumentException("instance is 0, which names no life");
        }
        if (!isEndpoint(endpoint)) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "endpoint %s must be at most %d bytes of UTF-8 without control"
                                    + " characters",
                            Text.quoted(endpoint),
                            MAX_ENDPOINT_BYTES));
        }
        if (!isWireRange(wireLow, wireHigh)) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "wire range %d..%d must be 1 <= low <= high <= 65535",
                            wireLow,
                            wireHigh));
        }
        if (directAddress.length() > MAX_DIRECT_ADDRESS_BYTES) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "directAddress has %d bytes, at most %d fit",
                            directAddress.length(),
                            MAX_DIRECT_ADDRESS_BYTES));
        }
        regions = List.copyOf(regions);
    }

    static boolean isEndpoint(final String endpoint) {
        return Text.isEncodable(endpoint)
                && Text.utf8Bytes(endpoint) <= MAX_ENDPOINT_BYTES
                && !Text.hasControlCharacter(endpoint);
    }

    static boolean isWireRange(final int low, final int high) {
        return 1 <= low && low <= high && high <= 0xFFFF;
    }

    /// Whether the owner of this record and `mine` can move chunks to each other. The first reason
    /// in the order of [Compatibility.Reason] is given.
    public Compatibility compatibleWith(final Capability mine) {
        final int wireVersion = Math.min(wireHigh, mine.wireHigh);
        if (name.equals(mine.name)) {
            return new Incompatible(Reason.SAME_NAME);
        }
        if (wireVersion < Math.max(wireLow, mine.wireLow)) {
            return new Incompatible(Reason.WIRE_RANGES_DISJOINT);
        }
        if (control != mine.control) {
            return new Incompatible(Reason.CONTROL_KIND_DIFFERS);
        }
        if (endpoint.isEmpty()) {
            return new Incompatible(Reason.CONTROL_ENDPOINT_MISSING);
        }
        if (plane != mine.plane) {
            return new Incompatible(Reason.PLANE_DIFFERS);
        }
        if (memoryKind != mine.memoryKind) {
            return new Incompatible(Reason.MEMORY_KIND_DIFFERS);
        }
        return placeFault(mine)
                .<Compatibility>map(Incompatible::new)
                .orElseGet(() -> new Compatible(wireVersion));
    }

    /// What the plane demands of the places of the two processes.
    private Optional<Reason> placeFault(final Capability mine) {
        final boolean sameHost = process.sharesHostWith(mine.process);
        return switch (plane) {
            case TCP, RC -> Optional.empty();
            case LOCAL ->
                    !sameHost
                            ? Optional.of(Reason.HOST_DIFFERS)
                            : process.equals(mine.process)
                                    ? Optional.empty()
                                    : Optional.of(Reason.PROCESS_DIFFERS);
            case CUDA_IPC ->
                    !sameHost
                            ? Optional.of(Reason.HOST_DIFFERS)
                            : process.pid() == mine.process.pid()
                                    ? Optional.of(Reason.PROCESS_SHARED)
                                    : Optional.empty();
        };
    }

    /// Whether there is one entry for each of these regions, with a key per chunk or none.
    boolean fits(final List<RegisteredRegion> described) {
        if (described.size() != regions.size()) {
            return false;
        }
        for (int index = 0; index < regions.size(); index++) {
            if (!regions.get(index).fits(described.get(index))) {
                return false;
            }
        }
        return true;
    }
}
