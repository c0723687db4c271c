package dev.bounce.hw.plane;

import dev.bounce.engine.Event;
import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.hw.ucx.UcxDomain;
import dev.bounce.hw.ucx.UcxLoop;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Blob;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the planes over UCX have in common: one worker per epoch and side, made and closed on a
/// helper thread and served by a [UcxLoop] in between, and the direct path. Any thread.
final class UcxObjects {
    private static final Logger LOG = LoggerFactory.getLogger(UcxObjects.class);
    /// Of which the keys that a lost peer holds take T, 10 s by default.
    private static final long CLOSE_SECONDS = 15;

    private static final long LINGERING_NANOS = TimeUnit.SECONDS.toNanos(5);

    /// Told how the close of an end went.
    @FunctionalInterface
    interface Closed {
        /// @param end `null` if there was none
        /// @param sound false if its close failed: then its worker is as it was, and what was
        ///     posted on it may go on
        void closed(LinkEnd end, boolean sound);
    }

    private final PlaneContext context;
    private final UcxDomain domain;
    private final UcxLoop loop;
    private final ExecutorService helper;
    private final DirectPath direct;

    /// Loop only, as the next.
    private final Map<PlaneKey, LinkEnd> ends = new HashMap<>();

    /// Asked to go while they were being made.
    private final Set<PlaneKey> unwanted = new HashSet<>();

    private final Set<PlaneKey> making = new HashSet<>();

    /// Made and not closed. Helper only.
    private final Set<LinkEnd> made = new LinkedHashSet<>();

    /// Workers that could not be closed yet.
    private final Queue<BooleanSupplier> lingering = new ConcurrentLinkedQueue<>();

    /// Helper only, as the next; read when it has ended.
    private boolean directClosed;

    private boolean closeFailed;
    private long nextLingeringNanos = System.nanoTime();

    UcxObjects(final PlaneContext context, final UcxDomain domain, final DirectPath.Maker directs) {
        this.context = context;
        this.domain = domain;
        direct = directs.make(context, domain);
        try {
            loop = new UcxLoop("bounce-ucx-" + context.name());
        } catch (final RuntimeException | Error full) {
            direct.close();
            throw full;
        }
        helper = Executors.newSingleThreadExecutor(this::helperThread);
        loop.run(
                () -> {
                    context.memory().useOnThisThread();
                    loop.add(direct);
                    loop.onTick(this::tick);
                });
    }

    /// Whatever thread takes the place of one that a task has ended may call the driver too.
    private Thread helperThread(final Runnable work) {
        return Thread.ofPlatform()
                .daemon()
                .name("bounce-ucx-links-" + context.name())
                .unstarted(
                        () -> {
                            try {
                                context.memory().useOnThisThread();
                            } catch (final RuntimeException failed) {
                                LOG.error("agent={} makes no links", context.name(), failed);
                            }
                            work.run();
                        });
    }

    /// Runs `tick` on the loop as well, whenever deadlines are looked at.
    void onTick(final Runnable tick) {
        loop.run(() -> loop.onTick(tick));
    }

    UcxLoop loop() {
        return loop;
    }

    Blob directAddress() {
        return direct.address();
    }

    /// Makes an end and serves it; PlaneFailed if it cannot be made.
    ///
    /// @param begin called on the loop before the end begins
    <E extends LinkEnd> void open(
            final PlaneKey key, final Supplier<E> maker, final Consumer<E> begin) {
        loop.run(
                () -> {
                    making.add(key);
                    helper.execute(() -> make(key, maker, begin));
                });
    }

    private <E extends LinkEnd> void make(
            final PlaneKey key, final Supplier<E> maker, final Consumer<E> begin) {
        final E end;
        try {
            end = maker.get();
        } catch (final RuntimeException | Error failure) {
            LOG.warn("link={} cannot be made: {}", key, failure.toString());
            loop.run(
                    () -> {
                        making.remove(key);
                        unwanted.remove(key);
                    });
            context.tell(new Event.PlaneFailed(key));
            return;
        }
        made.add(end);
        loop.run(
                () -> {
                    making.remove(key);
                    if (unwanted.remove(key)) {
                        helper.execute(() -> closeEnd(end));
                    } else {
                        serve(key, end, begin);
                    }
                });
    }

