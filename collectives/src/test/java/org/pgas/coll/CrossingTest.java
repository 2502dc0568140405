package org.pgas.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pgas.DataType;
import org.pgas.Opcode;
import org.pgas.PgasException;

/** Which bytes of large data go from one neighbourhood to another: by the plan, and in fact. */
class CrossingTest {
    private static final int BYTES = 160_000;

    /** Members 0 and 1 in the first neighbourhood, 2 to 4 in the second, 5 in the third. */
    private static final int[] THREE = {0, 0, 1, 1, 1, 2};

    private static final Reduction SUM = Reduction.of(DataType.DBL, Opcode.ADD);

    /** One member's part in a collective, with memory enough for any. */
    @FunctionalInterface
    private interface Part {
        Operation begin(Initiation initiation, MemorySegment target, MemorySegment source, int rank);
    }

    /** Blocks that went from each neighbourhood to each other; tables and the ends of longs are no whole ones. */
    private static long[][] sent(int[] neighbourhoods, Part part) {
        return sent(neighbourhoods, BYTES, part);
    }

    private static long[][] sent(int[] neighbourhoods, int bytes, Part part) {
        int count = Arrays.stream(neighbourhoods).max().orElseThrow() + 1;
        long[][] sent = new long[count][count];
        try (PlainTeam team = new PlainTeam(false, neighbourhoods)) {
            team.run(place -> {
                Member member = new Member(place);
                MemorySegment target = MemorySegment.ofArray(new byte[BYTES * neighbourhoods.length]);
                MemorySegment source = MemorySegment.ofArray(new byte[BYTES * neighbourhoods.length]);
                member.await(part.begin(Initiation.of(member), target, source, place.rank()));
            });
            for (int from = 0; from < count; from++) {
                for (int to = 0; to < count; to++) {
                    sent[from][to] = Math.round((double) team.sent(from, to) / bytes);
                }
            }
        }
        return sent;
    }

    private static MemorySegment block(MemorySegment memory) {
        return memory.asSlice(0, BYTES);
    }

    private static void checkOneRound(int bytes, long[][] expected, Part part) {
        assertEquals(Arrays.deepToString(expected), Arrays.deepToString(sent(THREE, bytes, part)));
    }

    private static Blocks blocks(int size) {
        long[] bytes = new long[size];
        Arrays.fill(bytes, BYTES);
        return Blocks.packed(bytes);
    }

    private static void check(long[][] expected, Part part) {
        long[][] sent = sent(THREE, part);
        assertEquals(Arrays.deepToString(expected), Arrays.deepToString(sent));
    }

    @Test
    void whatAllReadGoesOnceToEachNeighbourhood() {
        check(new long[][]{{0, 0, 0}, {1, 0, 1}, {0, 0, 0}},
                (make, target, source, rank) -> make.broadcast(3, block(target), block(source), BYTES));
        check(new long[][]{{0, 2, 2}, {3, 0, 3}, {1, 1, 0}},
                (make, target, source, rank) -> make.allGather(target, block(source), BYTES));
        check(new long[][]{{0, 2, 2}, {3, 0, 3}, {1, 1, 0}},
                (make, target, source, rank) -> make.allGatherV(target, blocks(6), block(source)));
    }

    @Test
    void whatOneReadsGoesToItsNeighbourhoodAlone() {
        check(new long[][]{{0, 2, 0}, {0, 0, 0}, {0, 1, 0}},
                (make, target, source, rank) -> make.gather(4, target, block(source), BYTES));
        check(new long[][]{{0, 2, 0}, {0, 0, 0}, {0, 1, 0}},
                (make, target, source, rank) -> make.gatherV(4, target, blocks(6), block(source)));
        check(new long[][]{{0, 3, 1}, {0, 0, 0}, {0, 0, 0}},
                (make, target, source, rank) -> make.scatter(1, block(target), source, BYTES));
        check(new long[][]{{0, 3, 1}, {0, 0, 0}, {0, 0, 0}},
                (make, target, source, rank) -> make.scatterV(1, block(target), source, blocks(6)));
        check(new long[][]{{0, 6, 2}, {6, 0, 3}, {2, 3, 0}},
                (make, target, source, rank) -> make.exchange(target, source, BYTES));
        check(new long[][]{{0, 6, 2}, {6, 0, 3}, {2, 3, 0}},
                (make, target, source, rank) -> make.exchangeV(target, blocks(6), source, blocks(6)));
    }

