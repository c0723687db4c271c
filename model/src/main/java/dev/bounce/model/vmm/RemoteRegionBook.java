package dev.bounce.model.vmm;

import dev.bounce.model.agent.AgentDescription;
import dev.bounce.model.agent.Capability;
import dev.bounce.model.agent.CapabilityAbsent;
import dev.bounce.model.agent.DecodedDescription;
import dev.bounce.model.agent.Malformed;
import dev.bounce.model.agent.RegisteredRegion;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// The memory that each peer advertises, by its name: addresses of different peers overlap.
///
/// A load *replaces* what was known of that peer, also by nothing. A refused load changes nothing.
/// Not thread-safe; the maps handed out are immutable, so a transfer goes on with the map it began
/// with.
public final class RemoteRegionBook {
    private final TreeMap<String, RegionMap> peers = new TreeMap<>();
    private boolean isShut;

    /// What a load came to.
    public sealed interface Load permits Loaded, Refused {}

    /// The map of that peer is now this one.
    public record Loaded(RegionMap regions) implements Load {}

    /// Nothing changed.
    ///
    /// @param reason why
    /// @param detail what was found, for people
    public record Refused(Reason reason, String detail) implements Load {}

    /// Why a description is not loaded.
    public enum Reason {
        /// The bytes are no description.
        MALFORMED,
        /// The description is of an agent of another name.
        NAME_DIFFERS,
        /// The book is shut.
        SHUT
    }

    /// Reads a description and replaces all that was known of that peer. A description without a
    /// usable capability record names nobody and no kinds of memory: it is taken at its word, and
    /// all its regions are device memory, as older agents advertise no other.
    ///
    /// @param name the peer as the caller knows it; must be the name in the description
    public Load load(final String name, final byte[] description) {
        if (isShut) {
            return new Refused(Reason.SHUT, name);
        }
        return switch (AgentDescription.decode(description)) {
            case Malformed malformed -> new Refused(Reason.MALFORMED, malformed.toString());
            case DecodedDescription.Value value -> load(name, value.description());
        };
    }

    /// The same with a description that has been read.
    public Load load(final String name, final AgentDescription description) {
        if (isShut) {
            return new Refused(Reason.SHUT, name);
        }
        return switch (description.capability()) {
            case CapabilityAbsent _ -> replace(name, description.regions());
            case Capability capability when !capability.name().equals(name) ->
                    new Refused(Reason.NAME_DIFFERS, capability.name());
            case Capability capability -> replace(name, ofItsKind(description, capability));
        };
    }

    /// The map of that peer; [RegionMap#EMPTY] if it is not loaded or advertised nothing.
    public RegionMap regions(final String name) {
        return peers.getOrDefault(name, RegionMap.EMPTY);
    }

    /// Whether that peer is loaded.
    public boolean isLoaded(final String name) {
        return peers.containsKey(name);
    }

    /// Forgets a peer. No effect if it is not loaded, or the book is shut.
    public void invalidate(final String name) {
        peers.remove(name);
    }

    /// Forgets every peer; from now on each load is refused. May be repeated.
    public void shut() {
        isShut = true;
        peers.clear();
    }

    private Loaded replace(final String name, final List<RegisteredRegion> regions) {
        final RegionMap map = RegionMap.of(regions);
        peers.put(name, map);
        return new Loaded(map);
    }

    /// Regions of the memory that the agent moves chunks in: an agent that lives in host memory, as
    /// where there is no device, advertises what it has registered there.
    private static List<RegisteredRegion> ofItsKind(
            final AgentDescription description, final Capability capability) {
        final List<RegisteredRegion> regions = new ArrayList<>();
        for (int index = 0; index < description.regions().size(); index++) {
            if (capability.regions().get(index).memoryKind() == capability.memoryKind()) {
                regions.add(description.regions().get(index));
            }
        }
        return regions;
    }
}
