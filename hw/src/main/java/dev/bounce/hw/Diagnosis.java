package dev.bounce.hw;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.bounce.hw.cuda.CudaProbe;
import dev.bounce.hw.ucx.UcxDomain;
import dev.bounce.hw.ucx.UcxException;
import dev.bounce.hw.ucx.UcxLibrary;
import dev.bounce.hw.ucx.UcxProfile;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.PlaneKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// What this machine has for Bounce, step by step: the JDK, UCX, what UCX reaches, CUDA, and what
/// follows for each plane.
///
/// @param jdk version of this JVM
/// @param cpus usable by this process
/// @param ucx the library
/// @param cuda driver and devices
/// @param planes why each plane cannot be used here, in one line; empty text if it can be
/// @param fenceDelayNanos T of an ASSUMED fence
record Diagnosis(
        String jdk,
        int cpus,
        UcxLibrary.Finding ucx,
        CudaProbe cuda,
        Map<PlaneKind, String> planes,
        long fenceDelayNanos) {
    private static final String SCHEMA = "bounce.doctor/1";
    private static final Path RDMA_DEVICES = Path.of("/sys/class/infiniband");
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

    /// Looks at this machine.
    static Diagnosis of(final long fenceDelayNanos) {
        return of(UcxLibrary.finding(), CudaProbe.look(), fenceDelayNanos);
    }

    static Diagnosis of(
            final UcxLibrary.Finding ucx, final CudaProbe cuda, final long fenceDelayNanos) {
        final Map<PlaneKind, String> planes = new LinkedHashMap<>();
        for (final PlaneKind plane : PlaneKind.values()) {
            planes.put(plane, fault(plane, ucx, cuda));
        }
        return new Diagnosis(
                Runtime.version().toString(),
                Runtime.getRuntime().availableProcessors(),
                ucx,
                cuda,
                planes,
                fenceDelayNanos);
    }

    /// The ladder: the first step that is missing is the one that is named.
    private static String fault(
            final PlaneKind plane, final UcxLibrary.Finding ucx, final CudaProbe cuda) {
        if (plane == PlaneKind.LOCAL) {
            return "";
        }
        if (!ucx.isUsable()) {
            return ucx.fault();
        }
        if (plane == PlaneKind.CUDA_IPC) {
            if (!cuda.isFound()) {
                return cuda.reason();
            }
            if (!ucx.memoryTypes().contains(MemoryKind.CUDA)) {
                return "UCX "
                        + ucx.version()
                        + " was built without CUDA; pip install libucx-cu12 and put its folder"
                        + " into LD_LIBRARY_PATH";
            }
            return tried(UcxProfile.CUDA_IPC);
        }
        if (plane == PlaneKind.RC && !Files.isDirectory(RDMA_DEVICES)) {
            return "no RDMA device (" + RDMA_DEVICES + " is not there)";
        }
        return tried(plane == PlaneKind.TCP ? UcxProfile.TCP : UcxProfile.RC);
    }

    private static String tried(final UcxProfile profile) {
        try (UcxDomain domain = new UcxDomain(profile, null, false)) {
            return domain.leaks().isEmpty() ? "" : domain.leaks().toString();
        } catch (final UcxException refused) {
            return refused.getMessage();
        }
    }

    private static String fence(final PlaneKind plane) {
        return switch (plane) {
            case LOCAL, TCP, RC -> "PROVEN";
            case CUDA_IPC -> "ASSUMED";
        };
    }

    private static Map<String, String> settings(final PlaneKind plane) {
        return switch (plane) {
            case LOCAL -> Map.of();
            case TCP -> UcxProfile.TCP.settings();
            case RC -> UcxProfile.RC.settings();
            case CUDA_IPC -> UcxProfile.CUDA_IPC.settings();
        };
    }

    /// One JSON object on one line.
    String json() {
        final JsonObject object = new JsonObject();
        object.addProperty("schema", SCHEMA);
        object.addProperty("jdk", jdk);
        object.addProperty("cpus", cpus);
        object.add("ucx", ucxJson());
        final JsonObject found = new JsonObject();
        found.addProperty("found", cuda.isFound());
        if (cuda.isFound()) {
            found.addProperty("devices", cuda.devices());
            found.addProperty("driverVersion", cuda.driverVersion());
        } else {
            found.addProperty("reason", cuda.reason());
        }
        object.add("cuda", found);
        final JsonObject fences = new JsonObject();
        final JsonObject usable = new JsonObject();
        for (final Map.Entry<PlaneKind, String> plane : planes.entrySet()) {
            final String name = lower(plane.getKey());
            final JsonObject one = new JsonObject();
            one.addProperty("strength", fence(plane.getKey()));
            if (plane.getKey() == PlaneKind.CUDA_IPC) {
                one.addProperty("delayMillis", fenceDelayNanos / NANOS_PER_MILLI);
            }
            fences.add(name, one);
            usable.add(name, planeJson(plane.getKey(), plane.getValue()));
        }
        object.add("fence", fences);
        object.add("planes", usable);
        return GSON.toJson(object);
    }

    private JsonObject ucxJson() {
        final JsonObject object = new JsonObject();
        object.addProperty("found", ucx.version() != null);
        if (ucx.version() != null) {
            object.addProperty("version", ucx.version().toString());
            final JsonArray types = new JsonArray();
            ucx.memoryTypes().forEach(type -> types.add(lower(type)));
            object.add("memoryTypes", types);
        }
        if (ucx.fault() != null) {
            object.addProperty("reason", ucx.fault());
        }
        return object;
    }

    private static JsonObject planeJson(final PlaneKind plane, final String fault) {
        final JsonObject object = new JsonObject();
        object.addProperty("usable", fault.isEmpty());
        if (!fault.isEmpty()) {
            object.addProperty("reason", fault);
        }
        final JsonObject settings = new JsonObject();
        new TreeMap<>(settings(plane))
                .forEach((key, value) -> settings.addProperty("UCX_" + key, value));
        object.add("settings", settings);
        return object;
    }

    /// The same in lines for people.
    String text() {
        final StringBuilder out = new StringBuilder();
        line(out, "JDK", jdk + ", " + cpus + " CPUs");
        line(
                out,
                "UCX",
                ucx.isUsable()
                        ? ucx.version() + ", reaches " + ucx.memoryTypes()
                        : "not usable: " + ucx.fault());
        line(
                out,
                "CUDA",
                cuda.isFound()
                        ? cuda.devices() + " devices, driver " + cuda.driverVersion()
                        : "not usable: " + cuda.reason());
        for (final Map.Entry<PlaneKind, String> plane : planes.entrySet()) {
            final String fence =
                    plane.getKey() == PlaneKind.CUDA_IPC
                            ? "fence ASSUMED, T "
                                    + fenceDelayNanos / NANOS_PER_MILLI
                                    + " ms; a writer that pauses longer between its check and its"
                                    + " put is not covered"
                            : "fence " + fence(plane.getKey());
            line(
                    out,
                    "plane " + lower(plane.getKey()),
                    (plane.getValue().isEmpty() ? "usable" : "not usable: " + plane.getValue())
                            + "; "
                            + fence
                            + (settings(plane.getKey()).isEmpty()
                                    ? ""
                                    : "; UCX_ " + new TreeMap<>(settings(plane.getKey()))));
        }
        return out.toString().stripTrailing();
    }

    private static void line(final StringBuilder out, final String what, final String found) {
        out.append(String.format(Locale.ROOT, "%-15s %s%n", what, found));
    }

    private static String lower(final Enum<?> kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
