package dev.bounce.spec.trace;

import dev.bounce.engine.EngineConfig;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.PlanLimits;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.DeviceUuid;
import dev.bounce.model.wire.ScatterRuns;
import dev.bounce.model.wire.Tag;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/// Values of any type that a trace holds, made component by component.
final class RandomValues {
    private static final String[] TEXTS = {"", "agent-0", "ü\u2028<&>'\"\\", "\n\t"};

    private final Random random;

    RandomValues(final long seed) {
        random = new Random(seed);
    }

    static EngineConfig config(final String name, final long instance, final Blob secret) {
        final BounceConfig defaults = BounceConfig.defaults();
        return new EngineConfig(
                name,
                instance,
                secret,
                defaults.arena(),
                defaults.scheduler(),
                defaults.link(),
                defaults.timeouts(),
                defaults.limits(),
                defaults.copies(),
                MemoryKind.HOST,
                DeviceUuid.NONE,
                -1,
                Blob.EMPTY,
                true);
    }

    <T> T of(final Class<T> type) {
        return type.cast(value(type));
    }

    private Object value(final Type type) {
        if (type instanceof ParameterizedType list) {
            final List<Object> elements = new ArrayList<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                elements.add(value(list.getActualTypeArguments()[0]));
            }
            return elements;
        }
        final Class<?> raw = (Class<?>) type;
        if (raw == long.class || raw == Long.class) {
            return word();
        } else if (raw == int.class || raw == Integer.class) {
            return (int) word();
        } else if (raw == boolean.class) {
            return random.nextBoolean();
        } else if (raw == String.class) {
            return TEXTS[random.nextInt(TEXTS.length)];
        } else if (raw.isEnum()) {
            return raw.getEnumConstants()[random.nextInt(raw.getEnumConstants().length)];
        } else if (raw == long[].class) {
            return words(random.nextInt(4));
        } else if (raw == Blob.class) {
            return Blob.of(bytes());
        } else if (raw == Tag.class) {
            return Tag.of(bytes());
        } else if (raw == ScatterRuns.class) {
            return runs(random.nextInt(3));
        } else if (raw == DescriptorPairs.class) {
            return pairs();
        } else if (raw == TransferPlan.class) {
            return TransferPlan.of(pairs(), new PlanLimits(4_096, 1_024, 64, 64));
        } else if (raw == EngineConfig.class) {
            return config("agent-1", word(), Blob.of(bytes()));
        } else if (raw.isSealed()) {
            final Class<?>[] kinds = raw.getPermittedSubclasses();
            return value(kinds[random.nextInt(kinds.length)]);
        }
        return record(raw);
    }

    private Object record(final Class<?> type) {
        final RecordComponent[] components = type.getRecordComponents();
        final Class<?>[] parameters = new Class<?>[components.length];
        final Object[] arguments = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            parameters[i] = components[i].getType();
            arguments[i] = value(components[i].getGenericType());
        }
        try {
            final Constructor<?> constructor = type.getDeclaredConstructor(parameters);
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        } catch (final ReflectiveOperationException impossible) {
            throw new AssertionError("cannot make a " + type, impossible);
        }
    }

    private long word() {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextLong();
            case 1 -> (1L << 53) - random.nextInt(3) + 1;
            case 2 -> -(1L << 53) + random.nextInt(3) - 1;
            case 3 -> random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE;
            default -> random.nextInt(10) - 2;
        };
    }

    private long[] words(final int count) {
        return LongStream.generate(this::word).limit(count).toArray();
    }

    private byte[] bytes() {
        final byte[] bytes = new byte[random.nextInt(5)];
        random.nextBytes(bytes);
        return bytes;
    }

    private ScatterRuns runs(final int count) {
        return new ScatterRuns(
                words(count),
                words(count),
                words(count),
                words(count),
                words(count),
                random.ints(count).toArray());
    }

    private DescriptorPairs pairs() {
        final int count = 1 + random.nextInt(4);
        final long[] source = new long[count];
        final long[] destination = new long[count];
        final long[] bytes = new long[count];
        for (int i = 0; i < count; i++) {
            source[i] = (random.nextLong() >>> 1) + (i << 16);
            destination[i] = (1L << 62) + ((long) i << 16);
            bytes[i] = random.nextInt(2_000);
        }
        return DescriptorPairs.of(source, destination, bytes);
    }
}
