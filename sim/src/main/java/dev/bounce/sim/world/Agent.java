package dev.bounce.sim.world;

import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.PlaneKey;
import dev.bounce.sim.check.Life;
import java.util.LinkedHashMap;
import java.util.Map;

/// One agent through all its lives. Its clock runs at the rate of the world's and starts elsewhere.
final class Agent {
    private final int index;
    private final String name;
    private final long clockOffsetNanos;

    /// The effects of the step that is being performed.
    final Effects effects = new Effects();

    /// The life of each peer whose description is loaded here, `null` if none is.
    final Life[] loaded;

    /// Data-plane objects of this life, in the order in which they were asked for.
    Map<PlaneKey, PlaneEnd> planes = new LinkedHashMap<>();

    /// The present life, `null` while dead.
    Life life;

    /// How its engine is configured.
    EngineConfig config;

    /// Its engine.
    Engine engine;

    /// Its memory.
    Memory memory;

    /// Lives so far.
    int lives;

    /// Its control endpoint; a new life may have another.
    int endpoint;

    /// World time of the next tick, `Long.MAX_VALUE` if none is set.
    long tickAtNanos = Long.MAX_VALUE;

    Agent(final int index, final int agents, final long clockOffsetNanos) {
        this.index = index;
        this.name = "agent-" + index;
        this.clockOffsetNanos = clockOffsetNanos;
        loaded = new Life[agents];
    }

    int index() {
        return index;
    }

    String name() {
        return name;
    }

    boolean isAlive() {
        return life != null;
    }

    /// This agent's clock at a moment of the world.
    long clock(final long worldNanos) {
        return worldNanos + clockOffsetNanos;
    }

    /// The moment of the world at which this agent's clock shows `clockNanos`.
    long worldTime(final long clockNanos) {
        return clockNanos - clockOffsetNanos;
    }
}
