package org.pgas.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** What is sent must be a beginning of what is received, element by element. */
@Seeded
class SignatureTest {
    @Test
    void shouldAcceptBeginningsOnly() {
        SplittableRandom random = Seed.of("signatures");
        int accepted = 0;
        for (int round = 0; round < 4000; round++) {
            RandomTypes.Pair sent = ofTwoKinds(random, 3);
            RandomTypes.Pair received = random.nextInt(3) == 0 ? sent : ofTwoKinds(random, 3);
            for (int attempt = 0; attempt < 3; attempt++) {
                int sentCount = random.nextInt(5);
                int receivedCount = random.nextInt(9);
                List<String> from = sent.model().contiguous(sentCount).signature();
                List<String> to = received.model().contiguous(receivedCount).signature();
                boolean isBeginning = from.size() <= to.size() && from.equals(to.subList(0, from.size()));
                String mismatch = TypeChecks.mismatch(sentCount, sent.type(), receivedCount, received.type());
                assertEquals(isBeginning, mismatch == null, () -> sentCount + " of " + sent.type() + ", "
                        + receivedCount + " of " + received.type() + ": " + mismatch);
                accepted += isBeginning ? 1 : 0;
            }
        }
        assertTrue(accepted > 2000, "accepted: " + accepted);
    }

    /** Of few kinds, so that different types often agree. */
    private static RandomTypes.Pair ofTwoKinds(SplittableRandom random, int depth) {
        if (random.nextInt(4) == 0 || depth == 0) {
            Datatype type = List.of(Datatype.INT, Datatype.SHORT, Datatype.TWO_INT, Datatype.SHORT_INT)
                    .get(random.nextInt(4));
            return new RandomTypes.Pair(type, TypeModel.of(type));
        }
        RandomTypes.Pair one = ofTwoKinds(random, depth - 1);
        if (random.nextBoolean()) {
            int count = random.nextInt(4);
            return new RandomTypes.Pair(Datatype.contiguous(count, one.type()).commit(),
                    one.model().contiguous(count));
        }
        RandomTypes.Pair other = ofTwoKinds(random, depth - 1);
        int[] lengths = {random.nextInt(3), random.nextInt(3)};
        long[] displacements = {0, 1000};
        return new RandomTypes.Pair(
                Datatype.struct(lengths, displacements, new Datatype[]{one.type(), other.type()}).commit(),
                TypeModel.struct(lengths, displacements, List.of(one.model(), other.model())));
    }

    @Test
    void shouldNameTheFirstElementThatDiffers() {
        Datatype struct = Datatype.struct(new int[]{2, 1}, new long[]{0, 8},
                new Datatype[]{Datatype.INT, Datatype.DOUBLE}).commit();
        assertMismatch("element 2 of what is sent (9 of INT) is INT, and of what is received "
                + "(3 of struct(2 INT, 1 DOUBLE)) DOUBLE", 9, Datatype.INT, 3, struct);
        assertMismatch("element 0 of what is sent (1 of BYTE) is BYTE, and of what is received (8 of INT) INT", 1,
                Datatype.BYTE, 8, Datatype.INT);
        assertMismatch("9 elements (3 of struct(2 INT, 1 DOUBLE)) are sent, and only 6 (2 of ", 3, struct, 2, struct);
        assertMismatch("1 elements (1 of INT) are sent, and only 0 (0 of INT) are received", 1, Datatype.INT, 0,
                Datatype.INT);
        // also when that much of both was found equal before
        Datatype other = Datatype.struct(new int[]{2, 1, 4}, new long[]{0, 8, 16},
                new Datatype[]{Datatype.INT, Datatype.DOUBLE, Datatype.INT}).commit();
        for (int round = 0; round < 2; round++) {
            assertNull(TypeChecks.mismatch(1, struct, 1, other));
            assertMismatch("element 5 of what is sent", 2, struct, 1, other);
        }
    }

    private static void assertMismatch(String text, long sentCount, Datatype sent, long receivedCount,
            Datatype received) {
        String found = TypeChecks.mismatch(sentCount, sent, receivedCount, received);
        assertNotNull(found);
        assertTrue(found.startsWith(text), found);
    }

    @Test
    void shouldCompareAnyNumberOfElementsAtOnceAndOnce() {
        Datatype one = Datatype.struct(new int[]{1, 1}, new long[]{0, 8}, new Datatype[]{Datatype.INT, Datatype.DOUBLE})
                .commit();
        Datatype three = Datatype.contiguous(1L << 30, Datatype.struct(new int[]{1, 1, 1, 1, 1, 1},
                new long[]{0, 8, 16, 24, 32, 40}, new Datatype[]{Datatype.INT, Datatype.DOUBLE, Datatype.INT,
                    Datatype.DOUBLE, Datatype.INT, Datatype.DOUBLE}))
                .commit();
        assertNull(TypeChecks.mismatch(3L << 40, one, 1L << 10, three));
        SignatureMatch found = one.match();
        assertEquals(Long.MAX_VALUE, found.elements());
        assertNull(TypeChecks.mismatch(17, one, 1, three));
        assertSame(found, one.match());
        assertNotNull(TypeChecks.mismatch((3L << 30) + 1, one, 1, three));
    }
}
