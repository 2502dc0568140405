package org.pgas.examples.matrix;

import java.util.HashMap;
import java.util.Map;

import org.pgas.vis.Section;
import org.pgas.vis.Shape;

/**
 * How a whole matrix of doubles lies in memory, and the shapes of its rectangular parts. Parts of one size have one
 * shape, wherever they are: it is made once, and the place where a part begins is an offset. For one thread.
 */
public final class Dense {
    private final Section whole;
    private final long rowStride;
    private final long columnStride;
    private final Map<Long, Shape> parts = new HashMap<>();

    private Dense(Section whole, long rowStride, long columnStride) {
        this.whole = whole;
        this.rowStride = rowStride;
        this.columnStride = columnStride;
    }

    /** Row after row. */
    public static Dense rowMajor(int rows, int columns) {
        return new Dense(Section.rowMajor(Double.BYTES, rows, columns), (long) Double.BYTES * columns, Double.BYTES);
    }

    /** Column after column. A transfer to or from rows that lie in the other order transposes. */
    public static Dense columnMajor(int rows, int columns) {
        return new Dense(Section.columnMajor(Double.BYTES, rows, columns), Double.BYTES, (long) Double.BYTES * rows);
    }

    /** Bytes from a row to the next one. */
    long rowStride() {
        return rowStride;
    }

    /** Bytes from a column to the next one. */
    long columnStride() {
        return columnStride;
    }

    /** Bytes before a number. */
    long offset(long row, long column) {
        return row * rowStride + column * columnStride;
    }

    /** Any part of this size, its numbers in the order of rows, relative to its first one. */
    Shape part(int rows, int columns) {
        return parts.computeIfAbsent((long) rows << Integer.SIZE | columns,
                key -> whole.range(0, 0, rows).range(1, 0, columns).shape());
    }
}
