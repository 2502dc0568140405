package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.pgas.conformance.suites.MpichRig.ints;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.conformance.suites.MpichRig.Layout;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Op;
import org.pgas.mpi.ReduceOp;
import org.pgas.mpi.UserOp;
import org.pgas.mpi.comm.Buffer;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.CommCollectives;
import org.pgas.mpi.comm.Mpi;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Reductions and scans: the cases of MPICH's programs about lengths, places, order and operations of the program's. */
@RankDefaults(ranks = {1, 4}, segment = "64k")
@AcrossNeighbourhoods
class MpichReduceTest {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    private static final int DIMENSION = 3;

    /** A number and the power of ten above it: digits one behind the other, associative and not commutative. */
    private static final UserOp DIGITS = UserOp.create((in, inout, count, _) -> {
        for (long at = 0; at < 16 * count; at += 16) {
            long power = inout.get(LONG, at + 8);
            inout.set(LONG, at, in.get(LONG, at) * power + inout.get(LONG, at));
            inout.set(LONG, at + 8, in.get(LONG, at + 8) * power);
        }
    }, false);

    /** Square matrices of ints, row by row. */
    private static final UserOp MATRICES = UserOp.create((in, inout, count, type) -> {
        int[] product = new int[DIMENSION * DIMENSION];
        for (long at = 0; at < count * type.extent(); at += type.extent()) {
            for (int i = 0; i < product.length; i++) {
                product[i] = 0;
                for (int k = 0; k < DIMENSION; k++) {
                    product[i] += in.get(INT, at + 4L * (i / DIMENSION * DIMENSION + k))
                            * inout.get(INT, at + 4L * (k * DIMENSION + i % DIMENSION));
                }
            }
            MemorySegment.copy(product, 0, inout, INT, at, product.length);
        }
    }, false);

    private static UserOp sum(boolean isCommutative) {
        return UserOp.create((in, inout, count, _) -> {
            for (long i = 0; i < count; i++) {
                inout.setAtIndex(INT, i, in.getAtIndex(INT, i) + inout.getAtIndex(INT, i));
            }
        }, isCommutative);
    }

    private static Buffer buffer(int[] values, int count) {
        return Buffer.of(MemorySegment.ofArray(values), count, Datatype.INT);
    }

    /** What {@code count} ranks from 0 on have together, where rank r has {@code ints(length, r)}. */
    private static int[] sums(int count, int length) {
        int[] sums = new int[length];
        Arrays.setAll(sums, i -> count * i + count * (count - 1) / 2);
        return sums;
    }

