package org.pgas.examples.life;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

import org.pgas.Job;
import org.pgas.upc.SharedArray;
import org.pgas.upc.Upc;
import org.pgas.upc.UpcHandle;

/**
 * A board in a shared array of bytes, in one block of rows for each thread:
 * {@code shared [columns * rowsOfAThread] char board[rows * columns]}. In each generation a thread fetches the rows
 * above and below its own, and computes its inner rows meanwhile. Collective, but for what says otherwise.
 */
public final class SharedLife {
    /** What an allocation may take beyond the cells: see {@link Upc#init(Job, long, long)}. */
    private static final int SPARE_BYTES = 144;

    private final Upc upc;
    private final Picture start;
    private final int columns;
    private final long cells;

    /** Of this thread; one may have none. */
    private final long firstRow;

    private final long ownRows;
    private final byte[] above;
    private final byte[] below;

    /** The rows that are computed with, copied out of the board and into it. */
    private final byte[][] copies;

    private final byte[] computed;
    private SharedArray now;
    private SharedArray next;
    private int generations;

    /** Error: no room for twice the board, and once more on thread 0. */
    public SharedLife(Job job, Picture start) {
        this.start = start;
        this.columns = start.columns();
        this.cells = (long) start.rows() * columns;
        long block = Math.ceilDiv(start.rows(), job.size()) * (long) columns;
        this.upc = Upc.init(job, 2 * block + cells + 3 * SPARE_BYTES, 0);
        this.now = upc.allArray(cells, 1, block);
        this.next = upc.allArray(cells, 1, block);
        this.ownRows = now.localElements() / columns;
        this.firstRow = ownRows == 0 ? 0 : now.globalIndex(0) / columns;
        this.above = new byte[columns];
        this.below = new byte[columns];
        this.copies = new byte[3][columns];
        this.computed = new byte[columns];
        MemorySegment.copy(MemorySegment.ofArray(start.cells()), firstRow * columns, now.local(), 0,
                now.localElements());
        upc.barrier();
    }

    /** Makes the next generation. */
    public void step() {
        UpcHandle fetchAbove = UpcHandle.COMPLETE;
        UpcHandle fetchBelow = UpcHandle.COMPLETE;
        long behind = firstRow + ownRows;
        if (ownRows > 0 && firstRow > 0) {
            fetchAbove = upc.memgetAsync(MemorySegment.ofArray(above), 0, now.address((firstRow - 1) * columns),
                    columns);
        }
        if (ownRows > 0 && behind < start.rows()) {
            fetchBelow = upc.memgetAsync(MemorySegment.ofArray(below), 0, now.address(behind * columns), columns);
        }
        for (long row = 1; row < ownRows - 1; row++) {
            compute(row);
        }
        upc.waitsync(fetchAbove);
        upc.waitsync(fetchBelow);
        if (ownRows > 0) {
            compute(0);
        }
        if (ownRows > 1) {
            compute(ownRows - 1);
        }
        // nobody reads the old board any more, and everybody has written the new one
        upc.barrier();
        SharedArray old = now;
        now = next;
        next = old;
        generations++;
    }

    private void compute(long row) {
        LifeRule.next(row == 0 ? above : copy(row - 1, 0), copy(row, 1), row == ownRows - 1 ? below : copy(row + 1, 2),
                computed);
        MemorySegment.copy(computed, 0, next.local(), ValueLayout.JAVA_BYTE, row * columns, columns);
    }

    private byte[] copy(long row, int place) {
        MemorySegment.copy(now.local(), ValueLayout.JAVA_BYTE, row * columns, copies[place], 0, columns);
        return copies[place];
    }

    /**
     * How many cells live, and on thread 0 how many differ from a run of one thread; written to {@code out} if it is
     * not null. Ends the board.
     */
    public Outcome finish(Path out) throws IOException {
        // all of it on thread 0, in the order of the rows
        SharedArray whole = upc.allReblock(now, 0);
        try {
            long living = 0;
            long errors = 0;
            if (upc.thread() == 0) {
                MemorySegment found = whole.local();
                byte[] expected = start.after(generations);
                for (int i = 0; i < cells; i++) {
                    byte cell = found.get(ValueLayout.JAVA_BYTE, i);
                    living += cell;
                    errors += cell == expected[i] ? 0 : 1;
                }
                if (out != null) {
                    Picture.write(out, found, start.rows(), columns);
                }
            }
            return new Outcome(living, errors);
        } finally {
            upc.finish();
        }
    }

    /**
     * What thread 0 has found; 0 on others.
     *
     * @param living cells
     * @param errors cells that are not as one thread has computed them
     */
    public record Outcome(long living, long errors) {}
}
