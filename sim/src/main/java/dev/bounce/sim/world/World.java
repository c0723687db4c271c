package dev.bounce.sim.world;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Engine;
import dev.bounce.engine.Event;
import dev.bounce.engine.InvariantViolation;
import dev.bounce.engine.Refusal;
import dev.bounce.model.wire.Message;
import dev.bounce.sim.check.Checkers;
import dev.bounce.sim.check.ForgottenIsGone;
import dev.bounce.sim.check.Ledger;
import dev.bounce.sim.check.Life;
import dev.bounce.sim.check.PropertyViolation;
import java.util.List;

/// All agents of one seed and what is between them. Feeds engines with events, performs their
/// effects, and has every step judged.
final class World implements Engines {
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
    private final boolean isJudged;
    private final boolean isHeard;
    private final Digest digest = new Digest();
    private final Network network;
    private final DataPlane plane;
    private final CopyEngine copies;
    private final DirectPath direct;
    private final Lives lives;
    private final Application application;
    private final Havoc havoc;
    private final Healing healing;
    private final List<Agent> everybody;
    private long steps;
    private long ticksAtOnce;
    private long lastTickNanos = -1;

    /// @param script what is run
    /// @param listener is told of every step before it is judged
    /// @param restoreEvery after so many steps an engine goes on from its own snapshot, 0 = never
    /// @param detail what is simulated and judged
    World(
            final Script script,
            final Dice dice,
            final Settings settings,
            final FaultPlan faults,
            final StepListener listener,
            final int restoreEvery,
            final Detail detail) {
        this.listener = listener;
        this.restoreEvery = restoreEvery;
        this.settings = settings;
        this.dice = dice;
        ledger = new Ledger(settings.agents(), detail.checkers());
        checkers = new Checkers(ledger, detail.checkers());
        observer = new Observer(ledger, marks);
        isJudged = detail.checkers();
        isHeard = listener != StepListener.NOBODY;
        final Context context =
                new Context(
                        script.profile(),
                        detail,
                        settings,
                        dice,
                        faults,
                        new Harm(),
                        queue,
                        ledger,
                        checkers,
                        marks,
                        this);
        if (isHeard) {
            faults.decisions().listen(taken -> listener.decided(queue.nowNanos(), taken));
        }
        final Traffic traffic = Traffic.draw(dice, settings);
        final ServingPlan serving =
                script.profile() == Profile.SERVING
                        ? ServingPlan.draw(dice, settings, traffic)
                        : null;
        network = new Network(context);
        plane = new DataPlane(context);
        copies = new CopyEngine(context);
        direct = new DirectPath(context);
        lives = new Lives(context, traffic, network, plane, listener);
        everybody = List.of(lives.agents());
        application = new Application(context, lives.agents(), traffic.slots());
        lives.connect(application);
        if (script.profile() == Profile.SERVING) {
            application.serve(new Serving(context, lives, application, serving));
        }
        havoc = new Havoc(context, lives, network, traffic);
        healing = new Healing(context, lives, network, havoc, traffic.slots());
    }

    /// Brings all agents to life and plans what they will do and what will befall them.
    void start() {
        lives.beginAll(everybody);
        application.start();
        havoc.start();
    }

    /// What follows the faulty phase.
    Healing healing() {
        return healing;
    }

    /// Whether the core that is healed has nothing left to do.
    boolean isCoreAtRest() {
        return healing.isAtRest(application);
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
        return application.isIdle() && lives.areEmpty(everybody);
    }

    /// Checks that nobody remembers what is to be forgotten.
    void checkForgotten() {
        for (final Agent agent : lives.agents()) {
            if (agent.isAlive()) {
                ForgottenIsGone.check(agent.index(), agent.engine.snapshot());
            }
        }
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
        return application.describeOpen() + lives.describe();
    }

    @Override
    public void deliver(final Agent agent, final Life life, final Event event) {
        if (agent.backlog != null) {
            agent.backlog.add(() -> deliver(agent, life, event));
        } else if (life != null && agent.life == life) {
            step(agent, event);
        }
    }

