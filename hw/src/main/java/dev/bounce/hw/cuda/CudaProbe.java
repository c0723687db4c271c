package dev.bounce.hw.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/// Looks for a CUDA driver and its devices, without JCuda, which cannot even be initialised where
/// there is no driver. Nothing else of this package may be used before this was looked at.
///
/// @param devices number of GPUs that this process sees
/// @param driverVersion as CUDA counts, such as 12080; 0 if there is no driver
/// @param reason why there is nothing to use and what to do, in one line; `null` if there is
public record CudaProbe(int devices, int driverVersion, String reason) {
    private static final String LIBRARY = "libcuda.so.1";
    private static final int NO_DEVICE = 100;

    /// Whether there is a device to use.
    public boolean isFound() {
        return reason == null;
    }

    /// Looks at this machine.
    public static CudaProbe look() {
        return look(LIBRARY);
    }

    /// Looks for a driver of another name.
    ///
    /// @param file as the dynamic linker takes it
    @SuppressWarnings("restricted")
    public static CudaProbe look(final String file) {
        final SymbolLookup library;
        try {
            library = SymbolLookup.libraryLookup(file, Arena.global());
        } catch (final IllegalArgumentException missing) {
            return new CudaProbe(
                    0, 0, "no CUDA driver (" + file + " not found); install the NVIDIA driver");
        }
        try (Arena owner = Arena.ofConfined()) {
            final MemorySegment number = owner.allocate(JAVA_INT);
            final int version =
                    call(library, "cuDriverGetVersion", number) == 0 ? number.get(JAVA_INT, 0) : 0;
            final int started = call(library, "cuInit", 0);
            if (started != 0) {
                return new CudaProbe(0, version, reason(started));
            }
            final int counted = call(library, "cuDeviceGetCount", number);
            final int devices = counted == 0 ? number.get(JAVA_INT, 0) : 0;
            return new CudaProbe(devices, version, devices == 0 ? reason(NO_DEVICE) : null);
        }
    }

    private static String reason(final int code) {
        return code == NO_DEVICE
                ? "a CUDA driver, but no GPU; is CUDA_VISIBLE_DEVICES empty, or the device not"
                        + " passed to this container?"
                : "the CUDA driver does not start (error " + code + "); see nvidia-smi";
    }

    @SuppressWarnings("restricted")
    private static int call(
            final SymbolLookup library, final String function, final Object argument) {
        final MemoryLayout parameter = argument instanceof Integer ? JAVA_INT : ADDRESS;
        final MethodHandle handle =
                Linker.nativeLinker()
                        .downcallHandle(
                                library.findOrThrow(function),
                                FunctionDescriptor.of(JAVA_INT, parameter));
        try {
            return (int) handle.invokeWithArguments(argument);
        } catch (final RuntimeException | Error failure) {
            throw failure;
        } catch (final Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