    @Test
    void whatIsOneRoundGoesAsOftenAsMore() {
        int bytes = 20_000;
        int part = 10_000;
        checkOneRound(bytes, new long[][]{{0, 0, 0}, {1, 0, 1}, {0, 0, 0}}, (make, target, source, rank) -> make
                .broadcast(3, target.asSlice(0, bytes), source.asSlice(0, bytes), bytes));
        checkOneRound(bytes, new long[][]{{0, 2, 2}, {3, 0, 3}, {1, 1, 0}},
                (make, target, source, rank) -> make.allGather(target, source.asSlice(0, bytes), bytes));
        checkOneRound(bytes, new long[][]{{0, 2, 0}, {0, 0, 0}, {0, 1, 0}},
                (make, target, source, rank) -> make.gather(4, target, source.asSlice(0, bytes), bytes));
        checkOneRound(part, new long[][]{{0, 3, 1}, {0, 0, 0}, {0, 0, 0}},
                (make, target, source, rank) -> make.scatter(1, target.asSlice(0, part), source, part));
        checkOneRound(part, new long[][]{{0, 6, 2}, {6, 0, 3}, {2, 3, 0}},
                (make, target, source, rank) -> make.exchange(target, source, part));
        // operands: no chain, and no parts
        checkOneRound(bytes, new long[][]{{0, 2, 2}, {3, 0, 3}, {1, 1, 0}}, (make, target, source, rank) -> make
                .reduceToAll(target.asSlice(0, bytes), source.asSlice(0, bytes), SUM, bytes));
    }

