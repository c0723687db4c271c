package dev.bounce.spec.tlc;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// The main class of a JVM that runs a tool of TLA+. Around it are two threads: one ends the JVM
/// when standard input does, so that no run outlives the command that started it; the other tells
/// the state counts on standard error, because TLC itself tells them once a minute.
///
/// Reflection keeps this working with any version of the tools.
final class TlcChild {
    /// Before the three counts of a [Progress].
    static final String PROGRESS = "@!@!@PROGRESS ";

    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int INTERRUPTED = 130;

    private TlcChild() {}

    /// @param args the tool's main class, then its own arguments
    public static void main(final String[] args) throws Throwable {
        Thread.ofPlatform().daemon().name("parent watch").start(TlcChild::endWithParent);
        Thread.ofPlatform().daemon().name("progress").start(TlcChild::tellProgress);
        final String[] own = new String[args.length - 1];
        System.arraycopy(args, 1, own, 0, own.length);
        try {
            Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) own);
        } catch (final InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // The parent writes nothing.
            }
        } catch (final IOException closed) {
            // The same as the end.
        }
        Runtime.getRuntime().halt(INTERRUPTED);
    }

    private static void tellProgress() {
        try {
            final var mainChecker = Class.forName("tlc2.TLCGlobals").getField("mainChecker");
            while (true) {
                LockSupport.parkNanos(PERIOD_NANOS);
                final Object checker = mainChecker.get(null);
                if (checker != null) {
                    System.err.println(
                            PROGRESS
                                    + count(checker, "getStatesGenerated")
                                    + " "
                                    + count(checker, "getDistinctStatesGenerated")
                                    + " "
                                    + count(checker, "getStateQueueSize"));
                }
            }
        } catch (final ReflectiveOperationException otherVersion) {
            // Then TLC's own reports have to do.
        }
    }

    private static long count(final Object checker, final String method)
            throws ReflectiveOperationException {
        return (long) checker.getClass().getMethod(method).invoke(checker);
    }
}
