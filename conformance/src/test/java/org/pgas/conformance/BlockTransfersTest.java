package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Supplier;

import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;
import org.pgas.vis.BlockTransfers;
import org.pgas.vis.BlockTransfers.Reflection;

/** Blocks of rows and slices, transposes and mirror images, in every form, against loops over a model. */
@RankDefaults(segment = "16k")
@AcrossNeighbourhoodsAsThreads
class BlockTransfersTest {
    private static final int ROUNDS = 150;

    /** A call in one of its three forms, between these places of a rank and of local memory. */
    private interface Caller {
        Event call(int form, int rank, long remote, long local);
    }

    private record Drawn(String text, Places target, Places source, Caller put, Caller get) {}

    @RankTest(ranks = {1, 2, 4}, memories = {Memory.MAPPED, Memory.ARRAY})
    void shouldMoveBlocksAsLoopsDo(Job job) {
        agree(job);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldMoveBlocksAsLoopsDoWithoutChecks(Job job) {
        agree(job);
    }

    private static void agree(Job job) {
        SplittableRandom random = Seed.of("transfers of rank " + job.rank());
        try (Arena confined = Arena.ofConfined()) {
            TransferRig rig = new TransferRig(job, random, confined);
            BlockTransfers blocks = BlockTransfers.of(job.world());
            assertSame(job.world(), blocks.team());
            int moved = 0;
            for (int round = 0; round < ROUNDS; round++) {
                moved += attempt(job, rig, draw(rig, blocks));
            }
            assertTrue(moved > ROUNDS / 4, "only " + moved + " of " + ROUNDS + " transfers moved something");
        }
        job.world().barrier();
    }

    private static int attempt(Job job, TransferRig rig, Drawn drawn) {
        if (!drawn.target.fit(TransferRig.BYTES) || !drawn.source.fit(TransferRig.BYTES)) {
            return 0;
        }
        boolean isPut = rig.random().nextBoolean();
        int form = rig.random().nextInt(3);
        int peer = rig.peer();
        Places here = isPut ? drawn.source : drawn.target;
        Places there = isPut ? drawn.target : drawn.source;
        long at = here.base(rig);
        long offset = there.base(rig);
        long[] local = here.at(TransferRig::here, at);
        long[] remote = there.at(place -> TransferRig.there(peer, place), offset);
        String text = (isPut ? "put " : "get ") + "in form " + form + " of " + drawn.text;
        return rig.attempt(text, isPut ? remote : local, isPut ? local : remote, () -> {
            (isPut ? drawn.put : drawn.get).call(form, peer, rig.base() + offset, at).await();
            job.nbi().await(isPut ? EventCategory.PUT : EventCategory.GET);
        });
    }

    private static Event form(int form, Runnable blocking, Supplier<Event> nb, Runnable nbi) {
        switch (form) {
            case 0 -> blocking.run();
            case 1 -> {
                return nb.get();
            }
            default -> nbi.run();
        }
        return Event.DONE;
    }

    private static Drawn draw(TransferRig rig, BlockTransfers blocks) {
        return switch (rig.random().nextInt(4)) {
            case 0 -> rows(rig, blocks);
            case 1 -> slices(rig, blocks);
            case 2 -> transposed(rig, blocks);
            default -> reflected(rig, blocks);
        };
    }

    private static Drawn rows(TransferRig rig, BlockTransfers blocks) {
        MemorySegment memory = rig.local();
        long bytes = rig.small(40);
        long rows = rig.small(20);
        long to = bytes + rig.small(20);
        long from = rig.small(60);
        Places target = new Places();
        Places source = new Places();
        for (int row = 0; row < rows; row++) {
            target.add(row * to, bytes);
            source.add(row * from, bytes);
        }
        return new Drawn(rows + " rows of " + bytes + ", pitches " + to + ", " + from, target, source,
                (form, rank, offset, at) -> form(form,
                        () -> blocks.put2d(rank, offset, to, memory, at, from, bytes, rows),
                        () -> blocks.put2dNb(rank, offset, to, memory, at, from, bytes, rows, LocalCompletion.DEFER),
                        () -> blocks.put2dNbi(rank, offset, to, memory, at, from, bytes, rows, LocalCompletion.NOW)),
                (form, rank, offset, at) -> form(form,
                        () -> blocks.get2d(memory, at, to, rank, offset, from, bytes, rows),
                        () -> blocks.get2dNb(memory, at, to, rank, offset, from, bytes, rows),
                        () -> blocks.get2dNbi(memory, at, to, rank, offset, from, bytes, rows)));
    }

    private static Drawn slices(TransferRig rig, BlockTransfers blocks) {
        MemorySegment memory = rig.local();
        long bytes = rig.small(16);
        long rows = rig.small(8);
        long slices = rig.small(8);
        long to = bytes + rig.small(6);
        long toSlice = Math.max(0, (rows - 1) * to + bytes) + rig.small(30);
        long from = rig.small(20);
        long fromSlice = rig.small(100);
        Places target = new Places();
        Places source = new Places();
        for (int slice = 0; slice < slices; slice++) {
            for (int row = 0; row < rows; row++) {
                target.add(slice * toSlice + row * to, bytes);
                source.add(slice * fromSlice + row * from, bytes);
            }
        }
        return new Drawn(slices + " slices of " + rows + " rows of " + bytes, target, source,
                (form, rank, offset, at) -> form(form,
                        () -> blocks.put3d(rank, offset, to, toSlice, memory, at, from, fromSlice, bytes, rows, slices),
                        () -> blocks.put3dNb(rank, offset, to, toSlice, memory, at, from, fromSlice, bytes, rows,
                                slices, LocalCompletion.NOW),
                        () -> blocks.put3dNbi(rank, offset, to, toSlice, memory, at, from, fromSlice, bytes, rows,
                                slices, LocalCompletion.DEFER)),
                (form, rank, offset, at) -> form(form,
                        () -> blocks.get3d(memory, at, to, toSlice, rank, offset, from, fromSlice, bytes, rows, slices),
                        () -> blocks.get3dNb(memory, at, to, toSlice, rank, offset, from, fromSlice, bytes, rows,
                                slices),
                        () -> blocks.get3dNbi(memory, at, to, toSlice, rank, offset, from, fromSlice, bytes, rows,
                                slices)));
    }

    private static Drawn transposed(TransferRig rig, BlockTransfers blocks) {
        MemorySegment memory = rig.local();
        long bytes = rig.small(9);
        long rows = rig.small(12);
        long columns = rig.small(12);
        long to = rows * bytes + rig.small(9);
        long from = rig.small(60);
        Places target = new Places();
        Places source = new Places();
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                source.add(row * from + column * bytes, bytes);
                target.add(column * to + row * bytes, bytes);
            }
        }
        return new Drawn("the transpose of " + rows + " rows of " + columns + " of " + bytes, target, source,
                (form, rank, offset, at) -> form(form,
                        () -> blocks.putTransposed(rank, offset, to, memory, at, from, bytes, rows, columns),
                        () -> blocks.putTransposedNb(rank, offset, to, memory, at, from, bytes, rows, columns,
                                LocalCompletion.NOW),
                        () -> blocks.putTransposedNbi(rank, offset, to, memory, at, from, bytes, rows, columns,
                                LocalCompletion.GROUP)),
                (form, rank, offset, at) -> form(form,
                        () -> blocks.getTransposed(memory, at, to, rank, offset, from, bytes, rows, columns),
                        () -> blocks.getTransposedNb(memory, at, to, rank, offset, from, bytes, rows, columns),
                        () -> blocks.getTransposedNbi(memory, at, to, rank, offset, from, bytes, rows, columns)));
    }

    private static Drawn reflected(TransferRig rig, BlockTransfers blocks) {
        MemorySegment memory = rig.local();
        long bytes = rig.small(9);
        long rows = rig.small(12);
        long columns = rig.small(12);
        long to = columns * bytes + rig.small(9);
        long from = rig.small(60);
        Reflection how = Reflection.values()[rig.random().nextInt(3)];
        Places target = new Places();
        Places source = new Places();
        for (long row = 0; row < rows; row++) {
            for (long column = 0; column < columns; column++) {
                source.add(row * from + column * bytes, bytes);
                long toRow = how == Reflection.COLUMNS ? row : rows - 1 - row;
                long toColumn = how == Reflection.ROWS ? column : columns - 1 - column;
                target.add(toRow * to + toColumn * bytes, bytes);
            }
        }
        return new Drawn(how + " of " + rows + " rows of " + columns + " of " + bytes, target, source,
                (form, rank, offset, at) -> form(form,
                        () -> blocks.putReflected(rank, offset, to, memory, at, from, bytes, rows, columns, how),
                        () -> blocks.putReflectedNb(rank, offset, to, memory, at, from, bytes, rows, columns, how,
                                LocalCompletion.NOW),
                        () -> blocks.putReflectedNbi(rank, offset, to, memory, at, from, bytes, rows, columns, how,
                                LocalCompletion.NOW)),
                (form, rank, offset, at) -> form(form,
                        () -> blocks.getReflected(memory, at, to, rank, offset, from, bytes, rows, columns, how),
                        () -> blocks.getReflectedNb(memory, at, to, rank, offset, from, bytes, rows, columns, how),
                        () -> blocks.getReflectedNbi(memory, at, to, rank, offset, from, bytes, rows, columns, how)));
    }

    @RankTest
    void shouldTurnAMatrixOfDoubles(Job job) {
        double[] matrix = {1, 2, 3, 4, 5, 6};
        BlockTransfers blocks = BlockTransfers.of(job.world());
        long base = 1024L * job.rank();
        blocks.putTransposed(0, base, 16, MemorySegment.ofArray(matrix), 0, 24, 8, 2, 3);
        double[] turned = new double[6];
        job.world().rma().get(turned, 0, 0, base, 6);
        assertEquals("[1.0, 4.0, 2.0, 5.0, 3.0, 6.0]", Arrays.toString(turned));
        blocks.getReflected(MemorySegment.ofArray(turned), 0, 16, 0, base, 16, 8, 3, 2, Reflection.COLUMNS);
        assertEquals("[4.0, 1.0, 5.0, 2.0, 6.0, 3.0]", Arrays.toString(turned));
        blocks.getReflected(MemorySegment.ofArray(turned), 0, 16, 0, base, 16, 8, 3, 2, Reflection.ROWS);
        assertEquals("[3.0, 6.0, 2.0, 5.0, 1.0, 4.0]", Arrays.toString(turned));
        job.world().barrier();
    }

    @RankTest
    void shouldNameTheArgumentThatIsWrong(Job job) {
        BlockTransfers blocks = BlockTransfers.of(job.world());
        MemorySegment local = MemorySegment.ofArray(new byte[256]);
        assertIllegal("pitch", () -> blocks.put2d(0, 0, 7, local, 0, 8, 8, 2),
                "rank " + job.rank() + ": BlockTransfers.put2d: targetPitch is 7, less than the 8 bytes of a row");
        assertIllegal("pitch", () -> blocks.get2d(local, 0, 8, 0, 0, -8, 8, 2), "get2d: sourcePitch is -8");
        assertIllegal("rows", () -> blocks.get2dNb(local, 0, 8, 0, 0, 8, 8, -2), "rows is -2");
        assertIllegal("bytes", () -> blocks.get2dNbi(local, 0, 8, 0, 0, 8, -8, 2), "rowBytes is -8");
        assertIllegal("row", () -> blocks.get3d(local, 0, 7, 99, 0, 0, 8, 16, 8, 2, 2), "targetRowPitch is 7");
        assertIllegal("slice", () -> blocks.get3d(local, 0, 10, 17, 0, 0, 8, 16, 8, 2, 2),
                "targetSlicePitch is 17, less than the 18 bytes of the rows of a slice");
        assertIllegal("slice", () -> blocks.get3d(local, 0, 10, 18, 0, 0, 8, -1, 8, 2, 2), "sourceSlicePitch is -1");
        assertIllegal("slices", () -> blocks.get3d(local, 0, 10, 18, 0, 0, 8, 1, 8, 2, -2), "slices is -2");
        assertIllegal("transpose", () -> blocks.putTransposed(0, 0, 15, local, 0, 24, 8, 2, 3),
                "targetPitch is 15, less than the 16 bytes");
        assertIllegal("columns", () -> blocks.putTransposed(0, 0, 16, local, 0, 24, 8, 2, -3), "columns is -3");
        assertIllegal("reflection", () -> blocks.putReflected(0, 0, 23, local, 0, 24, 8, 2, 3, Reflection.BOTH),
                "targetPitch is 23, less than the 24 bytes");
        assertIllegal("size", () -> blocks.putReflected(0, 0, 23, local, 0, 24, -8, 2, 3, Reflection.BOTH),
                "elementBytes is -8");
        assertIllegal("far", () -> blocks.put2d(0, 0, 1L << 61, local, 0, 1L << 61, 8, 3), "rank " + job.rank(),
                "BlockTransfers.put2d: the chunks, 3 rounds", "2^61");
        assertIllegal("local", () -> blocks.put2d(0, 0, 8, local, 0, 128, 8, 3), "256");
        // a single row, or nothing, needs no pitch
        blocks.put2d(0, 1024L * job.rank(), 0, local, 0, 0, 8, 1);
        blocks.put3d(99, -1, 0, 0, local, -1, 0, 0, 8, 0, 5);
        job.world().barrier();
    }
}
