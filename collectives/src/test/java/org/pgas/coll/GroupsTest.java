package org.pgas.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.DataType;
import org.pgas.Opcode;
import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;

/** Collectives of few bytes in large teams, whose members read bundles of groups. */
class GroupsTest {
    private static final Reduction SUM = Reduction.of(DataType.I64, Opcode.ADD);
    private static final int SIZE = 11;

    /** Of the second group. */
    private static final int LEADER = 4;

    private static final long HEAD = Form.REDUCE_TO_ALL.head(-1, Long.BYTES);
    private static final int ROUNDS = 3 * Slots.COUNT;

    @ParameterizedTest
    @ValueSource(ints = {8, 9, 16, 17, 20, 64})
    void everyMemberIsInOneGroup(int size) {
        try (PlainTeam team = new PlainTeam(size, false)) {
            Groups groups = Groups.of(team.place(0), new Slots(team.place(0)));
            int members = 0;
            for (int group = 0; group <= groups.of(size - 1); group++) {
                assertEquals(members, groups.leader(group));
                for (int member = groups.leader(group); member < groups.end(group); member++) {
                    assertEquals(group, groups.of(member));
                    members++;
                }
            }
            assertEquals(size, members);
            assertTrue(groups.fit(Long.BYTES));
        }
    }

    @Test
    void smallTeamsCheckedOnesAndThoseOfSeveralNeighbourhoodsHaveNone() {
        try (PlainTeam small = new PlainTeam(7, false);
                PlainTeam checked = new PlainTeam(SIZE, true);
                PlainTeam several = new PlainTeam(false, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1)) {
            for (PlainTeam team : new PlainTeam[]{small, checked, several}) {
                assertEquals(null, Groups.of(team.place(0), new Slots(team.place(0))));
            }
        }
    }

    /** One that has a core may meet one that has none: the leader's slot decides, and no member waits for a bundle. */
    @ParameterizedTest
    @ValueSource(ints = {0, LEADER, 5})
    void membersThatShareCoresHaveNone(int sharer) {
        try (PlainTeam team = new PlainTeam(SIZE, false)) {
            team.run(place -> {
                if (place.rank() == sharer) {
                    place.shareCores();
                    assertEquals(null, Groups.of(place, new Slots(place)));
                }
                ShortWays shortWays = new ShortWays(new Member(place));
                for (int round = 0; round < ROUNDS; round++) {
                    assertEquals(SIZE, shortWays.reduceToAll(1, SUM.kernel()));
                }
            });
        }
    }

    /** What is not expected to throw does, behind its slot: others have its data, and wait for no bundle. */
    @ParameterizedTest
    @ValueSource(ints = {0, LEADER})
    void noMemberWaitsForALeaderThatFailsBehindItsSlot(int broken) {
        try (PlainTeam team = new PlainTeam(SIZE, false)) {
            team.run(place -> {
                ShortWays shortWays = new ShortWays(new Member(place));
                for (int round = 0; round < ROUNDS; round++) {
                    if (place.rank() == broken) {
                        place.failNextRing();
                        assertThrows(IllegalStateException.class, () -> shortWays.reduceToAll(1, SUM.kernel()));
                    } else {
                        assertEquals(SIZE, shortWays.reduceToAll(1, SUM.kernel()));
                    }
                    assertEquals(SIZE, shortWays.reduceToAll(1, SUM.kernel()));
                }
            });
        }
    }

