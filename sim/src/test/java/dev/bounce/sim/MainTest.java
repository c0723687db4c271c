package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MainTest {
    @Test
    void shouldNameTheSubCommandsWhenNoneIsGiven() {
        Cli.run().assertUsageError("missing sub-command", "config", "plan");
    }

    @Test
    void shouldRefuseAnUnknownSubCommand() {
        Cli.run("plam").assertUsageError("plam", "did you mean plan");
    }

    @Test
    void shouldRefuseAnUnknownFlag() {
        Cli.run("config", "--jsn").assertUsageError("--jsn", "./bounce config --help");
        Cli.run("plan", "--jsn").assertUsageError("--jsn", "./bounce plan --help");
    }

    @Test
    void shouldHelp() {
        assertTrue(Cli.run("--help").output().contains("config"));
        assertTrue(Cli.run("config", "--help").output().contains("-D"));
        assertTrue(Cli.run("plan", "--help").output().contains("--descriptors"));
    }
}