    @SuiteCase(suite = "MPICH coll", programs = "reduce")
    @RankTest(ranks = {1, 3, 4})
    void shouldReduceToEveryRoot(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : MpichRig.comms(mpi)) {
            for (int length = 1; length < 65_000; length *= 5) {
                for (int root = 0; root < comm.size(); root++) {
                    boolean isRoot = comm.rank() == root;
                    int[] sent = ints(length, comm.rank());
                    int[] got = new int[length];
                    comm.collectives().reduce(buffer(sent, length), isRoot ? buffer(got, length) : null, Op.SUM, root);
                    assertArrayEquals(isRoot ? sums(comm.size(), length) : new int[length], got);
                    assertArrayEquals(ints(length, comm.rank()), sent);
                    comm.collectives().reduce(isRoot ? Buffer.IN_PLACE : buffer(sent, length),
                            isRoot ? buffer(sent, length) : null, Op.SUM, root);
                    assertArrayEquals(isRoot ? sums(comm.size(), length) : ints(length, comm.rank()), sent);
                }
            }
        }
        mpi.finish();
    }

    /** Of lengths that are no multiple of the number of ranks, too, and with what is said not to be commutative. */
    @SuiteCase(suite = "MPICH coll", programs = {"allred2", "allred5", "allred6"})
    @RankTest(ranks = {1, 3, 4})
    void shouldReduceToAllOfEveryLength(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : MpichRig.comms(mpi)) {
            for (ReduceOp op : new ReduceOp[]{Op.SUM, sum(false), sum(true)}) {
                for (int length = 1; length < 65_000; length = 3 * length + 1) {
                    int[] sent = ints(length, comm.rank());
                    int[] got = new int[length];
                    comm.collectives().allreduce(buffer(sent, length), buffer(got, length), op);
                    assertArrayEquals(sums(comm.size(), length), got);
                    comm.collectives().allreduce(Buffer.IN_PLACE, buffer(sent, length), op);
                    assertArrayEquals(sums(comm.size(), length), sent);
                }
            }
        }
        mpi.finish();
    }

    /** Rank r has the matrix that exchanges two places, which ones r says; and each as often as there are elements. */
    @SuiteCase(suite = "MPICH coll", programs = {"allred3", "allred4", "red3", "red4"})
    @RankTest(ranks = {1, 3, 4})
    void shouldMultiplyMatricesInTheOrderOfTheRanks(Job job) {
        Mpi mpi = Mpi.of(job);
        Datatype matrix = Datatype.contiguous(DIMENSION * DIMENSION, Datatype.INT).commit();
        for (Comm comm : MpichRig.comms(mpi)) {
            int[] product = matrix(0);
            for (int rank = 1; rank < comm.size(); rank++) {
                int[] right = matrix(rank);
                MATRICES.reduceLocal(MemorySegment.ofArray(product), MemorySegment.ofArray(right), 1, matrix);
                product = right;
            }
            for (int count : new int[]{1, 3, 5, 2000}) {
                int[] own = repeated(matrix(comm.rank()), count);
                int[] expected = repeated(product, count);
                int[] got = new int[own.length];
                Buffer sent = Buffer.of(MemorySegment.ofArray(own), count, matrix);
                Buffer received = Buffer.of(MemorySegment.ofArray(got), count, matrix);
                comm.collectives().allreduce(sent, received, MATRICES);
                assertArrayEquals(expected, got);
                for (int root = 0; root < comm.size(); root++) {
                    Arrays.fill(got, -1);
                    comm.collectives().reduce(sent, received, MATRICES, root);
                    if (comm.rank() == root) {
                        assertArrayEquals(expected, got);
                    }
                }
                comm.collectives().allreduce(Buffer.IN_PLACE, sent, MATRICES);
                assertArrayEquals(expected, own);
            }
        }
        mpi.finish();
    }

    /** Powers of them tell where each rank stands: one that turns, one that adds, one that changes the sign. */
    private static int[] matrix(int rank) {
        return switch (rank % 3) {
            case 0 -> new int[]{1, 1 + rank, 0, 0, 1, 0, 0, 0, 1};
            case 1 -> new int[]{0, 0, 1, 1, 0, 0, 0, 1, 0};
            default -> new int[]{1, 0, 0, rank, 1, 0, 0, 0, -1};
        };
    }

    private static int[] repeated(int[] values, int times) {
        int[] all = new int[times * values.length];
        Arrays.setAll(all, i -> values[i % values.length]);
        return all;
    }

    /** The operation is called with elements that have gaps, which it leaves as they are. */
    @SuiteCase(suite = "MPICH coll", programs = "allred_derived")
    @RankTest
    void shouldReduceElementsWithGaps(Job job) {
        Mpi mpi = Mpi.of(job);
        int blocks = 4;
        int stride = 3;
        Datatype vector = Datatype.resized(Datatype.vector(blocks, 1, stride, Datatype.INT), 0, 4L * blocks * stride)
                .commit();
        UserOp add = UserOp.create((in, inout, count, type) -> {
            assertSame(vector, type);
            for (long i = 0; i < count * blocks; i++) {
                long at = 4 * i * stride;
                inout.set(INT, at, in.get(INT, at) + inout.get(INT, at));
            }
        }, true);
        for (Comm comm : MpichRig.comms(mpi)) {
            for (int count = 1; count < 6000; count *= 7) {
                Layout layout = new Layout(vector, count);
                int length = count * blocks;
                MemorySegment sent = layout.with(bytesOf(ints(length, comm.rank())));
                MemorySegment got = layout.memory();
                byte[] expected = bytesOf(sums(comm.size(), length));
                comm.collectives().allreduce(Buffer.of(sent, count, vector), Buffer.of(got, count, vector), add);
                layout.assertHolds(got, expected);
                layout.assertHolds(sent, bytesOf(ints(length, comm.rank())));
                comm.collectives().allreduce(Buffer.IN_PLACE, Buffer.of(sent, count, vector), add);
                layout.assertHolds(sent, expected);
            }
        }
        mpi.finish();
    }

    private static byte[] bytesOf(int[] values) {
        return MemorySegment.ofArray(values).toArray(ValueLayout.JAVA_BYTE);
    }

    /** A sum that depends on the order has the same bits on all ranks. */
    @SuiteCase(suite = "MPICH coll", programs = "allred_float")
    @RankTest
    void shouldHaveTheSameBitsOnAllRanks(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : MpichRig.comms(mpi)) {
            for (int length : new int[]{1, 100, 20_000}) {
                float[] values = new float[length];
                for (int i = 0; i < length; i++) {
                    values[i] = (i + comm.rank()) % 3 == 0 ? 1e9f
                            : (i + comm.rank()) % 3 == 1 ? -1e9f
                                    : 0.3f * (comm.rank() + 1);
                }
                Buffer all = Buffer.of(MemorySegment.ofArray(values), length, Datatype.FLOAT);
                comm.collectives().allreduce(Buffer.IN_PLACE, all, Op.SUM);
                int[] gathered = new int[length * comm.size()];
                comm.collectives().allgather(Buffer.of(all.memory(), length, Datatype.INT), buffer(gathered, length));
                for (int i = 0; i < gathered.length; i++) {
                    assertEquals(gathered[i % length], gathered[i]);
                }
            }
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH coll", programs = "allredmany")
    @RankTest(ranks = {2, 4})
    void shouldReduceManyTimes(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : MpichRig.comms(mpi)) {
            for (int i = 0; i < 300; i++) {
                double[] sum = new double[1];
                comm.collectives().allreduce(
                        Buffer.of(MemorySegment.ofArray(new double[]{i + comm.rank()}), 1, Datatype.DOUBLE),
                        Buffer.of(MemorySegment.ofArray(sum), 1, Datatype.DOUBLE), Op.SUM);
                assertEquals(comm.size() * i + comm.size() * (comm.size() - 1) / 2.0, sum[0]);
            }
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH coll", programs = {"redscat", "redscat3", "red_scat_block", "redscatblk3"})
    @RankTest(ranks = {1, 3, 4})
    void shouldReduceAndScatter(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : MpichRig.comms(mpi)) {
            for (int length : new int[]{1, 1 << 14}) {
                int size = comm.size();
                int[] counts = new int[size];
                Arrays.fill(counts, length);
                int[] sums = sums(size, size * length);
                int[] expected = Arrays.copyOfRange(sums, comm.rank() * length, (comm.rank() + 1) * length);
                for (int way = 0; way < 4; way++) {
                    int[] sent = ints(size * length, comm.rank());
                    int[] got = way < 2 ? new int[length] : sent;
                    Buffer into = buffer(got, length);
                    if (way % 2 == 0) {
                        comm.collectives().reduceScatter(way < 2 ? buffer(sent, size * length) : Buffer.IN_PLACE, into,
                                counts, Op.SUM);
                    } else {
                        comm.collectives().reduceScatterBlock(way < 2 ? buffer(sent, length) : Buffer.IN_PLACE, into,
                                Op.SUM);
                    }
                    assertArrayEquals(expected, Arrays.copyOf(got, length));
                }
            }
        }
        mpi.finish();
    }

    /** The left operand, the right one, and a sum: of blocks of different sizes, too. */
    @SuiteCase(suite = "MPICH coll", programs = {"redscat2", "red_scat_block2"})
    @RankTest(ranks = {1, 3, 4})
    void shouldScatterWhatWasReducedInOrder(Job job) {
        Mpi mpi = Mpi.of(job);
        UserOp left = UserOp.create((in, inout, count, _) -> MemorySegment.copy(in, 0, inout, 0, 4 * count), false);
        UserOp right = UserOp.create((_, _, _, _) -> {
        }, false);
        for (Comm comm : MpichRig.comms(mpi)) {
            int size = comm.size();
            for (int length = 1; length < 600; length *= 8) {
                int[] equal = new int[size];
                Arrays.fill(equal, length);
                int[] mixed = new int[size];
                Arrays.setAll(mixed, rank -> rank % 2 == 0 ? 7 * rank : 0);
                for (int[] counts : new int[][]{equal, mixed}) {
                    int all = Arrays.stream(counts).sum();
                    int place = Arrays.stream(counts, 0, comm.rank()).sum();
                    int mine = counts[comm.rank()];
                    int[][] results = {ints(all, 0), ints(all, size - 1), sums(size, all)};
                    UserOp[] ops = {left, right, sum(false)};
                    for (int i = 0; i < ops.length; i++) {
                        int[] expected = Arrays.copyOfRange(results[i], place, place + mine);
                        int[] got = new int[mine];
                        comm.collectives().reduceScatter(buffer(ints(all, comm.rank()), all), buffer(got, mine),
                                counts, ops[i]);
                        assertArrayEquals(expected, got);
                        if (counts == equal) {
                            Arrays.fill(got, -1);
                            comm.collectives().reduceScatterBlock(buffer(ints(all, comm.rank()), mine),
                                    buffer(got, mine), ops[i]);
                            assertArrayEquals(expected, got);
                        }
                    }
                }
            }
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH coll", programs = {"scantst", "exscan", "exscan2"})
    @RankTest(ranks = {1, 3, 4})
    void shouldScan(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : MpichRig.comms(mpi)) {
            int me = comm.rank();
            for (int length = 1; length < 30_000; length *= 10) {
                for (ReduceOp op : new ReduceOp[]{Op.SUM, sum(true), sum(false)}) {
                    int[] got = new int[length];
                    comm.collectives().scan(buffer(ints(length, me), length), buffer(got, length), op);
                    assertArrayEquals(sums(me + 1, length), got);
                    got = ints(length, me);
                    comm.collectives().scan(Buffer.IN_PLACE, buffer(got, length), op);
                    assertArrayEquals(sums(me + 1, length), got);
                    got = new int[length];
                    Arrays.fill(got, -2);
                    int[] below = me == 0 ? got.clone() : sums(me, length);
                    comm.collectives().exscan(buffer(ints(length, me), length), buffer(got, length), op);
                    assertArrayEquals(below, got);
                    got = ints(length, me);
                    comm.collectives().exscan(Buffer.IN_PLACE, buffer(got, length), op);
                    assertArrayEquals(me == 0 ? ints(length, 0) : below, got);
                }
            }
            long[] digits = {me + 1, 10};
            Buffer number = Buffer.of(MemorySegment.ofArray(digits), 1, Datatype.contiguous(2, Datatype.LONG).commit());
            comm.collectives().scan(Buffer.IN_PLACE, number, DIGITS);
            assertEquals(digits(me + 1), digits[0]);
        }
        mpi.finish();
    }

    /** The digits from 1 on. */
    private static long digits(int count) {
        long number = 0;
        for (int i = 1; i <= count; i++) {
            number = 10 * number + i;
        }
        return number;
    }

    /** The result goes from its root to all. */
    @SuiteCase(suite = "MPICH coll", programs = {"coll8", "coll9", "coll10"})
    @RankTest(ranks = {1, 3, 4})
    void shouldReduceAndBroadcast(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        CommCollectives all = world.collectives();
        int size = world.size();
        int[] results = {size * (size - 1) / 2, 0, size - 1, size * (size - 1) / 2};
        ReduceOp[] ops = {Op.SUM, Op.MIN, Op.MAX, sum(true)};
        for (int i = 0; i < ops.length; i++) {
            for (int root = 0; root < size; root++) {
                int[] result = {-100};
                all.reduce(buffer(new int[]{world.rank()}, 1), buffer(result, 1), ops[i], root);
                all.bcast(buffer(result, 1), root);
                assertEquals(results[i], result[0]);
            }
        }
        Datatype pair = Datatype.contiguous(2, Datatype.LONG).commit();
        long[] number = new long[2];
        Buffer result = Buffer.of(MemorySegment.ofArray(number), 1, pair);
        all.reduce(Buffer.of(MemorySegment.ofArray(new long[]{world.rank() + 1, 10}), 1, pair), result, DIGITS,
                size - 1);
        all.bcast(result, size - 1);
        assertEquals(digits(size), number[0]);
        mpi.finish();
    }

    /** Sum, greatest and least of many triples, in whatever parts the operation gets them. */
    @SuiteCase(suite = "MPICH coll", programs = {"longuser", "uoplong"})
    @RankTest(ranks = {1, 4})
    void shouldReduceManyElementsByAnOperationOfTheProgram(Job job) {
        Mpi mpi = Mpi.of(job);
        Datatype triple = Datatype.contiguous(3, Datatype.DOUBLE).commit();
        for (boolean isCommutative : new boolean[]{true, false}) {
            UserOp op = UserOp.create((in, inout, count, _) -> {
                for (long at = 0; at < 24 * count; at += 24) {
                    inout.set(DOUBLE, at, in.get(DOUBLE, at) + inout.get(DOUBLE, at));
                    inout.set(DOUBLE, at + 8, Math.max(in.get(DOUBLE, at + 8), inout.get(DOUBLE, at + 8)));
                    inout.set(DOUBLE, at + 16, Math.min(in.get(DOUBLE, at + 16), inout.get(DOUBLE, at + 16)));
                }
            }, isCommutative);
            for (int count : new int[]{1, 1000, 100_000}) {
                double[] own = new double[3 * count];
                Arrays.setAll(own, i -> i % 3 == 0 ? i + job.rank() : 100 * i - job.rank());
                double[] got = new double[3 * count];
                Buffer sent = Buffer.of(MemorySegment.ofArray(own), count, triple);
                Buffer received = Buffer.of(MemorySegment.ofArray(got), count, triple);
                mpi.world().collectives().reduce(sent, received, op, 0);
                mpi.world().collectives().bcast(received, 0);
                assertTriples(job.size(), got);
                Arrays.fill(got, 0);
                mpi.world().collectives().allreduce(sent, received, op);
                assertTriples(job.size(), got);
            }
        }
        mpi.finish();
    }

    private static void assertTriples(int ranks, double[] got) {
        for (int i = 0; i < got.length; i++) {
            double expected = switch (i % 3) {
                case 0 -> (double) ranks * i + ranks * (ranks - 1) / 2;
                case 1 -> 100.0 * i;
                default -> 100.0 * i - ranks + 1;
            };
            assertEquals(expected, got[i], "number " + i);
        }
    }

    /** An operation of the program's that makes and asks for datatypes, as any call may. */
    @SuiteCase(suite = "MPICH coll", programs = "uop_equal")
    @RankTest(ranks = {2, 4})
    void shouldCompareObjectsByAnOperationThatLooksAtTheirType(Job job) {
        Mpi mpi = Mpi.of(job);
        Datatype object = Datatype.struct(new int[]{20, 1}, new long[]{0, 20},
                new Datatype[]{Datatype.BYTE, Datatype.INT}).commit();
        UserOp equal = UserOp.create((in, inout, count, type) -> {
            Datatype name = Datatype.contiguous(type.size() - 4, Datatype.BYTE).commit();
            byte[] one = new byte[20];
            byte[] other = new byte[20];
            for (long at = 0; at < count * type.extent(); at += type.extent()) {
                name.pack(in.asSlice(at), 1, MemorySegment.ofArray(one), 0);
                name.pack(inout.asSlice(at), 1, MemorySegment.ofArray(other), 0);
                boolean isEqual = Arrays.equals(one, other) && in.get(INT, at + 20) == 1;
                inout.set(INT, at + 20, isEqual ? inout.get(INT, at + 20) : 0);
            }
        }, false);
        for (int different = -1; different < job.size(); different++) {
            byte[] own = new byte[24];
            byte[] got = new byte[24];
            own[19] = (byte) (different == job.rank() ? 1 : 0);
            MemorySegment.ofArray(own).set(INT, 20, 1);
            mpi.world().collectives().reduce(Buffer.of(MemorySegment.ofArray(own), 1, object),
                    Buffer.of(MemorySegment.ofArray(got), 1, object), equal, 0);
            if (job.rank() == 0) {
                assertEquals(different == -1 ? 1 : 0, MemorySegment.ofArray(got).get(INT, 20));
            }
        }
        mpi.finish();
    }
}