    /** As a leader does that has other collectives under way. */
    @Test
    void membersReadSlotsWhereALeaderHasNoBundle() {
        try (PlainTeam team = new PlainTeam(SIZE, false)) {
            team.run(place -> {
                Member member = new Member(place);
                Initiation initiation = new Initiation(member);
                ShortWays shortWays = new ShortWays(member);
                for (int round = 0; round < ROUNDS; round++) {
                    long[] value = {place.rank() + round};
                    MemorySegment data = MemorySegment.ofArray(value);
                    if (place.rank() == LEADER && round % 3 > 0) {
                        member.await(initiation.reduceToAll(data, data, SUM, Long.BYTES));
                    } else {
                        shortWays.reduceToAll(data, data, SUM, Long.BYTES);
                    }
                    assertEquals(SIZE * (SIZE - 1) / 2 + SIZE * round, value[0]);
                }
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 16", "3, 16", "4, 16", "4, 0", "5, 0", "10, 16"})
    void allAreToldWhoseCallDiffersAndGoOn(int different, int differentBytes) {
        try (PlainTeam team = new PlainTeam(SIZE, false)) {
            team.run(place -> {
                Member member = new Member(place);
                ShortWays shortWays = new ShortWays(member);
                for (int round = 0; round < ROUNDS; round++) {
                    int bytes = place.rank() == different ? differentBytes : Long.BYTES;
                    MemorySegment source = MemorySegment.ofArray(new byte[bytes]);
                    MemorySegment target = MemorySegment.ofArray(new byte[SIZE * bytes]);
                    PgasException e = assertThrows(PgasException.class,
                            () -> shortWays.allGather(target, source, bytes));
                    assertTrue(e.getMessage().contains("team rank "
                            + (place.rank() == different ? "" : different + " ")), e.getMessage());
                    assertTrue(e.getMessage().contains("8 bytes") && e.getMessage().contains(differentBytes + " bytes"),
                            e.getMessage());
                    long[] all = new long[SIZE];
                    shortWays.allGather(MemorySegment.ofArray(all),
                            MemorySegment.ofArray(new long[]{place.rank() + round}), Long.BYTES);
                    int now = round;
                    assertArrayEquals(LongStream.range(0, SIZE).map(rank -> rank + now).toArray(), all);
                }
            });
        }
    }

    /**
     * Its source is closed when it is to give its data: it gets that exception, and the others an error that names it.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, LEADER, 5})
    void noMemberWaitsForOneThatCannotGiveItsData(int broken) {
        try (PlainTeam team = new PlainTeam(SIZE, false)) {
            team.run(place -> {
                ShortWays shortWays = new ShortWays(new Member(place));
                MemorySegment source;
                try (Arena arena = Arena.ofConfined()) {
                    source = arena.allocate(Long.BYTES);
                }
                for (int round = 0; round < ROUNDS; round++) {
                    if (place.rank() == broken) {
                        assertThrows(IllegalStateException.class,
                                () -> shortWays.allGather(MemorySegment.ofArray(new long[SIZE]), source, Long.BYTES));
                    } else {
                        PgasException e = assertThrows(PgasException.class,
                                () -> shortWays.allGather(MemorySegment.ofArray(new long[SIZE]),
                                        MemorySegment.ofArray(new long[1]), Long.BYTES));
                        assertTrue(e.getMessage().contains("team rank " + broken + " could not give its data"),
                                e.getMessage());
                    }
                    assertEquals(SIZE, shortWays.reduceToAll(1, SUM.kernel()));
                }
            });
        }
    }

    @Test
    void aWaitNamesThoseThatHaveNotWrittenOrTheLeaderWhenAllHave() {
        try (PlainTeam team = new PlainTeam(SIZE, false)) {
            Slots[] slots = IntStream.range(0, SIZE).mapToObj(rank -> new Slots(team.place(rank)))
                    .toArray(Slots[]::new);
            Member member = new Member(team.place(0), slots[0]);
            Groups groups = Groups.of(team.place(0), slots[0]);
            Groups leading = Groups.of(team.place(LEADER), slots[LEADER]);
            SlotWait wait = new SlotWait(member).collected(Form.REDUCE_TO_ALL, 1, LEADER, groups);
            slots[LEADER].publish(slots[LEADER].ownSlot(1), 1, HEAD | Form.BUNDLE);
            slots[6].publish(slots[6].ownSlot(1), 1, HEAD);
            assertArrayEquals(new int[]{5, 7}, wait.needed());
            assertArrayEquals(new int[]{5, 7}, wait.absent());
            assertFalse(wait.isMet());
            for (int writer : new int[]{5, 7}) {
                slots[writer].publish(slots[writer].ownSlot(1), 1, HEAD);
            }
            assertArrayEquals(new int[]{LEADER}, wait.needed());
            assertArrayEquals(new int[0], wait.absent());
            leading.publishNone(1);
            assertTrue(wait.isMet());
        }
    }

    @Test
    void aBundleWithAChangedBitOfItsTagOrItsCountEndsTheJob() {
        try (PlainTeam team = new PlainTeam(SIZE, false)) {
            Groups leading = Groups.of(team.place(LEADER), new Slots(team.place(LEADER)));
            Groups reading = Groups.of(team.place(0), new Slots(team.place(0)));
            long bundle = leading.data(LEADER, 20, Long.BYTES) - 3 * Long.BYTES;
            leading.publish(20, HEAD, bundle, 0, 17);
            assertTrue(reading.isPublished(LEADER, 20) && reading.has(LEADER, 20, HEAD));
            assertEquals(17, reading.finishedThen(LEADER, 20));
            for (int bit = 0; bit < Long.SIZE; bit++) {
                flip(bundle, bit);
                // one that is a whole number of rounds older may be there still
                if (SharedMemory.getLong(bundle) == 4) {
                    assertFalse(reading.isPublished(LEADER, 20));
                } else {
                    assertThrows(PgasException.class, () -> reading.isPublished(LEADER, 20));
                }
                flip(bundle, bit);
                flip(bundle + Long.BYTES, bit);
                assertThrows(PgasException.class, () -> reading.finishedThen(LEADER, 20));
                flip(bundle + Long.BYTES, bit);
            }
        }
    }

    private static void flip(long word, int bit) {
        SharedMemory.putLong(word, SharedMemory.getLong(word) ^ 1L << bit);
    }
}
