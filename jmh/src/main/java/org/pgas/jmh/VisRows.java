package org.pgas.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import org.pgas.Job;
import org.pgas.meter.Meter;
import org.pgas.vis.Section;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/**
 * Rows of vector, indexed and strided transfers between rank 0's memory and the segment of rank 1, and of a transpose.
 * All but the transpose move 128 KiB in chunks of one size, with a gap as long as a chunk behind each, on both sides.
 *
 * <p>Shapes are made before the watch starts and used again, but for the rows "once", which make them in each call.
 */
final class VisRows {
    private static final int PEER = 1;
    private static final int PAYLOAD = 128 << 10;

    /** With the gaps; lists of mixed lengths are no longer. */
    private static final int SPAN = 2 * PAYLOAD;

    private static final int[] CHUNKS = {8, 64, 512, 4096};

    /** Chunks in which other kinds of local memory than native are looked at. */
    private static final int[] SHORT_CHUNKS = {8, 64};

    /** Rounds of the outer level of a strided shape. */
    private static final int OUTER = 2;

    /** The unit of the lists of mixed lengths: an entry has one, two or three units. */
    private static final int UNIT = 8;

    /** Rows and columns of the matrix, which fills the table. */
    private static final int ORDER = 4096;

    private final Job job;
    private final Meter meter;
    private final Vis vis;

    VisRows(Job job, Meter meter) {
        this.job = job;
        this.meter = meter;
        this.vis = Vis.of(job.world());
    }

