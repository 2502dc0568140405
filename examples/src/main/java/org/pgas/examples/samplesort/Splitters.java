package org.pgas.examples.samplesort;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import org.pgas.coll.Blocks;
import org.pgas.coll.Collectives;

/**
 * The lines between what is for one rank and what is for the next. They are chosen from samples that all ranks take of
 * their sorted lines at equal distances in bytes, so that all get about as many bytes.
 *
 * <p>Equal lines are told apart by the rank that has them, and where: so they may be cut anywhere, and a file of
 * nothing but equal lines is shared out like any other. Of a long line a sample has the beginning only: a splitter need
 * not be a line. The share of a rank gets larger where more lines than that are equal in as many bytes.
 */
final class Splitters {
    /** Samples for each rank's share, of all ranks together. */
    static final int SAMPLES = 64;

    /** The most bytes of a line that are in a sample. */
    static final int SAMPLE_BYTES = 1 << 12;

    private final LineBuffer lines;
    private final int[] starts;
    private final long[] ids;

    private Splitters(LineBuffer lines, int[] starts, long[] ids) {
        this.lines = lines;
        this.starts = starts;
        this.ids = ids;
    }

    /**
     * Chooses one less than there are ranks, or none if there are no lines; the same on all ranks. Collective;
     * {@code sorted} has its lines in order.
     */
    static Splitters choose(Collectives collectives, LineBuffer sorted, int[] starts, long totalBytes) {
        int ranks = collectives.team().size();
        long step = Math.max(1, totalBytes / ((long) SAMPLES * ranks));
        LineBuffer own = new LineBuffer(sampleBytes(sorted, starts, step));
        long[] ids = sample(sorted, starts, step, collectives.team().rank(), own);
        long[] sizes = new long[2 * ranks];
        collectives.allGather(sizes, new long[]{own.length(), (long) Long.BYTES * ids.length});
        Blocks lineBlocks = blocks(sizes, 0);
        Blocks idBlocks = blocks(sizes, 1);
        LineBuffer all = new LineBuffer(Math.toIntExact(lineBlocks.extent()));
        long[] allIds = new long[Math.toIntExact(idBlocks.extent() / Long.BYTES)];
        collectives.allGatherV(lines(all), lineBlocks, lines(own));
        collectives.allGatherV(MemorySegment.ofArray(allIds), idBlocks, MemorySegment.ofArray(ids));
        return pick(all, allIds, ranks);
    }

    private static MemorySegment lines(LineBuffer buffer) {
        return MemorySegment.ofArray(buffer.bytes()).asSlice(0, buffer.length());
    }

    private static Blocks blocks(long[] sizes, int which) {
        long[] bytes = new long[sizes.length / 2];
        for (int rank = 0; rank < bytes.length; rank++) {
            bytes[rank] = sizes[2 * rank + which];
        }
        return Blocks.packed(bytes);
    }

    private static boolean isSample(LineBuffer sorted, int start, long step) {
        // one for each multiple of the step that is in a line; a line with several is one sample
        return (start + step - 1) / step * step <= sorted.end(start);
    }

    private static int sampleBytes(LineBuffer sorted, int[] starts, long step) {
        int bytes = 0;
        for (int start : starts) {
            bytes += isSample(sorted, start, step) ? Math.min(SAMPLE_BYTES, sorted.end(start) - start) + 1 : 0;
        }
        return bytes;
    }

    private static long[] sample(LineBuffer sorted, int[] starts, long step, int rank, LineBuffer target) {
        long[] ids = new long[starts.length];
        int count = 0;
        int next = 0;
        for (int i = 0; i < starts.length; i++) {
            if (isSample(sorted, starts[i], step)) {
                int bytes = Math.min(SAMPLE_BYTES, sorted.end(starts[i]) - starts[i]);
                System.arraycopy(sorted.bytes(), starts[i], target.bytes(), next, bytes);
                next += bytes;
                target.bytes()[next++] = '\n';
                ids[count++] = id(rank, i);
            }
        }
        return Arrays.copyOf(ids, count);
    }

    /** Tells equal lines apart: that with index {@code index} among the sorted ones of a rank from all others. */
    private static long id(int rank, int index) {
        return (long) rank << 32 | index;
    }

    private static Splitters pick(LineBuffer all, long[] ids, int ranks) {
        int[] starts = all.starts();
        Integer[] order = new Integer[starts.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> {
            int lines = all.compare(starts[a], starts[b]);
            return lines != 0 ? lines : Long.compare(ids[a], ids[b]);
        });
        int count = order.length == 0 ? 0 : ranks - 1;
        int[] picked = new int[count];
        long[] pickedIds = new long[count];
        for (int i = 0; i < count; i++) {
            int sample = order[(int) ((i + 1L) * order.length / ranks)];
            picked[i] = starts[sample];
            pickedIds[i] = ids[sample];
        }
        return new Splitters(all, picked, pickedIds);
    }

    /** How many of a rank's sorted lines are for the ranks up to and including {@code target}. */
    int cut(int target, LineBuffer sorted, int[] sortedStarts, int rank) {
        if (target >= starts.length) {
            return sortedStarts.length;
        }
        int low = 0;
        int high = sortedStarts.length;
        while (low < high) {
            int middle = low + high >>> 1;
            int compared = sorted.compare(sortedStarts[middle], lines, starts[target]);
            if (compared < 0 || compared == 0 && id(rank, middle) < ids[target]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Whether a result of {@code rank} may begin with one line and end with another. */
    boolean mayBeAt(int rank, LineBuffer result, int first, int last) {
        boolean notLess = rank == 0 || result.compare(first, lines, starts[rank - 1]) >= 0;
        return notLess && (rank == starts.length || result.compare(last, lines, starts[rank]) <= 0);
    }
}
