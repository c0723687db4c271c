package dev.bounce.sim.world;

import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.PlaneKey;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.DeviceUuid;
import dev.bounce.model.wire.LinkId;
import dev.bounce.sim.check.AgentView;
import dev.bounce.sim.check.Life;
import dev.bounce.sim.check.PropertyViolation;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;

/// All agents and their lives: how one begins, how it ends, and which descriptions are loaded in
/// it.
final class Lives {
    private static final int SECRET_BYTES = 32;

    private final Context context;
    private final Traffic traffic;
    private final Network network;
    private final DataPlane plane;
    private final StepListener listener;
    private final Agent[] agents;
    private Application application;

    Lives(
            final Context context,
            final Traffic traffic,
            final Network network,
            final DataPlane plane,
            final StepListener listener) {
        this.context = context;
        this.listener = listener;
        this.traffic = traffic;
        this.network = network;
        this.plane = plane;
        agents = new Agent[context.settings().agents()];
        for (int index = 0; index < agents.length; index++) {
            final long offset = context.dice().below(Topic.LIFE, index, 1_000, 1L << 40);
            agents[index] = new Agent(index, agents.length, offset);
            drift(agents[index]);
        }
    }

    /// The applications hear of births and deaths.
    void connect(final Application applications) {
        application = applications;
    }

    /// The agents, dead ones included.
    Agent[] agents() {
        return agents;
    }

    /// The agent with that name.
    Agent named(final String name) {
        for (final Agent agent : agents) {
            if (agent.isNamed(name)) {
                return agent;
            }
        }
        throw new PropertyViolation("KnownPeer", "no agent has the name " + name);
    }

    /// A new life of every one of these that is dead, then all of them are told of each other.
    void beginAll(final List<Agent> some) {
        for (final Agent agent : some) {
            if (!agent.isAlive()) {
                begin(agent);
            }
        }
        for (final Agent agent : some) {
            for (final Agent peer : some) {
                load(agent, peer);
            }
        }
    }

    /// A new life of an agent that is dead.
    void begin(final Agent agent) {
        final Settings settings = context.settings();
        final int index = agent.index();
        final long instance = context.dice().bits(Topic.LIFE, index, agent.lives++) | 1;
        agent.memory =
                context.detail().bytes()
                        ? new Memory(
                                index,
                                (int) settings.arenas().get(index).arenaBytes(),
                                traffic.sourceBytes(index),
                                traffic.destinationBytes(index))
                        : Memory.withoutBytes(index);
        agent.planes = new LinkedHashMap<>();
        agent.life =
                new Life(
                        index,
                        instance,
                        settings.arenas().get(index),
                        settings.scheduler().maxWindow(),
                        settings.link().maxFlows(),
                        settings.timeouts().requestTimeoutNanos());
        agent.config = config(agent, instance);
        agent.engine = new Engine(agent.config);
        agent.tickAtNanos = Long.MAX_VALUE;
        agent.backlog = null;
        agent.failed = false;
        context.ledger().born(agent.life);
        context.harm().born(index, context.queue().nowNanos());
        context.engines().begun(agent);
        application.born(agent);
        register(agent, Memory.sourceBase(index), traffic.sourceBytes(index));
        register(agent, Memory.destinationBase(index), traffic.destinationBytes(index));
    }

    /// The process of an agent dies. Nobody is told.
    void kill(final Agent agent) {
        plane.dying(agent);
        final Life life = agent.life;
        listener.died(agent.name());
        context.ledger().died(agent.index());
        agent.life = null;
        agent.engine = null;
        agent.failed = false;
        Arrays.fill(agent.loaded, null);
        Arrays.fill(agent.loadedNames, null);
        application.died(life);
    }

    /// An application loads the present description of a peer, if there is one.
    void load(final Agent agent, final Agent peer) {
        if (agent != peer && agent.isAlive()) {
            context.engines().whenAwake(agent, agent.life, () -> loadAwake(agent, peer));
        }
    }

