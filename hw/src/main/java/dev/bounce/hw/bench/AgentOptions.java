package dev.bounce.hw.bench;

import dev.bounce.hw.control.BindFault;
import dev.bounce.hw.control.Endpoint;
import dev.bounce.hw.control.EndpointException;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.ControlKind;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.config.ConfigException;
import dev.bounce.model.config.ConfigLayer;
import dev.bounce.model.config.ResolvedConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Options of every command that starts agents.
final class AgentOptions {
    /// What suits copies in host memory: staging that stays in the caches of the CPU.
    private static final Map<String, String> HOST_DEFAULTS =
            Map.of(
                    "arena.size", "64MiB",
                    "arena.granularity", "64KiB",
                    "arena.max-chunk", "2MiB",
                    "arena.ramp", "512KiB",
                    "copy.threads", String.valueOf(Runtime.getRuntime().availableProcessors()));

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--control",
            defaultValue = "zmq",
            description = "How control messages travel: zmq or ucx. Default: zmq.")
    private ControlKind control;

    @Option(
            names = "--memory",
            defaultValue = "host",
            description = "Where the memory is: host or cuda. Default: host.")
    private MemoryKind memory;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "Set one key of the configuration; repeatable; wins over BOUNCE_*.")
    private final Map<String, String> settings = new TreeMap<>();

    ControlKind control() {
        return control;
    }

    MemoryKind memory() {
        return memory;
    }

    /// What was set by `-D`.
    Map<String, String> settings() {
        return settings;
    }

    /// The configuration: `-D` over the environment over what suits the command. Its gate is open
    /// for every transfer that has enough descriptors.
    ///
    /// @param leastDescriptors at which the gate opens
    /// @param environment in place of the process's own
    /// @throws ParameterException if a value is malformed
    BounceConfig config(final int leastDescriptors, final Map<String, String> environment) {
        final Map<String, String> defaults =
                new HashMap<>(memory == MemoryKind.CUDA ? Map.of() : HOST_DEFAULTS);
        defaults.put("gate.min-descriptors", String.valueOf(leastDescriptors));
        defaults.put("gate.max-average", "1GiB");
        try {
            final BounceConfig config =
                    ResolvedConfig.of(
                                    List.of(
                                            ConfigLayer.of("-D", settings),
                                            ConfigLayer.environment(environment),
                                            ConfigLayer.of(command.name(), defaults)))
                            .config();
            requireAddress(config.control().bindHost());
            return config;
        } catch (final ConfigException malformed) {
            throw new ParameterException(command.commandLine(), malformed.getMessage());
        }
    }

    private void requireAddress(final String host) {
        String fault = null;
        try {
            if (Endpoint.parseHost(host).isAnyLocalAddress()) {
                fault = "is a wildcard, which peers cannot connect to";
            }
        } catch (final EndpointException malformed) {
            fault = "is no address; names are not resolved";
        }
        if (fault != null) {
            throw new ParameterException(
                    command.commandLine(),
                    "control.bind=%s %s; give an IPv4 or IPv6 address of this host"
                            .formatted(host, fault));
        }
    }

    /// @throws BenchException in one line, if this machine lacks what is asked for
    void requireSupported(final PlaneKind plane, final BounceConfig config) throws BenchException {
        final int port = control == ControlKind.ZMQ ? config.control().bindPort() : 0;
        final String fault =
                BindFault.of(new Endpoint(Endpoint.parseHost(config.control().bindHost()), port));
        if (fault != null) {
            throw new BenchException(BenchException.ENVIRONMENT, fault);
        }
        Availability.require(memory);
        Availability.requireReach(plane, memory);
        Availability.require(plane);
        if (control == ControlKind.UCX) {
            Availability.requireUcx();
        }
    }
}
