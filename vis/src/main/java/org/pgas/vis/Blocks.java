package org.pgas.vis;

import static java.lang.Math.multiplyExact;

import java.util.Objects;

/** Blocks of rows and slices, given by numbers: checked, and made into shapes. */
final class Blocks {
    private Blocks() {}

    /** Rows, one after the other. */
    static Shape rows(Call call, String name, long pitch, boolean isTarget, long rowBytes, long rows) {
        call.notNegative("rowBytes", rowBytes);
        call.notNegative("rows", rows);
        checkPitch(call, name, pitch, isTarget && rowBytes > 0, rows, rowBytes, "a row");
        return call.shape(() -> Shape.chunked(call, rowBytes, rows, pitch));
    }

    /** Slices of rows. The names of the pitches begin with {@code side}, which is source or target. */
    static Shape slices(Call call, String side, long rowPitch, long slicePitch, long rowBytes, long rows,
            long slices) {
        boolean isTarget = side.equals("target");
        call.notNegative("rowBytes", rowBytes);
        call.notNegative("rows", rows);
        call.notNegative("slices", slices);
        boolean mustBeApart = isTarget && rowBytes > 0 && rows > 0 && slices > 0;
        checkPitch(call, side + "RowPitch", rowPitch, mustBeApart, rows, rowBytes, "a row");
        return call.shape(() -> {
            if (mustBeApart) {
                long span = Math.addExact(multiplyExact(rows - 1, rowPitch), rowBytes);
                checkPitch(call, side + "SlicePitch", slicePitch, true, slices, span, "the rows of a slice");
            } else {
                call.notNegative(side + "SlicePitch", slicePitch);
            }
            return Shape.strided(call, 0, rowBytes, new long[]{rows, slices}, new long[]{rowPitch, slicePitch});
        });
    }

    /** A matrix of elements, row by row. */
    static Shape matrix(Call call, String name, long pitch, boolean isTarget, long elementBytes, long rows,
            long columns) {
        checkMatrix(call, elementBytes, rows, columns);
        return call.shape(() -> {
            long rowBytes = multiplyExact(columns, elementBytes);
            checkPitch(call, name, pitch, isTarget && rowBytes > 0, rows, rowBytes, "a row");
            return Shape.chunked(call, rowBytes, rows, pitch);
        });
    }

    /** A matrix of elements, column by column. */
    static Shape transpose(Call call, String name, long pitch, long elementBytes, long rows, long columns) {
        checkMatrix(call, elementBytes, rows, columns);
        call.notNegative(name, pitch);
        return call.shape(() -> Shape.strided(call, 0, elementBytes, new long[]{rows, columns},
                new long[]{pitch, elementBytes}));
    }

    /** A matrix of elements, with rows, columns or both from the last to the first. */
    static Shape reflect(Call call, String name, long pitch, long elementBytes, long rows, long columns,
            BlockTransfers.Reflection reflection) {
        Objects.requireNonNull(reflection, "reflection");
        checkMatrix(call, elementBytes, rows, columns);
        call.notNegative(name, pitch);
        if (elementBytes == 0 || rows == 0 || columns == 0) {
            return Shape.contiguous(0);
        }
        boolean rowsBack = reflection != BlockTransfers.Reflection.COLUMNS;
        boolean columnsBack = reflection != BlockTransfers.Reflection.ROWS;
        return call.shape(() -> {
            long lastRow = rowsBack ? multiplyExact(rows - 1, pitch) : 0;
            long lastColumn = columnsBack ? multiplyExact(columns - 1, elementBytes) : 0;
            return Shape.strided(call, Math.addExact(lastRow, lastColumn), elementBytes, new long[]{columns, rows},
                    new long[]{columnsBack ? -elementBytes : elementBytes, rowsBack ? -pitch : pitch});
        });
    }

    private static void checkMatrix(Call call, long elementBytes, long rows, long columns) {
        call.notNegative("elementBytes", elementBytes);
        call.notNegative("rows", rows);
        call.notNegative("columns", columns);
    }

    /** A single row or slice has no next one, so its pitch may be anything that is not negative. */
    private static void checkPitch(Call call, String name, long pitch, boolean mustBeApart, long rounds, long bytes,
            String part) {
        call.notNegative(name, pitch);
        if (mustBeApart && rounds > 1 && pitch < bytes) {
            throw call.bad(name + " is " + pitch + ", less than the " + bytes + " bytes of " + part
                    + ": parts of a target may not overlap");
        }
    }
}