    private void loadAwake(final Agent agent, final Agent peer) {
        if (!peer.isAlive()) {
            return;
        }
        final String before = agent.loadedNames[peer.index()];
        if (before != null && !before.equals(peer.name())) {
            tell(agent, new Event.Forget(before));
        }
        agent.loaded[peer.index()] = peer.life;
        agent.loadedNames[peer.index()] = peer.name();
        agent.loadedLinks[peer.index()] = LinkId.of(agent.name(), peer.name());
        final long route = network.connect(agent, peer);
        tell(agent, new Event.Load(peer.name(), peer.life.instance(), route));
    }

    /// An application forgets a peer.
    void forget(final Agent agent, final Agent peer) {
        if (agent.isAlive()) {
            context.engines().whenAwake(agent, agent.life, () -> forgetAwake(agent, peer));
        }
    }

    private void forgetAwake(final Agent agent, final Agent peer) {
        final String name = agent.loadedNames[peer.index()];
        if (name != null) {
            agent.loaded[peer.index()] = null;
            agent.loadedNames[peer.index()] = null;
            tell(agent, new Event.Forget(name));
        }
    }

    private void drift(final Agent agent) {
        final FaultPlan faults = context.faults();
        final int index = agent.index();
        final int most = faults.strength(Fault.CLOCK_DRIFT);
        final long drift = faults.strikeWhen(true, Fault.CLOCK_DRIFT, index, 0, 1, most);
        if (drift > 0) {
            faults.applied(Fault.CLOCK_DRIFT);
            final boolean fast = context.dice().below(Topic.LIFE, index, 1_001, 2) == 0;
            agent.clock().drift(fast ? drift : -drift);
        }
    }

    /// Whether these, all of them alive, hold nothing. Records of requests to others, or to a name
    /// that nobody has any more, may stay: only those could say that they are over.
    boolean areEmpty(final List<Agent> some) {
        final boolean all = some.size() == agents.length;
        for (int index = 0; index < some.size(); index++) {
            final AgentView view = some.get(index).life.view();
            if (view.regionCount() + view.flowCount() > 0
                    || all && hasRequests(some.get(index), view)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasRequests(final Agent agent, final AgentView view) {
        for (int index = 0; index < view.requestCount(); index++) {
            final PlaneKey plane = view.requestPlane(index);
            if (plane == null || !isToOldName(agent, plane.linkId())) {
                return true;
            }
        }
        return false;
    }

    private boolean isToOldName(final Agent agent, final long linkId) {
        for (final Agent peer : agents) {
            if (peer.isRenamed() && peer.isFormerLink(agent.name(), linkId)) {
                return true;
            }
        }
        return false;
    }

    /// Whether nobody lives.
    boolean areOver() {
        return Arrays.stream(agents).noneMatch(Agent::isAlive);
    }

    /// What the living hold, in words.
    String describe() {
        final StringBuilder text = new StringBuilder();
        for (final Agent agent : agents) {
            if (agent.isAlive()) {
                final AgentView view = agent.life.view();
                text.append("; ").append(agent.name()).append(" has ");
                text.append(view.requestCount()).append(" requests, ");
                text.append(view.flowCount()).append(" flows, ");
                text.append(view.regionCount()).append(" regions");
                for (int index = 0; index < view.regionCount(); index++) {
                    text.append(", ").append(view.describe(view.offset(index)));
                }
            }
        }
        return text.toString();
    }

    private void register(final Agent agent, final long base, final long bytes) {
        tell(agent, new Event.MemoryRegistered(base, bytes));
    }

    private void tell(final Agent agent, final Event event) {
        context.engines().deliver(agent, agent.life, event);
    }

    private EngineConfig config(final Agent agent, final long instance) {
        final Settings settings = context.settings();
        final int index = agent.index();
        final byte[] secret = new byte[SECRET_BYTES];
        for (int at = 0; at < SECRET_BYTES; at++) {
            final long ordinal = (long) agent.lives << 20 | at;
            secret[at] = (byte) context.dice().bits(Topic.LIFE, index, ordinal);
        }
        return new EngineConfig(
                agent.name(),
                instance,
                Blob.of(secret),
                settings.arenas().get(index),
                settings.scheduler(),
                settings.link(),
                settings.timeouts(),
                settings.limits(),
                settings.copies(),
                MemoryKind.HOST,
                DeviceUuid.NONE,
                Memory.arenaBase(index),
                Blob.of((byte) index),
                settings.oneSidedDirect());
    }
}
