package dev.bounce.hw.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class FailedWorkerTest {
    @Test
    void shouldLeaveNothingOpenIfItsMemoryCannotBeHad() {
        final UcxDomain domain = new UcxDomain(UcxProfile.CONTROL, "lo", false);
        assertThrows(
                IllegalArgumentException.class,
                () -> new AmWorker(domain, "own", 1, -1, (_, _, _) -> {}));
        assertEquals(List.of(), domain.leaks());
        domain.close();
    }
}
