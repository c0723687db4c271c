package dev.bounce.model.kv;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// Visits every state of a small world, breadth first. Throws an [AssertionError] with the shortest
/// way to a state with a fault, or to one from which the end cannot be reached any more.
final class KvExplorer {
    private final Supplier<? extends KvWorld> start;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<List<String>> paths = new ArrayList<>();
    private final List<List<String>> actions = new ArrayList<>();
    private final List<List<Integer>> before = new ArrayList<>();
    private final BitSet over = new BitSet();

    private KvExplorer(final Supplier<? extends KvWorld> start) {
        this.start = start;
    }

    /// Visits all of it.
    ///
    /// @param most states; more are a mistake of the test
    /// @return number of states
    static int explore(final Supplier<? extends KvWorld> start, final int most) {
        return new KvExplorer(start).run(most);
    }

    private int run(final int most) {
        number(start.get(), List.of());
        for (int state = 0; state < paths.size(); state++) {
            final List<String> path = paths.get(state);
            for (final String action : actions.get(state)) {
                final KvWorld world = replay(path);
                final List<String> longer = new ArrayList<>(path);
                longer.add(action);
                apply(world, longer);
                before.get(number(world, longer)).add(state);
            }
            if (paths.size() > most) {
                throw new IllegalStateException("more than " + most + " states");
            }
        }
        requireEnd();
        return paths.size();
    }

    private static void apply(final KvWorld world, final List<String> path) {
        try {
            world.apply(path.getLast());
        } catch (final AssertionError broken) {
            throw new AssertionError(broken.getMessage() + " after " + path, broken);
        }
        final String fault = world.fault();
        if (fault != null) {
            throw new AssertionError(fault + " after " + path);
        }
    }

    private KvWorld replay(final List<String> path) {
        final KvWorld world = start.get();
        for (final String action : path) {
            world.apply(action);
        }
        return world;
    }

    private int number(final KvWorld world, final List<String> path) {
        final String key = world.key();
        final Integer known = numbers.get(key);
        if (known != null) {
            return known;
        }
        numbers.put(key, paths.size());
        over.set(paths.size(), world.isOver());
        paths.add(path);
        actions.add(world.actions());
        before.add(new ArrayList<>());
        return paths.size() - 1;
    }

    /// Every state leads to the end, if only the right things happen.
    private void requireEnd() {
        final BitSet reaching = (BitSet) over.clone();
        final ArrayDeque<Integer> queue = new ArrayDeque<>();
        over.stream().forEach(queue::add);
        while (!queue.isEmpty()) {
            for (final int state : before.get(queue.poll())) {
                if (!reaching.get(state)) {
                    reaching.set(state);
                    queue.add(state);
                }
            }
        }
        final int stuck = reaching.nextClearBit(0);
        if (stuck < paths.size()) {
            throw new AssertionError("N1: no end can be reached after " + paths.get(stuck));
        }
    }
}
