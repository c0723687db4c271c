/// The four messages of the protocol (design 2.2) as values, and the codec between them and
/// bytes. Byte order is little-endian throughout; a malformed frame decodes to a value, never to an
/// exception.
///
/// [FrameEncoder] and [FrameDecoder] are the way in. Below them one package-private codec per
/// family of bodies holds the layout table of each body and the offsets that both directions use.
package dev.bounce.model.wire;
