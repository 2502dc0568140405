package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pgas.conformance.suites.MpichRig.bytes;
import static org.pgas.conformance.suites.MpichRig.ints;
import static org.pgas.conformance.suites.MpichRig.layouts;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.conformance.suites.MpichRig.Layout;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.comm.Buffer;
import org.pgas.mpi.comm.Buffers;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.Mpi;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Collective calls that move data from all to all: the cases of MPICH's programs about allgather and alltoall. */
@RankDefaults(ranks = {1, 4}, segment = "64k")
@AcrossNeighbourhoods
class MpichAllToAllTest {
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

    /** For each of the ranks. */
    private static int[] each(int size, IntUnaryOperator value) {
        int[] values = new int[size];
        Arrays.setAll(values, value);
        return values;
    }

    @SuiteCase(suite = "MPICH coll", programs = {"allgather2", "allgather3", "allgatherv2", "allgatherv3"})
    @RankTest
    void shouldHaveTheNumbersOfAllRanksEverywhere(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : MpichRig.comms(mpi)) {
            int me = comm.rank();
            for (int count = 1; count < 9000; count *= 2) {
                int length = count;
                for (int way = 0; way < 4; way++) {
                    boolean isInPlace = way % 2 == 0;
                    double[] got = new double[count * comm.size()];
                    if (isInPlace) {
                        System.arraycopy(doubles(count, me * count), 0, got, me * count, count);
                    }
                    Buffer own = isInPlace ? Buffer.IN_PLACE : buffer(doubles(count, me * count), count);
                    if (way < 2) {
                        comm.collectives().allgather(own, buffer(got, count));
                    } else {
                        comm.collectives().allgatherv(own, Buffers.of(MemorySegment.ofArray(got),
                                each(comm.size(), _ -> length), each(comm.size(), rank -> rank * length),
                                Datatype.DOUBLE));
                    }
                    assertArrayEquals(doubles(got.length, 0), got);
                }
            }
            comm.collectives().allgather(Buffer.IN_PLACE, Buffer.of(MemorySegment.NULL, 0, Datatype.BYTE));
        }
        mpi.finish();
    }

    /** An int and a double, with a gap between them and one behind. */
    @SuiteCase(suite = "MPICH coll", programs = "allgather_struct")
    @RankTest
    void shouldHaveTheObjectsOfAllRanksEverywhere(Job job) {
        Mpi mpi = Mpi.of(job);
        Datatype object = Datatype.resized(Datatype.struct(new int[]{1, 1}, new long[]{0, 8},
                new Datatype[]{Datatype.INT, Datatype.DOUBLE}), 0, 24).commit();
        for (Comm comm : MpichRig.comms(mpi)) {
            Layout all = new Layout(object, comm.size());
            byte[] data = new byte[all.bytes()];
            for (int rank = 0; rank < comm.size(); rank++) {
                System.arraycopy(bytes(12, rank), 0, data, 12 * rank, 12);
            }
            MemorySegment got = all.memory();
            comm.collectives().allgather(
                    Buffer.of(new Layout(object, 1).with(bytes(12, comm.rank())), 1, object),
                    Buffer.of(got, 1, object));
            all.assertHolds(got, data);
        }
        mpi.finish();
    }

    /** All equal, falling, one large among small ones, many of nothing, and like a hill. */
    @SuiteCase(suite = "MPICH coll", programs = "allgatherv4")
    @RankTest(ranks = 4)
    void shouldTakeBlocksOfAnyDistribution(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        Comm some = world.split(world.rank() == world.size() - 1 ? 0 : 1, 0);
        Comm mixed = world.split(0, world.rank() * 7 % 5);
        for (Comm comm : new Comm[]{world, some, mixed}) {
            int size = comm.size();
            for (int most = 4; most <= 65_536; most *= 16) {
                int length = most;
                int[][] distributions = {each(size, _ -> length), each(size, rank -> length / (rank + 1)),
                    each(size, rank -> rank == size / 2 ? length : 1), each(size, rank -> rank % 2 * length),
                    each(size, rank -> length / (1 + Math.abs(2 * rank - size)))};
                for (int[] counts : distributions) {
                    gatherBytes(comm, counts);
                }
            }
        }
        mpi.finish();
    }

    private static void gatherBytes(Comm comm, int[] counts) {
        byte[] got = new byte[Arrays.stream(counts).sum()];
        byte[] expected = new byte[got.length];
        int place = 0;
        for (int rank = 0; rank < counts.length; rank++) {
            System.arraycopy(bytes(counts[rank], rank), 0, expected, place, counts[rank]);
            place += counts[rank];
        }
        int own = counts[comm.rank()];
        comm.collectives().allgatherv(
                Buffer.of(MemorySegment.ofArray(bytes(own, comm.rank())), own, Datatype.BYTE),
                Buffers.packed(MemorySegment.ofArray(got), counts, Datatype.BYTE));
        assertArrayEquals(expected, got, () -> Arrays.toString(counts));
    }

    /** Rows of a table, of which each rank has some, the first ones one more. */
    @SuiteCase(suite = "MPICH coll", programs = {"coll6", "coll7"})
    @RankTest(ranks = {1, 3, 4})
    void shouldHaveTheTableEverywhere(Job job) {
        Mpi mpi = Mpi.of(job);
        for (int participants = 1; participants <= job.size(); participants++) {
            Comm comm = mpi.world().split(job.rank() < participants ? 0 : 1, 0);
            int size = comm.size();
            int width = 11;
            for (int rows : new int[]{10, 10 - 10 % size}) {
                int[] counts = each(size, rank -> width * (rows / size + (rank < rows % size ? 1 : 0)));
                int[] places = each(size, rank -> Arrays.stream(counts, 0, rank).sum());
                for (boolean isInPlace : new boolean[]{false, true}) {
                    fillTable(comm, counts, places, isInPlace);
                }
            }
        }
        mpi.finish();
    }

    private static void fillTable(Comm comm, int[] counts, int[] places, boolean isInPlace) {
        int me = comm.rank();
        int[] table = new int[Arrays.stream(counts).sum()];
        Arrays.fill(table, places[me], places[me] + counts[me], me + 10);
        int[] rows = Arrays.copyOfRange(table, places[me], places[me] + counts[me]);
        Buffer own = isInPlace ? Buffer.IN_PLACE : buffer(rows, counts[me]);
        MemorySegment memory = MemorySegment.ofArray(table);
        if (Arrays.stream(counts).distinct().count() == 1) {
            comm.collectives().allgather(own, Buffer.of(memory, counts[0], Datatype.INT));
        } else {
            comm.collectives().allgatherv(own, Buffers.of(memory, counts, places, Datatype.INT));
        }
        for (int rank = 0; rank < counts.length; rank++) {
            for (int i = 0; i < counts[rank]; i++) {
                assertEquals(rank + 10, table[places[rank] + i]);
            }
        }
    }

    @SuiteCase(suite = "MPICH coll", programs = "alltoall1")
    @RankTest
    void shouldExchangeBlocksBetweenLayoutsOrInPlace(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : MpichRig.comms(mpi)) {
            for (int ints : new int[]{4, 1000}) {
                int layouts = layouts(ints).size();
                for (int i = 0; i < layouts; i++) {
                    Layout sent = blocks(comm, layouts(ints).get((i + comm.rank()) % layouts));
                    Layout received = blocks(comm, layouts(ints).get((2 * i + comm.rank()) % layouts));
                    byte[] row = new byte[sent.bytes()];
                    byte[] column = new byte[sent.bytes()];
                    for (int rank = 0; rank < comm.size(); rank++) {
                        System.arraycopy(bytes(4 * ints, 16 * comm.rank() + rank), 0, row, 4 * ints * rank, 4 * ints);
                        System.arraycopy(bytes(4 * ints, 16 * rank + comm.rank()), 0, column, 4 * ints * rank,
                                4 * ints);
                    }
                    MemorySegment got = received.memory();
                    comm.collectives().alltoall(block(comm, sent, sent.with(row)), block(comm, received, got));
                    received.assertHolds(got, column);
                    got = received.with(row);
                    comm.collectives().alltoall(Buffer.IN_PLACE, block(comm, received, got));
                    received.assertHolds(got, column);
                }
            }
        }
        mpi.finish();
    }

    /** Blocks of all ranks, an extent apart that has no data of another one. */
    private static Layout blocks(Comm comm, Layout one) {
        long room = one.count() * one.type().extent() + one.type().trueExtent() + 16;
        Datatype all = one.count() == 1 ? Datatype.resized(one.type(), 0, room).commit() : one.type();
        return new Layout(all, one.count() * comm.size());
    }

    private static Buffer block(Comm comm, Layout blocks, MemorySegment memory) {
        return Buffer.of(memory, blocks.count() / comm.size(), blocks.type());
    }

    @SuiteCase(suite = "MPICH coll", programs = "coll13")
    @RankTest
    void shouldExchangeBlocksOfEveryLength(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (int chunk = 1; chunk <= 32_768; chunk *= 8) {
            int[] sent = new int[chunk * world.size()];
            int[] got = new int[chunk * world.size()];
            for (int i = 0; i < sent.length; i++) {
                sent[i] = 1_000_000 * world.rank() + i;
            }
            world.collectives().alltoall(buffer(sent, chunk), buffer(got, chunk));
            for (int i = 0; i < got.length; i++) {
                assertEquals(1_000_000 * (i / chunk) + world.rank() * chunk + i % chunk, got[i]);
            }
        }
        mpi.finish();
    }

    /** Rank i sends to rank j: i + j numbers in place, and j of them otherwise. */
    @SuiteCase(suite = "MPICH coll", programs = {"alltoallv", "alltoallw2"})
    @RankTest(ranks = {1, 3, 4})
    void shouldExchangeBlocksOfDifferentSizes(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : MpichRig.comms(mpi)) {
            for (int unit : new int[]{1, 900}) {
                for (int way = 0; way < 4; way++) {
                    exchange(comm, unit, way);
                }
            }
        }
        mpi.finish();
    }

    /** The bits of {@code way}: a datatype for each rank, in place. */
    private static void exchange(Comm comm, int unit, int way) {
        int size = comm.size();
        int me = comm.rank();
        boolean isInPlace = (way & 2) != 0;
        int[] going = each(size, to -> unit * (isInPlace ? me + to : to));
        int[] coming = each(size, from -> unit * (isInPlace ? me + from : me));
        // as far apart as the longest block is
        int[] places = each(size, rank -> rank * 2 * size * unit);
        int[] sent = new int[2 * size * size * unit];
        int[] got = new int[sent.length];
        int[] expected = new int[sent.length];
        for (int rank = 0; rank < size; rank++) {
            System.arraycopy(ints(going[rank], 10_000 * me + 100 * rank), 0, isInPlace ? got : sent, places[rank],
                    going[rank]);
            System.arraycopy(ints(coming[rank], 10_000 * rank + 100 * me), 0, expected, places[rank], coming[rank]);
        }
        boolean isTyped = (way & 1) != 0;
        Buffers send = isInPlace ? Buffers.IN_PLACE : buffers(sent, going, places, isTyped);
        Buffers receive = buffers(got, coming, places, isTyped);
        if (isTyped) {
            comm.collectives().alltoallw(send, receive);
        } else {
            comm.collectives().alltoallv(send, receive);
        }
        assertArrayEquals(expected, got);
    }

    private static Buffers buffers(int[] values, int[] counts, int[] places, boolean isTyped) {
        if (!isTyped) {
            return Buffers.of(MemorySegment.ofArray(values), counts, places, Datatype.INT);
        }
        Datatype[] types = new Datatype[counts.length];
        long[] bytes = new long[counts.length];
        for (int rank = 0; rank < counts.length; rank++) {
            types[rank] = Datatype.contiguous(counts[rank], Datatype.INT).commit();
            bytes[rank] = 4L * places[rank];
        }
        return Buffers.of(MemorySegment.ofArray(values), each(counts.length, _ -> 1), bytes, types);
    }

    /** With the ranks on both sides alone; the others send nothing. */
    @SuiteCase(suite = "MPICH coll", programs = "alltoallv0")
    @RankTest(ranks = {1, 2, 4})
    void shouldExchangeWithNeighboursAlone(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : MpichRig.comms(mpi)) {
            int size = comm.size();
            int me = comm.rank();
            for (int length = 0; length < 5000; length = length == 0 ? 1 : length * 13) {
                int block = length;
                int left = me - 1;
                int right = me + 1;
                int[] counts = each(size, rank -> rank == left || rank == right ? block : 0);
                int[] places = each(size, rank -> rank == right ? block : 0);
                int[] sent = new int[2 * length];
                int[] got = new int[2 * length];
                int[] expected = new int[2 * length];
                System.arraycopy(ints(length, 100 * me + left), 0, sent, 0, length);
                System.arraycopy(ints(length, 100 * me + right), 0, sent, length, length);
                if (left >= 0) {
                    System.arraycopy(ints(length, 100 * left + me), 0, expected, 0, length);
                }
                if (right < size) {
                    System.arraycopy(ints(length, 100 * right + me), 0, expected, length, length);
                }
                comm.collectives().alltoallv(
                        Buffers.of(MemorySegment.ofArray(sent), counts, places, Datatype.INT),
                        Buffers.of(MemorySegment.ofArray(got), counts, places, Datatype.INT));
                assertArrayEquals(expected, got);
            }
        }
        mpi.finish();
    }

    /** A matrix by blocks of rows becomes its transpose by blocks of rows. */
    @SuiteCase(suite = "MPICH coll", programs = "alltoallw1")
    @RankTest(ranks = {1, 3, 4})
    void shouldTransposeADistributedMatrix(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int size = world.size();
        int rows = 10;
        int columns = 23;
        int[] rowsOf = each(size, rank -> rows / size + (rank < rows % size ? 1 : 0));
        int[] columnsOf = each(size, rank -> columns / size + (rank < columns % size ? 1 : 0));
        int firstRow = Arrays.stream(rowsOf, 0, world.rank()).sum();
        int firstColumn = Arrays.stream(columnsOf, 0, world.rank()).sum();
        int mine = rowsOf[world.rank()];
        int theirs = columnsOf[world.rank()];
        double[] local = doubles(mine * columns, firstRow * columns);
        double[] turned = new double[theirs * rows];
        Datatype[] sent = new Datatype[size];
        Datatype[] received = new Datatype[size];
        long[] sentAt = new long[size];
        long[] receivedAt = new long[size];
        for (int rank = 0; rank < size; rank++) {
            sent[rank] = Datatype.vector(mine, columnsOf[rank], columns, Datatype.DOUBLE).commit();
            sentAt[rank] = 8L * Arrays.stream(columnsOf, 0, rank).sum();
            // column by column: a row of the sender's block is a column here
            Datatype column = Datatype.vector(theirs, 1, rows, Datatype.DOUBLE);
            received[rank] = Datatype.hvector(rowsOf[rank], 1, 8, column).commit();
            receivedAt[rank] = 8L * Arrays.stream(rowsOf, 0, rank).sum();
        }
        int[] ones = each(size, _ -> 1);
        world.collectives().alltoallw(Buffers.of(MemorySegment.ofArray(local), ones, sentAt, sent),
                Buffers.of(MemorySegment.ofArray(turned), ones, receivedAt, received));
        for (int i = 0; i < turned.length; i++) {
            assertEquals(i % rows * columns + firstColumn + i / rows, turned[i]);
        }
        mpi.finish();
    }

    /** No elements of a type with data meet some elements of a type without. */
    @SuiteCase(suite = "MPICH coll", programs = "alltoallw_zeros")
    @RankTest(ranks = {1, 2, 4})
    void shouldMeetNothingWithNothing(Job job) {
        Mpi mpi = Mpi.of(job);
        Datatype nothing = Datatype.contiguous(0, Datatype.INT).commit();
        for (Comm comm : MpichRig.comms(mpi)) {
            int size = comm.size();
            int[] value = {-1};
            Datatype[] ints = new Datatype[size];
            Datatype[] nothings = new Datatype[size];
            Arrays.fill(ints, Datatype.INT);
            Arrays.fill(nothings, nothing);
            MemorySegment memory = MemorySegment.ofArray(value);
            Buffers none = Buffers.of(memory, new int[size], new long[size], ints);
            Buffers empty = Buffers.of(memory, each(size, _ -> 1), new long[size], nothings);
            comm.collectives().alltoallw(none, empty);
            comm.collectives().alltoallw(empty, none);
            comm.collectives().alltoallw(Buffers.IN_PLACE, comm.rank() % 2 == 0 ? none : empty);
            none = Buffers.of(memory, new int[size], new int[size], Datatype.INT);
            empty = Buffers.of(memory, each(size, _ -> 1), new int[size], nothing);
            comm.collectives().alltoallv(none, empty);
            comm.collectives().alltoallv(empty, none);
            comm.collectives().alltoallv(Buffers.IN_PLACE, comm.rank() % 2 == 0 ? none : empty);
            assertEquals(-1, value[0]);
        }
        mpi.finish();
    }
}