    @Override
    public void whenAwake(final Agent agent, final Life life, final Runnable action) {
        if (agent.backlog != null) {
            agent.backlog.add(() -> whenAwake(agent, life, action));
        } else if (life != null && agent.life == life) {
            action.run();
        }
    }

    @Override
    public void begun(final Agent agent) {
        listener.begun(queue.nowNanos(), agent.config, agent.engine);
    }

    /// Takes leave of all agents, whatever they are doing.
    void shutDown() {
        application.stop();
        for (final Agent agent : lives.agents()) {
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
        return lives.areOver();
    }

    private void stopped(final Agent agent) {
        application.stopped(agent);
        final Life life = agent.life;
        queue.after(
                0,
                () -> {
                    if (agent.life == life) {
                        lives.kill(agent);
                    }
                });
    }

    private void step(final Agent agent, final Event event) {
        steps++;
        final long now = queue.nowNanos();
        digest.begin(now, agent.index(), event);
        agent.effects.clear();
        if (isJudged) {
            observer.onEvent(agent.index(), event);
            checkers.onEvent(agent.index(), agent.clock(now), event);
        }
        listener.stepping(agent.name(), event);
        try {
            if (restoreEvery > 0 && steps % restoreEvery == 0) {
                agent.engine = Engine.restore(agent.config, agent.engine.snapshot());
            }
            agent.engine.step(agent.clock(now), event, agent.effects);
            agent.life.stepped(agent.engine);
        } catch (final InvariantViolation broken) {
            throw new PropertyViolation("EngineInvariant", describe(agent, event, broken), broken);
        } catch (final RuntimeException thrown) {
            throw new PropertyViolation("EngineThrows", describe(agent, event, thrown), thrown);
        }
        if (isHeard) {
            listener.stepped(now, agent.name(), event, agent.effects, agent.life.view());
        }
        for (int index = 0; index < agent.effects.size(); index++) {
            final Effect effect = agent.effects.get(index);
            digest.add(effect);
            if (isJudged) {
                checkers.onEffect(agent.index(), effect);
                observer.onEffect(agent.index(), effect);
            }
            perform(agent, effect);
        }
        if (isJudged) {
            checkers.onStep(agent.index());
            observer.onStep(agent.index());
        }
        ledger.stepEnded(agent.index());
        setTick(agent);
    }

    private void perform(final Agent agent, final Effect effect) {
        switch (effect) {
            case Effect.Send send -> send(agent, send);
            case Effect.Gather gather -> copies.gather(agent, gather);
            case Effect.Write write -> plane.write(agent, write);
            case Effect.Scatter scatter -> copies.scatter(agent, scatter);
            case Effect.DirectPut put -> direct.put(agent, lives.named(put.peer()), put);
            case Effect.OpenPlane open -> plane.open(agent, open);
            case Effect.Fence fence -> plane.fence(agent, fence);
            case Effect.Resolve resolve -> {
                ledger.resolved(agent.life.transfer(resolve.transferId()), resolve);
                application.resolved(agent, resolve);
            }
            case Effect.Refused refused -> refused(agent, refused);
            case Effect.Delivered delivered -> application.delivered(agent, delivered);
            case Effect.Stopped _ -> stopped(agent);
            case Effect.Deregistered deregistered -> havoc.deregistered(agent, deregistered);
            case Effect.Ignored _ -> {}
        }
    }

    /// Transfer 0 stands for a command other than a submit.
    private void refused(final Agent agent, final Effect.Refused refused) {
        if (refused.transferId() != 0) {
            ledger.refused(agent.life.transfer(refused.transferId()));
            application.refused(refused);
            if (refused.reason() == Refusal.AGENT_FAILED) {
                queue.after(0, () -> healing.replace(agent));
            }
        }
    }

    private void send(final Agent agent, final Effect.Send send) {
        final List<Message> messages = send.frame().messages();
        for (int index = 0; index < messages.size(); index++) {
            ledger.sent(agent.index(), messages.get(index));
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
        if (agent.backlog != null) {
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

    private static String describe(final Agent agent, final Event event, final Throwable thrown) {
        return agent.name() + " in " + event.getClass().getSimpleName() + ": " + thrown;
    }
}
