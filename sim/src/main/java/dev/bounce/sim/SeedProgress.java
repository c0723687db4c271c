package dev.bounce.sim;

import dev.bounce.sim.world.SeedResult;
import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/// How far a campaign is, on a terminal, with the time that is left.
final class SeedProgress implements AutoCloseable {
    private static final int WIDTH = 100;
    private static final int REFRESH_MILLIS = 500;

    private final ProgressBar bar;

    SeedProgress(final long seeds, final PrintStream terminal) {
        bar =
                new ProgressBarBuilder()
                        .setTaskName("seeds")
                        .setInitialMax(seeds)
                        .setStyle(ProgressBarStyle.ASCII)
                        .setUpdateIntervalMillis(REFRESH_MILLIS)
                        .showSpeed()
                        .setConsumer(new ConsoleProgressBarConsumer(terminal, WIDTH))
                        .build();
    }

    /// A seed has been run.
    void ran(final SeedResult result) {
        if (result.violation() != null) {
            bar.setExtraMessage("seed " + result.seed() + " " + result.violation().property());
        }
        bar.step();
    }

    @Override
    public void close() {
        bar.close();
    }
}
