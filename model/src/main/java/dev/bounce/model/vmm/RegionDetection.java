package dev.bounce.model.vmm;

import dev.bounce.model.agent.MemoryDescriptor;
import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.vmm.RegionProbe.Allocation;

/// What the physical allocations behind a descriptor make of it.
///
/// If the first or the last byte has no allocation the driver knows of, or both lie in one, the
/// region is plain. Else the allocations are walked from front to back: each must begin where the
/// one before ends, on the same device and with the same size. The last one may reach beyond the
/// descriptor. A descriptor must begin where its first chunk begins, because a description has no
/// field for the origin of chunks.
public sealed interface RegionDetection {

    /// What to register.
    record Detected(RegisteredRegion region) implements RegionDetection {}

    /// The descriptor cannot be registered as one region.
    ///
    /// @param reason why
    /// @param address where the mapping stops being regular
    record Refused(Reason reason, long address) implements RegionDetection {}

    /// What can be irregular about a mapping.
    enum Reason {
        /// The descriptor begins inside its first chunk.
        STARTS_INSIDE_CHUNK,
        /// Nothing is mapped between the first byte and the last.
        HOLE,
        /// A chunk has another size than the first.
        CHUNK_SIZES_DIFFER,
        /// A chunk lives on another device than the first.
        DEVICES_DIFFER
    }

    /// Probes first byte, last byte, and chunk by chunk what lies between.
    ///
    /// @param descriptor of device memory; at least one byte, and its end does not wrap
    static RegionDetection of(final MemoryDescriptor descriptor, final RegionProbe probe) {
        final long base = descriptor.address();
        final long bytes = descriptor.bytes();
        final Allocation first = probe.allocationAt(base);
        final Allocation last = bytes == 1 ? first : probe.allocationAt(base + bytes - 1);
        if (first == null || last == null || first.equals(last)) {
            return new Detected(new RegisteredRegion(base, bytes, 0));
        }
        if (first.base() != base) {
            return new Refused(Reason.STARTS_INSIDE_CHUNK, base);
        }
        long done = first.bytes();
        while (Long.compareUnsigned(done, bytes) < 0) {
            final long address = base + done;
            final Allocation next = probe.allocationAt(address);
            final Reason fault = fault(first, next, address);
            if (fault != null) {
                return new Refused(fault, address);
            }
            done += next.bytes();
        }
        return new Detected(new RegisteredRegion(base, bytes, first.bytes()));
    }

    private static Reason fault(final Allocation first, final Allocation next, final long address) {
        if (next == null) {
            return Reason.HOLE;
        }
        if (next.device() != first.device()) {
            return Reason.DEVICES_DIFFER;
        }
        return next.base() != address || next.bytes() != first.bytes()
                ? Reason.CHUNK_SIZES_DIFFER
                : null;
    }
}
