package org.pgas.ga;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.atomics.Scale;

/** Operations on matrices with an array of one dimension: on the diagonal, on rows and on columns. */
final class Diagonals {
    private final GaCore core;

    Diagonals(GaCore core) {
        this.core = core;
    }

    /**
     * What is done with the elements (i, i), for i from {@code from} to {@code to}, that this process has in a block.
     */
    @FunctionalInterface
    private interface Visitor {
        /** {@code at}: where the first lies; {@code stride}: the bytes to the next. */
        void visit(long from, long to, long at, long stride);
    }

    private void run(String call, GaArray matrix, Object argument, Visitor visitor) {
        GaPatch whole = matrix.whole();
        core.begin(call, matrix, argument);
        core.operations.checkMatrix(call, matrix);
        core.run(call, () -> OwnPart.forEach(whole, part -> {
            long from = Math.max(part.lo()[0], part.lo()[1]);
            long to = Math.min(part.hi()[0], part.hi()[1]);
            if (from <= to) {
                visitor.visit(from, to, part.place(new long[]{from, from}), part.strides()[0] + part.strides()[1]);
            }
        }));
    }

    private void update(String call, GaArray matrix, Scale number, PatchOperations.RowUpdate step) {
        matrix.checks.number(call, "c", number);
        run(call, matrix, number, (from, to, at, stride) -> {
            Cursor element = Cursor.at(matrix.own, at);
            for (long i = from; i <= to; i++) {
                step.update(element, 1);
                element.at += stride;
            }
        });
    }

    void shift(GaArray matrix, Scale c) {
        update("GaArray.shiftDiagonal", matrix, c, (row, count) -> matrix.layout.type.rows().increase(row, count, c));
    }

    void zero(GaArray matrix) {
        Scale zero = matrix.layout.type.number(0);
        update("GaArray.zeroDiagonal", matrix, zero,
                (row, count) -> matrix.layout.type.rows().fill(row, count, zero));
    }

    void get(GaArray matrix, GaArray v) {
        String call = "GaArray.getDiag";
        checkVector(call, matrix, v, Math.min(matrix.layout.dims[0], last(matrix)));
        run(call, matrix, v, (from, to, at, stride) -> {
            PatchWalk walk = v.transfers.walk(call, new long[]{from}, new long[]{to});
            walk.inside(matrix.own, at, new long[]{stride});
            walk.put(null);
            v.transfers.giveBack(walk);
        });
    }

    void set(GaArray matrix, GaArray v) {
        String call = "GaArray.setDiagonal";
        checkVector(call, matrix, v, Math.min(matrix.layout.dims[0], last(matrix)));
        run(call, matrix, v, (from, to, at, stride) -> PatchOperations.fetch(call, v, new long[]{from},
                new long[]{to}, matrix.own, at, new long[]{stride}));
    }

    void add(GaArray matrix, GaArray v) {
        String call = "GaArray.addDiagonal";
        checkVector(call, matrix, v, Math.min(matrix.layout.dims[0], last(matrix)));
        Scale one = matrix.layout.type.number(1);
        long bytes = matrix.layout.type.bytes();
        run(call, matrix, v, (from, to, at, stride) -> {
            try (Arena arena = Arena.ofConfined()) {
                Cursor other = Cursor.at(entries(call, v, from, to, arena), 0);
                Cursor element = Cursor.at(matrix.own, at);
                for (long i = from; i <= to; i++) {
                    matrix.layout.type.rows().add(element, one, element, one, other, 1);
                    element.at += stride;
                    other.at += bytes;
                }
            }
        });
    }

    /** Entries {@code from} to {@code to} of {@code v}, one behind the other. */
    private static MemorySegment entries(String call, GaArray v, long from, long to, Arena arena) {
        long bytes = v.layout.type.bytes();
        MemorySegment memory = arena.allocate((to - from + 1) * bytes, Double.BYTES);
        PatchOperations.fetch(call, v, new long[]{from}, new long[]{to}, memory, 0, new long[]{bytes});
        return memory;
    }

    private static long last(GaArray array) {
        return array.layout.dims[array.layout.ndim - 1];
    }

    /** Refuses another array than one of one dimension with so many elements of the same type. */
    private void checkVector(String call, GaArray matrix, GaArray v, long elements) {
        core.operations.checkMatrix(call, matrix);
        if (v == null) {
            throw matrix.checks.bad(call, "v is null: legal are arrays of one dimension");
        }
        core.operations.checkOwn(call, v);
        if (v.layout.ndim != 1 || v.layout.dims[0] != elements || v.type() != matrix.type()) {
            throw matrix.checks.bad(call, "v is " + v + ": legal are arrays of " + matrix.type() + " " + elements);
        }
    }

    void scaleRows(GaArray matrix, GaArray v) {
        String call = "GaArray.scaleRows";
        checkVector(call, matrix, v, matrix.layout.dims[0]);
        GaType type = matrix.layout.type;
        scale(call, matrix, v, (part, arena) -> {
            MemorySegment factors = entries(call, v, part.lo()[0], part.hi()[0], arena);
            Cursor factor = new Cursor(factors, 0, new long[]{type.bytes(), 0});
            Cursor row = part.cursor(part.lo());
            Cursor.forEachRow(part.extents(),
                    count -> type.rows().scale(row, count, type.read(factors, factor.at)), row, factor);
        });
    }

    void scaleColumns(GaArray matrix, GaArray v) {
        String call = "GaArray.scaleCols";
        checkVector(call, matrix, v, last(matrix));
        GaType type = matrix.layout.type;
        scale(call, matrix, v, (part, arena) -> {
            Cursor factors = Cursor.at(entries(call, v, part.lo()[1], part.hi()[1], arena), 0);
            Cursor row = part.cursor(part.lo());
            Cursor.forEachRow(part.extents(), count -> type.rows().multiply(row, row, factors, count), row);
        });
    }

    @FunctionalInterface
    private interface Scaling {
        void run(OwnPart part, Arena arena);
    }

    private void scale(String call, GaArray matrix, GaArray v, Scaling scaling) {
        GaPatch whole = matrix.whole();
        core.begin(call, matrix, v);
        core.run(call, () -> OwnPart.forEach(whole, part -> {
            try (Arena arena = Arena.ofConfined()) {
                scaling.run(part, arena);
            }
        }));
    }
}
