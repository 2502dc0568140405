package org.pgas.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pgas.DataType;
import org.pgas.Opcode;

/**
 * A member is absent from a collective until it begins it. After that it is not, however much it has still to do.
 */
class AbsentTest {
    private static final int SIZE = 3;
    private static final int LATE = 2;
    private static final int BYTES = 3 << 20;
    private static final Reduction SUM = Reduction.of(DataType.I64, Opcode.ADD);

    /** One thread plays all members: nothing depends on time. */
    private enum Kind {
        BROADCAST(false, (member, target, source) -> member.broadcast(0, target, source, BYTES)),
        BROADCAST_BY_LATE(false, (member, target, source) -> member.broadcast(LATE, target, source, BYTES)),
        GATHER(true, (member, target, source) -> member.gather(0, target, source, BYTES)),
        ALL_GATHER(true, (member, target, source) -> member.allGather(target, source, BYTES)),
        EXCHANGE(true, (member, target, source) -> member.exchange(target, source, BYTES / SIZE)),
        ONE_ROUND(true, (member, target, source) -> member.allGather(target, source, 1)),
        SCAN(true, (member, target, source) -> member.scan(target, source, SUM, BYTES)),
        /** In two steps, of which the second begins when the first has ended. */
        REDUCE_TO_ALL(true, (member, target, source) -> member.reduceToAll(target, source, SUM, BYTES));

        /** Whether each member has a part to give or to take that waits for all. */
        private final boolean amongAll;

        private final Beginning beginning;

        Kind(boolean amongAll, Beginning beginning) {
            this.amongAll = amongAll;
            this.beginning = beginning;
        }

        Operation begin(Initiation member, MemorySegment source) {
            return beginning.begin(member, MemorySegment.ofArray(new byte[SIZE * BYTES]), source);
        }
    }

    private interface Beginning {
        Operation begin(Initiation member, MemorySegment target, MemorySegment source);
    }

    private static void advance(List<Operation> operations) {
        for (int i = 0; i < 20; i++) {
            operations.forEach(Operation::isMet);
        }
    }

    private static boolean areDone(List<Operation> operations) {
        return operations.stream().allMatch(Operation::isDone);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameOnlyWhoHasNotBegun(Kind kind) {
        try (PlainTeam team = new PlainTeam(SIZE, false)) {
            List<Initiation> members = Stream.of(0, 1, 2).map(rank -> new Initiation(new Member(team.place(rank))))
                    .toList();
            MemorySegment source = MemorySegment.ofArray(new byte[BYTES]);
            List<Operation> operations = new ArrayList<>();
            for (int rank = 0; rank < LATE; rank++) {
                operations.add(kind.begin(members.get(rank), source));
            }
            advance(operations);
            boolean waits = false;
            boolean waitsForEachOther = false;
            for (Operation operation : operations) {
                int[] absent = operation.absent();
                assertTrue(Arrays.stream(absent).allMatch(rank -> rank == LATE),
                        () -> operation + " misses " + Arrays.toString(absent));
                waits |= absent.length > 0;
                waitsForEachOther |= operation.needed().length > 1;
            }
            assertTrue(waits);
            if (kind == Kind.EXCHANGE || kind == Kind.ALL_GATHER) {
                assertTrue(waitsForEachOther, "this test shows nothing");
            }
            operations.add(kind.begin(members.get(LATE), source));
            int steps = 0;
            for (; !areDone(operations); steps++) {
                operations.get(steps % SIZE).isMet();
                for (Operation operation : operations) {
                    assertArrayEquals(new int[0], operation.absent(), () -> operation.describe());
                }
            }
            assertEquals(SIZE, operations.size());
            assertTrue(steps > 1 || !kind.amongAll);
        }
    }
}
