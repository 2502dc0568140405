package org.pgas.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.DataType;
import org.pgas.Opcode;
import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;

/** A member that cannot do its part: others get an error that names it, and all go on. */
class FailedSlotTest {
    private static final Reduction SUM = Reduction.of(DataType.I64, Opcode.ADD);
    private static final int LARGE_BYTES = 300_000;

    private static MemorySegment closed(long bytes) {
        try (Arena arena = Arena.ofShared()) {
            return arena.allocate(bytes);
        }
    }

    private static MemorySegment bytes(long bytes) {
        return MemorySegment.ofArray(new long[(int) (bytes / Long.BYTES)]);
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void throwAny(Throwable failure) throws E {
        throw (E) failure;
    }

    private static void works(PlainTeam.Place place, Member member) {
        assertEquals((long) place.size() * (place.size() - 1) / 2,
                new ShortWays(member).reduceToAll(place.rank(), SUM.kernel()));
    }

    private static void refusesDataOf(int rank, Runnable call) {
        PgasException e = assertThrows(PgasException.class, call::run);
        assertTrue(e.getMessage().contains("team rank " + rank), e.getMessage());
    }

    @ParameterizedTest(name = "{0} bytes, short {1}")
    @CsvSource({"8, true", "8, false", "1000, true", "1000, false"})
    void shouldGiveNobodyWhatASlotHeldBeforeWhenASourceCannotBeRead(int bytes, boolean isShort) {
        try (PlainTeam team = new PlainTeam(3, false)) {
            team.run(place -> {
                Member member = new Member(place);
                Initiation initiation = new Initiation(member);
                ShortWays shortWays = new ShortWays(member);
                int me = place.rank();
                for (int round = 0; round < 3 * Slots.COUNT; round++) {
                    MemorySegment source = me == 1 ? closed(bytes) : bytes(bytes);
                    MemorySegment target = bytes(3 * bytes);
                    Runnable call = isShort ? () -> shortWays.allGather(target, source, bytes)
                            : () -> member.await(initiation.allGather(target, source, bytes));
                    if (me == 1) {
                        assertThrows(IllegalStateException.class, call::run);
                    } else {
                        refusesDataOf(1, call);
                    }
                    works(place, member);
                }
            });
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldEndOnAllMembersWhenThereIsNoMemoryForTheDataOfOne(boolean isShort) {
        int bytes = 1_000;
        try (PlainTeam team = new PlainTeam(3, false)) {
            team.run(place -> {
                Member member = new Member(place);
                Initiation initiation = new Initiation(member);
                ShortWays shortWays = new ShortWays(member);
                int me = place.rank();
                place.refuseMemory(me == 1);
                MemorySegment data = bytes(bytes);
                Runnable call = isShort ? () -> shortWays.reduceToAll(data, data, SUM, bytes)
                        : () -> member.await(initiation.reduceToAll(data, data, SUM, bytes));
                if (me == 1) {
                    assertThrows(IllegalStateException.class, call::run);
                } else {
                    refusesDataOf(1, call);
                }
                works(place, member);
                // and when there is some again
                place.refuseMemory(false);
                call.run();
                works(place, member);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 1_000, LARGE_BYTES})
    void shouldGoOnAfterAUserOperationHasThrownWhatIsNeitherRuntimeExceptionNorError(int bytes) {
        Exception failure = new Exception("as told");
        Reduction failing = Reduction.user(DataType.I64, (left, right, count) -> throwAny(failure));
        try (PlainTeam team = new PlainTeam(2, false)) {
            team.run(place -> {
                Member member = new Member(place);
                Initiation initiation = new Initiation(member);
                for (int round = 0; round < 2 * Slots.COUNT; round++) {
                    MemorySegment data = bytes(bytes);
                    Operation operation = initiation.reduceToAll(data, data, place.rank() == 1 ? failing : SUM, bytes);
                    if (place.rank() == 1) {
                        assertSame(failure,
                                assertThrows(RuntimeException.class, () -> member.await(operation)).getCause());
                    } else {
                        member.await(operation);
                    }
                    works(place, member);
                }
            });
        }
    }

    @ParameterizedTest(name = "{0} members")
    @ValueSource(ints = {2, 3})
    void shouldRefuseLargeOperandsOfElementsOfAnotherSize(int size) {
        Reduction wide = Reduction.user(24, (left, right, count) -> {});
        int bytes = 24 * 12_000;
        try (PlainTeam team = new PlainTeam(size, false)) {
            team.run(place -> {
                Member member = new Member(place);
                Initiation initiation = new Initiation(member);
                MemorySegment data = bytes(bytes);
                Operation operation = initiation.reduceToAll(data, data, place.rank() == 0 ? wide : SUM, bytes);
                assertThrows(PgasException.class, () -> member.await(operation));
                works(place, member);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 1_000})
    void shouldNameBothRootsToTheReaderOfAnotherOnesData(int bytes) {
        try (PlainTeam team = new PlainTeam(2, false)) {
            team.run(place -> {
                Member member = new Member(place);
                int me = place.rank();
                MemorySegment data = bytes(bytes);
                ShortWays shortWays = new ShortWays(member);
                if (me == 0) {
                    // as if rank 0 were the root of the other call
                    PgasException e = assertThrows(PgasException.class,
                            () -> shortWays.gather(0, bytes(2 * bytes), data, bytes));
                    assertTrue(e.getMessage().contains("scatter") || e.getMessage().contains("broadcast"),
                            e.getMessage());
                    assertTrue(e.getMessage().contains("root 1") && e.getMessage().contains("root 0"), e.getMessage());
                } else {
                    shortWays.broadcast(1, data, data, bytes);
                }
                works(place, member);
            });
        }
    }

    /** What is not expected to throw does, in the middle: that collective fails, and those behind it go on. */
    @Test
    void shouldGoOnWithOthersWhenOneOfThemFailsInTheMiddle() {
        try (PlainTeam team = new PlainTeam(2, false)) {
            team.run(place -> {
                Member member = new Member(place);
                Initiation initiation = new Initiation(member);
                boolean fails = place.rank() == 1;
                for (int round = 0; round < Slots.COUNT; round++) {
                    MemorySegment source = bytes(LARGE_BYTES);
                    MemorySegment target = bytes(2 * LARGE_BYTES);
                    if (fails) {
                        place.failNextRing();
                    }
                    Operation operation = initiation.allGather(target, source, LARGE_BYTES);
                    MemorySegment number = MemorySegment.ofArray(new long[]{1});
                    Operation next = initiation.reduceToAll(number, number, SUM, Long.BYTES);
                    member.await(next);
                    assertEquals(2, number.get(java.lang.foreign.ValueLayout.JAVA_LONG, 0));
                    if (fails) {
                        assertThrows(IllegalStateException.class, () -> member.await(operation));
                    } else {
                        refusesDataOf(1, () -> member.await(operation));
                    }
                }
            });
        }
    }

    @Test
    void shouldRefuseAStagingPlaceThatIsNone() {
        try (PlainTeam team = new PlainTeam(2, false)) {
            for (long place : new long[]{0, -1, Long.MIN_VALUE, Long.MAX_VALUE, 64 << 20}) {
                Slots writer = new Slots(team.place(0));
                long sequence = writer.begin();
                writer.data(0, writer.ownSlot(sequence), sequence, 1_000);
                SharedMemory.putLong(team.place(0).block(0) + Slots.STAGING, place);
                Slots reader = new Slots(team.place(1));
                PgasException e = assertThrows(PgasException.class,
                        () -> reader.data(0, reader.slot(0, sequence), sequence, 1_000));
                assertTrue(e.getMessage().startsWith("rank 1: collectives: the staging memory of rank 0 is at place "
                        + place + " of the file area"), e.getMessage());
            }
        }
    }

    @ParameterizedTest(name = "place {0}, depth {1}")
    @CsvSource({"128, 0", "128, 9", "128, 72057594037927935", "-1, 4", "67108863, 4", "9223372036854775807, 8"})
    void shouldRefuseABufferThatDoesNotLieInTheArea(long where, long depth) {
        try (PlainTeam team = new PlainTeam(2, false)) {
            PlainTeam.Place writer = team.place(0);
            Member sender = new Member(writer);
            MemorySegment target = bytes(2 * LARGE_BYTES);
            new Initiation(sender).allGather(target, bytes(LARGE_BYTES), LARGE_BYTES);
            long slot = new Slots(writer).slot(0, 1);
            SharedMemory.putLong(slot + Slots.PLACE, where);
            SharedMemory.putLong(slot + Slots.WAY, Outgoing.IN_BUFFER | depth << Outgoing.DEPTH_SHIFT);
            // as if its writer had meant it
            Slots.seal(slot, 1, Slots.head(slot));
            Member member = new Member(team.place(1));
            Operation operation = new Initiation(member).allGather(bytes(2 * LARGE_BYTES), bytes(LARGE_BYTES),
                    LARGE_BYTES);
            for (int look = 0; look < 100; look++) {
                member.background();
                sender.background();
            }
            refusesDataOf(0, () -> member.await(operation));
        }
    }

    @Test
    void shouldGoThroughThousandsOfOutstandingCollectives() {
        int count = 20_000;
        try (PlainTeam team = new PlainTeam(2, false)) {
            team.run(place -> {
                Member member = new Member(place);
                Initiation initiation = new Initiation(member);
                long[][] results = new long[count][1];
                Operation last = null;
                for (int i = 0; i < count; i++) {
                    results[i][0] = i;
                    MemorySegment data = MemorySegment.ofArray(results[i]);
                    last = initiation.reduceToAll(data, data, SUM, Long.BYTES);
                }
                member.await(last);
                for (int i = 0; i < count; i++) {
                    assertEquals(2L * i, results[i][0]);
                }
                assertEquals(0, member.pending());
            });
        }
    }
}
