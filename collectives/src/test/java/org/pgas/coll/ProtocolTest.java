package org.pgas.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.DataType;
import org.pgas.Opcode;
import org.pgas.PgasException;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** The protocol between threads over plain memory. */
@Seeded
class ProtocolTest {
    private static final int MOST_LONGS = 12_000;
    private static final int LARGE_BYTES = 300_000;

    @ParameterizedTest(name = "{0} members, {1} slots, checked {2}")
    @CsvSource({"2, 16, false", "2, 1, false", "3, 16, false", "3, 2, false", "4, 16, true", "5, 4, false",
        "9, 16, false", "12, 4, false", "11, 2, false", "18, 1, false"})
    void shouldAgreeWithTheModelInRandomMixturesOfAllForms(int size, int slots, boolean checked) {
        long seed = Seed.of("script").nextLong();
        try (PlainTeam team = new PlainTeam(size, checked)) {
            team.run(place -> {
                Member member = new Member(place, new Slots(place, slots));
                new ModelScript(place, member, seed, MOST_LONGS).run(200);
            });
        }
    }

    @ParameterizedTest(name = "neighbourhoods {0}, checked {1}")
    @CsvSource({"'0,1', false", "'0,0,1', false", "'0,1,1,2,2', false", "'0,0,1,0,2', false", "'1,0,0,1', true"})
    void shouldAgreeWithTheModelAcrossNeighbourhoods(String neighbourhoods, boolean checked) {
        long seed = Seed.of("script").nextLong();
        int[] numbers = Arrays.stream(neighbourhoods.split(",")).mapToInt(Integer::parseInt).toArray();
        try (PlainTeam team = new PlainTeam(checked, numbers)) {
            team.run(place -> new ModelScript(place, new Member(place), seed, MOST_LONGS).run(200));
        }
    }

