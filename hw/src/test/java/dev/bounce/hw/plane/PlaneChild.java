package dev.bounce.hw.plane;

import dev.bounce.engine.Event;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Body;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

/// The other process of [TcpProcessTest]: one plane that is told in lines what to do and prints
/// what happens. Its arena holds bytes of the seed that is its first argument.
public final class PlaneChild {
    private PlaneChild() {}

    public static void main(final String[] arguments) throws Exception {
        final PlaneEnd end = PlaneEnd.tcp("child");
        end.randomize(Integer.parseInt(arguments[0]));
        final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().start(() -> tell(end, out));
        out.println("ready " + end.memory.arenaAddress());
        final BufferedReader commands =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            obey(end, line.split(" "));
        }
        end.close();
        System.exit(0);
    }

    private static void obey(final PlaneEnd end, final String[] words) {
        final long[] numbers = new long[words.length];
        for (int index = 1; index < words.length; index++) {
            numbers[index] = words[index].matches("-?\\d{1,19}") ? Long.parseLong(words[index]) : 0;
        }
        switch (words[0]) {
            case "receive" ->
                    end.plane.open(
                            new dev.bounce.engine.Effect.OpenPlane(
                                    PlaneEnd.receiver(numbers[1]), "peer", null));
            case "send" -> end.openSender(numbers[1], remote(numbers[2], words[3]));
            case "grant" -> end.grant(numbers[1], numbers[2], numbers[3], numbers[4]);
            case "write" ->
                    end.write(
                            numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6]);
            case "fence" -> end.fence(PlaneEnd.receiver(numbers[1]));
            default -> throw new IllegalArgumentException(String.join(" ", words));
        }
    }

    private static Body.ArenaAccess remote(final long arena, final String address) {
        return PlaneEnd.access(arena, Blob.EMPTY, Blob.of(HexFormat.of().parseHex(address)));
    }

    private static void tell(final PlaneEnd end, final PrintStream out) {
        while (true) {
            try {
                end.told.tryAcquire(1, TimeUnit.SECONDS);
            } catch (final InterruptedException impossible) {
                return;
            }
            end.plane.poll(
                    event ->
                            out.println(
                                    switch (event) {
                                        case Event.PlaneOpened opened ->
                                                "opened " + opened.address();
                                        case Event.WriteEnded ended ->
                                                "ended " + ended.writeId() + " " + ended.outcome();
                                        case Event.LinkBroken broken ->
                                                "broken " + broken.plane().linkId();
                                        default -> event.toString();
                                    }));
        }
    }
}
