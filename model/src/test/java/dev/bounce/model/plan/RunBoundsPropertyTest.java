package dev.bounce.model.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bounce.model.plan.RunBounds.Verdict;
import dev.bounce.model.wire.ScatterRuns;
import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;

/// Compares [RunBounds] with an oracle that looks at every byte, in a world of a few hundred bytes
/// at either end of the address space.
class RunBoundsPropertyTest {
    private static final int MAX_PIECES = 24;
    private static final BigInteger SPACE = BigInteger.ONE.shiftLeft(64);

    /// @param offset region offset
    record Run(
            long offset,
            long destination,
            long destinationStride,
            long regionStride,
            long bytes,
            int count) {}

    /// Registered memory: `[base, base + length)`.
    record Range(long base, long length) {}

    private static Arbitrary<Long> uniform(final long least, final long most) {
        return Arbitraries.longs()
                .between(least, most)
                .withDistribution(RandomDistribution.uniform());
    }

    private static Arbitrary<Long> mostly(final Arbitrary<Long> usual) {
        return Arbitraries.frequencyOf(
                Tuple.of(120, usual),
                Tuple.of(1, Arbitraries.of(-1L, -32L, 0L, Long.MIN_VALUE, Long.MAX_VALUE)),
                Tuple.of(1, Arbitraries.of(1L << 61, 1L << 62, 1L << 63, (1L << 62) / 3)));
    }

    @Provide
    Arbitrary<List<Run>> runs() {
        final Arbitrary<Integer> counts =
                Arbitraries.frequencyOf(
                        Tuple.of(20, Arbitraries.of(1)),
                        Tuple.of(20, Arbitraries.integers().between(2, 4)),
                        Tuple.of(1, Arbitraries.of(0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE)));
        return Combinators.combine(
                        mostly(uniform(31, 130)),
                        mostly(Arbitraries.oneOf(uniform(0, 150), uniform(-150, -1))),
                        mostly(uniform(0, 30)),
                        mostly(uniform(0, 12)),
                        mostly(uniform(1, 12)),
                        counts)
                .as(Run::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(3);
    }

    @Provide
    Arbitrary<List<Range>> ranges() {
        final Arbitrary<Range> small =
                Combinators.combine(
                                Arbitraries.oneOf(uniform(0, 150), uniform(-150, -10)),
                                uniform(1, 60))
                        .as(Range::new);
        final Arbitrary<Range> large =
                Arbitraries.of(
                        new Range(0, 90),
                        new Range(90, 90),
                        new Range(-151, 100),
                        new Range(0, 170));
        return Arbitraries.frequencyOf(Tuple.of(1, small), Tuple.of(3, large)).list().ofMaxSize(6);
    }

    @Provide
    Arbitrary<Long> regions() {
        return uniform(48, 240);
    }

    @Property(seed = "1", tries = 5_000, edgeCases = EdgeCasesMode.NONE)
    void verdictShouldBeThatOfAnOracleThatLooksAtEveryByte(
            @ForAll("runs") final List<Run> runs,
            @ForAll("ranges") final List<Range> registered,
            @ForAll("regions") final long regionBytes) {
        final Verdict verdict = agreedVerdict(runs, registered, regionBytes);
        Statistics.collect(verdict);
        Statistics.coverage(
                coverage -> {
                    coverage.check(Verdict.OK).percentage(p -> p > 2);
                    coverage.check(Verdict.MALFORMED).percentage(p -> p > 2);
                    coverage.check(Verdict.OUT_OF_BOUNDS).percentage(p -> p > 2);
                });
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void verdictShouldBeThatOfTheOracleForFreshRuns(
            @ForAll("runs") final List<Run> runs,
            @ForAll("ranges") final List<Range> registered,
            @ForAll("regions") final long regionBytes) {
        agreedVerdict(runs, registered, regionBytes);
    }

    private static Verdict agreedVerdict(
            final List<Run> runs, final List<Range> registered, final long regionBytes) {
        final MemoryRanges ranges = new MemoryRanges();
        final List<Range> accepted =
                registered.stream().filter(range -> ranges.add(range.base, range.length)).toList();
        final Verdict verdict = RunBounds.check(toRuns(runs), regionBytes, MAX_PIECES, ranges);
        assertEquals(oracle(runs, accepted, regionBytes), verdict);
        return verdict;
    }

    private static ScatterRuns toRuns(final List<Run> runs) {
        return new ScatterRuns(
                runs.stream().mapToLong(Run::offset).toArray(),
                runs.stream().mapToLong(Run::destination).toArray(),
                runs.stream().mapToLong(Run::destinationStride).toArray(),
                runs.stream().mapToLong(Run::regionStride).toArray(),
                runs.stream().mapToLong(Run::bytes).toArray(),
                runs.stream().mapToInt(Run::count).toArray());
    }

    private static Verdict oracle(
            final List<Run> runs, final List<Range> registered, final long regionBytes) {
        long pieces = 0;
        BigInteger bytes = BigInteger.ZERO;
        boolean malformed = runs.isEmpty();
        for (final Run run : runs) {
            malformed |=
                    run.count < 1
                            || run.bytes < 1
                            || run.regionStride < 0
                            || run.destinationStride < 0;
            pieces += run.count;
            bytes =
                    bytes.add(
                            BigInteger.valueOf(run.bytes).multiply(BigInteger.valueOf(run.count)));
        }
        if (malformed || pieces > MAX_PIECES) {
            return Verdict.MALFORMED;
        }
        if (bytes.compareTo(BigInteger.valueOf(regionBytes - 48)) > 0) {
            return Verdict.OUT_OF_BOUNDS;
        }
        for (final Run run : runs) {
            for (int piece = 0; piece < run.count; piece++) {
                for (int at = 0; at < run.bytes; at++) {
                    if (!byteIsInBounds(run, piece, at, registered, regionBytes)) {
                        return Verdict.OUT_OF_BOUNDS;
                    }
                }
            }
        }
        return Verdict.OK;
    }

    private static boolean byteIsInBounds(
            final Run run,
            final int piece,
            final int at,
            final List<Range> registered,
            final long regionBytes) {
        final BigInteger step = BigInteger.valueOf(piece);
        final BigInteger from =
                BigInteger.valueOf(run.offset)
                        .add(step.multiply(BigInteger.valueOf(run.regionStride)))
                        .add(BigInteger.valueOf(at));
        final BigInteger to =
                unsigned(run.destination)
                        .add(step.multiply(BigInteger.valueOf(run.destinationStride)))
                        .add(BigInteger.valueOf(at));
        if (from.compareTo(BigInteger.valueOf(32)) < 0
                || from.compareTo(BigInteger.valueOf(regionBytes - 16)) >= 0
                || to.compareTo(SPACE) >= 0) {
            return false;
        }
        return registered.stream()
                .anyMatch(
                        range ->
                                unsigned(range.base).compareTo(to) <= 0
                                        && to.compareTo(
                                                        unsigned(range.base)
                                                                .add(
                                                                        BigInteger.valueOf(
                                                                                range.length)))
                                                < 0);
    }

    private static BigInteger unsigned(final long value) {
        return value < 0 ? BigInteger.valueOf(value).add(SPACE) : BigInteger.valueOf(value);
    }
}
