package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pgas.conformance.suites.MpichRig.bytes;
import static org.pgas.conformance.suites.MpichRig.ints;
import static org.pgas.conformance.suites.MpichRig.layouts;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.conformance.suites.MpichRig.Layout;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.comm.Buffer;
import org.pgas.mpi.comm.Buffers;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.CommCollectives;
import org.pgas.mpi.comm.Mpi;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Collective calls with a root that move data: the cases of MPICH's programs about bcast, gather and scatter. */
@RankDefaults(ranks = {1, 4}, segment = "64k")
@AcrossNeighbourhoods
class MpichRootedTest {
    /** Doubles of a vector with gaps, of which each is its own. */
    private static double[] doubles(int count, double first) {
        double[] values = new double[count];
        Arrays.setAll(values, i -> first + i);
        return values;
    }

    private static Buffer buffer(double[] values, int count) {
        return Buffer.of(MemorySegment.ofArray(values), count, Datatype.DOUBLE);
    }

    private static Buffer buffer(int[] values, int count) {
        return Buffer.of(MemorySegment.ofArray(values), count, Datatype.INT);
    }

    @SuiteCase(suite = "MPICH coll", programs = "bcast")
    @RankTest
    void shouldBroadcastFromEveryRootBetweenLayouts(Job job) {
        Mpi mpi = Mpi.of(job);
        List<List<Layout>> lengths = List.of(layouts(4), layouts(2000));
        for (Comm comm : MpichRig.comms(mpi)) {
            for (List<Layout> layouts : lengths) {
                for (int root = 0; root < comm.size(); root++) {
                    for (int i = 0; i < layouts.size(); i++) {
                        Layout layout = layouts.get((i + comm.rank()) % layouts.size());
                        byte[] data = bytes(layout.bytes(), i + root);
                        MemorySegment memory = comm.rank() == root ? layout.with(data) : layout.memory();
                        comm.collectives().bcast(Buffer.of(memory, layout.count(), layout.type()), root);
                        layout.assertHolds(memory, data);
                    }
                }
            }
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH coll", programs = "bcasttest")
    @RankTest(ranks = {2, 4})
    void shouldBroadcastEveryLengthAgainAndAgain(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int[] lengths = {0, 1, 100, 64 << 10, 128 << 10, 400_000};
        for (int round = 0; round < 3; round++) {
            for (int length : lengths) {
                int[] values = world.rank() == 0 ? ints(length, round) : new int[length];
                world.collectives().bcast(buffer(values, length), 0);
                assertArrayEquals(ints(length, round), values, "round " + round);
            }
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH coll", programs = "bcastzerotype")
    @RankTest
    void shouldTouchNothingWithATypeWithoutData(Job job) {
        Mpi mpi = Mpi.of(job);
        Datatype nothing = Datatype.contiguous(0, Datatype.INT).commit();
        assertEquals(0, nothing.size());
        for (Comm comm : MpichRig.comms(mpi)) {
            byte[] data = bytes(32, comm.rank());
            comm.collectives().bcast(Buffer.of(MemorySegment.ofArray(data), 32, nothing), 0);
            assertArrayEquals(bytes(32, comm.rank()), data);
        }
        mpi.finish();
    }

    /** From all that is contiguous, and from a vector with gaps; at the root in place, too. */
    @SuiteCase(suite = "MPICH coll", programs = {"gather", "gather2"})
    @RankTest
    void shouldGatherVectors(Job job) {
        Mpi mpi = Mpi.of(job);
        int stride = 10;
        for (Comm comm : MpichRig.comms(mpi)) {
            for (int root = 0; root < comm.size(); root++) {
                for (int count = 1; count < 10_000; count *= 5) {
                    double[] spread = new double[count * stride];
                    for (int i = 0; i < count; i++) {
                        spread[i * stride] = comm.rank() * count + i;
                    }
                    Datatype vector = Datatype.vector(count, 1, stride, Datatype.DOUBLE).commit();
                    Buffer[] sent = {Buffer.of(MemorySegment.ofArray(spread), 1, vector),
                        buffer(doubles(count, comm.rank() * count), count), Buffer.IN_PLACE};
                    for (Buffer each : sent) {
                        gather(comm, root, each == Buffer.IN_PLACE && comm.rank() != root ? sent[0] : each, count);
                    }
                }
            }
            Buffer none = Buffer.of(MemorySegment.NULL, 0, Datatype.BYTE);
            comm.collectives().gather(none, comm.rank() == 0 ? none : null, 0);
            comm.collectives().gather(comm.rank() == 0 ? Buffer.IN_PLACE : none, comm.rank() == 0 ? none : null, 0);
        }
        mpi.finish();
    }

    private static void gather(Comm comm, int root, Buffer sent, int count) {
        double[] got = new double[count * comm.size()];
        System.arraycopy(doubles(count, root * count), 0, got, root * count, count);
        comm.collectives().gather(sent, comm.rank() == root ? buffer(got, count) : null, root);
        if (comm.rank() == root) {
            assertArrayEquals(doubles(got.length, 0), got);
        }
    }

    /** Rows of a table, of which each rank has some, to all, by one gather after the other. */
    @SuiteCase(suite = "MPICH coll", programs = "coll2")
    @RankTest
    void shouldHaveTheTableEverywhereWhenEachRankHasGathered(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int rows = 20 / world.size();
        int width = 20;
        int length = rows * width;
        int[] table = new int[length * world.size()];
        Arrays.fill(table, world.rank() * length, (world.rank() + 1) * length, world.rank() + 10);
        for (int root = 0; root < world.size(); root++) {
            // the root's rows are in the table, the others' are where they were
            Buffer own = new Buffer(MemorySegment.ofArray(table), 4L * world.rank() * length, length, Datatype.INT);
            world.collectives().gather(world.rank() == root ? Buffer.IN_PLACE : own, buffer(table, length), root);
        }
        for (int i = 0; i < table.length; i++) {
            assertEquals(i / length + 10, table[i]);
        }
        mpi.finish();
    }

    /** Blocks of different sizes, with gaps between them at the root. */
    @SuiteCase(suite = "MPICH coll", programs = "gatherv")
    @RankTest
    void shouldGatherBlocksOfDifferentSizes(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : MpichRig.comms(mpi)) {
            for (int most : new int[]{5, 3000}) {
                int[] counts = new int[comm.size()];
                int[] places = new int[comm.size()];
                Arrays.setAll(counts, rank -> rank * most);
                Arrays.setAll(places, rank -> (comm.size() - 1 - rank) * (comm.size() * most + 2));
                for (int root = 0; root < comm.size(); root++) {
                    int me = comm.rank();
                    int[] table = new int[comm.size() * (comm.size() * most + 2)];
                    Buffer own = buffer(ints(counts[me], 1000 * me), counts[me]);
                    boolean isInPlace = me == root && most == 5;
                    if (isInPlace) {
                        System.arraycopy(ints(counts[me], 1000 * me), 0, table, places[me], counts[me]);
                    }
                    comm.collectives().gatherv(isInPlace ? Buffer.IN_PLACE : own, me == root
                            ? Buffers.of(MemorySegment.ofArray(table), counts, places, Datatype.INT)
                            : null, root);
                    if (me == root) {
                        assertArrayEquals(table(counts, places, table.length), table);
                    }
                }
            }
        }
        mpi.finish();
    }

    /** What each rank has is from a thousand times its rank on; zero elsewhere. */
    private static int[] table(int[] counts, int[] places, int length) {
        int[] table = new int[length];
        for (int rank = 0; rank < counts.length; rank++) {
            System.arraycopy(ints(counts[rank], 1000 * rank), 0, table, places[rank], counts[rank]);
        }
        return table;
    }

    /** From a vector, in which the blocks of ranks are one in the other, to what is contiguous. */
    @SuiteCase(suite = "MPICH coll", programs = {"scattern", "scatter2"})
    @RankTest
    void shouldScatterVectors(Job job) {
        Mpi mpi = Mpi.of(job);
        int stride = 10;
        for (Comm comm : MpichRig.comms(mpi)) {
            for (int root = 0; root < comm.size(); root++) {
                for (int count = 1; count < 5000; count *= 7) {
                    Datatype vector = Datatype.vector(count, 1, stride, Datatype.DOUBLE).commit();
                    assertEquals(8L * ((count - 1) * stride + 1), vector.extent());
                    int length = ((count - 1) * stride + 1) * comm.size();
                    for (boolean isInPlace : new boolean[]{false, true}) {
                        double[] got = new double[count];
                        Buffer sent = comm.rank() == root
                                ? Buffer.of(MemorySegment.ofArray(doubles(length, 0)), 1, vector)
                                : null;
                        boolean isMine = isInPlace && comm.rank() == root;
                        comm.collectives().scatter(sent, isMine ? Buffer.IN_PLACE : buffer(got, count), root);
                        for (int i = 0; i < count; i++) {
                            double expected = comm.rank() * ((count - 1) * stride + 1) + i * stride;
                            assertEquals(isMine ? 0 : expected, got[i]);
                        }
                    }
                }
            }
        }
        mpi.finish();
    }

    /** Some ranks receive into a vector, others not. */
    @SuiteCase(suite = "MPICH coll", programs = "scatter3")
    @RankTest
    void shouldScatterToVectorsOnSomeRanks(Job job) {
        Mpi mpi = Mpi.of(job);
        int stride = 10;
        for (Comm comm : MpichRig.comms(mpi)) {
            for (int root = 0; root < comm.size(); root++) {
                for (int count = 1; count < 5000; count *= 7) {
                    boolean isVector = (comm.rank() + root) % 2 == 0;
                    double[] got = new double[count * stride];
                    Datatype vector = Datatype.vector(count, 1, stride, Datatype.DOUBLE).commit();
                    Buffer sent = comm.rank() == root ? buffer(doubles(count * comm.size(), 1), count) : null;
                    comm.collectives().scatter(sent,
                            isVector ? Buffer.of(MemorySegment.ofArray(got), 1, vector) : buffer(got, count), root);
                    double[] expected = new double[count * stride];
                    for (int i = 0; i < count; i++) {
                        expected[isVector ? i * stride : i] = comm.rank() * count + i + 1;
                    }
                    assertArrayEquals(expected, got);
                }
            }
        }
        mpi.finish();
    }

    /** Each rank gets its row of a table: all rows are as long, or each as long as its rank says. */
    @SuiteCase(suite = "MPICH coll", programs = {"coll4", "coll5"})
    @RankTest
    void shouldScatterTheRowsOfATable(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        CommCollectives all = world.collectives();
        int size = world.size();
        int width = 10;
        int[] row = new int[width];
        all.scatter(world.rank() == 0 ? buffer(ints(size * width, 0), width) : null, buffer(row, width), 0);
        assertArrayEquals(ints(width, world.rank() * width), row);
        int[] counts = new int[size];
        int[] places = new int[size];
        Arrays.setAll(counts, rank -> rank);
        Arrays.setAll(places, rank -> rank * width);
        Arrays.fill(row, -1);
        all.scatterv(world.rank() == 0
                ? Buffers.of(MemorySegment.ofArray(ints(size * width, 0)), counts, places, Datatype.INT)
                : null, buffer(row, world.rank()), 0);
        int[] expected = new int[width];
        Arrays.fill(expected, -1);
        System.arraycopy(ints(world.rank(), world.rank() * width), 0, expected, 0, world.rank());
        assertArrayEquals(expected, row);
        mpi.finish();
    }

    /** A matrix in blocks of rows and columns: the extent of a block's type is that of its width. */
    @SuiteCase(suite = "MPICH coll", programs = "scatterv")
    @RankTest
    void shouldScatterTheBlocksOfAMatrix(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int down = world.size() == 4 ? 2 : 1;
        int across = world.size() / down;
        int height = 7;
        int width = 5;
        int stride = across * width;
        Datatype block = Datatype.resized(Datatype.vector(height, width, stride, Datatype.DOUBLE), 0, 8L * width)
                .commit();
        int[] counts = new int[world.size()];
        int[] places = new int[world.size()];
        Arrays.fill(counts, 1);
        Arrays.setAll(places, rank -> rank / across * height * across + rank % across);
        for (boolean isInPlace : new boolean[]{false, true}) {
            double[] got = new double[height * width];
            double[] matrix = doubles(stride * height * down, 0);
            boolean isMine = isInPlace && world.rank() == 0;
            world.collectives().scatterv(world.rank() == 0
                    ? Buffers.of(MemorySegment.ofArray(matrix), counts, places, block)
                    : null, isMine ? Buffer.IN_PLACE : buffer(got, got.length), 0);
            for (int i = 0; i < got.length; i++) {
                int row = world.rank() / across * height + i / width;
                int column = world.rank() % across * width + i % width;
                assertEquals(isMine ? 0 : row * stride + column, got[i]);
            }
            assertArrayEquals(doubles(matrix.length, 0), matrix);
        }
        mpi.finish();
    }
}
