package dev.bounce.hw.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;

/// The other end of a [BenchProcess]: obeys lines and answers each with one.
final class BenchServer {
    /// What is obeyed.
    interface Role {
        /// @param words of a line
        /// @return the answer
        /// @throws BenchException if it cannot be done, which is answered with `failed`
        String obey(String[] words) throws BenchException;
    }

    private BenchServer() {}

    /// Serves until the commands end.
    ///
    /// @param ready said first
    static void serve(
            final Role role,
            final String ready,
            final BufferedReader commands,
            final PrintWriter answers)
            throws IOException {
        say(answers, ready);
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            say(answers, answer(role, line));
        }
    }

    private static String answer(final Role role, final String line) {
        try {
            return role.obey(line.split(" "));
        } catch (final BenchException failure) {
            return BenchProcess.FAILED + failure.exitCode() + " " + failure.getMessage();
        }
    }

    /// What a role answers to a line that it does not know.
    static BenchException unknown(final String[] words) {
        return new BenchException(BenchException.FAILED, "unknown command " + words[0]);
    }

    private static void say(final PrintWriter answers, final String line) {
        answers.println(line);
        answers.flush();
    }
}
