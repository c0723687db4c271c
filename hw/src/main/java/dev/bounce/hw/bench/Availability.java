package dev.bounce.hw.bench;

import dev.bounce.hw.ucx.UcxDomain;
import dev.bounce.hw.ucx.UcxException;
import dev.bounce.hw.ucx.UcxLibrary;
import dev.bounce.hw.ucx.UcxProfile;
import dev.bounce.model.agent.PlaneKind;

/// Whether a command can do here what it is asked for. An agent would go on without; a measurement
/// of something else helps nobody.
final class Availability {
    private Availability() {}

    /// @throws BenchException in one line, if the plane cannot be used for host memory
    static void require(final PlaneKind plane) throws BenchException {
        switch (plane) {
            case LOCAL -> {
                // Always there.
            }
            case TCP -> require(UcxProfile.TCP);
            case RC -> require(UcxProfile.RC);
            case CUDA_IPC ->
                    throw new BenchException(
                            BenchException.ENVIRONMENT,
                            "plane 'cuda_ipc' is not in this version; use --plane local or tcp");
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
