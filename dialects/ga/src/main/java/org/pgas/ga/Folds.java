package org.pgas.ga;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import org.pgas.DataType;
import org.pgas.Opcode;
import org.pgas.coll.Reduction;
import org.pgas.refusal.Failures;

/**
 * What is found of all elements: dot products, norms, the greatest and the least. Each process folds its own part, in
 * the order in which it lies there; then what the processes have found is folded in their order. So all get the same
 * bits in every run.
 */
final class Folds {
    /** Sums that an array can have. */
    private static final int MOST_SUMS = Integer.MAX_VALUE - 8;

    /** Absolute values that are looked at together. */
    private static final int SOME = 4096;

    private final GaCore core;

    Folds(GaCore core) {
        this.core = core;
    }

    /**
     * The sum of the products of all pairs, as bits: of integers of a long, of other types of two doubles, the second
     * one of complex numbers alone. Collective.
     */
    long[] dot(String call, GaType type, GaPatch left, GaPatch right) {
        core.begin(call, left, right);
        core.operations.checkAlike(call, left, right);
        if (left.array.type() != type) {
            throw left.array.checks.bad(call, "it is of type " + left.array.type() + ": legal is " + type);
        }
        core.sync();
        long[] sum = new long[2];
        MemorySegment own = MemorySegment.ofArray(sum);
        ElementRows rows = type.rows();
        Throwable problem = Failures.of(() -> core.operations.forEachSection(call,
                (row, count) -> rows.dot(row[0], row[1], count, own), left, right));
        core.agree(call, problem, 0);
        if (type.isInteger()) {
            core.collectives.reduceToAll(sum, sum, Opcode.ADD);
            return sum;
        }
        double[] parts = {Double.longBitsToDouble(sum[0]), Double.longBitsToDouble(sum[1])};
        core.collectives.reduceToAll(parts, parts, Opcode.ADD);
        return new long[]{Double.doubleToRawLongBits(parts[0]), Double.doubleToRawLongBits(parts[1])};
    }

    /** The greatest sum of absolute values of a row, or of a column; of one dimension their maximum, or their sum. */
    double norm(String call, GaArray array, boolean ofRows) {
        GaPatch whole = array.whole();
        core.begin(call, array);
        return switch (array.layout.ndim) {
            case 1 -> ofVector(whole, ofRows);
            case 2 -> ofMatrix(call, whole, ofRows);
            default -> throw array.checks.bad(call,
                    "it has " + array.layout.ndim + " dimensions: legal are 1 and 2");
        };
    }

    private double ofVector(GaPatch whole, boolean isMost) {
        ElementRows rows = whole.array.layout.type.rows();
        double[] found = new double[1];
        core.sync();
        OwnPart.forEach(whole, part -> {
            Cursor row = part.cursor(part.lo());
            long count = part.extents()[0];
            found[0] = isMost ? Math.max(found[0], greatest(rows, row, count, part.strides()[0]))
                    : found[0] + rows.sumOfAbsolutes(row, count);
        });
        return core.collectives.reduceToAll(found[0],
                Reduction.of(DataType.DBL, isMost ? Opcode.MAX : Opcode.ADD));
    }

    private static double greatest(ElementRows rows, Cursor row, long count, long bytes) {
        double[] some = new double[(int) Math.min(count, SOME)];
        double most = 0;
        for (long done = 0; done < count; done += some.length) {
            Arrays.fill(some, 0);
            rows.addAbsolutes(Cursor.at(row.memory, row.at + done * bytes), Math.min(some.length, count - done), some,
                    0);
            most = Math.max(most, Arrays.stream(some).max().orElse(0));
        }
        return most;
    }

