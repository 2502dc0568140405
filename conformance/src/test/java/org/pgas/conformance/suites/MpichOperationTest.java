package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.suites.MpichRig.ints;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import java.util.function.LongBinaryOperator;

import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoodsAsThreads;
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

/** The predefined operations on all their datatypes: the cases of MPICH's programs about each of them. */
@RankDefaults(ranks = {1, 4}, segment = "64k")
@AcrossNeighbourhoodsAsThreads
class MpichOperationTest {
    private static final List<Datatype> INTEGERS = List.of(Datatype.INT8, Datatype.UINT8, Datatype.SHORT,
            Datatype.UINT16, Datatype.INT, Datatype.UINT32, Datatype.LONG, Datatype.UINT64);
    private static final List<Datatype> UNSIGNED = List.of(Datatype.UINT8, Datatype.UINT16, Datatype.UINT32,
            Datatype.UINT64);
    private static final List<Datatype> REALS = List.of(Datatype.FLOAT, Datatype.DOUBLE);
    private static final List<Datatype> COMPLEX = List.of(Datatype.FLOAT_COMPLEX, Datatype.DOUBLE_COMPLEX);
    private static final List<Datatype> PAIRS = List.of(Datatype.TWO_INT, Datatype.FLOAT_INT, Datatype.LONG_INT,
            Datatype.SHORT_INT, Datatype.DOUBLE_INT);

    /** What rank r has in each of the elements; in the first four true or false. */
    private static final List<IntToLongFunction> VALUES = List.of(rank -> rank == 0 ? 1 : 0, _ -> 0, rank -> rank % 2,
            rank -> rank > 0 ? 1 : 0, rank -> rank + 1, rank -> 1L << rank, _ -> 6, rank -> -rank);
    private static final int FLAGS = 4;

