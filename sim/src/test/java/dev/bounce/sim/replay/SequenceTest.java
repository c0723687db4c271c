package dev.bounce.sim.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bounce.engine.Action;
import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.LinkId;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.Token;
import dev.bounce.spec.trace.TraceLine;
import dev.bounce.spec.trace.TraceLine.End;
import dev.bounce.spec.trace.TraceLine.Head;
import dev.bounce.spec.trace.TraceLine.Kind;
import dev.bounce.spec.trace.TraceLine.Step;
import dev.bounce.spec.trace.TraceLine.Taken;
import dev.bounce.spec.trace.TraceLine.Taking;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What becomes of frames.
class SequenceTest {
    private static final long LINK = LinkId.of("a", "b");

    private final StringWriter text = new StringWriter();
    private final Sequence mermaid = new Sequence(new PrintWriter(text), new MermaidDiagram());
    private Sequence sequence = mermaid;
    private long number;

    @Test
    void shouldMarkWhatIsLostRepeatedAndUnderWay() {
        begin("a", "b");
        send(10, "a", keepAlive(1), keepAlive(2), keepAlive(3));
        receive(30, "b", keepAlive(3));
        receive(40, "b", keepAlive(1));
        receive(50, "b", keepAlive(1));
        end();
        assertEquals(
                List.of(
                        "p0-xp1: KEEP-ALIVE e2",
                        "p0->>p1: KEEP-ALIVE e3",
                        "p0->>p1: KEEP-ALIVE e1",
                        "p0-->>p1: KEEP-ALIVE e1"),
                drawn());
    }

    @Test
    void shouldNotCallLostWhatHadNoTimeToArrive() {
        begin("a", "b");
        send(10, "a", keepAlive(1));
        sequence.finish();
        assertEquals(List.of("p0-)p1: KEEP-ALIVE e1"), drawn());
    }

    @Test
    void shouldNotCallLostWhatIsSentToAnAgentOutsideTheTrace() {
        begin("a");
        step(1, "a", new Event.Load("b", 3, 4), List.of());
        send(10, "a", keepAlive(1));
        receive(20, "a", answer(1));
        end();
        assertEquals(List.of("p0-)p1: KEEP-ALIVE e1", "p1-)p0: ALIVE e1"), drawn());
    }

    @Test
    void shouldSayThatAFrameComesFromNobody() {
        begin("a", "b");
        receive(20, "b", keepAlive(9));
        end();
        assertEquals(List.of("Note over p1: receives, from nobody: KEEP-ALIVE e9"), drawn());
    }

    @Test
    void shouldDrawLanes() {
        sequence = new Sequence(new PrintWriter(text), new TextDiagram());
        begin("a", "b", "c");
        send(1_000, "a", keepAlive(1), keepAlive(2));
        receive(4_500, "b", keepAlive(1));
        sequence.line(
                new Step(
                        9,
                        5_000,
                        "b",
                        List.of(new Taken(Action.GRANT, LINK, 1, 2, 3, 4)),
                        new Event.Tick(),
                        List.of(),
                        0),
                "");
        send(6_000, "b", answer(1));
        receive(7_000, "a", answer(1));
        end();
        assertEquals(
                List.of(
                        "          us  0 a                 1 b                 2 c",
                        "       1.000  |---KEEP-ALIVE e2--x|                   |",
                        "       4.500  |---KEEP-ALIVE e1-->|                   |  after 3.500",
                        "       5.000  |                   *                   |  Grant 0>1 e1 r2"
                                + " c3 =4",
                        "       7.000  |<----ALIVE e1------|                   |  after 1.000"),
                text.toString().lines().toList());
    }

    @Test
    void shouldShowWhereFaultsStrike() {
        begin("a", "b");
        sequence.line(new Taking(0, 5, "submit/1>0/0", 5), "");
        sequence.line(new Taking(0, 7, "crash/1/0", 900), "");
        sequence.line(new Taking(0, 8, "loss/1>0/4", 1), "");
        end();
        assertEquals(
                List.of("Note over p1: ! crash/1/0 =900", "Note over p1: ! loss/1>0/4"), drawn());
    }

    private void begin(final String... agents) {
        sequence.line(
                new Head(
                        Kind.SIMULATION,
                        "",
                        0,
                        "",
                        new TreeMap<>(),
                        List.of(agents),
                        Map.of(),
                        true),
                "");
    }

    private void send(final long nanos, final String agent, final Frame... frames) {
        final List<Effect> effects =
                List.of(frames).stream().<Effect>map(frame -> new Effect.Send(1, frame)).toList();
        step(nanos, agent, new Event.Tick(), effects);
    }

    private void receive(final long nanos, final String agent, final Frame frame) {
        step(nanos, agent, new Event.Received(1, frame), List.of());
    }

    private void step(
            final long nanos, final String agent, final Event event, final List<Effect> effects) {
        sequence.line(new Step(++number, nanos, agent, List.of(), event, effects, 0), "");
    }

    private void end() {
        final TraceLine end = new End(number, 0, null, null);
        sequence.line(end, "");
        sequence.finish();
    }

    private List<String> drawn() {
        return text.toString()
                .lines()
                .map(String::strip)
                .filter(
                        line ->
                                line.startsWith("p0")
                                        || line.startsWith("p1")
                                        || line.startsWith("N"))
                .toList();
    }

    private static Frame keepAlive(final long epoch) {
        return frame(epoch, new Body.KeepAlive());
    }

    private static Frame answer(final long epoch) {
        return frame(epoch, new Body.KeepAliveAnswer());
    }

    private static Frame frame(final long epoch, final Body body) {
        return new Frame(
                List.of(
                        new Message(
                                new Header(body.type(), 1, Token.NONE, LINK, 1, 2, epoch, 0, 0, 0),
                                body)));
    }
}
