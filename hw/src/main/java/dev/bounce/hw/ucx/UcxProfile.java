package dev.bounce.hw.ucx;

import dev.bounce.model.MemoryKind;
import java.util.Map;

/// The sets of UCX settings that are used, the only place where they stand. `UCX_TLS` is fixed for
/// each, because JUCX cannot tell which transport UCX has picked; what the environment says is
/// overruled.
///
/// Messages over TCP are eager and copied: rendezvous would make the sender wait for the receiver,
/// and a zero-copy send that is under way when the receiver drops the connection aborts the
/// sender's process (UCX 1.13.1, `uct_iface.h` "comp->count > 0"). With segments that hold a whole
/// piece, copying is the faster of the two as well.
public enum UcxProfile {
    /// Control messages, of every plane.
    CONTROL(MemoryKind.HOST, false, copiedOverTcp()),
    /// Chunks as eager active messages over TCP.
    TCP(MemoryKind.HOST, false, copiedOverTcp()),
    /// Chunks as puts that TCP emulates: for tests of the put code only, because a sender that dies
    /// aborts the receiver's process.
    TCP_PUT(MemoryKind.HOST, true, Map.of("TLS", "tcp")),
    /// Chunks as puts over RDMA.
    RC(MemoryKind.HOST, true, Map.of("TLS", "rc,cuda_copy,gdr_copy")),
    /// Chunks as puts through CUDA IPC mappings; TCP carries what sets them up, and never puts.
    CUDA_IPC(
            MemoryKind.CUDA,
            true,
            Map.of("TLS", "cuda_ipc,cuda_copy,tcp", "PROTO_EMULATION_ENABLE", "n"));

    private final MemoryKind memory;
    private final boolean puts;
    private final Map<String, String> settings;

    UcxProfile(final MemoryKind memory, final boolean puts, final Map<String, String> settings) {
        this.memory = memory;
        this.puts = puts;
        this.settings = settings;
    }

    private static Map<String, String> copiedOverTcp() {
        return Map.of("TLS", "tcp", "RNDV_THRESH", "inf", "ZCOPY_THRESH", "inf");
    }

    /// Kind of memory that UCX has to reach.
    public MemoryKind memory() {
        return memory;
    }

    /// Whether remote memory is written without its owner; the feature is not asked for otherwise.
    public boolean puts() {
        return puts;
    }

    /// Settings by name, without the prefix `UCX_`.
    public Map<String, String> settings() {
        return settings;
    }
}
