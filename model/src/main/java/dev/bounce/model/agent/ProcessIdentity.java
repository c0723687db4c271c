package dev.bounce.model.agent;

/// Names one process for as long as anyone may ask whether it has ended. The end of the writer's
/// process is a fence on `cuda_ipc`; the start time keeps a reused pid from passing for it.
///
/// @param hostId opaque text, at most 256 bytes of UTF-8; equal only where a pid means the same
///     process, so it names the host *and* its pid namespace
/// @param pid in that namespace
/// @param startTime in whatever unit the host has (Linux: field 22 of proc(5) `stat`); compared for
///     equality only, 0 = not known
public record ProcessIdentity(String hostId, long pid, long startTime) {
    /// Longest host id in bytes of UTF-8.
    public static final int MAX_HOST_ID_BYTES = 256;

    /// @throws IllegalArgumentException if the host id is too long or not encodable
    public ProcessIdentity {
        if (!Text.isEncodable(hostId) || Text.utf8Bytes(hostId) > MAX_HOST_ID_BYTES) {
            throw new IllegalArgumentException(
                    "hostId "
                            + Text.quoted(hostId)
                            + " must be at most "
                            + MAX_HOST_ID_BYTES
                            + " bytes of UTF-8");
        }
    }

    /// Whether both live where a pid means the same process. An empty host id is nobody's.
    public boolean sharesHostWith(final ProcessIdentity other) {
        return !hostId.isEmpty() && hostId.equals(other.hostId);
    }
}
