package dev.bounce.sim;

/// A second machine that is made up: prints its arguments, each as a line, as far as its caller has
/// written them, and ends with 9 when one of them is `fail`.
final class MachineLines {
    private MachineLines() {}

    /// Prints the arguments before the first option.
    public static void main(final String[] args) {
        for (final String line : args) {
            if (line.startsWith("--")) {
                return;
            }
            if (line.equals("fail")) {
                System.exit(9);
            }
            System.out.println(line);
        }
    }
}
