package dev.bounce.hw.ucx;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.bounce.model.MemoryKind;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpParams;
import org.openucx.jucx.ucs.UcsConstants;

/// The UCX library of this process, looked at once, before JUCX is touched: JUCX itself only warns
/// about a version that does not fit, and fails in several ways where the library is missing.
public final class UcxLibrary {
    private static final String FILE = "libucp.so.0";
    private static final String INSTALL =
            "install UCX (Debian: apt-get install libucx0; with CUDA: pip install libucx-cu12) or"
                    + " put its folder into LD_LIBRARY_PATH";

    /// What was found.
    ///
    /// @param version of the library, `null` if there is none
    /// @param memoryTypes kinds of memory that it can reach
    /// @param fault why it cannot be used and what to do, in one line; `null` if it can be
    public record Finding(UcxVersion version, List<MemoryKind> memoryTypes, String fault) {
        /// Copies the list.
        public Finding {
            memoryTypes = List.copyOf(memoryTypes);
        }

        /// Whether UCX can be used.
        public boolean isUsable() {
            return fault == null;
        }
    }

    private static final class Holder {
        static final Finding FINDING;

        static {
            NativeEnvironment.prepare();
            FINDING = look(FILE);
        }
    }

    private UcxLibrary() {}

    /// What this process has. Any thread.
    public static Finding finding() {
        return Holder.FINDING;
    }

    /// Makes sure that the library can be used for that kind of memory.
    ///
    /// @throws UcxException in one line, if it cannot
    public static void require(final MemoryKind kind) {
        final Finding finding = finding();
        if (!finding.isUsable()) {
            throw new UcxException(finding.fault(), null);
        }
        if (!finding.memoryTypes().contains(kind)) {
            throw new UcxException(
                    "UCX %s reaches %s memory only, not %s; %s"
                            .formatted(finding.version(), finding.memoryTypes(), kind, INSTALL),
                    null);
        }
    }

    /// Looks for a library of that file name.
    static Finding look(final String file) {
        final UcxVersion version;
        try {
            version = version(file);
        } catch (final IllegalArgumentException missing) {
            return new Finding(null, List.of(), "no UCX found (" + file + "); " + INSTALL);
        }
        return judge(version);
    }

    static Finding judge(final UcxVersion version) {
        if (!version.isSupported()) {
            return new Finding(
                    version,
                    List.of(),
                    "UCX %s does not fit JUCX 1.18.1, which needs %s or newer of major version %d; %s"
                            .formatted(
                                    version,
                                    UcxVersion.OLDEST,
                                    UcxVersion.OLDEST.major(),
                                    INSTALL));
        }
        try {
            return new Finding(version, memoryTypes(), null);
        } catch (final LinkageError | org.openucx.jucx.UcxException broken) {
            return new Finding(
                    version,
                    List.of(),
                    "JUCX cannot be loaded on UCX %s: %s; it needs x86-64 Linux, an executable"
                                    .formatted(version, broken)
                            + " java.io.tmpdir and --enable-native-access=ALL-UNNAMED");
        }
    }

    @SuppressWarnings("restricted")
    private static UcxVersion version(final String file) {
        final SymbolLookup library = SymbolLookup.libraryLookup(file, Arena.global());
        final MethodHandle getVersion =
                Linker.nativeLinker()
                        .downcallHandle(
                                library.findOrThrow("ucp_get_version"),
                                FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, ADDRESS));
        try (Arena owner = Arena.ofConfined()) {
            final MemorySegment numbers = owner.allocate(JAVA_INT, 3);
            getVersion.invokeExact(numbers, numbers.asSlice(4), numbers.asSlice(8));
            return new UcxVersion(
                    numbers.getAtIndex(JAVA_INT, 0),
                    numbers.getAtIndex(JAVA_INT, 1),
                    numbers.getAtIndex(JAVA_INT, 2));
        } catch (final RuntimeException | Error failure) {
            throw failure;
        } catch (final Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static List<MemoryKind> memoryTypes() {
        final UcpContext context = new UcpContext(new UcpParams().requestAmFeature());
        try {
            final long mask = context.getMemoryTypesMask();
            final List<MemoryKind> types = new ArrayList<>();
            for (final MemoryKind kind : MemoryKind.values()) {
                if (UcsConstants.MEMORY_TYPE.isMemTypeSupported(mask, memoryType(kind))) {
                    types.add(kind);
                }
            }
            return types;
        } finally {
            context.close();
        }
    }

    /// What UCX calls that kind of memory.
    static int memoryType(final MemoryKind kind) {
        return switch (kind) {
            case HOST -> UcsConstants.MEMORY_TYPE.UCS_MEMORY_TYPE_HOST;
            case CUDA -> UcsConstants.MEMORY_TYPE.UCS_MEMORY_TYPE_CUDA;
        };
    }
}
