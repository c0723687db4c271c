package dev.bounce.hw.ucx;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Settings that UCX reads from the environment when its library is loaded, and that a JVM needs.
final class NativeEnvironment {
    /// Holds a message of 256 KiB with its headers. UCX takes it from the environment only.
    private static final String TCP_SEGMENT = "272k";

    private NativeEnvironment() {}

    /// Before the library is loaded. UCX must leave the signals alone, because the JVM uses SIGSEGV
    /// for its null checks. What it logs goes to stderr, and is left out unless the user asks for a
    /// level: its warning about the version of JUCX says less than the check of [UcxLibrary], and
    /// the errors of connections come back as results. Its cache of memory types takes memory of a
    /// GPU that it did not see being allocated for host memory (UCX 1.22: mapping it then fails);
    /// without the cache it asks the driver.
    static void prepare() {
        set("UCX_ERROR_SIGNALS", "", true);
        set("UCX_LOG_FILE", "stderr", false);
        set("UCX_LOG_LEVEL", "fatal", false);
        set("UCX_MEMTYPE_CACHE", "n", true);
        set("UCX_TCP_TX_SEG_SIZE", TCP_SEGMENT, false);
        set("UCX_TCP_RX_SEG_SIZE", TCP_SEGMENT, false);
    }

    /// The family of addresses that TCP uses where an interface has both.
    static void preferIpv6(final boolean ipv6) {
        set("UCX_TCP_AF_PRIO", ipv6 ? "inet6" : "inet,inet6", true);
    }

    @SuppressWarnings("restricted")
    private static void set(final String name, final String value, final boolean overwrite) {
        final Linker linker = Linker.nativeLinker();
        final MethodHandle setenv =
                linker.downcallHandle(
                        linker.defaultLookup().findOrThrow("setenv"),
                        FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
        try (Arena owner = Arena.ofConfined()) {
            final MemorySegment key = owner.allocateFrom(name);
            final MemorySegment text = owner.allocateFrom(value);
            final int result = (int) setenv.invokeExact(key, text, overwrite ? 1 : 0);
            if (result != 0) {
                throw new UcxException("cannot set " + name, null);
            }
        } catch (final RuntimeException | Error failure) {
            throw failure;
        } catch (final Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
