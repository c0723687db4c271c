/// Registered memory as the driver maps it, and descriptors cut so that none crosses the edge of
/// a physical chunk (design section 7).
///
/// A [dev.bounce.model.vmm.LocalRegionBook] finds the chunks of what is registered through a
/// [dev.bounce.model.vmm.RegionProbe]; a [dev.bounce.model.vmm.RemoteRegionBook] keeps what peers
/// advertise. Both hand out immutable [dev.bounce.model.vmm.RegionMap]s. A sender pairs two lists
/// with [dev.bounce.model.vmm.Pairing], cuts them with
/// [dev.bounce.model.vmm.DescriptorSplitter], or cuts and joins them with
/// [dev.bounce.model.vmm.DescriptorCoalescer].
package dev.bounce.model.vmm;
