/// What one agent tells another before they speak (design 2.6): its registered regions and, in a
/// capability record, how it can be reached. Byte order is little-endian throughout; a malformed
/// description decodes to a value, never to an exception, and no announced length or count is
/// believed before it is checked.
package dev.bounce.model.agent;