    private double ofMatrix(String call, GaPatch whole, boolean ofRows) {
        GaArray array = whole.array;
        long count = array.layout.dims[ofRows ? 0 : 1];
        if (count > MOST_SUMS) {
            throw array.checks.bad(call, "there are " + count + " sums: legal are " + MOST_SUMS);
        }
        double[] sums = new double[(int) count];
        ElementRows rows = array.layout.type.rows();
        core.sync();
        OwnPart.forEach(whole, part -> {
            Cursor row = part.cursor(part.lo());
            int[] next = {(int) part.lo()[0]};
            int column = ofRows ? 0 : (int) part.lo()[1];
            Cursor.forEachRow(part.extents(), length -> {
                if (ofRows) {
                    sums[next[0]++] += rows.sumOfAbsolutes(row, length);
                } else {
                    rows.addAbsolutes(row, length, sums, column);
                }
            }, row);
        });
        core.collectives.reduceToAll(sums, sums, Opcode.ADD);
        return Arrays.stream(sums).max().orElse(0);
    }

    /** The greatest element or the least, and its subscript. Collective. */
    void select(GaArray array, String op, MemorySegment value, long[] index) {
        String call = "GaArray.selectElem";
        GaPatch whole = array.whole();
        core.begin(call, array, op);
        boolean greatest = "max".equals(op);
        if (!greatest && !"min".equals(op)) {
            throw array.checks.bad(call, "op is " + op + ": legal are min and max");
        }
        int bytes = array.layout.type.bytes();
        array.checks.room(call, "index", index);
        array.checks.memory(call, value, 0, bytes, true);
        core.sync();
        Selection own = new Selection(array, greatest);
        OwnPart.forEach(whole, own::look);
        long[] all = new long[Selection.LENGTH * core.nproc];
        core.collectives.allGather(all, own.told);
        MemorySegment found = MemorySegment.ofArray(all);
        ElementRows rows = array.layout.type.rows();
        int best = -1;
        for (int proc = 0; proc < core.nproc; proc++) {
            int at = proc * Selection.LENGTH;
            if (all[at] != 0 && (best < 0 || rows.isBeyond(valueAt(found, at), valueAt(found, best), greatest))) {
                best = at;
            }
        }
        MemorySegment.copy(found, valueAt(found, best).at, value, 0, bytes);
        System.arraycopy(all, best + Selection.INDEX, index, 0, array.layout.ndim);
    }

    private static Cursor valueAt(MemorySegment all, int at) {
        return Cursor.at(all, (long) (at + Selection.VALUE) * Long.BYTES);
    }

    /** The best element of this process, as it is told to others. */
    private static final class Selection {
        /** Whether there is one, its value, its subscript. */
        static final int VALUE = 1;
        static final int INDEX = 3;
        static final int LENGTH = 10;

        final long[] told = new long[LENGTH];
        private final MemorySegment memory = MemorySegment.ofArray(told);
        private final GaArray array;
        private final ElementRows rows;
        private final boolean greatest;

        Selection(GaArray array, boolean greatest) {
            this.array = array;
            this.rows = array.layout.type.rows();
            this.greatest = greatest;
        }

        void look(OwnPart part) {
            Cursor row = part.cursor(part.lo());
            long[] index = part.lo().clone();
            int last = index.length - 1;
            Cursor.forEachRow(part.extents(), count -> {
                lookAt(row, rows.extreme(row, count, greatest), index);
                int d = last - 1;
                while (d >= 0 && ++index[d] > part.hi()[d]) {
                    index[d] = part.lo()[d];
                    d--;
                }
            }, row);
        }

        private void lookAt(Cursor row, long i, long[] index) {
            int bytes = array.layout.type.bytes();
            Cursor each = Cursor.at(row.memory, row.at + i * bytes);
            if (told[0] == 0 || rows.isBeyond(each, valueAt(memory, 0), greatest)) {
                told[0] = 1;
                MemorySegment.copy(row.memory, each.at, memory, (long) VALUE * Long.BYTES, bytes);
                System.arraycopy(index, 0, told, INDEX, index.length);
                told[INDEX + index.length - 1] += i;
            }
        }
    }
}
