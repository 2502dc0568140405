package org.pgas.examples.guide;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.LongStream;

import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.atomics.Scale;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.vis.GlobalShape;
import org.pgas.vis.GlobalTransfers;
import org.pgas.vis.Section;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** The code of docs/guide/shapes.md, line by line, and what comes of it. Rank 0 runs it, the memory is rank 1's. */
@RankDefaults(ranks = 2, segment = "4m")
final class ShapesGuideTest {
    private static final int PEER = 1;

    @RankTest
    void shouldMoveAColumnIntoARow(Job job) {
        Vis vis = Vis.of(job.world());
        int peer = PEER;
        MemorySegment matrix = numbers(100 * 100);
        if (job.rank() == 0) {
            Shape column = Shape.chunked(8, 100, 800); // 8 of every 800 bytes: a column of 100 x 100 doubles
            Shape row = Shape.contiguous(800);
            vis.put(peer, 0, row, matrix, 7 * 8, column); // column 7 becomes the first row at the peer
            vis.get(matrix, 9 * 8, column, peer, 0, row); // which becomes column 9 here
            for (int i = 0; i < 100; i++) {
                assertEquals(i * 100 + 7, number(matrix, i * 100 + 9));
                assertEquals(i * 100 + 8, number(matrix, i * 100 + 8));
            }
        }
        job.world().barrier();
    }

    @RankTest
    void shouldCutTheSidesDifferently(Job job) {
        Vis vis = Vis.of(job.world());
        int peer = PEER;
        MemorySegment buffer = numbers(500 * 8);
        fill(job, 1000 * 16);
        if (job.rank() == 0) {
            Shape headers = Shape.chunked(16, 1000, 128); // the first 16 bytes of 1000 records of 128
            Shape pairs = Shape.chunked(32, 500, 64); // two headers a line
            vis.get(buffer, 0, pairs, peer, 0, headers);
            for (int header = 0; header < 1000; header++) {
                assertEquals(header * 16 + 1, number(buffer, header / 2 * 8 + header % 2 * 2 + 1));
            }
            assertEquals(4, number(buffer, 4));
        }
        job.world().barrier();
    }

    @RankTest
    void shouldGatherAndScatterRows(Job job) {
        Vis vis = Vis.of(job.world());
        int peer = PEER;
        MemorySegment buffer = numbers(400);
        fill(job, 100 * 100);
        if (job.rank() == 0) {
            long[] wanted = {3, 14, 15, 92};
            Shape rows = Shape.indexed(800, LongStream.of(wanted).map(each -> each * 800).toArray());
            vis.get(buffer, 0, Shape.contiguous(3200), peer, 0, rows); // a gather: four rows, packed
            vis.put(peer, 0, rows, buffer, 0, Shape.contiguous(3200)); // a scatter: and back
            assertArrayEquals(new double[]{300, 1400, 1500, 9299},
                    new double[]{number(buffer, 0), number(buffer, 100), number(buffer, 200), number(buffer, 399)});
        }
        job.world().barrier();
        assertNumbers(job, 100 * 100);
    }

    @RankTest
    void shouldPutABlockOfAnArrayIntoALargerOne(Job job) {
        Vis vis = Vis.of(job.world());
        int peer = PEER;
        MemorySegment block = numbers(64 * 64);
        if (job.rank() == 0) {
            Section there = Section.rowMajor(8, 512, 512);
            Section here = Section.rowMajor(8, 64, 64);
            Shape target = there.range(0, 128, 32).range(1, 64, 32).shape(); // rows 128..159, columns 64..95
            Shape source = here.range(0, 0, 32).range(1, 32, 32).shape(); // the upper right quarter
            vis.put(peer, 0, target, block, 0, source);
        }
        job.world().barrier();
        if (job.rank() == PEER) {
            MemorySegment own = job.endpoint().segment().local();
            assertEquals(32, number(own, 128 * 512 + 64));
            assertEquals(31 * 64 + 63, number(own, 159 * 512 + 95));
            assertEquals(0, number(own, 127 * 512 + 64) + number(own, 128 * 512 + 63) + number(own, 128 * 512 + 96));
        }
        job.world().barrier();
    }

    @RankTest
    void shouldPutAFaceIntoAGhostLayer(Job job) {
        Vis vis = Vis.of(job.world());
        int peer = PEER;
        MemorySegment block = numbers(34 * 34 * 34);
        if (job.rank() == 0) {
            Section cells = Section.rowMajor(8, 34, 34, 34); // 32 x 32 x 32 and a ghost layer
            Shape face = cells.index(2, 32).range(0, 1, 32).range(1, 1, 32).shape();
            Shape ghosts = cells.index(2, 0).range(0, 1, 32).range(1, 1, 32).shape();
            vis.put(peer, 0, ghosts, block, 0, face); // from the block into the ghost layer
        }
        job.world().barrier();
        if (job.rank() == PEER) {
            MemorySegment own = job.endpoint().segment().local();
            assertEquals((5 * 34 + 6) * 34 + 32, number(own, (5 * 34 + 6) * 34));
            assertEquals(0, number(own, (5 * 34 + 6) * 34 + 1));
            assertEquals(0, number(own, 0));
        }
        job.world().barrier();
    }

    @RankTest
    void shouldTranspose(Job job) {
        Vis vis = Vis.of(job.world());
        int peer = PEER;
        MemorySegment matrix = numbers(200 * 300);
        if (job.rank() == 0) {
            Shape byColumns = Section.rowMajor(8, 200, 300).transposed().shape(); // 200 x 300, column after column
            Shape byRows = Section.rowMajor(8, 300, 200).shape();
            vis.put(peer, 0, byRows, matrix, 0, byColumns); // 300 x 200 at the peer
        }
        job.world().barrier();
        if (job.rank() == PEER) {
            assertEquals(17 * 300 + 250, number(job.endpoint().segment().local(), 250 * 200 + 17));
        }
        job.world().barrier();
    }

