package dev.bounce.sim.mutant;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.BiFunction;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Plants a bug: reads the sources of the checkout, changes them, compiles what it has changed in
/// memory, and gives a simulator that runs over it.
final class MutantCompiler {
    private static final String MARKER = "engine/src/main/java/dev/bounce/engine/Engine.java";

    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    /// One for each thread: reading the class path anew takes longer than compiling a file.
    private static final ThreadLocal<StandardJavaFileManager> STANDARD =
            ThreadLocal.withInitial(MutantCompiler::standard);

    private final Path root;

    /// @param root of the checkout whose sources are changed
    MutantCompiler(final Path root) {
        this.root = root;
    }

    /// The checkout that holds `folder`.
    ///
    /// @throws IllegalArgumentException in one line if there is none
    static Path checkout(final Path folder) {
        Path candidate = folder.toAbsolutePath();
        while (candidate != null) {
            if (Files.exists(candidate.resolve(MARKER))) {
                return candidate;
            }
            candidate = candidate.getParent();
        }
        throw new IllegalArgumentException(
                "'" + folder + "' is in no source checkout, mutants need one");
    }

    /// A source file as it stands in the checkout.
    String source(final String file) throws IOException {
        return Files.readString(root.resolve(file));
    }

    /// A simulator with the bug: it takes a profile and a seed, and returns the property that is
    /// violated or `null`.
    ///
    /// @throws IllegalArgumentException in one line if the bug has no place or does not compile
    BiFunction<String, Long, String> plant(final Mutant mutant) throws IOException {
        final Map<String, byte[]> classes = compile(mutant);
        try {
            final Class<?> type =
                    new MutantLoader(classes).loadClass(SeedRun.class.getName(), false);
            final Constructor<?> constructor = type.getDeclaredConstructor(SortedMap.class);
            constructor.setAccessible(true);
            @SuppressWarnings("unchecked")
            final BiFunction<String, Long, String> run =
                    (BiFunction<String, Long, String>) constructor.newInstance(mutant.knobs());
            return run;
        } catch (final ReflectiveOperationException broken) {
            throw new IllegalStateException(mutant.name() + ": " + broken, broken);
        }
    }

    private Map<String, byte[]> compile(final Mutant mutant) throws IOException {
        final Map<String, String> sources = new LinkedHashMap<>();
        for (final Edit edit : mutant.edits()) {
            final String before =
                    sources.containsKey(edit.file())
                            ? sources.get(edit.file())
                            : source(edit.file());
            sources.put(edit.file(), edit.applyTo(before));
        }
        final StringWriter messages = new StringWriter();
        final List<JavaFileObject> units = new ArrayList<>();
        sources.forEach((file, text) -> units.add(new Source(file, text)));
        final ClassFiles files = new ClassFiles(STANDARD.get());
        final List<String> options = List.of("-proc:none", "-implicit:none", "-nowarn");
        if (!COMPILER.getTask(messages, files, null, options, null, units).call()) {
            throw new IllegalArgumentException(mutant.name() + " does not compile: " + messages);
        }
        return files.classes();
    }

    /// What has the class path of this process, and keeps what it has read of it.
    private static StandardJavaFileManager standard() {
        return COMPILER.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    }

    /// A changed source.
    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(final String file, final String text) {
            super(URI.create("string:///" + file), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(final boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /// Keeps class files in memory.
    private static final class ClassFiles extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> written = new HashMap<>();

        ClassFiles(final JavaFileManager sources) {
            super(sources);
        }

        Map<String, byte[]> classes() {
            final Map<String, byte[]> classes = new HashMap<>();
            written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
            return classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                final Location location,
                final String className,
                final JavaFileObject.Kind kind,
                final FileObject sibling) {
            final String name = className.replace('.', '/') + kind.extension;
            return new SimpleJavaFileObject(URI.create("mem:///" + name), kind) {
                @Override
                public OutputStream openOutputStream() {
                    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    written.put(className, bytes);
                    return bytes;
                }
            };
        }
    }
}
