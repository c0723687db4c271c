package dev.bounce.hw.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/// Calls of the CUDA driver API that JCuda lacks or makes wrongly.
@SuppressWarnings("restricted")
final class DriverCall {
    private static final String LIBRARY = "libcuda.so.1";

    /// One call, whose result is a `CUresult`.
    interface Body {
        int run() throws Throwable;
    }

    private DriverCall() {}

    /// A function that every driver has.
    ///
    /// @param name with its version, as the library exports it
    static MethodHandle of(final String name, final MemoryLayout... arguments) {
        return find(name, arguments).orElseThrow();
    }

    /// A function that old drivers lack.
    static Optional<MethodHandle> find(final String name, final MemoryLayout... arguments) {
        return SymbolLookup.libraryLookup(LIBRARY, Arena.global())
                .find(name)
                .map(
                        address ->
                                Linker.nativeLinker()
                                        .downcallHandle(
                                                address,
                                                FunctionDescriptor.of(
                                                        ValueLayout.JAVA_INT, arguments)));
    }

    /// The result of a call.
    static int invoke(final Body body) {
        try {
            return body.run();
        } catch (final RuntimeException | Error failure) {
            throw failure;
        } catch (final Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
