//$ Maven makes FloatProduct and DoubleProduct of this text with config/Templates.java: one class of each column of the
//$ table. $Number$ stands for what the column has in the row Number; so does $number$.
//$
//$ Number | Float | Double
//$ number | float | double

package org.pgas.ga;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Products of tiles of $number$s.
 *
 * <p>The inner loop runs over neighbours in memory, at the same index of all its arrays: only so the JIT knows that no
 * iteration reads what another one wrote, and makes vectors of it. So a block of the right panel is taken apart into an
 * array for each row. Four of these rows at a time are added to two rows of the product, so that what was loaded is
 * used for as many sums as registers hold.
 */
final class $Number$Product implements TileProduct {
    /** Columns of a block of the right panel. Its rows stay in the caches while all rows of the left pass by. */
    private static final int WIDTH = 128;

    /** Rows of the right panel that are added at a time. */
    private static final int STEP = 4;

    private final $number$[][] left;
    private final $number$[][] right;
    private final $number$[] product;
    private final $number$[][] block;
    private final $number$[] upper = new $number$[WIDTH];
    private final $number$[] lower = new $number$[WIDTH];
    private final $number$[] upperFactors = new $number$[STEP];
    private final $number$[] lowerFactors = new $number$[STEP];
    private int rows;
    private int columns;

    /** For tiles of {@code side} rows and columns at most, and panels of {@code depth} at most. */
    $Number$Product(int side, int depth) {
        left = new $number$[2][side * depth];
        right = new $number$[2][side * depth];
        product = new $number$[side * side];
        block = new $number$[Math.ceilDiv(depth, STEP) * STEP][WIDTH];
    }

    @Override
    public MemorySegment left(int which) {
        return MemorySegment.ofArray(left[which]);
    }

    @Override
    public MemorySegment right(int which) {
        return MemorySegment.ofArray(right[which]);
    }

    @Override
    public MemorySegment product() {
        return MemorySegment.ofArray(product);
    }

    @Override
    public void clear(int tileRows, int tileColumns) {
        rows = tileRows;
        columns = tileColumns;
        Arrays.fill(product, 0, rows * columns, 0);
    }

    @Override
    public void add(int which, int depth) {
        add(left[which], right[which], depth, 1, product);
    }

    /** Adds {@code sign} times the product of two panels to {@code sums}, a tile of the extents at hand. */
    void add($number$[] leftPanel, $number$[] rightPanel, int depth, $number$ sign, $number$[] sums) {
        for (int column = 0; column < columns; column += WIDTH) {
            int width = Math.min(WIDTH, columns - column);
            int whole = Math.ceilDiv(depth, STEP) * STEP;
            for (int k = 0; k < whole; k++) {
                if (k < depth) {
                    System.arraycopy(rightPanel, k * columns + column, block[k], 0, width);
                } else {
                    // such as fill up the last step: zeros, whatever was there
                    Arrays.fill(block[k], 0);
                }
            }
            for (int row = 0; row < rows; row += 2) {
                addRows(leftPanel, row, depth, sign, sums, column, width);
            }
        }
    }

    private void addRows($number$[] leftPanel, int row, int depth, $number$ sign, $number$[] sums, int column,
            int width) {
        boolean isPair = row + 1 < rows;
        System.arraycopy(sums, row * columns + column, upper, 0, width);
        if (isPair) {
            System.arraycopy(sums, (row + 1) * columns + column, lower, 0, width);
        }
        for (int k = 0; k < depth; k += STEP) {
            for (int i = 0; i < STEP; i++) {
                boolean isThere = k + i < depth;
                upperFactors[i] = isThere ? sign * leftPanel[row * depth + k + i] : 0;
                lowerFactors[i] = isThere && isPair ? sign * leftPanel[(row + 1) * depth + k + i] : 0;
            }
            addStep(k);
        }
        System.arraycopy(upper, 0, sums, row * columns + column, width);
        if (isPair) {
            System.arraycopy(lower, 0, sums, (row + 1) * columns + column, width);
        }
    }

    private void addStep(int k) {
        addStep(upper, lower, block[k], block[k + 1], block[k + 2], block[k + 3]);
    }

    private void addStep($number$[] up, $number$[] low, $number$[] first, $number$[] second, $number$[] third,
            $number$[] fourth) {
        $number$ a = upperFactors[0];
        $number$ b = upperFactors[1];
        $number$ c = upperFactors[2];
        $number$ d = upperFactors[3];
        $number$ e = lowerFactors[0];
        $number$ f = lowerFactors[1];
        $number$ g = lowerFactors[2];
        $number$ h = lowerFactors[3];
        for (int i = 0; i < WIDTH; i++) {
            up[i] = up[i] + a * first[i] + b * second[i] + c * third[i] + d * fourth[i];
            low[i] = low[i] + e * first[i] + f * second[i] + g * third[i] + h * fourth[i];
        }
    }

    /** Of the extents at hand. */
    int columns() {
        return columns;
    }

    int rows() {
        return rows;
    }
}
