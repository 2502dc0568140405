package org.pgas.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** How far all members of a large team have come. */
@Seeded
class ProgressTest {
    private static final long OFFSET = 1024;

    /** The lines of a group, and of all. */
    private static final long LINE_BYTES = 128;

    private static final int STEPS = 2_000;

    /** Boundaries that a member may be ahead of another. */
    private static final int AHEAD = 2;

    private static Progress[] of(PlainTeam team, int size) {
        return IntStream.range(0, size).mapToObj(rank -> new Progress(team.place(rank), OFFSET))
                .toArray(Progress[]::new);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 9, 16, 18})
    void allHavePassedABoundaryWhenEachHas(int size) {
        SplittableRandom random = Seed.of("order");
        try (PlainTeam team = new PlainTeam(size, false)) {
            Progress[] members = of(team, size);
            long[] passed = new long[size];
            for (int step = 0; step < STEPS; step++) {
                int member = random.nextInt(size);
                long least = Arrays.stream(passed).min().orElseThrow();
                // one, or two at once
                for (int times = 1 + random.nextInt(2); times > 0 && passed[member] < least + AHEAD; times--) {
                    members[member].pass(++passed[member]);
                }
                least = Arrays.stream(passed).min().orElseThrow();
                for (long boundary = Math.max(1, least); boundary <= least + AHEAD; boundary++) {
                    assertEquals(boundary <= least, members[random.nextInt(size)].haveAllPassed(boundary));
                }
            }
        }
    }

    /** As members do that begin collectives again and again in which a member is missing, which they are told. */
    @ParameterizedTest
    @ValueSource(ints = {3, 9, 18})
    void membersThatGoOnAloneAreNotTakenForDamage(int size) {
        int collectives = 200;
        try (PlainTeam team = new PlainTeam(size, false)) {
            Slots[] members = IntStream.range(0, size).mapToObj(rank -> new Slots(team.place(rank)))
                    .toArray(Slots[]::new);
            for (int sequence = 1; sequence <= collectives; sequence++) {
                for (int member = 1; member < size; member++) {
                    members[member].begin();
                    members[member].finish(sequence);
                    assertFalse(sequence > Slots.COUNT && members[member].isFree(sequence + 1));
                }
            }
            for (int sequence = 1; sequence <= collectives; sequence++) {
                members[0].begin();
                members[0].finish(sequence);
            }
            // each of them takes the others some boundaries further
            for (int look = 0; look < collectives; look++) {
                for (Slots member : members) {
                    member.isFree(collectives + 1);
                }
            }
            for (Slots member : members) {
                assertTrue(member.isFree(collectives + 1));
                assertFalse(member.isFree(collectives + 2 * Slots.COUNT));
            }
        }
    }

    @Test
    void aCountWithAChangedBitEndsTheJob() {
        int size = 12;
        try (PlainTeam team = new PlainTeam(size, false)) {
            Progress[] members = of(team, size);
            for (Progress member : members) {
                member.pass(1);
            }
            long group = team.place(0).block(0) + OFFSET;
            for (int bit = 0; bit < Long.SIZE; bit++) {
                flip(group + LINE_BYTES, bit);
                assertThrows(PgasException.class, () -> members[1].haveAllPassed(1));
                flip(group + LINE_BYTES, bit);
                long words = group + Long.BYTES;
                flip(words, bit);
                assertThrows(PgasException.class, () -> members[1].pass(2));
                SharedMemory.putLong(words, 0);
            }
            assertTrue(members[2].haveAllPassed(1));
        }
    }

    private static void flip(long word, int bit) {
        SharedMemory.putLong(word, SharedMemory.getLong(word) ^ 1L << bit);
    }
}
