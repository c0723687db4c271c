package dev.bounce.sim.world;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.InvariantViolation;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.DeviceUuid;
import dev.bounce.model.wire.Message;
import dev.bounce.sim.check.AgentView;
import dev.bounce.sim.check.Checkers;
import dev.bounce.sim.check.Ledger;
import dev.bounce.sim.check.Life;
import dev.bounce.sim.check.PropertyViolation;
import java.util.Arrays;
import java.util.LinkedHashMap;

/// All agents of one seed and what is between them. Feeds engines with events, performs their
/// effects, and has every step judged.
final class World implements Engines {
    private static final int SECRET_BYTES = 32;
    private static final int TICKS_WITHOUT_TIME = 10_000;

    private final StepListener listener;
    private final int restoreEvery;
    private final Settings settings;
    private final Dice dice;
    private final EventQueue queue = new EventQueue();
    private final Ledger ledger;
    private final Checkers checkers;
    private final Marks marks = new Marks();
    private final Observer observer;
    private final Digest digest = new Digest();
    private final Agent[] agents;
    private final Workload workload;
    private final Network network;
    private final DataPlane plane;
    private final CopyEngine copies;
    private final DirectPath direct;
    private final Application application;
    private final Havoc havoc;
    private long steps;
    private long ticksAtOnce;
    private long lastTickNanos = -1;

    /// @param listener is told of every step before it is judged
    /// @param restoreEvery after so many steps an engine goes on from its own snapshot, 0 = never
    World(
            final Dice dice,
            final Settings settings,
            final FaultPlan faults,
            final StepListener listener,
            final int restoreEvery) {
        this.listener = listener;
        this.restoreEvery = restoreEvery;
        this.settings = settings;
        this.dice = dice;
        ledger = new Ledger(settings.agents());
        checkers = new Checkers(ledger);
        observer = new Observer(ledger, marks);
        final Context context =
                new Context(settings, dice, faults, queue, ledger, checkers, marks, this);
        agents = new Agent[settings.agents()];
        for (int index = 0; index < agents.length; index++) {
            final long offset = dice.below(Topic.LIFE, index, 1_000, 1L << 40);
            agents[index] = new Agent(index, agents.length, offset);
        }
        workload = Workload.draw(dice, settings);
        network = new Network(context);
        plane = new DataPlane(context);
        copies = new CopyEngine(context);
        direct = new DirectPath(context);
        application = new Application(context, agents, workload.slots());
        havoc = new Havoc(context, this, agents);
    }

    /// Brings all agents to life and plans what they will do and what will befall them.
    void start() {
        for (final Agent agent : agents) {
            begin(agent);
        }
        for (final Agent agent : agents) {
            for (final Agent peer : agents) {
                load(agent, peer);
            }
        }
        application.start();
        havoc.start();
    }

    /// Ends all faults: everybody lives and knows everybody.
    void heal() {
        havoc.heal();
    }

    /// Runs `action` at that moment.
    void at(final long nanos, final Runnable action) {
        queue.at(nanos, action);
    }

    /// Runs what comes next. False if nothing does.
    boolean runNext() {
        return queue.runNext();
    }

    /// Whether nothing is open and every agent is empty.
    boolean isQuiet() {
        return application.isIdle() && isEmpty();
    }

    /// The moment that is being run.
    long nowNanos() {
        return queue.nowNanos();
    }

    /// Engine steps so far.
    long steps() {
        return steps;
    }

    /// Hash of all that has happened.
    long hash() {
        return digest.value();
    }

    /// What has been met.
    Marks marks() {
        return marks;
    }

    /// The applications.
    Application application() {
        return application;
    }

