package dev.bounce.hw.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class UseGateTest {
    @Test
    void shouldBeQuietAtOnceWhenNobodyIsIn() {
        final UseGate gate = new UseGate();
        assertTrue(gate.enter());
        gate.leave();
        final AtomicInteger quiet = new AtomicInteger();
        assertTrue(gate.close(quiet::incrementAndGet));
        assertEquals(1, quiet.get());
        assertFalse(gate.enter());
        assertFalse(gate.close(quiet::incrementAndGet));
        assertEquals(1, quiet.get());
    }

    @Test
    void shouldBeQuietOnceTheLastUserHasLeft() throws Exception {
        final UseGate gate = new UseGate();
        final AtomicInteger in = new AtomicInteger();
        final AtomicInteger inAtQuiet = new AtomicInteger(-1);
        final List<Thread> users = new ArrayList<>();
        for (int index = 0; index < 4; index++) {
            users.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        while (gate.enter()) {
                                            in.incrementAndGet();
                                            in.decrementAndGet();
                                            gate.leave();
                                        }
                                    }));
        }
        gate.enter();
        gate.close(() -> inAtQuiet.set(in.get()));
        assertEquals(-1, inAtQuiet.get());
        for (final Thread user : users) {
            user.join();
        }
        gate.leave();
        assertEquals(0, inAtQuiet.get());
    }
}
