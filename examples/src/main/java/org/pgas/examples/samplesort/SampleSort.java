package org.pgas.examples.samplesort;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

import org.pgas.coll.Blocks;
import org.pgas.coll.Collectives;

/**
 * One rank's part in sorting the lines of all. Each sorts its own, all agree on splitters, and each sends every rank
 * what is its share: an all-to-all of blocks of different sizes. What comes is a sorted run from each rank; they are
 * merged when they are taken.
 *
 * <p>A rank has its lines twice while they are packed and while they are exchanged, and 12 bytes more for each of them
 * while they are sorted.
 */
public final class SampleSort {
    private final Collectives collectives;
    private final Tally before;
    private final Splitters splitters;
    private final LineBuffer result;
    private final int[] runs;
    private final long offset;
    private final long[] nanos = new long[3];

    /**
     * Sorts. Collective; the lines are of no use afterwards. Throws, on all ranks, when a rank would get more than an
     * array holds.
     */
    public SampleSort(Collectives collectives, LineBuffer lines) throws IOException {
        this.collectives = collectives;
        int rank = collectives.team().rank();
        int ranks = collectives.team().size();
        collectives.team().barrier();
        long start = System.nanoTime();
        int[] starts = lines.starts();
        Tally own = Tally.of(lines, starts);
        LineSort.sort(lines, starts);
        LineBuffer sorted = pack(lines, starts);
        long sortedAt = System.nanoTime();
        before = own.total(collectives);
        splitters = Splitters.choose(collectives, sorted, starts, before.bytes());
        Blocks sent = shares(sorted, starts, rank, ranks);
        long[] sizes = new long[ranks * ranks];
        collectives.allGather(sizes, bytes(sent));
        offset = checkedOffset(sizes, rank, ranks);
        Blocks received = column(sizes, rank, ranks);
        result = new LineBuffer((int) received.extent());
        collectives.exchangeV(MemorySegment.ofArray(result.bytes()).asSlice(0, received.extent()), received,
                MemorySegment.ofArray(sorted.bytes()).asSlice(0, sent.extent()), sent);
        runs = bounds(received);
        nanos[0] = sortedAt - start;
        nanos[1] = System.nanoTime() - sortedAt;
    }

    /** A copy of the lines in their order; {@code starts} are where they begin in it afterwards. */
    private static LineBuffer pack(LineBuffer lines, int[] starts) {
        LineBuffer packed = new LineBuffer(lines.length());
        int next = 0;
        for (int i = 0; i < starts.length; i++) {
            int bytes = lines.end(starts[i]) + 1 - starts[i];
            System.arraycopy(lines.bytes(), starts[i], packed.bytes(), next, bytes);
            starts[i] = next;
            next += bytes;
        }
        return packed;
    }

    private Blocks shares(LineBuffer sorted, int[] starts, int rank, int ranks) {
        long[] bytes = new long[ranks];
        long begin = 0;
        for (int target = 0; target < ranks; target++) {
            int cut = splitters.cut(target, sorted, starts, rank);
            long end = cut == starts.length ? sorted.length() : starts[cut];
            bytes[target] = end - begin;
            begin = end;
        }
        return Blocks.packed(bytes);
    }

    private static long[] bytes(Blocks blocks) {
        long[] bytes = new long[blocks.count()];
        for (int rank = 0; rank < bytes.length; rank++) {
            bytes[rank] = blocks.bytes(rank);
        }
        return bytes;
    }

    private static Blocks column(long[] sizes, int rank, int ranks) {
        long[] bytes = new long[ranks];
        for (int source = 0; source < ranks; source++) {
            bytes[source] = sizes[source * ranks + rank];
        }
        return Blocks.packed(bytes);
    }

    /** How many bytes the ranks before get. All ranks look at all, so that all find the same. */
    private static long checkedOffset(long[] sizes, int rank, int ranks) throws IOException {
        long offset = 0;
        for (int target = 0; target < ranks; target++) {
            long bytes = column(sizes, target, ranks).extent();
            if (bytes > LineBuffer.MOST_BYTES) {
                throw new IOException("rank " + target + " would get " + bytes + " bytes of lines, legal are 0.."
                        + LineBuffer.MOST_BYTES + ": use more ranks");
            }
            offset += target < rank ? bytes : 0;
        }
        return offset;
    }

    private static int[] bounds(Blocks blocks) {
        int[] bounds = new int[blocks.count() + 1];
        for (int i = 0; i < blocks.count(); i++) {
            bounds[i + 1] = bounds[i] + (int) blocks.bytes(i);
        }
        return bounds;
    }

    /** What the lines of all ranks were before. */
    public Tally before() {
        return before;
    }

    /** How many bytes of sorted lines come before those of this rank. */
    public long offset() {
        return offset;
    }

    /** Nanoseconds that this rank took to sort its lines, to exchange them, and to merge them. */
    public long[] nanos() {
        return nanos.clone();
    }

    /** Merges this rank's lines, and gives them to {@code writer} unless that is null. Once. */
    public Merged merge(LineWriter writer) throws IOException {
        long start = System.nanoTime();
        Merged merged = new Merged(splitters, result, collectives.team().rank(), writer);
        new LineMerge(result, runs).run(merged);
        nanos[2] = System.nanoTime() - start;
        return merged;
    }
}
