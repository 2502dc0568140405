package org.pgas.mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.SplittableRandom;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.memory.SharedArea;
import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/**
 * What is told of a window in shared memory is checked before it becomes an address, whatever has been written there.
 */
@Seeded
class DamagedWindowTest {
    private static final long PART = 1 << 20;
    private static final long OFFSETS = 1L << 40;
    private static final long LENGTH = 8;

    /** Of the row of what is attached first. */
    private long row;

    private long root;
    private DynamicTable table;

    private final Arena arena = Arena.ofConfined();

    @AfterEach
    void free() {
        arena.close();
    }

    private static long any(SplittableRandom random) {
        return switch (random.nextInt(5)) {
            case 0 -> Long.MAX_VALUE - random.nextInt(100);
            case 1 -> Long.MIN_VALUE + random.nextInt(100);
            case 2 -> random.nextLong() >> random.nextInt(64);
            case 3 -> OFFSETS + random.nextInt(-2, 3);
            default -> random.nextInt(-200, 5_000);
        };
    }

    private DynamicMemory memory() {
        SharedArea area = area();
        root = area.address(area.allocate(DynamicTable.ROOT_BYTES));
        table = new DynamicTable(area, new long[]{root}, Refusals.of(0));
        row = table.make(0, 0);
        return new DynamicMemory(table, null, new Part[]{new Part(0, 0, 0, 0, 1, false)}, null, 0,
                new WindowRefusals(0));
    }

    private static boolean isThere(DynamicMemory memory, int rank, long displacement, long low, long high) {
        return memory.find(rank, displacement, low, high) != null;
    }

    @Test
    void shouldFindInsideARegionNothingThatWouldReachBeyondItsLength() {
        DynamicMemory memory = memory();
        long base = memory.attach(arena.allocate(4_000));
        SplittableRandom random = Seed.of("lengths");
        int inside = 0;
        for (int round = 0; round < 500_000; round++) {
            long length = any(random);
            SharedMemory.putLong(row + LENGTH, length);
            long offset = any(random) & OFFSETS - 1;
            long low = any(random);
            long high = any(random);
            BigInteger first = BigInteger.valueOf(offset).add(BigInteger.valueOf(low));
            BigInteger end = BigInteger.valueOf(offset).add(BigInteger.valueOf(high));
            boolean legal = length >= 0 && length <= OFFSETS && low <= high && first.signum() >= 0
                    && end.compareTo(BigInteger.valueOf(length)) <= 0;
            assertEquals(legal, isThere(memory, 0, base + offset, low, high),
                    () -> low + ".." + high + " from " + offset + " on, of " + length);
            inside += legal ? 1 : 0;
        }
        assertTrue(inside > 1_000, inside + " were inside");
    }

    /** The displacement of another attachment in the same place, or of none, whatever the table says. */
    @Test
    void shouldFindNothingWhereTheBaseIsAnother() {
        DynamicMemory memory = memory();
        long base = memory.attach(arena.allocate(4_000));
        SplittableRandom random = Seed.of("bases");
        for (int round = 0; round < 100_000; round++) {
            long displacement = random.nextLong();
            boolean same = (displacement & -OFFSETS) == base;
            assertTrue(same || !isThere(memory, 0, displacement, 0, 0), Long.toHexString(displacement));
        }
        assertTrue(isThere(memory, 0, base, 0, 4_000));
        SharedMemory.putLong(row, base + 1);
        assertTrue(!isThere(memory, 0, base, 0, 4_000) && !isThere(memory, 0, base + 1, 0, 10));
    }

    /** Rows, and what peers need to reach mapped memory, are nowhere but in the area. */
    @Test
    void shouldRefuseAttachedMemoryWhoseWordsDoNotLieInTheArea() {
        DynamicMemory memory = memory();
        long base = memory.attach(arena.allocate(4_000));
        long chunk = SharedMemory.getLong(root);
        for (long wrong : new long[]{-1, chunk + 8, 2 * PART, 2 * PART - SharedArea.ALIGNMENT, Long.MIN_VALUE, 128}) {
            SharedMemory.putLong(root, wrong);
            assertDamaged(() -> memory.find(0, base, 0, 1), "at place " + wrong);
        }
        SharedMemory.putLong(root, chunk);
        assertTrue(isThere(memory, 0, base, 0, 1));
        byte[] told = {3, 1, 4, 1, 5};
        long place = table.tell(told);
        DynamicTable.write(row, base, 4_000, 1, 0, place, 5, 7);
        assertArrayEquals(told, table.introduction(0, row));
        for (long wrong : new long[]{-1, place + 8, 2 * PART, Long.MAX_VALUE}) {
            DynamicTable.write(row, base, 4_000, 1, 0, wrong, 5, 7);
            assertDamaged(() -> table.introduction(0, row), "at place " + wrong);
        }
        for (int wrong : new int[]{0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            DynamicTable.write(row, base, 4_000, 1, 0, place, wrong, 7);
            assertDamaged(() -> table.introduction(0, row), wrong + " bytes");
        }
    }

    private static void assertDamaged(Executable call, String what) {
        PgasException refused = assertThrows(PgasException.class, call, what);
        assertEquals(ErrorCode.RESOURCE, refused.code());
        assertTrue(refused.getMessage().startsWith("rank 0: rank 0 of the window tells of ")
                && refused.getMessage().contains(what), refused.getMessage());
    }

    private SharedArea area() {
        MemorySegment parts = arena.allocate(2 * PART, 4096);
        return new SharedArea(new SharedArea.Backing() {
            @Override
            public long base() {
                return parts.address();
            }

            @Override
            public long partBytes() {
                return PART;
            }

            @Override
            public void reserve(long offset, long bytes) {}

            @Override
            public RuntimeException full(long bytes) {
                return new IllegalStateException("full");
            }
        }, 0, 2, SharedArea.DIRECTORY_BYTES);
    }

    @Test
    void shouldRefuseWordsOfARankThatDoNotLieInTheArea() {
        SharedArea area = area();
        long bytes = ControlWords.bytes(2, 2);
        long place = area.allocate(bytes);
        assertEquals(area.address(place),
                WindowCreation.control(Refusals.of(0), "Window.create", area, 1, place, bytes));
        long last = 2 * PART - bytes & -SharedArea.ALIGNMENT;
        assertEquals(area.address(last), WindowCreation.control(Refusals.of(0), "Window.create", area, 1, last, bytes));
        for (long wrong : new long[]{0, -1, place + 1, place + 8, last + SharedArea.ALIGNMENT, 2 * PART, Long.MAX_VALUE,
            Long.MIN_VALUE, Long.MAX_VALUE & -SharedArea.ALIGNMENT}) {
            PgasException refused = assertThrows(PgasException.class,
                    () -> WindowCreation.control(Refusals.of(0), "Window.create", area, 1, wrong, bytes),
                    "place " + wrong);
            assertEquals(ErrorCode.RESOURCE, refused.code());
            assertTrue(refused.getMessage().startsWith("rank 0: Window.create: rank 1 of the team tells of " + bytes
                    + " bytes at place " + wrong), refused.getMessage());
        }
    }
}
