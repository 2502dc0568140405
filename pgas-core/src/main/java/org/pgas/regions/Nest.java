package org.pgas.regions;

/** Runs of equal length in a nest of loops. */
public final class Nest extends Regions {
    final long origin;
    final long run;

    /** By level, innermost first; all at least 2. */
    final long[] counts;

    /** By level. */
    final long[] strides;

    private final long runs;

    Nest(long origin, long run, long[] counts, long[] strides, long bytes, long low, long high) {
        super(bytes, low, high);
        this.origin = origin;
        this.run = run;
        this.counts = counts;
        this.strides = strides;
        this.runs = bytes == 0 ? 0 : bytes / run;
    }

    /** Bytes of each run. */
    public long run() {
        return run;
    }

    public int levels() {
        return counts.length;
    }

    /** Rounds of a level, at least 2; level 0 is the innermost. */
    public long count(int level) {
        return counts[level];
    }

    /** Distance of a level's rounds in bytes. */
    public long stride(int level) {
        return strides[level];
    }

    @Override
    public long runs() {
        return runs;
    }

    @Override
    public long offset(long index) {
        long offset = origin;
        long rest = index;
        for (int level = 0; level < counts.length; level++) {
            long next = rest / counts[level];
            offset += (rest - next * counts[level]) * strides[level];
            rest = next;
        }
        return offset;
    }

    @Override
    public long length(long index) {
        return run;
    }

    @Override
    public long runAt(long position) {
        return position / run;
    }

    @Override
    public long position(long index) {
        return index * run;
    }
}
