package dev.bounce.hw.ucx;

import dev.bounce.model.wire.Blob;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpMemMapParams;
import org.openucx.jucx.ucp.UcpMemory;
import org.openucx.jucx.ucp.UcpParams;
import org.openucx.jucx.ucp.UcpWorker;
import org.openucx.jucx.ucp.UcpWorkerParams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One UCX context with the settings of a profile, and a list of everything made from it that is
/// still open, by name. UCX aborts the process when a context goes before what was made from it, so
/// a context with leaks is left open and the leaks are logged. Any thread.
public final class UcxDomain implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UcxDomain.class);

    private final UcxProfile profile;
    private final boolean ipv6;
    private final UcpContext context;
    private final List<String> open = new ArrayList<>();
    private boolean closed;

    /// @param networkInterface the only one that is used, `null` for those that UCX picks
    /// @param ipv6 whether its IPv6 address is preferred
    /// @throws UcxException in one line, if UCX is missing, does not fit, or refuses the settings
    public UcxDomain(final UcxProfile profile, final String networkInterface, final boolean ipv6) {
        this.profile = profile;
        this.ipv6 = ipv6;
        UcxLibrary.require(profile.memory());
        final UcpParams params =
                new UcpParams().requestAmFeature().requestWakeupFeature().setMtWorkersShared(true);
        if (profile.puts()) {
            params.requestRmaFeature();
        }
        for (final Map.Entry<String, String> setting : profile.settings().entrySet()) {
            params.setConfig(setting.getKey(), setting.getValue());
        }
        if (networkInterface != null) {
            params.setConfig("NET_DEVICES", networkInterface);
        }
        try {
            context = inFamily(() -> new UcpContext(params));
        } catch (final org.openucx.jucx.UcxException refused) {
            throw new UcxException(
                    "UCX %s does not take the settings of %s %s on %s: %s"
                            .formatted(
                                    UcxLibrary.finding().version(),
                                    profile,
                                    profile.settings(),
                                    networkInterface == null ? "any interface" : networkInterface,
                                    refused.getMessage()),
                    refused);
        }
    }

    /// UCX reads the address family from the environment of the process when it opens things.
    private <T> T inFamily(final Supplier<T> opening) {
        synchronized (UcxDomain.class) {
            NativeEnvironment.preferIpv6(ipv6);
            return opening.get();
        }
    }

    /// The settings in force.
    public UcxProfile profile() {
        return profile;
    }

    /// What UCX calls the memory that moves here.
    public int memoryType() {
        return UcxLibrary.memoryType(profile.memory());
    }

    /// A worker, used by one thread at a time. Takes milliseconds.
    ///
    /// @param name for the list of leaks; give it to [#closed] once it is closed
    /// @throws UcxException if UCX makes none
    UcpWorker open(final String name) {
        final UcpWorker worker;
        try {
            worker = inFamily(() -> context.newWorker(new UcpWorkerParams()));
        } catch (final org.openucx.jucx.UcxException refused) {
            throw new UcxException(
                    "UCX makes no worker '%s' (are file descriptors left, ulimit -n?): %s"
                            .formatted(name, refused.getMessage()),
                    refused);
        }
        opened(name);
        return worker;
    }

    /// Lets peers write `[address, address + bytes)`.
    ///
    /// @param name for the list of leaks; give it back with [#unmap]
    /// @throws UcxException if UCX does not map it, or takes it for another kind of memory
    public UcpMemory map(final String name, final long address, final long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException(name + " has " + bytes + " bytes to map");
        }
        if (address == 0) {
            // UCX refuses it, and JUCX 1.18.1 then asks about a mapping that it does not have.
            throw new UcxException("UCX maps no memory at address 0 (" + name + ")", null);
        }
        final UcpMemory memory;
        try {
            memory =
                    context.memoryMap(
                            new UcpMemMapParams()
                                    .setAddress(address)
                                    .setLength(bytes)
                                    .setMemoryType(memoryType()));
        } catch (final org.openucx.jucx.UcxException refused) {
            throw new UcxException(
                    "UCX does not map %d bytes at %#x (%s): %s"
                            .formatted(bytes, address, name, refused.getMessage()),
                    refused);
        }
        if (memory.getMemType() != memoryType()) {
            final int found = memory.getMemType();
            memory.deregister();
            throw new UcxException(
                    "UCX takes the memory at %#x for type %d, it is type %d (%s)"
                            .formatted(address, found, memoryType(), profile.memory()),
                    null);
        }
        opened(name);
        return memory;
    }

    /// Takes back what [#map] has given.
    ///
    /// @param name under which it was mapped
    public void unmap(final String name, final UcpMemory memory) {
        memory.deregister();
        closed(name);
    }

    /// The packed key with which peers reach mapped memory.
    ///
    /// @throws UcxException if UCX gives none
    public static Blob keyOf(final UcpMemory memory) {
        final ByteBuffer buffer;
        try {
            buffer = memory.getRemoteKeyBuffer();
        } catch (final org.openucx.jucx.UcxException refused) {
            throw new UcxException(
                    "UCX gives no key to memory at %#x: %s"
                            .formatted(memory.getAddress(), refused.getMessage()),
                    refused);
        }
        final byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return Blob.of(bytes);
    }

    private synchronized void opened(final String name) {
        open.add(name);
    }

    /// What was opened under that name is closed.
    public synchronized void closed(final String name) {
        open.remove(name);
    }

    /// What is still open.
    public synchronized List<String> leaks() {
        return List.copyOf(open);
    }

    /// Closes the context, unless something is still open.
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (open.isEmpty()) {
            context.close();
        } else {
            LOG.warn("UCX context of profile={} stays open, leaks={}", profile, open);
        }
    }
}
