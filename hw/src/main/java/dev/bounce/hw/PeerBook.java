package dev.bounce.hw;

import dev.bounce.hw.LoadResult.DirectOnly;
import dev.bounce.hw.LoadResult.Loaded;
import dev.bounce.hw.LoadResult.Reason;
import dev.bounce.hw.LoadResult.Refused;
import dev.bounce.hw.control.ControlAddress;
import dev.bounce.hw.control.EndpointException;
import dev.bounce.hw.memory.MemoryRange;
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

    /// @param endpoint where peers reach this agent, `null` if they cannot
    PeerBook(final AgentParts parts, final ControlAddress endpoint, final ControlKind controlKind) {
        this.parts = parts;
        this.endpoint = endpoint;
        this.controlKind = controlKind;
    }

    /// The peer of that name, or `null` if it is not loaded.
    Peer find(final String name) {
        return peers.get(name);
    }

    /// Takes a peer out.
    ///
    /// @return the peer, or `null` if it was not loaded
    Peer remove(final String name) {
        return peers.remove(name);
    }

    /// Bytes of the description of this agent as it is now.
    byte[] describe() {
        final List<RegisteredRegion> regions = new ArrayList<>();
        final List<RegionCapability> capabilities = new ArrayList<>();
        for (final MemoryRange range : parts.memory().ranges().toList()) {
            if (!range.foreignPuts().isClosed()) {
                regions.add(new RegisteredRegion(range.base(), range.length(), 0));
                capabilities.add(new RegionCapability(parts.memory().kind(), 0, List.of()));
            }
        }
        return AgentDescription.of(Blob.EMPTY, regions, mine(capabilities)).toBytes();
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

    /// Reads a description and hands the peer to the reactor.
    LoadResult load(final byte[] description) {
        return switch (AgentDescription.decode(description)) {
            case Malformed malformed -> new Refused(Reason.MALFORMED, malformed.toString());
            case DecodedDescription.Value value ->
                    switch (value.description().capability()) {
                        case CapabilityAbsent absent ->
                                new Refused(Reason.NO_CAPABILITY, absent.toString());
                        case Capability capability -> load(capability);
                    };
        };
    }

    private LoadResult load(final Capability theirs) {
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
        add(
                new Peer(
                        theirs.name(),
                        theirs.instance(),
                        theirs.memoryKind(),
                        target,
                        theirs.directAddress(),
                        directOnly));
        return directOnly == null
                ? new Loaded(theirs.name())
                : new DirectOnly(theirs.name(), directOnly);
    }

    /// A description that says nothing new still goes to the engine, which may have given up on the
    /// peer; whoever waits for the link goes on waiting.
    private synchronized void add(final Peer read) {
        final Peer known = peers.get(read.name());
        final Peer peer = read.isSameAs(known) ? known : read;
        peers.put(peer.name(), peer);
        parts.commands().add(new Command.Load(peer));
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
