package dev.bounce.model.vmm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.AgentDescription;
import dev.bounce.model.agent.MemoryDescriptor;
import dev.bounce.model.agent.MemoryDescriptors;
import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Blob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Rows G1, G3 and G4 as WRITE, over a back end that finds each descriptor in one registered chunk
/// or refuses the list, as NIXL does.
class AgentLevelTest {
    /// An agent with real bytes in a pool of chunks.
    private static final class Agent {
        private final String name;
        private final VirtualPool pool;
        private final byte[] memory;
        private final LocalRegionBook local = new LocalRegionBook();
        private final RemoteRegionBook remote = new RemoteRegionBook();
        private final List<MemoryDescriptor> registered = new ArrayList<>();

        Agent(final String name, final long base, final int chunks, final int chunkBytes) {
            this.name = name;
            pool = new VirtualPool(base, (long) chunks * chunkBytes, chunkBytes, 0);
            pool.resize(chunks);
            memory = new byte[chunks * chunkBytes];
            final LocalRegionBook.Prepared prepared =
                    (LocalRegionBook.Prepared)
                            local.prepare(List.of(new MemoryDescriptor(base, memory.length)), pool);
            for (final RegisteredRegion region : prepared.regions()) {
                for (long chunk = 0; chunk < region.chunkCount(); chunk++) {
                    registered.add(
                            new MemoryDescriptor(
                                    base + chunk * chunkBytes, region.chunkLength(chunk)));
                }
            }
            local.publish(prepared.batch());
        }

        void load(final Agent peer) {
            remote.load(
                    peer.name,
                    new AgentDescription(Blob.EMPTY, peer.local.regions().regions(), Blob.EMPTY)
                            .toBytes());
        }

        void fill(final int offset, final int bytes, final byte value) {
            Arrays.fill(memory, offset, offset + bytes, value);
        }

        byte[] bytes(final int offset, final int bytes) {
            return Arrays.copyOfRange(memory, offset, offset + bytes);
        }

        /// Copies piece by piece; returns how many there were.
        int write(final int from, final Agent peer, final int to, final int bytes) {
            final Pairing pairing =
                    Pairing.of(
                            at(pool.base() + from, bytes),
                            at(peer.pool.base() + to, bytes),
                            local.regions(),
                            remote.regions(peer.name));
            final DescriptorPairs pieces =
                    DescriptorSplitter.split(
                            ((Pairing.Paired) pairing).pairs(),
                            TransferSide.device(local.regions()),
                            TransferSide.device(remote.regions(peer.name)));
            final long hold = local.hold(pieces);
            for (int piece = 0; piece < pieces.size(); piece++) {
                final int length = (int) pieces.bytes()[piece];
                requireRegistered(pieces.source()[piece], length);
                peer.requireRegistered(pieces.destination()[piece], length);
                System.arraycopy(
                        memory,
                        (int) (pieces.source()[piece] - pool.base()),
                        peer.memory,
                        (int) (pieces.destination()[piece] - peer.pool.base()),
                        length);
            }
            local.release(hold);
            return pieces.size();
        }

        private void requireRegistered(final long address, final long length) {
            for (final MemoryDescriptor chunk : registered) {
                if (address >= chunk.address()
                        && address + length <= chunk.address() + chunk.bytes()) {
                    return;
                }
            }
            throw new AssertionError("not found: " + address + " + " + length);
        }

        private static MemoryDescriptors at(final long address, final long bytes) {
            return MemoryDescriptors.of(
                    MemoryKind.CUDA, new long[] {address}, new long[] {bytes}, 0);
        }
    }

    private final Agent sender = new Agent("sender", 0x10000, 8, 64);
    private final Agent receiver = new Agent("receiver", 0x20000, 8, 48);

    /// G1 and G3.
    @Test
    void shouldMoveHundredBytesAcrossChunksOfTwoSizes() {
        sender.load(receiver);
        for (final byte value : new byte[] {10, 1}) {
            sender.fill(40, 100, value);
            assertEquals(5, sender.write(40, receiver, 7, 100));
            assertArrayEquals(sender.bytes(40, 100), receiver.bytes(7, 100));
            assertEquals(0, receiver.memory[6]);
            assertEquals(0, receiver.memory[107]);
        }
    }

    /// G4.
    @Test
    void shouldServeAThirdAgentThatLoadsThePeerLater() {
        sender.load(receiver);
        sender.fill(0, 100, (byte) 5);
        sender.write(0, receiver, 0, 100);
        final Agent third = new Agent("third", 0x10000, 4, 32);
        third.load(receiver);
        third.fill(3, 100, (byte) 9);
        third.write(3, receiver, 200, 100);
        assertArrayEquals(sender.bytes(0, 100), receiver.bytes(0, 100));
        assertArrayEquals(third.bytes(3, 100), receiver.bytes(200, 100));
    }

    /// The back end of this test sees a wrong cut.
    @Test
    void shouldFailLoudlyWithoutTheMapOfThePeer() {
        assertThrows(AssertionError.class, () -> sender.write(0, receiver, 0, 64));
    }
}
