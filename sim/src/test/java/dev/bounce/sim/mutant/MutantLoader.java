package dev.bounce.sim.mutant;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Defines every class of this project anew, the changed ones as they were compiled; all others
/// come from its parent. So the whole simulator runs over the changed engine.
final class MutantLoader extends ClassLoader {
    private static final String OWN = "dev.bounce.";

    /// Class files of the class path, which are the same for every mutant.
    private static final Map<String, byte[]> FILES = new ConcurrentHashMap<>();

    private final Map<String, byte[]> changed;

    /// @param changed class files by class name
    MutantLoader(final Map<String, byte[]> changed) {
        super(MutantLoader.class.getClassLoader());
        this.changed = changed;
    }

    @Override
    protected Class<?> loadClass(final String name, final boolean resolve)
            throws ClassNotFoundException {
        if (!name.startsWith(OWN)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                final byte[] compiled = changed.get(name);
                final byte[] file = compiled == null ? file(name) : compiled;
                loaded = defineClass(name, file, 0, file.length);
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }

    private byte[] file(final String name) throws ClassNotFoundException {
        final byte[] file = FILES.computeIfAbsent(name, this::read);
        if (file == null) {
            throw new ClassNotFoundException(name);
        }
        return file;
    }

    private byte[] read(final String name) {
        final String resource = name.replace('.', '/') + ".class";
        try (InputStream in = getParent().getResourceAsStream(resource)) {
            return in == null ? null : in.readAllBytes();
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
