package dev.bounce.model.kv;

import java.util.Arrays;
import java.util.TreeMap;

/// Blocks of KV cache. A block is free or has one owner; free and owned blocks are all blocks. A
/// pinned block is owned: if its owner frees it, it stays with that owner until the last pin is
/// off. Not thread-safe.
public final class BlockPool {
    private static final long NOBODY = -1;

    private final long[] owner;
    private final int[] pins;
    private final TreeMap<Long, Claim> claims = new TreeMap<>();
    private int free;

    private static final class Claim {
        private int[] blocks = new int[0];
        private int pins;
        private boolean isFreed;
    }

    /// What a growth added, so that exactly it can be taken back.
    ///
    /// @param id whose blocks
    /// @param before number of them before
    /// @param after number of them since
    public record Receipt(long id, int before, int after) {}

    /// What giving blocks back came to.
    public enum Freeing {
        /// They are free.
        FREED,
        /// A pin keeps them; the last one that comes off frees them.
        DEFERRED,
        /// That owner has none, or gave them back before.
        UNKNOWN
    }

    /// All blocks are free.
    ///
    /// @param blocks number of them, at least 1
    public BlockPool(final int blocks) {
        owner = new long[blocks];
        pins = new int[blocks];
        Arrays.fill(owner, NOBODY);
        free = blocks;
    }

    /// Adds blocks to those of an owner, all or none; the lowest free ones.
    ///
    /// @param id of the owner, at least 0, which has not given its blocks back
    /// @return what was added, `null` and no change if so many are not free
    /// @throws AssertionError if the owner's blocks are given back but pinned
    public Receipt grow(final long id, final int count) {
        if (count > free) {
            return null;
        }
        final Claim claim = claims.computeIfAbsent(id, _ -> new Claim());
        if (claim.isFreed) {
            throw new AssertionError("request " + id + " gave its blocks back");
        }
        final int before = claim.blocks.length;
        final int[] blocks = Arrays.copyOf(claim.blocks, before + count);
        int next = 0;
        for (int added = before; added < blocks.length; added++) {
            while (owner[next] != NOBODY) {
                next++;
            }
            owner[next] = id;
            pins[next] = claim.pins;
            blocks[added] = next;
        }
        claim.blocks = blocks;
        free -= count;
        return new Receipt(id, before, blocks.length);
    }

    /// Takes a growth back that no forward step used.
    ///
    /// @return false, and no change, if it is not the last one of its owner, or a pin holds it
    public boolean revert(final Receipt receipt) {
        final Claim claim = claims.get(receipt.id);
        if (claim == null
                || claim.isFreed
                || claim.pins > 0
                || claim.blocks.length != receipt.after) {
            return false;
        }
        shrink(claim, receipt.before);
        if (receipt.before == 0) {
            claims.remove(receipt.id);
        }
        return true;
    }

    /// Gives all blocks of an owner back.
    public Freeing free(final long id) {
        final Claim claim = claims.get(id);
        if (claim == null || claim.isFreed) {
            return Freeing.UNKNOWN;
        }
        if (claim.pins > 0) {
            claim.isFreed = true;
            return Freeing.DEFERRED;
        }
        claims.remove(id);
        shrink(claim, 0);
        return Freeing.FREED;
    }

    /// Pins every block of an owner once more.
    ///
    /// @return false, and no change, if it has none
    public boolean pin(final long id) {
        return addPins(id, 1);
    }

    /// Takes one pin off every block of an owner.
    ///
    /// @return false, and no change, if none is on
    public boolean unpin(final long id) {
        final Claim claim = claims.get(id);
        if (claim == null || claim.pins == 0) {
            return false;
        }
        addPins(id, -1);
        if (claim.pins == 0 && claim.isFreed) {
            claims.remove(id);
            shrink(claim, 0);
        }
        return true;
    }

    /// Number of blocks.
    public int capacity() {
        return owner.length;
    }

    /// Number of blocks without owner.
    public int free() {
        return free;
    }

    /// Number of blocks with a pin.
    public int pinned() {
        int pinned = 0;
        for (final int count : pins) {
            pinned += count > 0 ? 1 : 0;
        }
        return pinned;
    }

    /// Owner of a block, -1 if it is free.
    public long owner(final int block) {
        return owner[block];
    }

    /// Pins on a block.
    public int pins(final int block) {
        return pins[block];
    }

    /// Blocks of an owner in the order of its tokens. A copy.
    public int[] blocks(final long id) {
        final Claim claim = claims.get(id);
        return claim == null ? new int[0] : claim.blocks.clone();
    }

    private boolean addPins(final long id, final int change) {
        final Claim claim = claims.get(id);
        if (claim == null) {
            return false;
        }
        claim.pins += change;
        for (final int block : claim.blocks) {
            pins[block] += change;
        }
        return true;
    }

    private void shrink(final Claim claim, final int count) {
        for (int at = count; at < claim.blocks.length; at++) {
            owner[claim.blocks[at]] = NOBODY;
            pins[claim.blocks[at]] = 0;
            free++;
        }
        claim.blocks = Arrays.copyOf(claim.blocks, count);
    }
}
