package dev.bounce.hw.bench;

import dev.bounce.hw.cuda.CudaProbe;
import dev.bounce.hw.ucx.UcxDomain;
import dev.bounce.hw.ucx.UcxException;
import dev.bounce.hw.ucx.UcxLibrary;
import dev.bounce.hw.ucx.UcxProfile;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.PlaneKind;
import java.util.Locale;

/// Whether a command can do here what it is asked for. An agent would go on without; a measurement
/// of something else helps nobody.
final class Availability {
    private Availability() {}

    /// @throws BenchException in one line, if the plane cannot be used
    static void require(final PlaneKind plane) throws BenchException {
        switch (plane) {
            case LOCAL -> {
                // Always there.
            }
            case TCP -> require(UcxProfile.TCP);
            case RC -> require(UcxProfile.RC);
            case CUDA_IPC -> require(UcxProfile.CUDA_IPC);
        }
    }

    /// @throws BenchException in one line, if there is no such memory
    static void require(final MemoryKind memory) throws BenchException {
        if (memory == MemoryKind.CUDA) {
            final CudaProbe probe = CudaProbe.look();
            if (!probe.isFound()) {
                throw new BenchException(
                        BenchException.ENVIRONMENT,
                        "memory 'cuda' cannot be used: " + probe.reason() + "; use --memory host");
            }
        }
    }

    /// @throws BenchException in one line, if the plane moves no such memory
    static void requireReach(final PlaneKind plane, final MemoryKind memory) throws BenchException {
        if ((plane == PlaneKind.CUDA_IPC) != (memory == MemoryKind.CUDA)) {
            throw new BenchException(
                    BenchException.ENVIRONMENT,
                    "plane '%s' does not move %s memory; use %s"
                            .formatted(
                                    plane.name().toLowerCase(Locale.ROOT),
                                    memory.name().toLowerCase(Locale.ROOT),
                                    plane == PlaneKind.CUDA_IPC
                                            ? "--memory cuda"
                                            : "--plane cuda_ipc"));
        }
    }

    private static void require(final UcxProfile profile) throws BenchException {
        try {
            new UcxDomain(profile, null, false).close();
        } catch (final UcxException unusable) {
            throw new BenchException(BenchException.ENVIRONMENT, unusable.getMessage());
        }
    }

    /// @throws BenchException in one line, if UCX cannot be used
    static void requireUcx() throws BenchException {
        if (!UcxLibrary.finding().isUsable()) {
            throw new BenchException(BenchException.ENVIRONMENT, UcxLibrary.finding().fault());
        }
    }
}
