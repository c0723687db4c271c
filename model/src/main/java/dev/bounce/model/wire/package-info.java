/// The four messages of the protocol (design 2.2) as values, and the codec between them and
/// bytes. Byte order is little-endian throughout; a malformed frame decodes to a value, never to an
/// exception.
package dev.bounce.model.wire;
