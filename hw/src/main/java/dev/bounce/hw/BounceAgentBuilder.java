package dev.bounce.hw;

import dev.bounce.hw.control.ControlChannel;
import dev.bounce.hw.control.Endpoint;
import dev.bounce.hw.control.UcxControlChannel;
import dev.bounce.hw.control.UcxControlSettings;
import dev.bounce.hw.control.ZmqControlChannel;
import dev.bounce.hw.control.ZmqSettings;
import dev.bounce.hw.plane.LocalFabric;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.AgentName;
import dev.bounce.model.agent.ControlKind;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.vmm.RegionProbe;
import java.net.InetAddress;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;

/// Collects what an agent needs to know before it starts.
public final class BounceAgentBuilder {
    private static final int FEWEST_QUEUED_FRAMES = 1_000;
    private static final int MAX_INCOMING_ROUTES = 1_024;
    private static final int DEFAULT_MAX_SUBMITS = 4_096;

    private final String name;
    private BounceConfig config = BounceConfig.defaults();
    private Executor executor = ForkJoinPool.commonPool();
    private LocalFabric fabric = LocalFabric.ofProcess();
    private PlaneKind plane = PlaneKind.LOCAL;
    private String networkInterface;
    private InetAddress advertisedHost;
    private ControlChannel.Factory channel;
    private ControlKind control = ControlKind.ZMQ;
    private int maxSubmits = DEFAULT_MAX_SUBMITS;
    private MemoryKind memory = MemoryKind.HOST;
    private int device;
    private RegionProbe probe;

    BounceAgentBuilder(final String name) {
        this.name = AgentName.require(name);
    }

    /// Sets the configuration; the defaults otherwise.
    public BounceAgentBuilder config(final BounceConfig value) {
        config = Objects.requireNonNull(value);
        return this;
    }

    /// Sets what completes futures and runs callbacks; the common pool otherwise. An executor that
    /// runs them on the thread that calls it puts them on the reactor: then they must not block.
    public BounceAgentBuilder executor(final Executor value) {
        executor = Objects.requireNonNull(value);
        return this;
    }

    /// Sets which agents of this process can reach each other; all of them otherwise.
    public BounceAgentBuilder fabric(final LocalFabric value) {
        fabric = Objects.requireNonNull(value);
        return this;
    }

    /// Sets how chunks travel; inside this process otherwise. Where the plane cannot be brought up,
    /// that is logged in one line and peers of the plane are not reached.
    public BounceAgentBuilder plane(final PlaneKind value) {
        plane = Objects.requireNonNull(value);
        return this;
    }

    /// Sets the network interface that planes over a network use; the one of the control host
    /// otherwise.
    public BounceAgentBuilder networkInterface(final String value) {
        networkInterface = Objects.requireNonNull(value);
        return this;
    }

    /// Sets the host that peers are told to connect to; the one that is bound otherwise.
    public BounceAgentBuilder advertisedHost(final InetAddress value) {
        advertisedHost = Objects.requireNonNull(value);
        return this;
    }

    /// Sets how control messages travel; over ZeroMQ otherwise. Both ends must do the same.
    public BounceAgentBuilder control(final ControlKind value) {
        control = Objects.requireNonNull(value);
        return this;
    }

    /// Sets where arena and ranges live; in host memory otherwise. Where there is no such memory,
    /// that is logged in one line, and no range of it can be registered.
    public BounceAgentBuilder memory(final MemoryKind value) {
        memory = Objects.requireNonNull(value);
        return this;
    }

    /// Sets the GPU of an agent whose memory is CUDA, counted as `CUDA_VISIBLE_DEVICES` leaves
    /// them; the first one otherwise. An ordinal that does not exist is treated as no GPU.
    public BounceAgentBuilder device(final int ordinal) {
        device = ordinal;
        return this;
    }

    /// Sets what finds the chunks of ranges that are registered; the driver of the memory
    /// otherwise.
    public BounceAgentBuilder probe(final RegionProbe value) {
        probe = Objects.requireNonNull(value);
        return this;
    }

    /// Sets what makes the control channel; one as configured otherwise.
    public BounceAgentBuilder channel(final ControlChannel.Factory value) {
        channel = Objects.requireNonNull(value);
        return this;
    }

    /// Sets how many transfers may wait for the reactor, at least 1; one more is refused as BUSY.
    public BounceAgentBuilder maxSubmits(final int value) {
        if (value < 1) {
            throw new IllegalArgumentException("maxSubmits is " + value + ", must be at least 1");
        }
        maxSubmits = value;
        return this;
    }

    /// Starts the agent. What cannot be brought up (GPU, arena, control channel) is logged in one
    /// line, and transfers go direct.
    ///
    /// @throws IllegalArgumentException if the control endpoint of the configuration is none
    public BounceAgent start() {
        return BounceAgent.start(this);
    }

    String name() {
        return name;
    }

    BounceConfig config() {
        return config;
    }

    Executor executor() {
        return executor;
    }

    LocalFabric fabric() {
        return fabric;
    }

    MemoryKind memory() {
        return memory;
    }

    int device() {
        return device;
    }

    /// `null` for that of the memory.
    RegionProbe probe() {
        return probe;
    }

    PlaneKind plane() {
        return plane;
    }

    /// The interface that the plane uses, `null` for those that UCX picks.
    String networkInterface() {
        return networkInterface != null
                ? networkInterface
                : Interfaces.of(Endpoint.parseHost(config.control().bindHost()));
    }

    int maxSubmits() {
        return maxSubmits;
    }

    /// What makes the control channel; the configured endpoint is checked here.
    ControlChannel.Factory channelFactory() {
        if (channel != null) {
            return channel;
        }
        final InetAddress host = Endpoint.parseHost(config.control().bindHost());
        final int queued = 2 * config.scheduler().maxWindow() * config.link().maxFlows();
        final int frames = Math.max(FEWEST_QUEUED_FRAMES, queued);
        if (control == ControlKind.UCX) {
            final UcxControlSettings settings =
                    new UcxControlSettings(
                            host, config.limits().maxFrameBytes(), frames, MAX_INCOMING_ROUTES);
            return identity -> UcxControlChannel.open(settings, identity);
        }
        final ZmqSettings settings =
                ZmqSettings.at(new Endpoint(host, config.control().bindPort()), advertisedHost)
                        .withMaxFrameBytes(config.limits().maxFrameBytes())
                        .withQueueFrames(frames);
        return identity -> ZmqControlChannel.open(settings, identity);
    }
}