    /// What is left, in words.
    String describeRest() {
        final StringBuilder text = new StringBuilder(application.describeOpen());
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

    @Override
    public void deliver(final Agent agent, final Life life, final Event event) {
        if (life != null && agent.life == life) {
            step(agent, event);
        }
    }

    /// A new life of an agent that is dead.
    void begin(final Agent agent) {
        final int index = agent.index();
        final long instance = dice.bits(Topic.LIFE, index, agent.lives++) | 1;
        agent.memory =
                new Memory(
                        index,
                        (int) settings.arenas().get(index).arenaBytes(),
                        workload.sourceBytes(index),
                        workload.destinationBytes(index));
        agent.planes = new LinkedHashMap<>();
        agent.life =
                new Life(
                        index,
                        instance,
                        settings.arenas().get(index),
                        settings.scheduler().maxWindow());
        agent.config = config(agent, instance);
        agent.engine = new Engine(agent.config);
        agent.tickAtNanos = Long.MAX_VALUE;
        ledger.born(agent.life);
        application.born(agent);
        final long source = Memory.sourceBase(index);
        final long destination = Memory.destinationBase(index);
        step(agent, new Event.MemoryRegistered(source, workload.sourceBytes(index)));
        step(agent, new Event.MemoryRegistered(destination, workload.destinationBytes(index)));
    }

    /// The process of an agent dies. Nobody is told.
    void kill(final Agent agent) {
        plane.dying(agent);
        final Life life = agent.life;
        ledger.died(agent.index());
        agent.life = null;
        agent.engine = null;
        Arrays.fill(agent.loaded, null);
        application.died(agent, life);
    }

    /// An application loads the present description of a peer, if there is one.
    void load(final Agent agent, final Agent peer) {
        if (agent == peer || !agent.isAlive() || !peer.isAlive()) {
            return;
        }
        agent.loaded[peer.index()] = peer.life;
        step(
                agent,
                new Event.Load(peer.name(), peer.life.instance(), network.connect(agent, peer)));
    }

    /// Lets no frame pass from one agent to another until then.
    void cut(final Agent from, final Agent to, final long untilNanos) {
        network.cut(from, to, untilNanos);
    }

    /// Takes leave of all agents, whatever they are doing.
    void shutDown() {
        application.stop();
        for (final Agent agent : agents) {
            final Life life = agent.life;
            final long delay =
                    dice.logBetween(
                            Topic.SETTINGS,
                            40,
                            agent.index(),
                            1_000,
                            100 * settings.latencyNanos());
            queue.after(delay, () -> deliver(agent, life, new Event.Shutdown()));
        }
    }

    /// Whether every agent has stopped.
    boolean isStopped() {
        for (final Agent agent : agents) {
            if (agent.isAlive()) {
                return false;
            }
        }
        return true;
    }

    private void stopped(final Agent agent) {
        application.stopped(agent);
        final Life life = agent.life;
        queue.after(
                0,
                () -> {
                    if (agent.life == life) {
                        kill(agent);
                    }
                });
    }

    private void step(final Agent agent, final Event event) {
        steps++;
        if (restoreEvery > 0 && steps % restoreEvery == 0) {
            agent.engine = Engine.restore(agent.config, agent.engine.snapshot());
        }
        final long now = queue.nowNanos();
        digest.begin(now, agent.index(), event);
        observer.onEvent(agent.index(), event);
        agent.effects.clear();
        try {
            agent.engine.step(agent.clock(now), event, agent.effects);
            agent.life.view().refresh(agent.engine);
        } catch (final InvariantViolation broken) {
            throw new PropertyViolation("EngineInvariant", describe(agent, event, broken), broken);
        } catch (final RuntimeException thrown) {
            throw new PropertyViolation("EngineThrows", describe(agent, event, thrown), thrown);
        }
        listener.stepped(now, agent.name(), event, agent.effects, agent.life.view());
        for (int index = 0; index < agent.effects.size(); index++) {
            final Effect effect = agent.effects.get(index);
            digest.add(effect);
            checkers.onEffect(agent.index(), effect);
            observer.onEffect(effect);
            perform(agent, effect);
        }
        checkers.onStep(agent.index());
        observer.onStep(agent.index());
        ledger.stepEnded(agent.index());
        setTick(agent);
    }

    private void perform(final Agent agent, final Effect effect) {
        switch (effect) {
            case Effect.Send send -> send(agent, send);
            case Effect.Gather gather -> copies.gather(agent, gather);
            case Effect.Write write -> plane.write(agent, write);
            case Effect.Scatter scatter -> copies.scatter(agent, scatter);
            case Effect.DirectPut put -> direct.put(agent, named(put.peer()), put);
            case Effect.OpenPlane open -> plane.open(agent, open);
            case Effect.Fence fence -> plane.fence(agent, fence);
            case Effect.Resolve resolve -> {
                ledger.resolved(agent.life.transfer(resolve.transferId()), resolve);
                application.resolved(agent, resolve);
            }
            case Effect.Refused refused -> {
                ledger.refused(agent.life.transfer(refused.transferId()));
                application.refused(agent, refused);
            }
            case Effect.Delivered delivered -> application.delivered(agent, delivered);
            case Effect.Stopped _ -> stopped(agent);
            case Effect.Deregistered _, Effect.Ignored _ -> {}
        }
    }

    private void send(final Agent agent, final Effect.Send send) {
        for (final Message message : send.frame().messages()) {
            ledger.sent(agent.index(), message);
        }
        network.send(agent, send.route(), send.frame());
    }

    private void setTick(final Agent agent) {
        final long deadline = agent.engine.nextDeadlineNanos();
        if (deadline == Long.MAX_VALUE) {
            agent.tickAtNanos = Long.MAX_VALUE;
            return;
        }
        final long at = Math.max(agent.worldTime(deadline), queue.nowNanos());
        if (at != agent.tickAtNanos) {
            agent.tickAtNanos = at;
            final Life life = agent.life;
            queue.lastAt(at, () -> tick(agent, life, at));
        }
    }

    private void tick(final Agent agent, final Life life, final long at) {
        if (agent.life != life || agent.tickAtNanos != at) {
            return;
        }
        ticksAtOnce = at == lastTickNanos ? ticksAtOnce + 1 : 0;
        lastTickNanos = at;
        if (ticksAtOnce > TICKS_WITHOUT_TIME) {
            throw new PropertyViolation(
                    "DeadlinesPass",
                    agent.name()
                            + " keeps a deadline that has passed after "
                            + ticksAtOnce
                            + " ticks");
        }
        agent.tickAtNanos = Long.MAX_VALUE;
        step(agent, new Event.Tick());
    }

    private boolean isEmpty() {
        for (final Agent agent : agents) {
            if (!agent.isAlive()) {
                return false;
            }
            final AgentView view = agent.life.view();
            if (view.regionCount() + view.flowCount() + view.requestCount() > 0) {
                return false;
            }
        }
        return true;
    }

    private Agent named(final String name) {
        for (final Agent agent : agents) {
            if (agent.name().equals(name)) {
                return agent;
            }
        }
        throw new PropertyViolation("KnownPeer", "no agent has the name " + name);
    }

    private EngineConfig config(final Agent agent, final long instance) {
        final int index = agent.index();
        final byte[] secret = new byte[SECRET_BYTES];
        for (int at = 0; at < SECRET_BYTES; at++) {
            secret[at] = (byte) dice.bits(Topic.LIFE, index, (long) agent.lives << 20 | at);
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

    private static String describe(final Agent agent, final Event event, final Throwable thrown) {
        return agent.name() + " in " + event.getClass().getSimpleName() + ": " + thrown;
    }
}
