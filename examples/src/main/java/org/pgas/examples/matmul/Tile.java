package org.pgas.examples.matmul;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import org.pgas.examples.matrix.Dense;
import org.pgas.examples.matrix.Matrix;
import org.pgas.examples.matrix.Patch;

/** A tile in the heap, row after row. One that is cut off at an edge has zeros in the rest, or what they lead to. */
final class Tile {
    private final int side;
    private final double[] numbers;
    private final MemorySegment memory;
    private final Dense layout;

    Tile(int side) {
        this.side = side;
        numbers = new double[side * side];
        memory = MemorySegment.ofArray(numbers);
        layout = Dense.rowMajor(side, side);
    }

    double[] numbers() {
        return numbers;
    }

    void get(Matrix matrix, Patch patch) {
        if (patch.rows() < side || patch.columns() < side) {
            Arrays.fill(numbers, 0);
        }
        matrix.get(patch, memory, layout);
    }

    void accumulate(Matrix matrix, Patch patch) {
        matrix.accumulate(patch, memory, layout);
    }
}
