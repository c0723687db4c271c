package dev.bounce.model.wire;

import dev.bounce.model.MemoryKind;
import java.util.Arrays;
import java.util.List;

/// What a message says. [Header#type()] and whether the rid is 0 select which of these follows.
public sealed interface Body {

    /// The message type that carries this body.
    default MessageType type() {
        return switch (this) {
            case Want _, Cancel _, Open _, KeepAlive _, Close _ -> MessageType.WANT;
            case Grant _, Opened _, KeepAliveAnswer _ -> MessageType.GRANT;
            case Data _ -> MessageType.DATA;
            case ChunkAcks _, RequestAck _, Closed _ -> MessageType.ACK;
            case StaleEpoch _, StaleInstance _, OpenRefused _ -> MessageType.ACK;
        };
    }

    /// Whether a header with that rid may stand before this body: 0 is the link itself. STALE_EPOCH
    /// and STALE_INSTANCE answer either.
    default boolean fitsRid(final long rid) {
        return switch (this) {
            case Open _, KeepAlive _, Close _, Opened _, KeepAliveAnswer _ -> rid == 0;
            case Closed _, OpenRefused _ -> rid == 0;
            case Want _, Cancel _, Grant _, Data _, ChunkAcks _, RequestAck _ -> rid != 0;
            case StaleEpoch _, StaleInstance _ -> true;
        };
    }

    /// WANT of a request: asks for one credit per chunk.
    ///
    /// @param tag for the receiving application
    /// @param chunkBytes region bytes of each chunk (payload and seal), at least one entry
    record Want(Tag tag, long[] chunkBytes) implements Body {
        @Override
        public boolean equals(final Object other) {
            return other instanceof Want want
                    && tag.equals(want.tag)
                    && Arrays.equals(chunkBytes, want.chunkBytes);
        }

        @Override
        public int hashCode() {
            return 31 * tag.hashCode() + Arrays.hashCode(chunkBytes);
        }

        @Override
        public String toString() {
            return "Want[tag=" + tag + ", chunkBytes=" + Arrays.toString(chunkBytes) + "]";
        }
    }

    /// WANT without sizes: close the flow.
    record Cancel() implements Body {}

    /// WANT 0: opens an epoch.
    ///
    /// @param name name of the sending agent, 1 to 200 bytes of UTF-8
    /// @param nonce echoed by the answers
    /// @param wireLow lowest wire version the sender speaks
    /// @param wireHigh highest wire version the sender speaks
    record Open(String name, Nonce nonce, int wireLow, int wireHigh) implements Body {
        /// Longest name in bytes of UTF-8.
        public static final int MAX_NAME_BYTES = 200;
    }

    /// WANT 0: the sender lives and asks for an echo of its beat.
    record KeepAlive() implements Body {}

    /// WANT 0: the epoch is over at the sender.
    ///
    /// @param clean every write of the epoch ended LANDED or NEVER
    record Close(boolean clean) implements Body {}

    /// GRANT of a request: credits; none = "alive, queued".
    record Grant(List<Credit> credits) implements Body {
        /// Copies the list.
        public Grant {
            credits = List.copyOf(credits);
        }
    }

    /// GRANT 0: the epoch is open at the receiver.
    ///
    /// @param nonce of the OPEN it answers
    /// @param token stands in every later frame of the epoch
    /// @param wireVersion spoken from here on
    /// @param limits what the receiver accepts
    /// @param arena how the receiver's arena is reached
    record Opened(
            Nonce nonce, Token token, int wireVersion, ReceiverLimits limits, ArenaAccess arena)
            implements Body {}

    /// GRANT 0 without more: answers a keep-alive.
    record KeepAliveAnswer() implements Body {}

    /// DATA: the write of a chunk has landed whole.
    ///
    /// @param chunk 0-based index
    /// @param grantId of the credit the chunk was written with
    /// @param region byte offset in the receiver's arena
    /// @param runs how the region is scattered
    record Data(int chunk, long grantId, long region, ScatterRuns runs) implements Body {}

    /// ACK of chunks.
    record ChunkAcks(List<ChunkAck> acks) implements Body {
        /// Copies the list.
        public ChunkAcks {
            acks = List.copyOf(acks);
        }
    }

    /// ACK of a whole request.
    record RequestAck(Status status) implements Body {}

    /// ACK 0: nothing of the closed epoch is being scattered, and nothing will.
    record Closed() implements Body {}

    /// ACK: the epoch is over at the receiver.
    ///
    /// @param highest highest epoch the receiver has seen of that name
    /// @param nonce of the OPEN it answers, [Nonce#NONE] if it answers another message
    record StaleEpoch(long highest, Nonce nonce) implements Body {}

    /// ACK: the receiver that the frame was meant for is gone. Echoes token and epoch of that
    /// frame.
    ///
    /// @param mine instance of the life that answers
    record StaleInstance(long mine) implements Body {}

    /// ACK 0: the epoch is not opened.
    ///
    /// @param reason why
    /// @param nonce of the OPEN it answers
    record OpenRefused(OpenRefusal reason, Nonce nonce) implements Body {}

    /// What a receiver accepts on one link. No component is negative; a decoded one that its type
    /// cannot hold is the largest value of that type.
    ///
    /// @param leaseNanos silence after which the receiver ends the epoch
    /// @param maxFlows open requests at a time
    /// @param maxChunkBytes largest region of one chunk
    /// @param maxChunks chunks of one request
    /// @param maxRuns runs of one DATA
    /// @param maxFrameBytes bytes of one frame
    record ReceiverLimits(
            long leaseNanos,
            int maxFlows,
            long maxChunkBytes,
            int maxChunks,
            int maxRuns,
            int maxFrameBytes) {}

    /// How the receiver's arena is reached.
    ///
    /// @param memoryKind where the arena lives
    /// @param deviceUuid 16 bytes, zero for host memory, as two little-endian halves
    /// @param address first byte in the receiver's address space
    /// @param remoteKey opaque key of the data plane, at most [#MAX_BLOB_BYTES]
    /// @param planeAddress opaque address of the receiver's data-plane object of this epoch, at
    ///     most [#MAX_BLOB_BYTES]
    record ArenaAccess(
            MemoryKind memoryKind,
            DeviceUuid deviceUuid,
            long address,
            Blob remoteKey,
            Blob planeAddress) {
        /// Longest key and longest address in bytes.
        public static final int MAX_BLOB_BYTES = 4_096;
    }
}
