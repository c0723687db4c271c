package dev.bounce.hw.plane;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// The process that writes by itself into the arena of a peer. When it has ended, nothing that it
/// posted lands any more: the driver stops the copies of a process before the kernel lets its
/// number go. Only a receiver on the same host that sees the same process numbers can tell.
///
/// @param pid number of the process
/// @param startTicks when it started, in clock ticks since the host started (`proc(5)`, field 22),
///     so that a later process with that number is not taken for it
/// @param realm of the numbers: checksum of the host's boot id and the pid namespace
record WriterProcess(long pid, long startTicks, long realm) {
    /// One that nobody can tell anything about.
    static final WriterProcess UNKNOWN = new WriterProcess(0, 0, 0);

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path NAMESPACE = Path.of("/proc/self/ns/pid");
    private static final int STATE_FIELD = 3;
    private static final int START_FIELD = 22;

    /// This process.
    ///
    /// @return [#UNKNOWN] where the system does not say
    static WriterProcess self() {
        return of(ProcessHandle.current().pid());
    }

    static WriterProcess of(final long pid) {
        final long realm = ownRealm();
        try {
            return realm == 0
                    ? UNKNOWN
                    : new WriterProcess(pid, Long.parseLong(fields(pid)[START_FIELD]), realm);
        } catch (final IOException unreadable) {
            return UNKNOWN;
        }
    }

    private static long ownRealm() {
        try {
            final CRC32C sum = new CRC32C();
            sum.update(Files.readAllBytes(BOOT_ID));
            sum.update(
                    Files.readSymbolicLink(NAMESPACE)
                            .toString()
                            .getBytes(StandardCharsets.US_ASCII));
            return sum.getValue() + 1; // 0 is none
        } catch (final IOException | UnsupportedOperationException unreadable) {
            return 0;
        }
    }

    /// The fields of `proc(5)` stat by their numbers there.
    private static String[] fields(final long pid) throws IOException {
        final String stat =
                Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
        // The name, field 2, may hold anything, also spaces and parentheses.
        final String[] rest = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        final String[] fields = new String[STATE_FIELD + rest.length];
        Arrays.fill(fields, "");
        System.arraycopy(rest, 0, fields, STATE_FIELD, rest.length);
        return fields;
    }

    /// This one if it can be seen now, [#UNKNOWN] if not: where the system hides processes of
    /// others (`hidepid` in `proc(5)`) one that lives looks as if it had ended.
    WriterProcess seen() {
        return isGone() ? UNKNOWN : this;
    }

    /// Whether it has surely ended. False where this process cannot tell.
    boolean isGone() {
        if (realm == 0 || realm != ownRealm()) {
            return false;
        }
        try {
            final String[] fields = fields(pid);
            return Long.parseLong(fields[START_FIELD]) != startTicks || isWaitedFor(fields);
        } catch (final NoSuchFileException gone) {
            return true;
        } catch (final IOException unreadable) {
            return !Files.exists(Path.of("/proc/" + pid));
        }
    }

    /// Whether it has ended in all its threads, and only its parent has not asked yet.
    private boolean isWaitedFor(final String[] fields) throws IOException {
        if (!"Z".equals(fields[STATE_FIELD])) {
            return false;
        }
        try (var tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
            return tasks.count() <= 1;
        }
    }
}
