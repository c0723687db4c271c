package dev.bounce.hw;

import dev.bounce.model.agent.ProcessIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/// Who this process is, for other processes of this host.
final class HostProcess {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path PID_NAMESPACE = Path.of("/proc/self/ns/pid");

    private HostProcess() {}

    /// Host and pid namespace, pid, and start time in milliseconds since 1970. The host is empty,
    /// which is nobody's, where the system does not tell.
    static ProcessIdentity identity() {
        final ProcessHandle self = ProcessHandle.current();
        return new ProcessIdentity(
                hostId(),
                self.pid(),
                self.info().startInstant().map(Instant::toEpochMilli).orElse(0L));
    }

    private static String hostId() {
        try {
            return Files.readString(BOOT).strip() + " " + Files.readSymbolicLink(PID_NAMESPACE);
        } catch (final IOException | UnsupportedOperationException untold) {
            return "";
        }
    }
}
