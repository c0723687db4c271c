package dev.bounce.sim.world;

import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.PlaneKey;
import dev.bounce.model.wire.LinkId;
import dev.bounce.sim.check.Life;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One agent through all its lives.
final class Agent {
    private final int index;
    private final List<String> names = new ArrayList<>();
    private final Clock clock;

    /// The effects of the step that is being performed.
    final Effects effects = new Effects();

    /// The life of each peer whose description is loaded here, `null` if none is.
    final Life[] loaded;

    /// The name of each peer whose description is loaded here, `null` if none is.
    final String[] loadedNames;

    /// The link to each peer whose description is loaded here.
    final long[] loadedLinks;

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

    /// Until when the process stands still, in world time.
    long pausedUntilNanos;

    /// What waits for the process to go on, in order; `null` while it does not stand still.
    Deque<Runnable> backlog;

    /// Whether nothing that would help it happens to it.
    boolean frozen;

    /// Whether its device has failed, so that this life is of no use any more.
    boolean failed;

    /// World time of the next tick, `Long.MAX_VALUE` if none is set.
    long tickAtNanos = Long.MAX_VALUE;

    Agent(final int index, final int agents, final long clockOffsetNanos) {
        this.index = index;
        names.add("agent-" + index);
        clock = new Clock(clockOffsetNanos);
        loaded = new Life[agents];
        loadedNames = new String[agents];
        loadedLinks = new long[agents];
    }

    int index() {
        return index;
    }

    /// The present name.
    String name() {
        return names.getLast();
    }

    /// Whether this is or was its name.
    boolean isNamed(final String name) {
        return names.contains(name);
    }

    /// The next life has another name.
    void rename() {
        names.add("agent-" + index + "-" + names.size());
    }

    /// Whether it had another name before.
    boolean isRenamed() {
        return names.size() > 1;
    }

    /// Whether a link led from that sender to a name that it has no more.
    boolean isFormerLink(final String sender, final long linkId) {
        for (final String former : names.subList(0, names.size() - 1)) {
            if (LinkId.of(sender, former) == linkId) {
                return true;
            }
        }
        return false;
    }

    /// Its clock.
    Clock clock() {
        return clock;
    }

    boolean isAlive() {
        return life != null;
    }

    /// This agent's clock at a moment of the world.
    long clock(final long worldNanos) {
        return clock.at(worldNanos);
    }

    /// The first moment of the world at which this agent's clock shows `clockNanos` or more.
    long worldTime(final long clockNanos) {
        return clock.worldTime(clockNanos);
    }
}
