package org.pgas.vis;

import static java.lang.Math.multiplyExact;

import java.util.Objects;

/** Blocks of rows and slices, given by numbers: checked, and made into shapes. */
final class Blocks {
    private Blocks() {}

    /** Rows, one after the other. */
    static Shape rows(ShapeCache shapes, String call, String name, long pitch, boolean isTarget, long rowBytes,
            long rows) {
        shapes.notNegative(call, "rowBytes", rowBytes);
        shapes.notNegative(call, "rows", rows);
        checkPitch(shapes, call, name, pitch, isTarget && rowBytes > 0, rows, rowBytes, "a row");
        return shapes.chunked(call, rowBytes, rows, pitch);
    }

    /** Slices of rows. */
    static Shape slices(ShapeCache shapes, String call, boolean isTarget, long rowPitch, long slicePitch,
            long rowBytes, long rows, long slices) {
        shapes.notNegative(call, "rowBytes", rowBytes);
        shapes.notNegative(call, "rows", rows);
        shapes.notNegative(call, "slices", slices);
        boolean mustBeApart = isTarget && rowBytes > 0 && rows > 0 && slices > 0;
        checkPitch(shapes, call, isTarget ? "targetRowPitch" : "sourceRowPitch", rowPitch, mustBeApart, rows, rowBytes,
                "a row");
        try {
            long span = mustBeApart ? Math.addExact(multiplyExact(rows - 1, rowPitch), rowBytes) : 0;
            checkPitch(shapes, call, isTarget ? "targetSlicePitch" : "sourceSlicePitch", slicePitch, mustBeApart,
                    slices, span, "the rows of a slice");
        } catch (ArithmeticException e) {
            throw shapes.call(call).tooFar();
        }
        return shapes.nest(call, 0, rowBytes, rows, rowPitch, slices, slicePitch);
    }

    /** A matrix of elements, row by row. */
    static Shape matrix(ShapeCache shapes, String call, String name, long pitch, boolean isTarget, long elementBytes,
            long rows, long columns) {
        checkMatrix(shapes, call, elementBytes, rows, columns);
        try {
            long rowBytes = multiplyExact(columns, elementBytes);
            checkPitch(shapes, call, name, pitch, isTarget && rowBytes > 0, rows, rowBytes, "a row");
            return shapes.chunked(call, rowBytes, rows, pitch);
        } catch (ArithmeticException e) {
            throw shapes.call(call).tooFar();
        }
    }

    /** A matrix of elements, column by column. */
    static Shape transpose(ShapeCache shapes, String call, String name, long pitch, long elementBytes, long rows,
            long columns) {
        checkMatrix(shapes, call, elementBytes, rows, columns);
        shapes.notNegative(call, name, pitch);
        return shapes.nest(call, 0, elementBytes, rows, pitch, columns, elementBytes);
    }

    /** A matrix of elements, with rows, columns or both from the last to the first. */
    static Shape reflect(ShapeCache shapes, String call, String name, long pitch, long elementBytes, long rows,
            long columns, BlockTransfers.Reflection reflection) {
        Objects.requireNonNull(reflection, "reflection");
        checkMatrix(shapes, call, elementBytes, rows, columns);
        shapes.notNegative(call, name, pitch);
        if (elementBytes == 0 || rows == 0 || columns == 0) {
            return shapes.contiguous(call, 0);
        }
        boolean rowsBack = reflection != BlockTransfers.Reflection.COLUMNS;
        boolean columnsBack = reflection != BlockTransfers.Reflection.ROWS;
        try {
            long lastRow = rowsBack ? multiplyExact(rows - 1, pitch) : 0;
            long lastColumn = columnsBack ? multiplyExact(columns - 1, elementBytes) : 0;
            return shapes.nest(call, Math.addExact(lastRow, lastColumn), elementBytes, columns,
                    columnsBack ? -elementBytes : elementBytes, rows, rowsBack ? -pitch : pitch);
        } catch (ArithmeticException e) {
            throw shapes.call(call).tooFar();
        }
    }

    private static void checkMatrix(ShapeCache shapes, String call, long elementBytes, long rows, long columns) {
        shapes.notNegative(call, "elementBytes", elementBytes);
        shapes.notNegative(call, "rows", rows);
        shapes.notNegative(call, "columns", columns);
    }

    /** A single row or slice has no next one, so its pitch may be anything that is not negative. */
    private static void checkPitch(ShapeCache shapes, String call, String name, long pitch, boolean mustBeApart,
            long rounds, long bytes, String part) {
        shapes.notNegative(call, name, pitch);
        if (mustBeApart && rounds > 1 && pitch < bytes) {
            throw shapes.call(call).bad(name + " is " + pitch + ", less than the " + bytes + " bytes of " + part
                    + ": parts of a target may not overlap");
        }
    }
}
