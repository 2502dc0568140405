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

    /** The first member of the second group. */
    private static final int FIRST = 4;

    private static final int GROUP = 1;

    /** Behind the tag of a bundle: the count of arrivals. */
    private static final long ARRIVED = 192;

    private static final long HEAD = Form.REDUCE_TO_ALL.head(-1, Long.BYTES);
    private static final int ROUNDS = 3 * Slots.COUNT;

    @ParameterizedTest
    @ValueSource(ints = {8, 9, 16, 17, 20, 64})
    void everyMemberIsInOneGroup(int size) {
        try (PlainTeam team = new PlainTeam(size, false)) {
            Groups groups = Groups.of(team.place(0), new Slots(team.place(0)));
            int members = 0;
            for (int group = 0; group <= groups.of(size - 1); group++) {
                assertEquals(members, groups.first(group));
                for (int member = groups.first(group); member < groups.end(group); member++) {
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

    @ParameterizedTest
    @ValueSource(ints = {0, FIRST, 5})
    void membersThatShareCoresMeetOthers(int sharer) {
        try (PlainTeam team = new PlainTeam(SIZE, false)) {
            team.run(place -> {
                if (place.rank() == sharer) {
                    place.shareCores();
                }
                ShortWays shortWays = new ShortWays(new Member(place));
                long[] sum = new long[1];
                for (int round = 0; round < ROUNDS; round++) {
                    assertEquals(SIZE, shortWays.reduceToAll(1, SUM.kernel()));
                    shortWays.reduceToOne(0, MemorySegment.ofArray(sum), MemorySegment.ofArray(new long[]{round}), SUM,
                            Long.BYTES);
                    assertEquals(place.rank() == 0 ? (long) SIZE * round : 0, sum[0]);
                }
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, FIRST, 6, 10})
    void aRootGetsWhatAllHaveWrittenInTheirOrder(int root) {
        try (PlainTeam team = new PlainTeam(SIZE, false)) {
            team.run(place -> {
                ShortWays shortWays = new ShortWays(new Member(place));
                long[] sum = new long[1];
                long[] all = new long[SIZE];
                for (int round = 0; round < ROUNDS; round++) {
                    MemorySegment source = MemorySegment.ofArray(new long[]{place.rank() + round});
                    shortWays.gather(root, MemorySegment.ofArray(all), source, Long.BYTES);
                    shortWays.reduceToOne(root, MemorySegment.ofArray(sum), source, SUM, Long.BYTES);
                    if (place.rank() == root) {
                        int now = round;
                        assertArrayEquals(LongStream.range(0, SIZE).map(rank -> rank + now).toArray(), all);
                        assertEquals(SIZE * (SIZE - 1) / 2 + SIZE * round, sum[0]);
                    }
                }
            });
        }
    }

    /** It need not be there, so no member waits for the root, or for another member. */
    @Test
    void whoWritesForARootWaitsForNobody() {
        try (PlainTeam team = new PlainTeam(SIZE, false)) {
            for (int writer : new int[]{FIRST, 10, 3, 5, 6, 7}) {
                new ShortWays(new Member(team.place(writer))).reduceToOne(0, null,
                        MemorySegment.ofArray(new long[]{1}), SUM, Long.BYTES);
            }
        }
    }

    @Test
    void theLastOfAGroupMakesItsBundle() {
        try (PlainTeam team = new PlainTeam(SIZE, false)) {
            Slots[] slots = slots(team);
            Groups reading = Groups.of(team.place(0), slots[0]);
            for (int member : new int[]{6, FIRST, 7, 5}) {
                assertFalse(reading.isPublished(GROUP, 1));
                write(slots, member, HEAD);
                Groups.of(team.place(member), slots[member]).arrive(1, HEAD, Long.BYTES);
            }
            assertTrue(reading.isPublished(GROUP, 1) && reading.has(GROUP, 1, HEAD));
            for (int member = FIRST; member < 8; member++) {
                assertEquals(member, SharedMemory.getLong(reading.data(member, 1, Long.BYTES)));
            }
        }
    }

    @Test
    void aGroupWhoseMembersCallDifferentThingsHasNoBundle() {
        try (PlainTeam team = new PlainTeam(SIZE, false)) {
            Slots[] slots = slots(team);
            for (int member = FIRST; member < 8; member++) {
                long head = member == 5 ? Form.ALL_GATHER.head(-1, Long.BYTES) : HEAD;
                write(slots, member, head);
                Groups.of(team.place(member), slots[member]).arrive(1, head, Long.BYTES);
            }
            Groups reading = Groups.of(team.place(0), slots[0]);
            assertTrue(reading.isPublished(GROUP, 1));
            assertFalse(reading.has(GROUP, 1, HEAD));
        }
    }

    /** On one thread: all have written when the root reads. What the slots have then it does not look at. */
    @Test
    void aRootReadsTheBundlesOfAllGroupsButItsOwn() {
        try (PlainTeam team = new PlainTeam(SIZE, false)) {
            Slots[] slots = slots(team);
            for (int writer = 1; writer < SIZE; writer++) {
                new ShortWays(new Member(team.place(writer), slots[writer])).reduceToOne(0, null,
                        MemorySegment.ofArray(new long[]{writer}), SUM, Long.BYTES);
            }
            Groups groups = Groups.of(team.place(0), slots[0]);
            assertFalse(groups.isPublished(0, 1));
            assertTrue(groups.isPublished(1, 1) && groups.isPublished(2, 1));
            for (int writer = FIRST; writer < SIZE; writer++) {
                SharedMemory.putLong(slots[writer].ownSlot(1) + Slots.DATA, -1);
            }
            long[] sum = new long[1];
            new ShortWays(new Member(team.place(0), slots[0])).reduceToOne(0, MemorySegment.ofArray(sum),
                    MemorySegment.ofArray(new long[1]), SUM, Long.BYTES);
            assertEquals(SIZE * (SIZE - 1) / 2, sum[0]);
        }
    }

    /** The words of its group are damaged, and so it ends between its slot and its arrival. */
    @Test
    void noMemberWaitsForABundleThatCannotBeMade() {
        try (PlainTeam team = new PlainTeam(SIZE, false)) {
            long bundle = Groups.of(team.place(0), new Slots(team.place(0))).data(FIRST, 1, Long.BYTES)
                    - 3 * Long.BYTES;
            SharedMemory.putLong(bundle + ARRIVED, -1);
            team.run(place -> {
                ShortWays shortWays = new ShortWays(new Member(place));
                if (place.rank() / 4 == GROUP) {
                    assertThrows(PgasException.class, () -> shortWays.reduceToAll(1, SUM.kernel()));
                } else {
                    assertEquals(SIZE, shortWays.reduceToAll(1, SUM.kernel()));
                }
            });
        }
    }

    private static Slots[] slots(PlainTeam team) {
        return IntStream.range(0, SIZE).mapToObj(rank -> new Slots(team.place(rank))).toArray(Slots[]::new);
    }

    /** The member's number, as its data of the first collective. */
    private static void write(Slots[] slots, int member, long head) {
        SharedMemory.putLong(slots[member].ownSlot(1) + Slots.DATA, member);
        slots[member].publish(slots[member].ownSlot(1), 1, head | Form.COUNTED);
    }

    /** What is not expected to throw does, behind its arrival: others have its data. */
    @ParameterizedTest
    @ValueSource(ints = {0, FIRST, 5})
    void noMemberWaitsForOneThatFailsBehindItsArrival(int broken) {
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

    /** As a member does that has other collectives under way. */
    @ParameterizedTest
    @ValueSource(ints = {FIRST, 5})
    void membersReadSlotsWhereAGroupHasNoBundle(int other) {
        try (PlainTeam team = new PlainTeam(SIZE, false)) {
            team.run(place -> {
                Member member = new Member(place);
                Initiation initiation = new Initiation(member);
                ShortWays shortWays = new ShortWays(member);
                for (int round = 0; round < ROUNDS; round++) {
                    long[] value = {place.rank() + round};
                    MemorySegment data = MemorySegment.ofArray(value);
                    if (place.rank() == other && round % 3 > 0) {
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

    @ParameterizedTest
    @ValueSource(ints = {1, FIRST, 5, 10})
    void theRootIsToldWhoseCallDiffersAndAllGoOn(int different) {
        try (PlainTeam team = new PlainTeam(SIZE, false)) {
            team.run(place -> {
                ShortWays shortWays = new ShortWays(new Member(place));
                for (int round = 0; round < ROUNDS; round++) {
                    int bytes = place.rank() == different ? 2 * Long.BYTES : Long.BYTES;
                    MemorySegment source = MemorySegment.ofArray(new byte[bytes]);
                    MemorySegment target = MemorySegment.ofArray(new byte[SIZE * bytes]);
                    if (place.rank() == 0) {
                        PgasException e = assertThrows(PgasException.class,
                                () -> shortWays.gather(0, target, source, bytes));
                        assertTrue(e.getMessage().contains("team rank " + different + " "), e.getMessage());
                    } else {
                        shortWays.gather(0, target, source, bytes);
                    }
                    assertEquals(SIZE, shortWays.reduceToAll(1, SUM.kernel()));
                }
            });
        }
    }

    /**
     * Its source is closed when it is to give its data: it gets that exception, and the others an error that names it.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, FIRST, 5})
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
    void aWaitNamesThoseThatHaveNotWritten() {
        try (PlainTeam team = new PlainTeam(SIZE, false)) {
            Slots[] slots = slots(team);
            Groups groups = Groups.of(team.place(0), slots[0]);
            SlotWait wait = new SlotWait(new Member(team.place(0), slots[0]))
                    .collected(Form.REDUCE_TO_ALL, -1, 1, GROUP, groups);
            write(slots, FIRST, HEAD);
            write(slots, 6, HEAD);
            assertArrayEquals(new int[]{5, 7}, wait.needed());
            assertArrayEquals(new int[]{5, 7}, wait.absent());
            assertFalse(wait.isMet());
            write(slots, 5, HEAD);
            write(slots, 7, HEAD);
            assertFalse(wait.isMet(), "the last one is to make the bundle");
            // which of them it is nobody knows, and the others may have left
            assertArrayEquals(new int[0], wait.needed());
            assertArrayEquals(new int[0], wait.absent());
            assertTrue(
                    wait.describe().endsWith("waiting for what one of team ranks [4, 5, 6, 7] makes of all they wrote"),
                    wait.describe());
            Slots.countNot(slots[7].ownSlot(1));
            assertTrue(wait.isMet(), "it will not");
        }
    }

    @Test
    void wordsOfAGroupWithAChangedBitEndTheJob() {
        try (PlainTeam team = new PlainTeam(SIZE, false)) {
            Slots[] slots = slots(team);
            Groups arriving = Groups.of(team.place(FIRST), slots[FIRST]);
            Groups reading = Groups.of(team.place(0), slots[0]);
            long bundle = reading.data(FIRST, 20, Long.BYTES) - 3 * Long.BYTES;
            arriving.publish(20, HEAD, 17);
            assertTrue(reading.isPublished(GROUP, 20) && reading.has(GROUP, 20, HEAD));
            assertEquals(17, reading.finishedThen(GROUP, 20));
            for (int bit = 0; bit < Long.SIZE; bit++) {
                flip(bundle, bit);
                // one that is a whole number of rounds older may be there still
                if (SharedMemory.getLong(bundle) == 4) {
                    assertFalse(reading.isPublished(GROUP, 20));
                } else {
                    assertThrows(PgasException.class, () -> reading.isPublished(GROUP, 20));
                }
                flip(bundle, bit);
                flip(bundle + Long.BYTES, bit);
                assertThrows(PgasException.class, () -> reading.finishedThen(GROUP, 20));
                flip(bundle + Long.BYTES, bit);
            }
            long arrived = bundle + ARRIVED;
            Groups.of(team.place(5), slots[5]).arrive(20, HEAD, Long.BYTES);
            for (int bit = 0; bit < Long.SIZE; bit++) {
                flip(arrived, bit);
                assertThrows(PgasException.class, () -> arriving.arrive(20, HEAD, Long.BYTES));
                flip(arrived, bit);
            }
        }
    }

    private static void flip(long word, int bit) {
        SharedMemory.putLong(word, SharedMemory.getLong(word) ^ 1L << bit);
    }
}
