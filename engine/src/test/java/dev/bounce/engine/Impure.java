package dev.bounce.engine;

import dev.bounce.model.wire.Nonce;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

/// Code that [PurityTest] must find impure, one reason per type, and code that it must let pass.
final class Impure {
    private Impure() {}

    static final class ReadsClock {
        long now() {
            return System.nanoTime();
        }
    }

    static final class RefersToClock {
        LongSupplier clock() {
            return System::nanoTime;
        }
    }

    static final class Prints {
        void print() {
            System.out.println();
        }
    }

    static final class ReadsEnvironment {
        int port() {
            return Integer.getInteger("port", 0);
        }
    }

    static final class StartsThread {
        Thread start() {
            return Thread.ofVirtual().start(() -> {});
        }
    }

    static final class Hashes {
        int size() {
            return new HashMap<Integer, Integer>().size();
        }
    }

    static final class IteratesSaltedSet {
        int first() {
            return Set.of(1, 2, 3).iterator().next();
        }
    }

    static final class IteratesSaltedMap {
        int first() {
            return Map.of(1, 1, 2, 2).keySet().iterator().next();
        }
    }

    static final class Draws {
        int draw() {
            return ThreadLocalRandom.current().nextInt();
        }
    }

    static final class DrawsFromMath {
        long draw() {
            return (long) (Math.random() * 2);
        }
    }

    static final class FormatsForThisMachine {
        String format(final int number) {
            return String.format("%d", number);
        }
    }

    static final class Waits {
        void signal() {
            notifyAll();
        }
    }

    static final class WorksInParallel {
        long[] sorted(final long[] values) {
            java.util.Arrays.parallelSort(values);
            return values;
        }
    }

    static final class KeepsStaticState {
        static int count;
    }

    static final class KeepsFraction {
        double fraction;
    }

    static final class TakesFraction {
        long scale(final long value, final double[] factors) {
            return value * factors.length;
        }
    }

    static final class ComputesFraction {
        long root(final long value) {
            return (long) Math.sqrt(value);
        }
    }

    /// Records, pattern switches, lambdas and the containers with a fixed order are allowed.
    static final class Pure {
        private static final int[] SIZES = {1, 2, 3};

        sealed interface Shape {
            record Line(int length, Nonce nonce) implements Shape {}

            record Box(int width, int height) implements Shape {}
        }

        enum Colour {
            RED,
            GREEN
        }

        private final TreeMap<Long, Shape> shapes = new TreeMap<>();
        private final List<Colour> colours = new ArrayList<>(List.of(Colour.values()));

        int size(final Shape shape) {
            return switch (shape) {
                case Shape.Line(final int length, _) -> length;
                case Shape.Box(final int width, final int height) when width > 0 ->
                        Math.multiplyExact(width, height);
                case Shape.Box _ -> 0;
            };
        }

        String describe(final Shape shape) {
            final ToIntFunction<Shape> size = this::size;
            System.arraycopy(SIZES, 0, new int[3], 0, 3);
            shapes.put(Long.MAX_VALUE, shape);
            colours.removeIf(colour -> colour == Colour.RED);
            for (final Map.Entry<Long, Shape> entry : shapes.entrySet()) {
                Invariant.check(entry.getKey() > 0, "key must be positive", entry.getKey());
            }
            return String.format(Locale.ROOT, "%d", size.applyAsInt(shape))
                    + new StringBuilder().append(shape).append(shape.hashCode())
                    + shape.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        }
    }
}