    /** In the lowest bytes of the element. */
    private static void set(MemorySegment memory, Datatype type, long index, long value) {
        if (type == Datatype.FLOAT || type == Datatype.FLOAT_COMPLEX) {
            memory.setAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, index, value);
        } else if (type == Datatype.DOUBLE || type == Datatype.DOUBLE_COMPLEX) {
            memory.setAtIndex(ValueLayout.JAVA_DOUBLE_UNALIGNED, index, value);
        } else {
            for (int i = 0; i < type.size(); i++) {
                memory.set(ValueLayout.JAVA_BYTE, index * type.size() + i, (byte) (value >> 8 * i));
            }
        }
    }

    private static MemorySegment memory(Datatype type, int count) {
        return MemorySegment.ofArray(new byte[(int) type.extent() * count]);
    }

    /** Of the first {@code count} of {@link #VALUES}. */
    private static void reduceAll(Comm comm, Op op, Datatype type, int count, LongBinaryOperator model) {
        assertTrue(op.isDefinedOn(type), () -> op + " on " + type);
        MemorySegment own = memory(type, count);
        MemorySegment expected = memory(type, count);
        for (int i = 0; i < count; i++) {
            IntToLongFunction values = VALUES.get(i);
            set(own, type, i, values.applyAsLong(comm.rank()));
            long result = values.applyAsLong(0);
            for (int rank = 1; rank < comm.size(); rank++) {
                result = model.applyAsLong(result, values.applyAsLong(rank));
            }
            set(expected, type, i, result);
        }
        reduce(comm, op, Buffer.of(own, count, type), expected);
    }

    private static void reduce(Comm comm, Op op, Buffer own, MemorySegment expected) {
        CommCollectives all = comm.collectives();
        MemorySegment got = MemorySegment.ofArray(new byte[(int) expected.byteSize()]);
        Buffer into = Buffer.of(got, own.count(), own.type());
        all.allreduce(own, into, op);
        assertEquals(-1, got.mismatch(expected), () -> op + " on " + own.type() + " to all");
        got.fill((byte) 0);
        int root = comm.size() - 1;
        all.reduce(own, into, op, root);
        if (comm.rank() == root) {
            assertEquals(-1, got.mismatch(expected), () -> op + " on " + own.type() + " to one");
        }
    }

    /** On the world, and where messages do all. */
    private static void onEach(Job job, Consumer<Comm> body) {
        Mpi mpi = Mpi.of(job);
        body.accept(mpi.world());
        body.accept(mpi.world().dup());
        mpi.finish();
    }

    private static void reduceLogical(Job job, Op op, LongBinaryOperator ofBits) {
        LongBinaryOperator model = (left, right) -> ofBits.applyAsLong(left == 0 ? 0 : 1, right == 0 ? 0 : 1);
        onEach(job, comm -> {
            for (Datatype type : INTEGERS) {
                reduceAll(comm, op, type, VALUES.size(), model);
            }
            reduceAll(comm, op, Datatype.BOOLEAN, FLAGS, model);
        });
    }

    @SuiteCase(suite = "MPICH coll", programs = "opland")
    @RankTest(ranks = {2, 3})
    void shouldKnowWhetherAllAreTrue(Job job) {
        reduceLogical(job, Op.LAND, (left, right) -> left & right);
    }

    @SuiteCase(suite = "MPICH coll", programs = "oplor")
    @RankTest(ranks = {2, 3})
    void shouldKnowWhetherSomeAreTrue(Job job) {
        reduceLogical(job, Op.LOR, (left, right) -> left | right);
    }

    @SuiteCase(suite = "MPICH coll", programs = "oplxor")
    @RankTest(ranks = {2, 3})
    void shouldKnowWhetherAnOddNumberIsTrue(Job job) {
        reduceLogical(job, Op.LXOR, (left, right) -> left ^ right);
    }

    private static void reduceBits(Job job, Op op, LongBinaryOperator model) {
        onEach(job, comm -> {
            for (Datatype type : INTEGERS) {
                reduceAll(comm, op, type, VALUES.size(), model);
            }
            reduceAll(comm, op, Datatype.BYTE, VALUES.size(), model);
        });
    }

    @SuiteCase(suite = "MPICH coll", programs = "opband")
    @RankTest
    void shouldKeepTheBitsThatAllHave(Job job) {
        reduceBits(job, Op.BAND, (left, right) -> left & right);
    }

    @SuiteCase(suite = "MPICH coll", programs = "opbor")
    @RankTest
    void shouldKeepTheBitsThatSomeHave(Job job) {
        reduceBits(job, Op.BOR, (left, right) -> left | right);
    }

    @SuiteCase(suite = "MPICH coll", programs = "opbxor")
    @RankTest
    void shouldKeepTheBitsThatAnOddNumberHas(Job job) {
        reduceBits(job, Op.BXOR, (left, right) -> left ^ right);
    }

    @SuiteCase(suite = "MPICH coll", programs = "opsum")
    @RankTest
    void shouldAddNumbersOfEveryKind(Job job) {
        onEach(job, comm -> {
            for (Datatype type : INTEGERS) {
                reduceAll(comm, Op.SUM, type, VALUES.size(), Long::sum);
            }
            for (Datatype type : REALS) {
                reduceAll(comm, Op.SUM, type, VALUES.size(), Long::sum);
            }
            long size = comm.size();
            for (Datatype type : COMPLEX) {
                reduce(comm, Op.SUM, complex(type, comm.rank() + 1, -comm.rank()),
                        complex(type, size * (size + 1) / 2, -size * (size - 1) / 2).memory());
            }
        });
    }

    @SuiteCase(suite = "MPICH coll", programs = "opprod")
    @RankTest
    void shouldMultiplyNumbersOfEveryKind(Job job) {
        onEach(job, comm -> {
            for (Datatype type : INTEGERS) {
                reduceAll(comm, Op.PROD, type, VALUES.size(), (left, right) -> left * right);
            }
            for (Datatype type : REALS) {
                // without the last one: a zero would have a sign
                reduceAll(comm, Op.PROD, type, VALUES.size() - 1, (left, right) -> left * right);
            }
            // powers of 1 + i
            long real = 1;
            long imaginary = 1;
            for (int rank = 1; rank < comm.size(); rank++) {
                long next = real - imaginary;
                imaginary += real;
                real = next;
            }
            for (Datatype type : COMPLEX) {
                reduce(comm, Op.PROD, complex(type, 1, 1), complex(type, real, imaginary).memory());
            }
        });
    }

    private static Buffer complex(Datatype type, long real, long imaginary) {
        MemorySegment memory = memory(type, 1);
        set(memory, type, 0, real);
        set(memory, type, 1, imaginary);
        return Buffer.of(memory, 1, type);
    }

    private static void reduceOrdered(Job job, Op op, LongBinaryOperator signed, LongBinaryOperator unsigned) {
        onEach(job, comm -> {
            for (Datatype type : INTEGERS) {
                reduceAll(comm, op, type, VALUES.size(), UNSIGNED.contains(type) ? unsigned : signed);
            }
            for (Datatype type : REALS) {
                reduceAll(comm, op, type, VALUES.size(), signed);
            }
        });
    }

    @SuiteCase(suite = "MPICH coll", programs = "opmax")
    @RankTest
    void shouldFindTheGreatest(Job job) {
        reduceOrdered(job, Op.MAX, Math::max,
                (left, right) -> Long.compareUnsigned(left, right) > 0 ? left : right);
    }

    @SuiteCase(suite = "MPICH coll", programs = "opmin")
    @RankTest
    void shouldFindTheLeast(Job job) {
        reduceOrdered(job, Op.MIN, Math::min,
                (left, right) -> Long.compareUnsigned(left, right) < 0 ? left : right);
    }

    @SuiteCase(suite = "MPICH coll", programs = {"opmaxloc", "opminloc"})
    @RankTest
    void shouldFindWhereTheGreatestAndTheLeastAre(Job job) {
        Mpi mpi = Mpi.of(job);
        for (Comm comm : MpichRig.comms(mpi)) {
            for (Datatype pair : PAIRS) {
                assertTrue(Op.MAXLOC.isDefinedOn(pair) && Op.MINLOC.isDefinedOn(pair));
                int last = comm.size() - 1;
                // all equal; rising; the last rank has another one
                int[][] own = {{1, comm.rank(), comm.rank() == last ? 3 : 0}, {comm.rank(), comm.rank(), comm.rank()}};
                int[][] greatest = {{1, last, 3}, {0, last, last}};
                int[][] least = {{1, 0, last == 0 ? 3 : 0}, {0, 0, 0}};
                MemorySegment sent = pairs(pair, own);
                MemorySegment got = memory(pair, 3);
                comm.collectives().allreduce(Buffer.of(sent, 3, pair), Buffer.of(got, 3, pair), Op.MAXLOC);
                assertPairs(pair, greatest, got);
                comm.collectives().reduce(Buffer.of(sent, 3, pair), Buffer.of(got, 3, pair), Op.MINLOC, 0);
                if (comm.rank() == 0) {
                    assertPairs(pair, least, got);
                }
            }
        }
        mpi.finish();
    }

    private static long placeOfIndex(Datatype pair) {
        return pair == Datatype.LONG_INT || pair == Datatype.DOUBLE_INT ? 8 : 4;
    }

    private static Datatype kindOfValue(Datatype pair) {
        return pair == Datatype.FLOAT_INT ? Datatype.FLOAT
                : pair == Datatype.DOUBLE_INT ? Datatype.DOUBLE
                        : pair == Datatype.LONG_INT ? Datatype.LONG
                                : pair == Datatype.SHORT_INT ? Datatype.SHORT
                                        : Datatype.INT;
    }

    private static MemorySegment pairs(Datatype pair, int[][] valuesAndIndices) {
        MemorySegment memory = memory(pair, valuesAndIndices[0].length);
        for (int i = 0; i < valuesAndIndices[0].length; i++) {
            MemorySegment one = memory.asSlice(i * pair.extent());
            set(one, kindOfValue(pair), 0, valuesAndIndices[0][i]);
            one.set(ValueLayout.JAVA_INT_UNALIGNED, placeOfIndex(pair), valuesAndIndices[1][i]);
        }
        return memory;
    }

    /** The gaps mean nothing. */
    private static void assertPairs(Datatype pair, int[][] expected, MemorySegment got) {
        int count = expected[0].length;
        byte[] packed = new byte[(int) pair.packSize(count)];
        byte[] wanted = packed.clone();
        pair.pack(got, count, MemorySegment.ofArray(packed), 0);
        pair.pack(pairs(pair, expected), count, MemorySegment.ofArray(wanted), 0);
        assertArrayEquals(wanted, packed, () -> pair.toString());
    }

    /** In a table of several rows each rank has the greatest of one and the least of another. */
    @SuiteCase(suite = "MPICH coll", programs = "coll12")
    @RankTest
    void shouldFindTheGreatestOfEachRowAndTheLeast(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int rows = 3;
        double[][] table = new double[world.size()][rows];
        for (int rank = 0; rank < table.length; rank++) {
            for (int row = 0; row < rows; row++) {
                table[rank][row] = 0.5 + (rank * 3 + row * 2) % 5;
            }
        }
        MemorySegment own = memory(Datatype.DOUBLE_INT, rows);
        MemorySegment got = memory(Datatype.DOUBLE_INT, rows);
        for (int row = 0; row < rows; row++) {
            own.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 16L * row, table[world.rank()][row]);
            own.set(ValueLayout.JAVA_INT_UNALIGNED, 16L * row + 8, world.rank());
        }
        Buffer sent = Buffer.of(own, rows, Datatype.DOUBLE_INT);
        Buffer received = Buffer.of(got, rows, Datatype.DOUBLE_INT);
        world.collectives().reduce(sent, received, Op.MAXLOC, 0);
        world.collectives().bcast(received, 0);
        assertRows(table, got, true);
        world.collectives().allreduce(sent, received, Op.MINLOC);
        assertRows(table, got, false);
        mpi.finish();
    }

    private static void assertRows(double[][] table, MemorySegment got, boolean isGreatest) {
        for (int row = 0; row < table[0].length; row++) {
            int best = 0;
            for (int rank = 1; rank < table.length; rank++) {
                boolean isBetter = isGreatest ? table[rank][row] > table[best][row]
                        : table[rank][row] < table[best][row];
                best = isBetter ? rank : best;
            }
            assertEquals(best, got.get(ValueLayout.JAVA_INT_UNALIGNED, 16L * row + 8));
            assertEquals(table[best][row], got.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 16L * row));
        }
    }

    /** Every operation on every datatype that it is defined on, of some lengths; the others are refused. */
    @SuiteCase(suite = "MPICH coll", programs = "allred")
    @RankTest(ranks = {3, 4})
    void shouldReduceByEveryOperationOnEveryDatatype(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (Op op : Op.values()) {
            for (Datatype type : List.of(Datatype.BYTE, Datatype.INT8, Datatype.UINT8, Datatype.BOOLEAN, Datatype.CHAR,
                    Datatype.SHORT, Datatype.UINT16, Datatype.INT, Datatype.UINT32, Datatype.LONG, Datatype.UINT64,
                    Datatype.FLOAT, Datatype.DOUBLE, Datatype.FLOAT_COMPLEX, Datatype.DOUBLE_COMPLEX, Datatype.TWO_INT,
                    Datatype.FLOAT_INT, Datatype.DOUBLE_INT, Datatype.LONG_INT, Datatype.SHORT_INT)) {
                for (int count : new int[]{10, 100}) {
                    MemorySegment got = memory(type, count);
                    Buffer into = Buffer.of(got, count, type);
                    Buffer own = Buffer.of(ones(type, count, world.rank()), count, type);
                    if (op == Op.REPLACE || op == Op.NO_OP || !op.isDefinedOn(type)) {
                        assertIllegal(op + " on " + type, () -> world.collectives().allreduce(own, into, op),
                                "is no operation for a reduction");
                        continue;
                    }
                    world.collectives().allreduce(own, into, op);
                    MemorySegment expected = ones(type, count, 0);
                    for (int rank = 1; rank < world.size(); rank++) {
                        MemorySegment right = ones(type, count, rank);
                        op.reduceLocal(expected, right, count, type);
                        expected = right;
                    }
                    byte[] packed = new byte[(int) type.packSize(count)];
                    byte[] wanted = packed.clone();
                    type.pack(got, count, MemorySegment.ofArray(packed), 0);
                    type.pack(expected, count, MemorySegment.ofArray(wanted), 0);
                    assertArrayEquals(wanted, packed, () -> op + " on " + type);
                }
            }
        }
        mpi.finish();
    }

    /** Elements that are 1 on some ranks, and 0 on the others: no result is rounded, and no zero has a sign. */
    private static MemorySegment ones(Datatype type, int count, int rank) {
        if (PAIRS.contains(type)) {
            int[] values = new int[count];
            Arrays.setAll(values, i -> (i + rank) % 3);
            return pairs(type, new int[][]{values, ints(count, rank)});
        }
        MemorySegment memory = memory(type, count);
        int step = COMPLEX.contains(type) ? 2 : 1;
        for (int i = 0; i < count; i++) {
            set(memory, type, step * i, (i + rank) % 3 == 0 ? 0 : 1);
        }
        return memory;
    }

    @SuiteCase(suite = "MPICH coll", programs = "reduce_local")
    @RankTest
    void shouldReduceOnThisRankAlone(Job job) {
        UserOp difference = UserOp.create((in, inout, count, _) -> {
            for (long i = 0; i < count; i++) {
                int right = inout.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i);
                inout.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i,
                        in.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i) - right);
            }
        }, false);
        for (int count = 0; count < 70_000; count = 2 * count + 1) {
            int[] in = ints(count, job.rank());
            int[] sum = ints(count, 5);
            Op.SUM.reduceLocal(MemorySegment.ofArray(in), MemorySegment.ofArray(sum), count, Datatype.INT);
            int[] rest = ints(count, 5);
            difference.reduceLocal(MemorySegment.ofArray(in), MemorySegment.ofArray(rest), count, Datatype.INT);
            for (int i = 0; i < count; i++) {
                assertEquals(2 * i + 5 + job.rank(), sum[i]);
                assertEquals(job.rank() - 5, rest[i]);
            }
            assertArrayEquals(ints(count, job.rank()), in);
        }
    }

    @SuiteCase(suite = "MPICH coll", programs = "op_commutative")
    @RankTest(ranks = 1)
    void shouldSayWhetherOperandsMayChangePlaces(Job job) {
        for (ReduceOp op : Op.values()) {
            assertTrue(op.isCommutative(), op::toString);
        }
        assertTrue(UserOp.create((_, _, _, _) -> {
        }, true).isCommutative());
        assertFalse(UserOp.create((_, _, _, _) -> {
        }, false).isCommutative());
    }
}