    private <E extends LinkEnd> void serve(
            final PlaneKey key, final E end, final Consumer<E> begin) {
        try {
            ends.put(key, end);
            loop.add(end);
            loop.hurry(context.openNanos());
            begin.accept(end);
            end.begin();
        } catch (final RuntimeException | Error failure) {
            LOG.warn("link={} cannot begin: {}", key, failure.toString());
            ends.remove(key);
            loop.remove(end);
            helper.execute(() -> closeEnd(end));
            context.tell(new Event.PlaneFailed(key));
        }
    }

    /// Calls `use` on the loop with the end of that key, or `otherwise` if there is none.
    void use(final PlaneKey key, final Consumer<LinkEnd> use, final Runnable otherwise) {
        loop.run(
                () -> {
                    final LinkEnd end = ends.get(key);
                    if (end == null) {
                        otherwise.run();
                    } else {
                        use.accept(end);
                        loop.touch(end);
                    }
                });
    }

    /// Closes an end, in the background. One that may have posted copies is closed when they have
    /// ended: what they wait for may need the thread that makes and closes links.
    ///
    /// @param closed called once, when the end is closed or its close has failed; any thread. Not
    ///     if the device fails, or everything is closed, before the copies have ended
    void close(final PlaneKey key, final Closed closed) {
        loop.run(
                () -> {
                    final LinkEnd end = ends.remove(key);
                    if (end == null) {
                        if (making.contains(key)) {
                            unwanted.add(key);
                        }
                        closed.closed(null, true);
                        return;
                    }
                    loop.remove(end);
                    if (end.leave()) {
                        context.copies().await("close of link=" + key, () -> close(end, closed));
                    } else {
                        close(end, closed);
                    }
                });
    }

    private void close(final LinkEnd end, final Closed closed) {
        try {
            helper.execute(() -> closed.closed(end, closeEnd(end)));
        } catch (final RejectedExecutionException late) {
            LOG.debug("agent={} closes its links already: {}", context.name(), late.toString());
        }
    }

    /// Moves a direct transfer; NEVER if the peer has no address for such transfers.
    void directPut(final long transferId, final Blob peerAddress, final DescriptorPairs pairs) {
        if (peerAddress.length() == 0) {
            context.tell(new Event.DirectEnded(transferId, WriteOutcome.NEVER));
            return;
        }
        loop.run(
                () -> {
                    direct.put(transferId, peerAddress, pairs);
                    loop.touch(direct);
                    loop.hurry(context.stallNanos());
                });
    }

    /// Helper only, as the next four.
    ///
    /// @return false if that failed
    private boolean closeEnd(final LinkEnd end) {
        return !made.remove(end) || close(end::close);
    }

    private boolean close(final BooleanSupplier closing) {
        try {
            if (!closing.getAsBoolean()) {
                lingering.add(closing);
            }
            return true;
        } catch (final RuntimeException | Error failure) { // others wait behind it
            closeFailed = true;
            LOG.error(
                    "agent={} a worker is not closed, open={}",
                    context.name(),
                    domain.leaks(),
                    failure);
            return false;
        }
    }

    private boolean closeDirect() {
        directClosed = direct.close();
        return directClosed;
    }

    private void closeLingering() {
        for (int left = lingering.size(); left > 0; left--) {
            close(lingering.remove());
        }
    }

    private void tick() {
        if (System.nanoTime() - nextLingeringNanos >= 0) {
            nextLingeringNanos = System.nanoTime() + LINGERING_NANOS;
            context.copies().retry();
            if (!lingering.isEmpty()) {
                helper.execute(this::closeLingering);
            }
        }
        List.copyOf(ends.values()).forEach(LinkEnd::tick);
        if (direct.tick()) {
            loop.touch(direct);
        }
    }

    /// Closes everything, bounded, and waits for that.
    ///
    /// @param last run on the helper thread before the context is closed
    /// @return whether nothing is left that could still send, put or place bytes. A worker of
    ///     a link that lingers is none: its connection was never set up, so that nothing was posted
    boolean close(final Runnable last) {
        // From here on the helper alone calls the workers, also those whose making was under way.
        loop.close(
                () -> {
                    helper.execute(() -> List.copyOf(made).forEach(this::closeEnd));
                    helper.execute(() -> close(this::closeDirect));
                    helper.execute(this::closeLingering);
                    helper.execute(last);
                    helper.shutdown();
                });
        try {
            if (helper.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                domain.close();
                return directClosed && !closeFailed;
            }
            LOG.warn("agent={} still closes its links, leaks={}", context.name(), domain.leaks());
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return false;
    }
}
