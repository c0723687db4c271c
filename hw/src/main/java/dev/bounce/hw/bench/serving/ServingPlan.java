package dev.bounce.hw.bench.serving;

import dev.bounce.hw.BounceAgent;
import dev.bounce.hw.BounceAgentBuilder;
import dev.bounce.hw.bench.BenchException;
import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.cuda.CudaException;
import dev.bounce.hw.cuda.CudaVmm;
import dev.bounce.hw.kv.KvMemory;
import dev.bounce.hw.vmm.HostVmm;
import dev.bounce.hw.vmm.VmmDriver;
import dev.bounce.hw.vmm.VmmException;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.ControlKind;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.kv.SlotShape;
import dev.bounce.model.vmm.ChunkSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// What a serving run is made of, and where.
///
/// @param settings of the workload
/// @param plane how chunks travel; other than inside a process, each decode worker has its own
/// @param control how control messages travel
/// @param memory where pools and arenas are
/// @param isVirtual pools are virtual memory, backed chunk by chunk
/// @param devices for CUDA memory, the GPU of the prefill workers and then those of the decode
///     workers in turn, at least one
/// @param recordings folder in which each agent leaves what it did, `null` = none
/// @param config of every agent
/// @param overrides that led to it, for other processes; the environment is theirs as well
public record ServingPlan(
        ServingSettings settings,
        PlaneKind plane,
        ControlKind control,
        MemoryKind memory,
        boolean isVirtual,
        List<Integer> devices,
        Path recordings,
        BounceConfig config,
        Map<String, String> overrides) {
    /// Of a pool on the host, as GPUs have it.
    private static final long HOST_GRANULARITY = 2L << 20;

    /// Reads the options.
    ///
    /// @throws IllegalArgumentException naming the value out of range
    public static ServingPlan of(
            final ServingOptions options,
            final PlaneKind plane,
            final ControlKind control,
            final MemoryKind memory,
            final List<Integer> devices,
            final Path recordings,
            final BounceConfig config,
            final Map<String, String> overrides) {
        final ServingSettings settings = options.settings();
        if (plane == PlaneKind.CUDA_IPC && settings.prefills() > 1) {
            throw new IllegalArgumentException(
                    "--prefill %d: agents on cuda_ipc do not share a process; use --prefill 1"
                            .formatted(settings.prefills()));
        }
        return new ServingPlan(
                settings,
                plane,
                control,
                memory,
                options.isVirtual(),
                devices,
                recordings,
                config,
                overrides);
    }

    static String prefillName(final long index) {
        return "prefill-" + index;
    }

    static String decodeName(final long index) {
        return "decode-" + index;
    }

    int prefillDevice() {
        return devices.getFirst();
    }

    int decodeDevice(final int index) {
        return devices.size() == 1
                ? devices.getFirst()
                : devices.get(1 + index % (devices.size() - 1));
    }

    /// Memory for the pools of a worker.
    ///
    /// @param guardBytes in front of and behind each pool
    /// @throws BenchException if there is no such memory
    KvMemory openMemory(final SlotShape shape, final int device, final long guardBytes)
            throws BenchException {
        try {
            if (!isVirtual) {
                return memory == MemoryKind.CUDA
                        ? KvMemory.ofDevice(CudaContext.open(device))
                        : KvMemory.ofHost();
            }
            final long chunk = ChunkSize.ofQuota(shape.poolBytes());
            final long range = (shape.poolBytes() + 2 * guardBytes) / chunk * chunk + 2 * chunk;
            return KvMemory.ofVirtual(
                    memory == MemoryKind.CUDA
                            ? openDevice(device)
                            : new HostVmm(HOST_GRANULARITY, shape.pools() * range),
                    memory,
                    chunk);
        } catch (final CudaException | VmmException absent) {
            throw new BenchException(BenchException.ENVIRONMENT, absent.getMessage());
        }
    }

    private static VmmDriver openDevice(final int device) {
        final CudaContext context = CudaContext.open(device);
        try {
            return new CudaVmm(context);
        } catch (final VmmException absent) {
            context.close();
            throw absent;
        }
    }

    /// An agent over that memory.
    BounceAgentBuilder agent(final String name, final KvMemory over, final int device) {
        // Completing a future only wakes a worker, which the reactor may do.
        final BounceAgentBuilder builder =
                BounceAgent.named(name)
                        .config(config)
                        .plane(plane)
                        .control(control)
                        .memory(memory)
                        .device(device)
                        .executor(Runnable::run);
        return over.probe() == null ? builder : builder.probe(over.probe());
    }

    /// The command line of the process of a decode worker.
    List<String> arguments(final int index) {
        final List<String> line =
                new ArrayList<>(
                        List.of(
                                "bench",
                                "--workload=" + ServingOptions.WORKLOAD,
                                "--serve=" + index,
                                "--plane=" + plane.name().toLowerCase(Locale.ROOT),
                                "--control=" + control.name().toLowerCase(Locale.ROOT),
                                "--memory=" + memory.name().toLowerCase(Locale.ROOT),
                                "--devices="
                                        + devices.stream()
                                                .map(String::valueOf)
                                                .collect(Collectors.joining(","))));
        if (isVirtual) {
            line.add("--vmm");
        }
        if (recordings != null) {
            line.add("--record=" + recordings);
        }
        line.addAll(settings.arguments());
        overrides.forEach((key, value) -> line.add("-D" + key + "=" + value));
        return line;
    }
}
