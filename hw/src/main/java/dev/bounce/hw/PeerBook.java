package dev.bounce.hw;

import dev.bounce.hw.LoadResult.DirectOnly;
import dev.bounce.hw.LoadResult.Loaded;
import dev.bounce.hw.LoadResult.Reason;
import dev.bounce.hw.LoadResult.Refused;
import dev.bounce.hw.control.ControlAddress;
import dev.bounce.hw.control.EndpointException;
import dev.bounce.model.agent.AgentDescription;
import dev.bounce.model.agent.Capability;
import dev.bounce.model.agent.CapabilityAbsent;
import dev.bounce.model.agent.Compatibility;
import dev.bounce.model.agent.ControlKind;
import dev.bounce.model.agent.DecodedDescription;
import dev.bounce.model.agent.Malformed;
import dev.bounce.model.agent.ProcessIdentity;
import dev.bounce.model.agent.RegionCapability;
import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.vmm.RegionMap;
import dev.bounce.model.vmm.RemoteRegionBook;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The descriptions of this agent and of its peers. Any thread.
final class PeerBook {
    private final AgentParts parts;
    private final ControlAddress endpoint;
    private final ControlKind controlKind;
    private final ProcessIdentity process = HostProcess.identity();
    private final Map<String, Peer> peers = new ConcurrentHashMap<>();
    private final RemoteRegionBook regions = new RemoteRegionBook();
    private final Map<String, RegionMap> unputtable = new ConcurrentHashMap<>();
    private final OwnRegions own;

    /// @param endpoint where peers reach this agent, `null` if they cannot
    PeerBook(
            final AgentParts parts,
            final OwnRegions own,
            final ControlAddress endpoint,
            final ControlKind controlKind) {
        this.parts = parts;
        this.own = own;
        this.endpoint = endpoint;
        this.controlKind = controlKind;
    }

    /// The peer of that name, or `null` if it is not loaded.
    Peer find(final String name) {
        return peers.get(name);
    }

    /// The regions that a peer advertises; empty if it is not loaded or has told none.
    synchronized RegionMap regions(final String name) {
        return regions.regions(name);
    }

    /// Whether pairs can be put directly into the memory of that peer, as far as it has told.
    boolean isPuttable(final String name, final DescriptorPairs pairs) {
        final RegionMap closed = unputtable.getOrDefault(name, RegionMap.EMPTY);
        if (closed.size() == 0) {
            return true;
        }
        final long[] bytes = pairs.bytes();
        for (int index = 0; index < bytes.length; index++) {
            if (bytes[index] != 0
                    && closed.firstOverlapping(pairs.destination()[index], bytes[index]) >= 0) {
                return false;
            }
        }
        return true;
    }

    /// Takes a peer out.
    ///
    /// @return the peer, or `null` if it was not loaded
    synchronized Peer remove(final String name) {
        regions.invalidate(name);
        unputtable.remove(name);
        return peers.remove(name);
    }

    /// Forgets what peers advertise; no peer is loaded from now on.
    synchronized void shut() {
        regions.shut();
        unputtable.clear();
    }

    /// Bytes of the description of this agent as it is now.
    byte[] describe() {
        final List<RegisteredRegion> published = own.regions().regions();
        final List<RegionCapability> capabilities =
                published.stream()
                        .map(
                                region ->
                                        new RegionCapability(
                                                parts.memory().kind(),
                                                0,
                                                !parts.plane().isDirectOneSided()
                                                        || parts.memory().isPuttable(region.base()),
                                                List.of()))
                        .toList();
        return AgentDescription.of(Blob.EMPTY, published, mine(capabilities)).toBytes();
    }

    private Capability mine(final List<RegionCapability> regions) {
        return new Capability(
                parts.engine().name(),
                parts.engine().instance(),
                endpoint == null ? "" : endpoint.toString(),
                Header.VERSION,
                Header.VERSION,
                controlKind,
                parts.plane().kind(),
                parts.memory().kind(),
                parts.memory().device(),
                process,
                parts.plane().directAddress(),
                regions);
    }

    /// Reads a description, replaces the regions of the peer by those in it, and hands the peer to
    /// the reactor. A refused description changes nothing.
    ///
    /// @param name that the description must have, `null` for any
    LoadResult load(final String name, final byte[] description) {
        return switch (AgentDescription.decode(description)) {
            case Malformed malformed -> new Refused(Reason.MALFORMED, malformed.toString());
            case DecodedDescription.Value value ->
                    switch (value.description().capability()) {
                        case CapabilityAbsent absent ->
                                new Refused(Reason.NO_CAPABILITY, absent.toString());
                        case Capability capability
                                when name != null && !capability.name().equals(name) ->
                                new Refused(
                                        Reason.NAME_DIFFERS,
                                        "the description is of '%s', not of '%s'"
                                                .formatted(capability.name(), name));
                        case Capability capability -> load(value.description(), capability);
                    };
        };
    }

    private LoadResult load(final AgentDescription description, final Capability theirs) {
        if (theirs.name().equals(parts.engine().name())) {
            return new Refused(Reason.SELF, "this agent is called '" + theirs.name() + "'");
        }
        final String fault = fault(theirs);
        ControlAddress target = null;
        String directOnly = fault;
        if (fault == null) {
            try {
                target = ControlAddress.parse(controlKind, theirs.endpoint());
            } catch (final EndpointException malformed) {
                directOnly = malformed.getMessage();
            }
        }
        final boolean added =
                add(
                        description,
                        unputtable(description, theirs),
                        new Peer(
                                theirs.name(),
                                theirs.instance(),
                                theirs.memoryKind(),
                                target,
                                theirs.directAddress(),
                                directOnly));
        if (!added) {
            return new Refused(Reason.CLOSED, parts.engine().name() + " is closed");
        }
        return directOnly == null
                ? new Loaded(theirs.name())
                : new DirectOnly(theirs.name(), directOnly);
    }

    private static RegionMap unputtable(
            final AgentDescription description, final Capability theirs) {
        final List<RegisteredRegion> closed = new ArrayList<>();
        for (int index = 0; index < theirs.regions().size(); index++) {
            if (!theirs.regions().get(index).puttable()) {
                closed.add(description.regions().get(index));
            }
        }
        return RegionMap.of(closed);
    }

    /// A description that says nothing new still goes to the engine, which may have given up on the
    /// peer; whoever waits for the link goes on waiting.
    private synchronized boolean add(
            final AgentDescription description, final RegionMap closed, final Peer read) {
        if (regions.load(read.name(), description) instanceof RemoteRegionBook.Refused) {
            return false;
        }
        unputtable.put(read.name(), closed);
        final Peer known = peers.get(read.name());
        final Peer peer = read.isSameAs(known) ? known : read;
        peers.put(peer.name(), peer);
        parts.commands().add(new Command.Load(peer));
        return true;
    }

    /// Why nothing is coalesced for that peer, `null` if transfers may be.
    private String fault(final Capability theirs) {
        if (endpoint == null) {
            return "this agent has no control channel";
        }
        return switch (theirs.compatibleWith(mine(List.of()))) {
            case Compatibility.Compatible _ -> null;
            case Compatibility.Incompatible incompatible -> incompatible.reason().toString();
        };
    }
}
