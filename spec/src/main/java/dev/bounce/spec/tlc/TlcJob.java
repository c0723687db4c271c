package dev.bounce.spec.tlc;

import dev.bounce.spec.tla.Config;
import java.nio.file.Path;
import java.util.Optional;

/// One run of TLC.
///
/// @param folder where the modules are
/// @param module the root module, without `.tla`
/// @param moduleText text of the root module if it is not in `folder` but made for this run
/// @param config what to check
/// @param input text of the file [#INPUT] in the run's folder, for modules that Java feeds
/// @param workers threads of TLC, at least 1
/// @param coverage whether to count how often each action was taken; costs a third of the speed
/// @param brief whether the run takes seconds, so that compiling for speed would not pay
/// @param heapPercent most memory, in percent of this machine's
/// @param limitSeconds the run fails if it takes longer; 0 = no limit
/// @param graph file to which all states and steps are written, in the language of Graphviz
public record TlcJob(
        Path folder,
        String module,
        Optional<String> moduleText,
        Config config,
        Optional<String> input,
        int workers,
        boolean coverage,
        boolean brief,
        int heapPercent,
        long limitSeconds,
        Optional<Path> graph) {
    /// Name of the file with the input.
    public static final String INPUT = "input.txt";

    private static final int HEAP_PERCENT = 20;

    public TlcJob {
        if (workers < 1) {
            throw new IllegalArgumentException("workers is " + workers + ", must be at least 1");
        }
        if (heapPercent < 1 || heapPercent > 90) {
            throw new IllegalArgumentException("heapPercent is " + heapPercent + ", not 1..90");
        }
    }

    /// A run with one worker, no coverage, no limit.
    public static TlcJob of(final Path folder, final String module, final Config config) {
        return new TlcJob(
                folder,
                module,
                Optional.empty(),
                config,
                Optional.empty(),
                1,
                false,
                false,
                HEAP_PERCENT,
                0,
                Optional.empty());
    }

    /// The same with a root module that is made for this run.
    public TlcJob withModule(final String name, final String text) {
        return new TlcJob(
                folder,
                name,
                Optional.of(text),
                config,
                input,
                workers,
                coverage,
                brief,
                heapPercent,
                limitSeconds,
                graph);
    }

    /// The same with that input.
    public TlcJob withInput(final String text) {
        return new TlcJob(
                folder,
                module,
                moduleText,
                config,
                Optional.of(text),
                workers,
                coverage,
                brief,
                heapPercent,
                limitSeconds,
                graph);
    }

    /// The same with that many workers and that much memory.
    public TlcJob withMachine(final int moreWorkers, final int morePercent) {
        return new TlcJob(
                folder,
                module,
                moduleText,
                config,
                input,
                moreWorkers,
                coverage,
                brief,
                morePercent,
                limitSeconds,
                graph);
    }

    /// The same, counting how often each action is taken.
    public TlcJob counting() {
        return new TlcJob(
                folder,
                module,
                moduleText,
                config,
                input,
                workers,
                true,
                brief,
                heapPercent,
                limitSeconds,
                graph);
    }

    /// The same, known to take seconds and failing after `limit` seconds.
    public TlcJob brief(final long limit) {
        return new TlcJob(
                folder,
                module,
                moduleText,
                config,
                input,
                workers,
                coverage,
                true,
                heapPercent,
                limit,
                graph);
    }

    /// The same, writing the graph of all states to a file that ends in `.dot`.
    public TlcJob drawing(final Path file) {
        return new TlcJob(
                folder,
                module,
                moduleText,
                config,
                input,
                workers,
                coverage,
                brief,
                heapPercent,
                limitSeconds,
                Optional.of(file.toAbsolutePath()));
    }
}
