package dev.bounce.model.config;

import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Assertions;

class ConfigSyntaxPropertyTest {
    private static final Pattern SIZE =
            Pattern.compile("([0-9]+)(B|KI?B?|MI?B?|GI?B?)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern DURATION = Pattern.compile("([0-9]+)(ns|us|ms|s|m|h)");
    private static final Map<String, Long> NANOS =
            new TreeMap<>(
                    Map.of(
                            "ns", 1L,
                            "us", 1_000L,
                            "ms", 1_000_000L,
                            "s", 1_000_000_000L,
                            "m", 60_000_000_000L,
                            "h", 3_600_000_000_000L));

    @Property(seed = "21", tries = 500, shrinking = ShrinkingMode.BOUNDED)
    void parseShouldBeTheInverseOfFormat(@ForAll @LongRange(min = 0) final long value) {
        Assertions.assertEquals(value, ByteSize.parse(ByteSize.format(value)));
        Assertions.assertEquals(value, DurationText.parse(DurationText.format(value)));
    }

    @Property(seed = "22", tries = 500, shrinking = ShrinkingMode.BOUNDED)
    void sizesShouldBeThoseOfTheGrammar(@ForAll("texts") final String text) {
        agreesOnSizes(text);
    }

    @Property(tries = 200, shrinking = ShrinkingMode.BOUNDED)
    void sizesShouldBeThoseOfTheGrammarForFreshSeeds(@ForAll("texts") final String text) {
        agreesOnSizes(text);
    }

    private static void agreesOnSizes(final String text) {
        final Matcher matcher = SIZE.matcher(text);
        BigInteger expected = null;
        // "KI" alone is no unit, which the pattern leaves open.
        if (matcher.matches() && !text.toLowerCase().endsWith("i")) {
            final String unit = matcher.group(2) == null ? "B" : matcher.group(2);
            final int shift = 10 * "BKMG".indexOf(Character.toUpperCase(unit.charAt(0)));
            expected = new BigInteger(matcher.group(1)).shiftLeft(shift);
        }
        agrees(expected, text, ByteSize::parse);
    }

    @Property(seed = "23", tries = 500, shrinking = ShrinkingMode.BOUNDED)
    void durationsShouldBeThoseOfTheGrammar(@ForAll("texts") final String text) {
        final Matcher matcher = DURATION.matcher(text);
        final BigInteger expected =
                matcher.matches()
                        ? new BigInteger(matcher.group(1))
                                .multiply(BigInteger.valueOf(NANOS.get(matcher.group(2))))
                        : null;
        agrees(expected, text, DurationText::parse);
    }

    private static void agrees(
            final BigInteger expected, final String text, final ToLongFunction<String> parser) {
        if (expected == null || expected.bitLength() > 63) {
            Assertions.assertThrows(
                    IllegalArgumentException.class, () -> parser.applyAsLong(text), text);
        } else {
            Assertions.assertEquals(expected.longValueExact(), parser.applyAsLong(text), text);
        }
    }

    @Provide
    Arbitrary<String> texts() {
        final Arbitrary<String> numbers =
                Arbitraries.strings().withCharRange('0', '9').ofMaxLength(20);
        final Arbitrary<String> units =
                Arbitraries.strings().withChars("bBkKmMgGisunh -").ofMaxLength(3);
        final Arbitrary<String> valid =
                Arbitraries.of("", "B", "k", "KiB", "MB", "g", "ns", "us", "ms", "s", "m", "h");
        return Arbitraries.oneOf(
                numbers.flatMap(number -> units.map(unit -> number + unit)),
                numbers.flatMap(number -> valid.map(unit -> number + unit)),
                Arbitraries.strings().ofMaxLength(5));
    }
}