    @RankTest
    void shouldTurnUpsideDown(Job job) {
        Vis vis = Vis.of(job.world());
        int peer = PEER;
        MemorySegment matrix = numbers(100 * 100);
        fill(job, 100 * 100);
        if (job.rank() == 0) {
            Shape upsideDown = Section.rowMajor(8, 100, 100).reflected(0).shape();
            vis.get(matrix, 0, upsideDown, peer, 0, Shape.contiguous(80_000));
            assertEquals(9_903, number(matrix, 3));
        }
        job.world().barrier();
    }

    @RankTest
    void shouldRepeatARow(Job job) {
        Vis vis = Vis.of(job.world());
        int peer = PEER;
        MemorySegment matrix = numbers(100);
        if (job.rank() == 0) {
            Shape broadcast = Shape.strided(8, new long[]{100, 100}, new long[]{8, 0}); // one row, 100 times
            vis.put(peer, 0, Shape.contiguous(80_000), matrix, 0, broadcast);
        }
        job.world().barrier();
        if (job.rank() == PEER) {
            assertEquals(42, number(job.endpoint().segment().local(), 9_942));
        }
        job.world().barrier();
    }

    @RankTest
    void shouldAddToAPatch(Job job) {
        Vis vis = Vis.of(job.world());
        int peer = PEER;
        MemorySegment block = numbers(32 * 32);
        if (job.rank() == 0) {
            Section tile = Section.rowMajor(8, 32, 32);
            Shape part = Section.rowMajor(8, 512, 512).range(0, 96, 32).range(1, 32, 32).shape();
            vis.accumulate(peer, 0, part, Scale.ofDouble(-1), block, 0, tile.shape()); // several ranks may do so
        }
        job.world().barrier();
        if (job.rank() == PEER) {
            assertEquals(-(5 * 32 + 6), number(job.endpoint().segment().local(), (96 + 5) * 512 + 32 + 6));
        }
        job.world().barrier();
    }

    @RankTest
    void shouldReachSeveralRanksInOneCall(Job job) {
        GlobalTransfers global = GlobalTransfers.of(job.world());
        int ranks = job.size();
        int peer = PEER;
        MemorySegment buffer = numbers(100);
        fill(job, 10_000);
        if (job.rank() == 0) {
            GlobalShape array = GlobalShape.blockCyclic(800, 8 * 10_000, ranks, 0); // 10,000 doubles in blocks of 100
            GlobalShape some = array.range(8 * 1_050, 8 * 100); // elements 1050..1149, of two ranks
            GlobalShape every = array.select(8 * 7, Shape.chunked(8, 100, 800)); // element 7 of each hundred
            global.get(buffer, 0, Shape.contiguous(800), some);
            global.put(every, buffer, 0, Shape.contiguous(800));
            // block 10 is the sixth of rank 0, block 11 of rank 1
            assertEquals(550, number(buffer, 0));
            assertEquals(549, number(buffer, 99));
            assertEquals(550, number(job.endpoint().segment().local(), 7));

            long[] pointers = {GlobalPointer.of(peer, 0), GlobalPointer.of(0, 4096), GlobalPointer.of(peer, 512)};
            GlobalShape pieces = GlobalShape.indexed(64, pointers);
            global.get(buffer, 0, Shape.contiguous(192), pieces);
            assertEquals(512, number(buffer, 8));
            assertEquals(64, number(buffer, 16));
        }
        job.world().barrier();
    }

    @RankTest
    void shouldUseAShapeAtManyPlaces(Job job) {
        Vis vis = Vis.of(job.world());
        Section cells = Section.rowMajor(8, 34, 34, 34);
        MemorySegment block = numbers(2 * 34 * 34 * 34);
        int steps = 4;
        int peer = PEER;
        // before the loop
        Shape right = cells.index(2, 32).range(0, 1, 32).range(1, 1, 32).shape();
        Shape left = cells.index(2, 0).range(0, 1, 32).range(1, 1, 32).shape();
        for (int step = 0; step < steps; step++) {
            long now = (step & 1) * 34L * 34 * 34 * 8; // two sets of cells: the place differs, the shape does not
            vis.put(peer, now, left, block, now, right);
            job.world().barrier();
        }
        if (job.rank() == PEER) {
            int inFirst = (5 * 34 + 6) * 34;
            int inSecond = 34 * 34 * 34 + inFirst;
            assertEquals(inFirst + 32, number(job.endpoint().segment().local(), inFirst));
            assertEquals(inSecond + 32, number(job.endpoint().segment().local(), inSecond));
        }
        job.world().barrier();
    }

    /** Doubles, each its own index. */
    private static MemorySegment numbers(int count) {
        double[] numbers = new double[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = i;
        }
        return MemorySegment.ofArray(numbers);
    }

    private static double number(MemorySegment memory, long index) {
        return memory.getAtIndex(ValueLayout.JAVA_DOUBLE_UNALIGNED, index);
    }

    /** The same in every rank's segment. Collective. */
    private static void fill(Job job, int count) {
        job.endpoint().segment().local().copyFrom(numbers(count));
        job.world().barrier();
    }

    private static void assertNumbers(Job job, int count) {
        assertEquals(-1, numbers(count).mismatch(job.endpoint().segment().local().asSlice(0, 8L * count)));
        job.world().barrier();
    }
}
