package org.pgas.barrier;

import org.pgas.spi.Conduit;
import org.pgas.spi.WordCopies;

/** A lane in a job of several neighbourhoods: what its rank writes goes to those that do not see it. */
final class CopiedLane extends BarrierLane {
    private final WordCopies copies;

    private CopiedLane(Conduit conduit, String name, long base, int stride, int[] jobRanks, int member) {
        super(conduit, name, base, stride, jobRanks, member);
        copies = conduit.copies();
    }

    /**
     * The result is declared as {@code BarrierLane}, so the JVM verifies the caller without this class, and a job of
     * one neighbourhood never loads it.
     */
    static BarrierLane make(Conduit conduit, String name, long base, int stride, int[] jobRanks, int member) {
        return new CopiedLane(conduit, name, base, stride, jobRanks, member);
    }

    @Override
    boolean isCopied() {
        return true;
    }

    @Override
    long count(long line) {
        copies.beginChange();
        long word = super.count(line);
        copies.endChange(line, LINE_BYTES);
        return word;
    }
}
