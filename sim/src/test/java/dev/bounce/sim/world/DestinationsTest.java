package dev.bounce.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bounce.engine.Outcome;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.Ineligibility;
import dev.bounce.model.plan.Transfer;
import dev.bounce.sim.check.PropertyViolation;
import dev.bounce.sim.check.TransferRecord;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// Byte checks: each accepts what is right and finds what is not.
final class DestinationsTest {
    private static final int FIRST = 64;
    private static final int SECOND = 200;
    private static final int BYTES = 100;
    private final Bench bench = new Bench();
    private final Slot slot = slot();
    private final Destinations destinations =
            new Destinations(List.of(slot), new Agent[] {bench.sender, bench.receiver}, true);
    private final Attempt attempt = attempt(1);

    @BeforeEach
    void begin() {
        destinations.born(bench.receiver);
        destinations.checkAll();
        destinations.submitting(slot, attempt);
    }

    @Test
    void shouldAcceptWhatWasDelivered() {
        deliver(attempt);
        succeed(attempt);
        destinations.checkAll();
    }

    @Test
    void shouldFindASuccessThatWasNotDelivered() {
        deliver(attempt);
        memory()[SECOND + BYTES - 1] ^= 1;
        violates("SuccessMeansDelivered", () -> succeed(attempt));
    }

    @Test
    void shouldFindADeliveryThatIsNotOne() {
        violates("DeliveredMeansDelivered", () -> destinations.delivered(attempt));
    }

    @Test
    void shouldFindASuccessThatWasNotFinal() {
        deliver(attempt);
        succeed(attempt);
        memory()[FIRST] ^= 1;
        violates("SuccessIsFinal", destinations::checkAll);
    }

    @Test
    void shouldFindAWriteAfterAQuiescentFailure() {
        attempt.end(true);
        destinations.ended(attempt, Outcome.CANCELLED, true);
        destinations.checkAll();
        memory()[FIRST + 5] = 0;
        violates("ByteExactness", destinations::checkAll);
    }

    @Test
    void shouldAcceptPartOfAFailedAttemptThatMayStillWrite() {
        attempt.end(false);
        destinations.ended(attempt, Outcome.TIMED_OUT, true);
        Pattern.fill(memory(), FIRST, BYTES / 2, attempt.key(0));
        destinations.checkAll();
    }

    @Test
    void shouldFindBytesThatNoAttemptHas() {
        attempt.end(false);
        destinations.ended(attempt, Outcome.TIMED_OUT, true);
        Pattern.fill(memory(), FIRST, BYTES, 12_345);
        violates("ByteExactness", destinations::checkAll);
    }

    @Test
    void shouldFindAByteBetweenDestinations() {
        memory()[FIRST + BYTES] ^= 1;
        violates("CanariesIntact", destinations::checkAll);
    }

    @Test
    void shouldExpectThePoisonInANewLife() {
        deliver(attempt);
        succeed(attempt);
        bench.begin(bench.receiver);
        destinations.born(bench.receiver);
        destinations.checkAll();
    }

    private byte[] memory() {
        return bench.receiver.memory.destination();
    }

    private void deliver(final Attempt delivered) {
        Pattern.fill(memory(), FIRST, BYTES, delivered.key(0));
        Pattern.fill(memory(), SECOND, BYTES, delivered.key(1));
    }

    private void succeed(final Attempt delivered) {
        delivered.end(true);
        destinations.ended(delivered, Outcome.SUCCESS, true);
    }

    private Attempt attempt(final long uid) {
        return new Attempt(
                uid,
                slot,
                bench.sender.life,
                bench.receiver.life,
                new TransferRecord(0, 1, uid, Bench.LINK, 1),
                77 * uid,
                0);
    }

    private static Slot slot() {
        final DescriptorPairs pairs =
                new DescriptorPairs(
                        new long[] {Memory.sourceBase(0), Memory.sourceBase(0) + 1_000},
                        new long[] {
                            Memory.destinationBase(1) + FIRST, Memory.destinationBase(1) + SECOND
                        },
                        new long[] {BYTES, BYTES},
                        new int[1],
                        new int[1]);
        final Transfer transfer = new Transfer.Direct(pairs, Ineligibility.TOO_FEW_DESCRIPTORS);
        return new Slot(0, 0, 0, 1, transfer, pairs, 0, false);
    }

    private static void violates(final String property, final Executable check) {
        final PropertyViolation violation = assertThrows(PropertyViolation.class, check);
        assertEquals(property, violation.property(), violation.observed());
    }
}