    /** The root is not held up by readers until all slots are full. */
    @Test
    void shouldLetTheRootOfABroadcastRunAheadByAsManyAsThereAreSlots() {
        try (PlainTeam team = new PlainTeam(2, false)) {
            long[] seen = new long[Slots.COUNT];
            PlainTeam.Place root = team.place(0);
            ShortWays ahead = new ShortWays(new Member(root));
            for (int i = 0; i < Slots.COUNT; i++) {
                ahead.broadcast(0, 100L + i);
            }
            ShortWays reader = new ShortWays(new Member(team.place(1)));
            for (int i = 0; i < Slots.COUNT; i++) {
                seen[i] = reader.broadcast(0, 0);
            }
            for (int i = 0; i < Slots.COUNT; i++) {
                assertEquals(100 + i, seen[i]);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 1_000, LARGE_BYTES})
    void shouldThrowOnAllMembersAndNameThemWhenCallsDifferInCheckedMode(int bytes) {
        try (PlainTeam team = new PlainTeam(3, true)) {
            team.run(place -> {
                Member member = new Member(place);
                Initiation initiation = new Initiation(member);
                MemorySegment data = MemorySegment.ofArray(new byte[bytes]);
                int root = place.rank() == 1 ? 2 : 0;
                Operation different = initiation.broadcast(root, data, data, bytes);
                PgasException e = assertThrows(PgasException.class, () -> member.await(different));
                assertTrue(e.getMessage().contains("team ranks 0, 2: Collectives.broadcast(root 0, " + bytes)
                        && e.getMessage().contains("team rank 1: Collectives.broadcast(root 2, " + bytes),
                        e.getMessage());
                // and go on
                data.fill((byte) (place.rank() + 1));
                member.await(initiation.broadcast(1, data, data, bytes));
                assertEquals(2, data.get(java.lang.foreign.ValueLayout.JAVA_BYTE, bytes - 1));
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 1_000, LARGE_BYTES})
    void shouldThrowAndGoOnWhereSizesDiffer(int bytes) {
        try (PlainTeam team = new PlainTeam(2, false)) {
            team.run(place -> {
                Member member = new Member(place);
                Initiation initiation = new Initiation(member);
                int own = place.rank() == 0 ? bytes : 16;
                MemorySegment source = MemorySegment.ofArray(new byte[own]);
                MemorySegment target = MemorySegment.ofArray(new byte[2 * own]);
                ShortWays shortWays = new ShortWays(member);
                PgasException e = assertThrows(PgasException.class, shortWays.fits(own)
                        ? () -> shortWays.allGather(target, source, own)
                        : () -> member.await(initiation.allGather(target, source, own)));
                assertTrue(e.getMessage().contains(bytes + " bytes") && e.getMessage().contains("16 bytes"),
                        e.getMessage());
                MemorySegment all = MemorySegment.ofArray(new byte[2]);
                member.await(initiation.allGather(all, MemorySegment.ofArray(new byte[]{(byte) place.rank()}), 1));
                assertArrayEquals(new byte[]{0, 1}, all.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE));
            });
        }
    }

    /** One member's operation throws: that member gets the exception, the others their results, and all go on. */
    @ParameterizedTest
    @ValueSource(ints = {8, 1_000, LARGE_BYTES})
    void shouldGoOnAfterAUserOperationHasThrown(int bytes) {
        int whole = bytes / 8 * 8;
        Reduction sum = Reduction.of(DataType.I64, Opcode.ADD);
        Reduction failing = Reduction.user(DataType.I64, (left, right, count) -> {
            throw new IllegalStateException("as told");
        });
        try (PlainTeam team = new PlainTeam(3, false)) {
            team.run(place -> {
                Member member = new Member(place);
                Initiation initiation = new Initiation(member);
                ShortWays shortWays = new ShortWays(member);
                for (int round = 0; round < 40; round++) {
                    long[] values = new long[whole / 8];
                    Arrays.fill(values, place.rank() + 1);
                    MemorySegment data = MemorySegment.ofArray(values);
                    Reduction reduction = round % 4 == 1 && place.rank() == 1 ? failing : sum;
                    Runnable call = shortWays.fits(whole) && round % 2 == 1
                            ? () -> shortWays.scan(data, data, reduction, whole)
                            : () -> member.await(initiation.scan(data, data, reduction, whole));
                    if (reduction == failing) {
                        assertEquals("as told",
                                assertThrows(IllegalStateException.class, call::run).getMessage());
                    } else {
                        call.run();
                        long[] expected = {1, 3, 6};
                        assertEquals(expected[place.rank()], values[values.length - 1]);
                    }
                }
            });
        }
    }

    /** The source is closed while it is read: its owner gets the exception, the peers an error and not a hang. */
    @Test
    void shouldEndEverywhereWhenAMembersMemoryIsClosedMeanwhile() {
        try (PlainTeam team = new PlainTeam(2, false)) {
            team.run(place -> {
                Member member = new Member(place);
                Initiation initiation = new Initiation(member);
                if (place.rank() == 0) {
                    Arena arena = Arena.ofShared();
                    MemorySegment source = arena.allocate(4 << 20);
                    Operation operation = initiation.broadcast(0, source, source, source.byteSize());
                    assertFalse(operation.isDone());
                    arena.close();
                    place.open();
                    assertThrows(IllegalStateException.class, () -> member.await(operation));
                } else {
                    place.awaitOpen();
                    MemorySegment target = MemorySegment.ofArray(new byte[4 << 20]);
                    Operation operation = initiation.broadcast(0, target, null, target.byteSize());
                    assertThrows(PgasException.class, () -> member.await(operation));
                }
                byte[] number = {(byte) (place.rank() + 5)};
                MemorySegment data = MemorySegment.ofArray(number);
                member.await(initiation.broadcast(1, data, data, 1));
                assertEquals(6, number[0]);
            });
        }
    }

    @Test
    void shouldGiveBackAllStagingWhenItIsClosed() {
        try (PlainTeam team = new PlainTeam(3, false)) {
            team.run(place -> {
                Member member = new Member(place);
                new ModelScript(place, member, 17, MOST_LONGS).run(60);
                new ShortWays(member).allGather(MemorySegment.ofArray(new byte[3_000]),
                        MemorySegment.ofArray(new byte[1_000]), 1_000);
                // a barrier, so that nobody reads any more
                new ShortWays(member).reduceToAll(1, Reduction.of(DataType.I64, Opcode.ADD).kernel());
                place.closeWhenAllAreHere(member);
            });
            assertEquals(0, team.pieces());
        }
    }
}
