package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import picocli.CommandLine;

/// One run of the command line in this process.
///
/// @param code exit code
/// @param out standard output
/// @param err standard error
record Cli(int code, String out, String err) {

    static Cli run(final String... arguments) {
        return run(Map.of(), arguments);
    }

    static Cli run(final Map<String, String> environment, final String... arguments) {
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();
        final CommandLine line =
                Main.commandLine(environment)
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err));
        final int code = line.execute(arguments);
        return new Cli(code, out.toString(), err.toString());
    }

    /// Asserts that it went well.
    String output() {
        assertEquals("", err);
        assertEquals(0, code);
        return out;
    }

    /// Asserts exit code 2 and one line on standard error that holds each of `parts`, and that
    /// nothing was half done.
    void assertUsageError(final String... parts) {
        assertEquals(2, code, err);
        assertEquals("", out);
        assertEquals(1, err.lines().count(), err);
        for (final String part : parts) {
            assertTrue(err.contains(part), () -> "'" + part + "' is not in: " + err);
        }
    }
}
