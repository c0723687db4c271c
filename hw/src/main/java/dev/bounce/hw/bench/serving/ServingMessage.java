package dev.bounce.hw.bench.serving;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// What workers and clients tell each other about one request; inside a process as it is, between
/// processes as a line.
///
/// @param numbers as the kind says
record ServingMessage(Kind kind, long id, List<Integer> numbers) {
    /// Kinds.
    enum Kind {
        /// To both workers: it comes; tokens of its prompt and of its answer.
        ARRIVE,
        /// To both workers: its user gives it up.
        CANCEL,
        /// Decode to prefill: it may be written; blocks.
        PUBLISHED,
        /// Decode to prefill: it should end early.
        ASK_CANCEL,
        /// Prefill to decode: everything is written.
        WRITTEN,
        /// Prefill to decode: nothing is written, and nothing will be any more.
        STOPPED,
        /// Prefill to decode: it failed, and something may still be written.
        IN_DOUBT,
        /// Either worker to the client: it is over; ordinal of its [dev.bounce.model.kv.Outcome].
        RESPONDED
    }

    /// Copies the list.
    ServingMessage {
        numbers = List.copyOf(numbers);
    }

    static ServingMessage of(final Kind kind, final long id, final Integer... numbers) {
        return new ServingMessage(kind, id, List.of(numbers));
    }

    /// Kind, id and numbers between blanks and commas.
    String line() {
        return kind
                + " "
                + id
                + " "
                + numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /// @throws IllegalArgumentException if it is no such line
    static ServingMessage parse(final String line) {
        final String[] words = line.strip().split(" ");
        if (words.length < 2) {
            throw new IllegalArgumentException("no message: '" + line + "'");
        }
        final List<Integer> numbers =
                words.length == 2
                        ? List.of()
                        : Arrays.stream(words[2].split(",")).map(Integer::valueOf).toList();
        return new ServingMessage(Kind.valueOf(words[0]), Long.parseLong(words[1]), numbers);
    }
}
