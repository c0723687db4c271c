package dev.bounce.spec.trace;

import dev.bounce.engine.Action;
import dev.bounce.engine.Effect;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.Snapshot;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// One line of a trace file. A file has one [Head], then its decisions, then states, steps and the
/// moments of decisions in the order in which they happened, then one [End].
public sealed interface TraceLine {
    /// Version of the format; another one is not read.
    int VERSION = 1;

    /// Name of the format.
    String SCHEMA = "bounce.trace/" + VERSION;

    /// Where a trace comes from.
    enum Kind {
        /// A simulated world; the head and the decisions are enough to run it again.
        SIMULATION,
        /// One agent's flight recorder; its first state and its events are.
        RECORDING
    }

    /// The first line.
    ///
    /// @param kind where the trace comes from
    /// @param build fingerprint of the code that wrote it, see [BuildFingerprint]
    /// @param seed of a simulation, else 0
    /// @param profile of a simulation, else empty
    /// @param knobs of a simulation: settings that are not drawn from the seed
    /// @param agents names, in the order of their lanes
    /// @param configs how the first life of each agent is configured
    /// @param hasSteps whether states and steps follow; without them the file is a script only
    record Head(
            Kind kind,
            String build,
            long seed,
            String profile,
            SortedMap<String, Long> knobs,
            List<String> agents,
            Map<String, EngineConfig> configs,
            boolean hasSteps)
            implements TraceLine {
        /// Copies.
        public Head {
            knobs = Collections.unmodifiableSortedMap(new TreeMap<>(knobs));
            agents = List.copyOf(agents);
            configs = Collections.unmodifiableMap(new LinkedHashMap<>(configs));
        }
    }

    /// A decision of a simulation: a fault that strikes, or a submission.
    ///
    /// @param number from 1
    /// @param key what is decided
    /// @param value how
    record Decided(long number, String key, long value) implements TraceLine {}

    /// A decision at the moment at which it was taken.
    ///
    /// @param number of the last step before it, 0 = none
    /// @param nanos time of the world
    /// @param key as in [Decided]
    /// @param value as in [Decided]
    record Taking(long number, long nanos, String key, long value) implements TraceLine {}

    /// The whole state of an agent: at the beginning of each of its lives, every
    /// [#STATE_INTERVAL] steps, and at the end of a recording.
    ///
    /// @param number of the last step before it, 0 = none
    /// @param nanos as in a step
    /// @param agent name
    /// @param config of the life that begins, `null` if none does
    /// @param state of its engine
    record State(long number, long nanos, String agent, EngineConfig config, Snapshot state)
            implements TraceLine {}

    /// One step of one engine.
    ///
    /// @param number from 1, through all agents
    /// @param nanos time of the world, in a recording time of the agent
    /// @param agent name
    /// @param actions what the engine did
    /// @param event what it was told
    /// @param effects what it asks for; without plans and pairs when read from a file
    /// @param hash of all lines up to this one
    record Step(
            long number,
            long nanos,
            String agent,
            List<Taken> actions,
            Event event,
            List<Effect> effects,
            long hash)
            implements TraceLine {
        /// Copies the lists.
        public Step {
            actions = List.copyOf(actions);
            effects = List.copyOf(effects);
        }
    }

    /// An action with what the engine says of it, see [dev.bounce.engine.trace.Tracer].
    record Taken(Action action, long linkId, long epoch, long rid, int chunk, long value) {}

    /// The last line. A file without it was cut off.
    ///
    /// @param steps that were made, also if the file does not hold them
    /// @param hash of all that happened: the world's own hash, in a recording that of the lines
    /// @param property what was violated, `null` if nothing
    /// @param observed what was seen instead, `null` if nothing was violated
    record End(long steps, long hash, String property, String observed) implements TraceLine {}

    /// Steps of one agent between two states of it.
    int STATE_INTERVAL = 1_000;
}
