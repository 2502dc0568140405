package org.pgas.ga;

import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Shows an array to people, on process 0. */
final class Printing {
    private final GaArray array;
    private final GaCore core;
    private final PrintStream out;

    Printing(GaArray array) {
        this.array = array;
        this.core = array.core;
        this.out = System.out;
    }

    /** All elements of a patch, a row a line, each line behind the subscript of its first element. Collective. */
    void elements(String call, GaPatch patch) {
        core.begin(call, patch);
        core.run(call, () -> {
            if (core.me == 0) {
                out.println(patch);
                printRows(call, patch);
                out.flush();
            }
        });
    }

    private void printRows(String call, GaPatch patch) {
        long[] extents = patch.extents();
        int last = extents.length - 1;
        long bytes = array.layout.type.bytes();
        long[] index = patch.lo.clone();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment row = arena.allocate(extents[last] * bytes, Double.BYTES);
            Cursor.forEachRow(extents, count -> {
                printRow(call, row, index, count);
                int d = last - 1;
                while (d >= 0 && ++index[d] > patch.hi[d]) {
                    index[d] = patch.lo[d];
                    d--;
                }
            });
        }
    }

    private void printRow(String call, MemorySegment row, long[] index, long count) {
        long[] to = index.clone();
        to[to.length - 1] += count - 1;
        long bytes = array.layout.type.bytes();
        PatchOperations.fetch(call, array, index, to, row, 0,
                Cursor.denseStrides(OwnPart.extents(index, to), bytes));
        StringBuilder line = new StringBuilder(Arrays.toString(index)).append(':');
        for (long i = 0; i < count; i++) {
            line.append(' ').append(array.layout.type.rows().show(row, i * bytes));
        }
        out.println(line);
    }

    /** Which process has what. Collective. */
    void distribution() {
        GaPatch whole = array.whole();
        core.begin("GaArray.printDistribution", array);
        core.sync();
        if (core.me == 0) {
            out.println(array + ", in " + Arrays.toString(array.nblock()) + " blocks");
            array.locateRegion(whole.lo, whole.hi).forEach(out::println);
            out.flush();
        }
        core.sync();
    }
}
