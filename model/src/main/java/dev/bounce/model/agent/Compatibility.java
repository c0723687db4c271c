package dev.bounce.model.agent;

/// Whether two agents can move chunks to each other.
public sealed interface Compatibility {

    /// They can.
    ///
    /// @param wireVersion highest version that both speak
    record Compatible(int wireVersion) implements Compatibility {}

    /// They cannot: the peer is served on the direct path.
    record Incompatible(Reason reason) implements Compatibility {}

    /// Why two agents cannot.
    enum Reason {
        /// Both have one name: an agent does not load itself.
        SAME_NAME,
        /// No wire version is spoken by both.
        WIRE_RANGES_DISJOINT,
        /// One speaks over JeroMQ, the other over UCX.
        CONTROL_KIND_DIFFERS,
        /// The peer says of no place to send control messages to.
        CONTROL_ENDPOINT_MISSING,
        /// Their chunks travel in different ways.
        PLANE_DIFFERS,
        /// Their arenas are different kinds of memory.
        MEMORY_KIND_DIFFERS,
        /// The plane needs one host (and pid namespace), and they are on two, or it is not known.
        HOST_DIFFERS,
        /// The plane needs one process, and they are two.
        PROCESS_DIFFERS,
        /// The plane needs two processes, and they are one.
        PROCESS_SHARED
    }
}
