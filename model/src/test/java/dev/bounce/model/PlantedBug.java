package dev.bounce.model;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// A main class of this module with one piece of its source replaced. Compiled anew and put before
/// the real one in a loader of its own, so that production code needs no switches for bugs.
///
/// @param changed the class
/// @param text what stands in its source, exactly once
/// @param replacement what stands there instead
public record PlantedBug(Class<?> changed, String text, String replacement) {
    private static final Path SOURCES = Path.of("src", "main", "java");

    /// Runs a check that shares no class with the real module but those of the JDK.
    ///
    /// @param folder where the changed class goes
    /// @param check class with a static method without parameters, which throws if a law is broken
    /// @return what it threw, `null` if it found nothing
    /// @throws AssertionError if the text is not there once, or the result does not compile
    public Throwable found(final Path folder, final Class<?> check, final String method) {
        try {
            result(folder, check, method);
            return null;
        } catch (final InvocationTargetException thrown) {
            return thrown.getCause();
        }
    }

    /// Runs a method in the same way.
    ///
    /// @return what it returned
    /// @throws InvocationTargetException holding what it threw
    public Object result(final Path folder, final Class<?> check, final String method)
            throws InvocationTargetException {
        compile(folder);
        try (URLClassLoader loader = loader(folder)) {
            final Method run = loader.loadClass(check.getName()).getDeclaredMethod(method);
            run.setAccessible(true);
            return run.invoke(null);
        } catch (final InvocationTargetException thrown) {
            throw thrown;
        } catch (final IOException | ReflectiveOperationException broken) {
            throw new AssertionError(broken);
        }
    }

    private void compile(final Path folder) {
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        final StringWriter log = new StringWriter();
        final List<String> options =
                List.of("-proc:none", "-cp", location(changed).toString(), "-d", folder.toString());
        final boolean compiled =
                compiler.getTask(log, null, null, options, null, List.of(new Source(source())))
                        .call();
        if (!compiled) {
            throw new AssertionError(log.toString());
        }
    }

    private String source() {
        try {
            final String name = changed.getName().replace('.', '/') + ".java";
            final String source = Files.readString(SOURCES.resolve(name));
            final int at = source.indexOf(text);
            if (at < 0 || source.indexOf(text, at + 1) >= 0) {
                throw new AssertionError("not once in " + name + ": " + text);
            }
            return source.replace(text, replacement);
        } catch (final IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private URLClassLoader loader(final Path folder) throws IOException {
        final URL[] urls = {
            folder.toUri().toURL(),
            location(changed).toUri().toURL(),
            location(PlantedBug.class).toUri().toURL()
        };
        return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
    }

    private static Path location(final Class<?> type) {
        return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation() + ""));
    }

    private final class Source extends SimpleJavaFileObject {
        private final String content;

        Source(final String content) {
            super(
                    URI.create("string:///" + changed.getName().replace('.', '/') + ".java"),
                    Kind.SOURCE);
            this.content = content;
        }

        @Override
        public CharSequence getCharContent(final boolean ignoreEncodingErrors) {
            return content;
        }
    }
}
