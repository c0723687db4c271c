package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(final Map<String, String> environment, final String... args) {
        final CommandLine line = Main.commandLine(environment);
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return line.execute(args);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2|bench --workload gpt-4|unknown workload 'gpt-4'",
                "2|bench --plane rdma|'rdma'",
                "2|bench --memory disk|'disk'",
                "2|bench --iterations 0|--iterations 0",
                "2|bench --iterations ten|'ten'",
                "2|bench --warmup -1|--warmup -1",
                "2|bench --receivers 0|--receivers 0",
                "2|bench --receivers 5|--receivers 5",
                "2|bench --frobnicate|--frobnicate",
                "2|bench --requests 3|--requests does not go with --workload gpt-oss-120b-8k",
                "2|bench --workload serving --sweep|--sweep does not go with --workload serving",
                "2|bench --workload serving --requests 0|--requests 0",
                "2|bench --workload serving --cancel-percent 101|--cancel-percent 101",
                "2|bench --workload serving --prefill-blocks 5|blocks",
                "2|bench --workload serving --slot-bytes 1000 --slot-layers 3|3 equal pieces",
                "2|bench --workload serving --slot-bytes much|much",
                "2|bench -D arena.sise=1|arena.sise",
                "2|bench -D link.keep-alive=20s|link.keep-alive=20s",
                "2|bench --plot f.svg|--plot goes with --sweep only",
                "2|bench --sizes 4KiB|--sizes goes with --sweep only",
                "2|bench --totals 1MiB|--totals goes with --sweep only",
                "2|bench --sweep --blocks 8|--blocks does not go with --sweep",
                "2|bench --devices 5|--devices goes with --memory cuda only",
                "2|bench --workload serving --devices 0|--devices goes with --memory cuda only",
                "2|bench --modes bounce --direct-sample 9|--direct-sample: direct is not among",
                "2|bench -D control.bind=foo|control.bind=foo is no address",
                "2|bench --plane tcp -D control.bind=0.0.0.0|control.bind=0.0.0.0 is a wildcard",
                "2|bench -D control.port=5555|control.port=5555",
                "2|bnech|bnech",
                "2|agent|--listen",
                "2|agent --listen --peer FILE|--peer",
                "2|agent --listen --rounds 0|--rounds 0",
                "2|agent --listen --rank 4|--rank 4",
                "2|agent --listen --blocks 3|--blocks 3",
                "2|agent --listen --workload gpt-4|unknown workload 'gpt-4'",
                "2|agent --listen --plane local|plane 'local'",
                "2|agent --listen --wait 5|--wait goes with --peer only",
                "2|agent --listen --progress|--progress goes with --peer only",
                "2|agent --listen --forget-every 5|--forget-every goes with --peer only",
                "2|agent --peer f --description d|--description goes with --listen only",
                "2|agent --peer f --device 1|--device goes with --memory cuda only",
                "2|agent --listen -D enabled=false|enabled=false",
                "2|agent --listen -D control.bind=foo|control.bind=foo is no address",
                "2|agent --listen -D control.bind=::|control.bind=:: is a wildcard",
                "2|doctor --xml|--xml",
                "3|bench --plane CUDA_IPC|plane 'cuda_ipc' does not move host memory",
                "3|bench --memory cuda|cuda",
                "3|bench -D control.bind=192.0.2.1|tcp://192.0.2.1:*: this host has no such"
                        + " address",
                "3|agent --listen -D control.bind=192.0.2.1|set control.bind to",
            })
    void shouldSayInOneLineWhatIsWrong(
            final int exitCode, final String arguments, final String message) {
        assertEquals(exitCode, run(Map.of(), arguments.split(" ")));
        assertEquals("", out.toString());
        assertEquals(1, err.toString().lines().count(), err.toString());
        assertTrue(err.toString().contains(message), err.toString());
    }

    @Test
    void shouldSayInOneLineThatRdmaIsMissing() {
        if (Files.isDirectory(Path.of("/sys/class/infiniband"))) {
            System.out.println("not run: bench --plane rc where RDMA is missing: this host has it");
            abort("this host has RDMA");
        }
        shouldSayInOneLineWhatIsWrong(3, "bench --plane rc", "settings of RC");
    }

    @Test
    @Timeout(30)
    void shouldSayThatAnAgentCannotListenAtAPortInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            final String port = String.valueOf(taken.getLocalPort());
            for (final String[] side :
                    new String[][] {
                        {"--listen", "--description=-"}, {"--wait=1", "--peer=absent"}
                    }) {
                assertEquals(
                        3,
                        run(Map.of(), "agent", side[0], side[1], "-Dcontrol.port=" + port),
                        out.toString() + err);
                assertEquals("", out.toString());
                final String said = err.toString();
                assertEquals(1, said.lines().count(), said);
                assertTrue(said.contains("tcp://127.0.0.1:" + port), said);
                assertTrue(said.contains("(EADDRINUSE); set control.port to"), said);
                err.getBuffer().setLength(0);
            }
        }
    }

    @Test
    void shouldReadTheEnvironment() {
        assertEquals(2, run(Map.of("BOUNCE_ARENA_SIZE", "much"), "bench"));
        assertTrue(err.toString().contains("much"), err.toString());
    }

    @Test
    void shouldExplainItself() {
        assertEquals(0, run(Map.of(), "bench", "--help"));
        assertTrue(out.toString().contains("--workload"));
        assertEquals(2, run(Map.of()));
        assertTrue(err.toString().contains("bench"));
    }
}
