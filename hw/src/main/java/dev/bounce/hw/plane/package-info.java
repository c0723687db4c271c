/// How the bytes of a chunk get from one arena to another, and how that is made to stop: the port
/// and the plane that copies inside one process.
package dev.bounce.hw.plane;