    @Test
    void foldsGoOnceFromNeighbourhoodToNeighbourhood() {
        check(new long[][]{{0, 1, 0}, {0, 0, 1}, {0, 0, 0}},
                (make, target, source, rank) -> make.reduceToOne(5, block(target), block(source), SUM, BYTES));
        // and back to the root
        check(new long[][]{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}},
                (make, target, source, rank) -> make.reduceToOne(1, block(target), block(source), SUM, BYTES));
        // as often as the operands themselves
        check(new long[][]{{0, 2, 0}, {0, 0, 0}, {0, 1, 0}},
                (make, target, source, rank) -> make.reduceToOne(4, block(target), block(source), SUM, BYTES));
        // the result goes to all
        check(new long[][]{{0, 1, 0}, {0, 0, 1}, {1, 1, 0}},
                (make, target, source, rank) -> make.reduceToAll(block(target), block(source), SUM, BYTES));
        check(new long[][]{{0, 1, 0}, {0, 0, 1}, {0, 0, 0}},
                (make, target, source, rank) -> make.scan(block(target), block(source), SUM, BYTES));
        check(new long[][]{{0, 1, 0}, {0, 0, 1}, {0, 0, 0}},
                (make, target, source, rank) -> make.exscan(block(target), block(source), SUM, BYTES));
    }

    /** Where ranks of two neighbourhoods alternate, a chain would cross more often. */
    @Test
    void operandsGoAsTheyAreWhereThatIsShorter() {
        assertEquals("[[0, 0], [3, 0]]", Arrays.deepToString(sent(new int[]{0, 1, 0, 1, 0, 1},
                (make, target, source, rank) -> make.reduceToOne(0, block(target), block(source), SUM, BYTES))));
    }

    @Test
    void writersOfANeighbourhoodAreTakenInByDifferentReaders() {
        Crossing crossing = new Crossing(new int[]{0, 0, 1, 1, 1, 3});
        assertArrayEquals(new int[]{2, 5}, crossing.takers(0, reader -> true));
        assertArrayEquals(new int[]{3, 5}, crossing.takers(1, reader -> true));
        assertArrayEquals(new int[]{4}, crossing.takers(1, reader -> reader == 4));
        assertArrayEquals(new int[]{1, 5}, crossing.takers(3, reader -> true));
        assertArrayEquals(new int[0], crossing.takers(3, reader -> reader == 2));
        assertEquals(3, crossing.neighbourhoods());
        assertEquals(4, crossing.elsewhere(0));
    }

    private static String readers(FoldChain chain, int size) {
        return Arrays.toString(IntStream.range(0, size)
                .mapToObj(reader -> reader + "<" + Arrays.toString(IntStream.range(0, size)
                        .filter(writer -> chain.reads(reader, writer)).toArray()))
                .toArray());
    }

    @Test
    void leadersFoldTheirLinksAndTheRootReadsTheResult() {
        Crossing crossing = new Crossing(THREE);
        assertEquals("[0<[], 1<[0], 2<[], 3<[], 4<[1, 2, 3], 5<[4]]", readers(FoldChain.toLast(crossing), 6));
        assertEquals("[0<[], 1<[0], 2<[], 3<[], 4<[1, 2, 3], 5<[4]]", readers(FoldChain.toOne(crossing, 5), 6));
        assertEquals("[0<[1], 1<[5], 2<[], 3<[], 4<[0, 2, 3], 5<[4]]",
                readers(FoldChain.toOne(crossing, 1), 6));
        assertEquals("[0<[], 1<[0], 2<[5], 3<[], 4<[1, 2, 3], 5<[4]]", readers(FoldChain.toOne(crossing, 2), 6));
        // a root that has no neighbour beside it gives its operand to the next
        assertEquals("[0<[2], 1<[], 2<[0, 1]]", readers(FoldChain.toOne(new Crossing(new int[]{0, 1, 1}), 0), 3));
        // in the last link it leads
        assertEquals("[0<[], 1<[0, 2], 2<[]]", readers(FoldChain.toOne(new Crossing(new int[]{0, 1, 1}), 1), 3));
        assertEquals("[0<[], 1<[0], 2<[1], 3<[1, 2], 4<[1, 2, 3], 5<[4]]", readers(FoldChain.upward(crossing), 6));
    }

    /** A leader in the middle fails: all that wait for the result end, and so does what comes next. */
    @ParameterizedTest
    @CsvSource({"0", "2", "4"})
    void aFoldThatFailsEndsForAllThatWantItsResult(int failing) {
        Reduction bad = Reduction.user(DataType.I64, (left, right, count) -> {
            throw new IllegalStateException("as the test wants it");
        });
        Reduction sum = Reduction.of(DataType.I64, Opcode.ADD);
        try (PlainTeam team = new PlainTeam(false, 0, 0, 1, 1, 2)) {
            team.run(place -> {
                Member member = new Member(place);
                Initiation make = Initiation.of(member);
                MemorySegment source = MemorySegment.ofArray(new long[BYTES / 8]);
                source.fill((byte) 0);
                source.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, place.rank());
                MemorySegment target = MemorySegment.ofArray(new long[BYTES / 8]);
                // leaders are 1, 3 and 4
                Reduction reduction = place.rank() == new int[]{1, 1, 3, 3, 4}[failing] ? bad : sum;
                Operation all = make.reduceToAll(target, source, reduction, BYTES);
                Class<? extends RuntimeException> expected = reduction == bad ? IllegalStateException.class
                        : PgasException.class;
                assertThrows(expected, () -> member.await(all));
                member.await(make.reduceToAll(target, source, sum, BYTES));
                assertEquals(10, target.get(ValueLayout.JAVA_LONG_UNALIGNED, 0));
            });
        }
    }

    @Test
    void memoryThatIsClosedMeanwhileEndsTheFoldForAll() {
        int large = 4 << 20;
        try (PlainTeam team = new PlainTeam(false, 0, 0, 1)) {
            team.run(place -> {
                Member member = new Member(place);
                Initiation make = Initiation.of(member);
                MemorySegment target = MemorySegment.ofArray(new long[large / 8]);
                if (place.rank() == 0) {
                    Arena arena = Arena.ofShared();
                    Operation all = make.reduceToAll(target, arena.allocate(large), SUM, large);
                    arena.close();
                    place.open();
                    assertThrows(IllegalStateException.class, () -> member.await(all));
                } else {
                    place.awaitOpen();
                    Operation all = make.reduceToAll(target, target, SUM, large);
                    assertThrows(PgasException.class, () -> member.await(all));
                }
                target.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, place.rank());
                member.await(make.broadcast(2, target, target, large));
                assertEquals(2, target.get(ValueLayout.JAVA_LONG_UNALIGNED, 0));
            });
        }
    }

    /** What a leader has folded of a round lies on the heap: a collection frees it when that is full. */
    @Test
    void aFoldReservesNoNativeMemory() {
        BufferPoolMXBean direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct")).findFirst().orElseThrow();
        try (PlainTeam team = new PlainTeam(false, 0, 0, 1)) {
            team.run(place -> {
                Member member = new Member(place);
                Initiation make = Initiation.of(member);
                MemorySegment target = MemorySegment.ofArray(new long[BYTES / 8]);
                MemorySegment source = MemorySegment.ofArray(new long[BYTES / 8]);
                member.await(make.reduceToAll(target, source, SUM, BYTES));
                long before = direct.getMemoryUsed();
                for (int i = 0; i < 100; i++) {
                    member.await(make.reduceToAll(target, source, SUM, BYTES));
                }
                assertTrue(direct.getMemoryUsed() <= before + BYTES, "native memory of each fold");
            });
        }
    }

    @Test
    void theResultIsGivenWhileTheRestIsFolded() {
        int count = 512 << 10;
        long[] ones = new long[count];
        Arrays.fill(ones, 1);
        long[][] targets = new long[3][count];
        Member[] members = new Member[3];
        try (PlainTeam team = new PlainTeam(false, 0, 0, 1)) {
            for (int rank = 0; rank < 3; rank++) {
                members[rank] = new Member(team.place(rank));
                Initiation.of(members[rank]).reduceToAll(MemorySegment.ofArray(targets[rank]),
                        MemorySegment.ofArray(ones), Reduction.of(DataType.I64, Opcode.ADD), 8L * count);
            }
            for (int turns = 0; turns < 100 && targets[0][0] == 0; turns++) {
                for (Member member : members) {
                    member.advance();
                }
            }
            assertEquals(3, targets[0][0]);
            assertEquals(0, targets[2][count - 1]);
        }
    }
}
