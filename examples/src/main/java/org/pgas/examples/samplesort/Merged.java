package org.pgas.examples.samplesort;

import java.io.IOException;
import java.util.Arrays;

/** Takes one rank's lines in their order, gives them to a writer, and checks that it is their order. */
public final class Merged implements LineMerge.Target {
    private static final int NONE = -1;

    private final Splitters splitters;
    private final LineBuffer lines;
    private final int rank;
    private final LineWriter writer;
    private int first = NONE;
    private int last;
    private int lastEnd;
    private long count;
    private long hash;
    private long descents;

    Merged(Splitters splitters, LineBuffer lines, int rank, LineWriter writer) {
        this.splitters = splitters;
        this.lines = lines;
        this.rank = rank;
        this.writer = writer;
    }

    @Override
    public void line(int at, int end) throws IOException {
        byte[] bytes = lines.bytes();
        if (first == NONE) {
            first = at;
        } else if (Arrays.compareUnsigned(bytes, last, lastEnd, bytes, at, end) > 0) {
            descents++;
        }
        last = at;
        lastEnd = end;
        count++;
        hash += lines.hash(at);
        if (writer != null) {
            writer.write(bytes, at, end + 1 - at);
        }
    }

    /** The lines that came. */
    public Tally tally() {
        return new Tally(count, lines.length(), hash);
    }

    /** How many lines are less than the one before, on this rank or the ranks before it. */
    public long errors() {
        return descents + (first == NONE || splitters.mayBeAt(rank, lines, first, last) ? 0 : 1);
    }
}
