package org.pgas.ga;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

/** Where the elements of arrays lie: each in a place of its own, in the memory that its process has for the array. */
class DealingTest {
    private static final int ROUNDS = 300;
    private static final int BYTES = 8;

    private final SplittableRandom random = new SplittableRandom(17);

    private Axis axis(long extent) {
        if (random.nextBoolean()) {
            return Axis.even(extent, 1 + random.nextLong(extent));
        }
        long[] starts = random.longs(3, 0, extent).sorted().distinct().toArray();
        starts[0] = 0;
        return Axis.cut(extent, starts);
    }

    private Axis[] axes(boolean even) {
        Axis[] axes = new Axis[1 + random.nextInt(3)];
        Arrays.setAll(axes, _ -> {
            long extent = 1 + random.nextInt(9);
            return even ? Axis.even(extent, 1 + random.nextLong(extent)) : axis(extent);
        });
        return axes;
    }

    @Test
    void everyIndexIsInTheBlockThatItIsSaidToBeIn() {
        for (int round = 0; round < ROUNDS; round++) {
            Axis axis = axis(1 + random.nextInt(30));
            long next = 0;
            long longest = 0;
            for (int block = 0; block < axis.blocks(); block++) {
                assertEquals(next, axis.start(block), axis::toString);
                for (long i = 0; i < axis.length(block); i++) {
                    assertEquals(block, axis.block(next++), axis::toString);
                }
                longest = Math.max(longest, axis.length(block));
            }
            assertEquals(axis.extent(), next, axis::toString);
            assertEquals(longest, axis.longest(), axis::toString);
        }
    }

    @Test
    void blocksWithGhostCellsLieApart() {
        for (int round = 0; round < ROUNDS; round++) {
            Axis[] axes = axes(false);
            long[] ghosts = new long[axes.length];
            Arrays.setAll(ghosts, _ -> random.nextInt(3));
            check(axes, new BlockEach(axes, ghosts, BYTES), (int) Dealing.count(axes) + random.nextInt(3));
        }
    }

    @Test
    void blocksInTurnLieApart() {
        for (int round = 0; round < ROUNDS; round++) {
            Axis[] axes = axes(true);
            int processes = 1 + random.nextInt(5);
            check(axes, new BlocksInTurn(axes, BYTES, processes), processes);
        }
    }

    @Test
    void blocksOnAGridLieApartAndWithoutGaps() {
        for (int round = 0; round < ROUNDS; round++) {
            Axis[] axes = axes(true);
            int[] grid = new int[axes.length];
            Arrays.setAll(grid, _ -> 1 + random.nextInt(3));
            int places = Arrays.stream(grid).reduce(1, (a, b) -> a * b);
            Dealing dealing = new BlocksOnGrid(axes, BYTES, grid);
            check(axes, dealing, places + 1);
            long bytes = 0;
            for (int proc = 0; proc <= places; proc++) {
                bytes += dealing.bytes(proc);
            }
            assertEquals(BYTES * Arrays.stream(axes).mapToLong(Axis::extent).reduce(1, (a, b) -> a * b), bytes);
        }
    }

    private static void check(Axis[] axes, Dealing dealing, int processes) {
        boolean[][] taken = new boolean[processes][];
        for (int proc = 0; proc < processes; proc++) {
            taken[proc] = new boolean[(int) dealing.bytes(proc) / BYTES];
        }
        long blocks = 0;
        int[] block = new int[axes.length];
        for (int proc = 0; proc < processes; proc++) {
            for (long number = 0; number < dealing.count(proc); number++) {
                dealing.block(proc, number, block);
                assertEquals(proc, dealing.owner(block), dealing::toString);
                take(axes, dealing, block, taken[proc]);
                blocks++;
            }
        }
        assertEquals(Dealing.count(axes), blocks, dealing::toString);
    }

    private static void take(Axis[] axes, Dealing dealing, int[] block, boolean[] taken) {
        long[] strides = new long[axes.length];
        long place = dealing.place(block, strides);
        long[] extents = new long[axes.length];
        Arrays.setAll(extents, d -> axes[d].length(block[d]));
        Cursor cursor = new Cursor(java.lang.foreign.MemorySegment.NULL, place, strides);
        Cursor.forEachRow(extents, count -> {
            for (long i = 0; i < count; i++) {
                int at = (int) (cursor.at + i * strides[axes.length - 1]) / BYTES;
                assertTrue(at >= 0 && at < taken.length && !taken[at], dealing::toString);
                taken[at] = true;
            }
        }, cursor);
        assertEquals(place, cursor.at, "the cursor is back");
    }

    @Test
    void gridsKeepToTheLeastBlocksAndTheProcesses() {
        for (int round = 0; round < ROUNDS; round++) {
            long[] dims = new long[1 + random.nextInt(4)];
            Arrays.setAll(dims, _ -> 1 + random.nextInt(40));
            long[] least = new long[dims.length];
            Arrays.setAll(least, d -> random.nextLong(-1, dims[d] + 1));
            int processes = 1 + random.nextInt(20);
            int[] grid = ProcessGrid.of(dims, least, processes);
            assertTrue(Arrays.stream(grid).reduce(1, (a, b) -> a * b) <= processes);
            for (int d = 0; d < dims.length; d++) {
                assertTrue(ProcessGrid.size(dims[d], grid[d]) >= least[d], () -> Arrays.toString(grid));
            }
        }
    }

    @Test
    void gridsTakeAllProcessesForBlocksLikeCubes() {
        assertArrayEquals(new int[]{4, 4, 4}, ProcessGrid.of(new long[]{100, 100, 100}, null, 64));
        assertArrayEquals(new int[]{8, 1}, ProcessGrid.of(new long[]{100, 1}, null, 8));
        assertArrayEquals(new int[]{2048}, ProcessGrid.of(new long[]{1 << 20}, null, 2048));
    }
}