    void run() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(SPAN, 4096).fill((byte) 1);
            for (int chunk : CHUNKS) {
                transfers(memory, chunk);
            }
            Entries mine = Entries.mixed(1);
            Entries theirs = Entries.mixed(2);
            put("vis-vector-mixed-8", theirs.shape(), memory, mine.shape());
            once(memory, UNIT);
        }
        for (int chunk : SHORT_CHUNKS) {
            strided("-own", job.endpoint().segment().local(), chunk);
            strided("-array", MemorySegment.ofArray(new double[SPAN / Double.BYTES]), chunk);
        }
        transpose();
    }

    private void transfers(MemorySegment memory, int chunk) {
        strided("", memory, chunk);
        Shape indexed = Shape.indexed(chunk, offsets(chunk));
        put("vis-indexed-" + chunk, indexed, memory, Shape.indexed(chunk, offsets(chunk)));
        Entries even = Entries.even(chunk);
        put("vis-vector-" + chunk, even.shape(), memory, Entries.even(chunk).shape());
        put("vis-indexed-random-" + chunk, Shape.indexed(chunk, shuffled(offsets(chunk), 2)), memory,
                Shape.indexed(chunk, shuffled(offsets(chunk), 1)));
    }

    private void strided(String suffix, MemorySegment memory, int chunk) {
        Shape theirs = strided(chunk);
        Shape mine = strided(chunk);
        put("vis-strided-" + chunk + suffix, theirs, memory, mine);
        meter.alone("vis-strided-get-" + chunk + suffix, PAYLOAD, 1, times -> get(times, memory, mine, theirs));
    }

    private void put(String row, Shape target, MemorySegment memory, Shape source) {
        meter.alone(row, PAYLOAD, 1, times -> put(times, target, memory, source));
    }

    private void put(long times, Shape target, MemorySegment memory, Shape source) {
        for (long i = 0; i < times; i++) {
            vis.put(PEER, Places.DATA, target, memory, 0, source);
        }
    }

    private void get(long times, MemorySegment memory, Shape target, Shape source) {
        for (long i = 0; i < times; i++) {
            vis.get(memory, 0, target, PEER, Places.DATA, source);
        }
    }

    /** Shapes for one transfer each, from the same numbers. */
    private void once(MemorySegment memory, int chunk) {
        meter.alone("vis-strided-once-" + chunk, PAYLOAD, 1, times -> {
            for (long i = 0; i < times; i++) {
                vis.put(PEER, Places.DATA, strided(chunk), memory, 0, strided(chunk));
            }
        });
        long[] mine = offsets(chunk);
        long[] theirs = offsets(chunk);
        meter.alone("vis-indexed-once-" + chunk, PAYLOAD, 1, times -> putIndexed(times, chunk, theirs, memory, mine));
        Entries myEntries = Entries.even(chunk);
        Entries theirEntries = Entries.even(chunk);
        meter.alone("vis-vector-once-" + chunk, PAYLOAD, 1,
                times -> putVector(times, theirEntries, memory, myEntries));
        shuffled(mine, 1);
        shuffled(theirs, 2);
        meter.alone("vis-indexed-random-once-" + chunk, PAYLOAD, 1,
                times -> putIndexed(times, chunk, theirs, memory, mine));
        Entries myMixture = Entries.mixed(1);
        Entries theirMixture = Entries.mixed(2);
        meter.alone("vis-vector-mixed-once-" + chunk, PAYLOAD, 1,
                times -> putVector(times, theirMixture, memory, myMixture));
    }

    private void putIndexed(long times, int chunk, long[] target, MemorySegment memory, long[] source) {
        for (long i = 0; i < times; i++) {
            vis.put(PEER, Places.DATA, Shape.indexed(chunk, target), memory, 0, Shape.indexed(chunk, source));
        }
    }

    private void putVector(long times, Entries target, MemorySegment memory, Entries source) {
        for (long i = 0; i < times; i++) {
            vis.put(PEER, Places.DATA, target.shape(), memory, 0, source.shape());
        }
    }

    private void transpose() {
        String row = "vis-transpose";
        if (!meter.wants(row)) {
            return;
        }
        Section matrix = Section.rowMajor(Double.BYTES, ORDER, ORDER);
        Shape transposed = matrix.transposed().shape();
        Shape whole = matrix.shape();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(whole.bytes(), 4096);
            if (job.rank() == 0) {
                memory.fill((byte) 1);
            }
            meter.alone(row, whole.bytes(), 1, times -> {
                for (long i = 0; i < times; i++) {
                    vis.put(PEER, Places.TABLE, transposed, memory, 0, whole);
                }
            });
        }
    }

    private static Shape strided(int chunk) {
        int inner = PAYLOAD / chunk / OUTER;
        return Shape.strided(chunk, new long[]{inner, OUTER}, new long[]{2L * chunk, 2L * chunk * inner});
    }

    private static long[] offsets(int chunk) {
        long[] offsets = new long[PAYLOAD / chunk];
        Arrays.setAll(offsets, i -> 2L * chunk * i);
        return offsets;
    }

    /** Changes the array: the same numbers in random order, the order that the C program has. */
    private static long[] shuffled(long[] numbers, long seed) {
        long state = seed;
        for (int i = numbers.length - 1; i > 0; i--) {
            state = AtomicRows.next(state);
            int other = (int) ((state >>> 33) % (i + 1));
            long moved = numbers[i];
            numbers[i] = numbers[other];
            numbers[other] = moved;
        }
        return numbers;
    }

    /** A list of regions. */
    private record Entries(long[] offsets, long[] lengths) {
        static Entries even(int chunk) {
            long[] lengths = new long[PAYLOAD / chunk];
            Arrays.fill(lengths, chunk);
            return new Entries(VisRows.offsets(chunk), lengths);
        }

        /** One, two or three units, and a gap of as many; another seed cuts in other places. */
        static Entries mixed(long seed) {
            int most = PAYLOAD / UNIT;
            long[] offsets = new long[most];
            long[] lengths = new long[most];
            long state = seed;
            long offset = 0;
            int count = 0;
            for (long left = PAYLOAD; left > 0; left -= lengths[count++]) {
                state = AtomicRows.next(state);
                offsets[count] = offset;
                lengths[count] = Math.min(left, UNIT * ((state >>> 33) % 3 + 1));
                offset += 2 * lengths[count];
            }
            return new Entries(Arrays.copyOf(offsets, count), Arrays.copyOf(lengths, count));
        }

        Shape shape() {
            return Shape.vector(offsets, lengths);
        }
    }
}
