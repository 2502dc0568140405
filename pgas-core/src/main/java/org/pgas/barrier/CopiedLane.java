package org.pgas.barrier;

import java.util.Arrays;

import org.pgas.spi.Conduit;
import org.pgas.spi.Topology;
import org.pgas.spi.WordCopies;

/** A lane in a job of several neighbourhoods: what its rank writes goes to those that do not see it. */
final class CopiedLane extends BarrierLane {
    private final WordCopies copies;
    private final boolean isCopied;

    private CopiedLane(Conduit conduit, Lines lines, int[] jobRanks, int member) {
        super(conduit, lines, jobRanks, member);
        copies = conduit.copies();
        Topology topology = conduit.topology();
        int own = topology.neighbourhood(jobRanks[member]);
        isCopied = Arrays.stream(jobRanks).anyMatch(each -> topology.neighbourhood(each) != own);
    }

    /**
     * The result is declared as {@code BarrierLane}, so the JVM verifies the caller without this class, and a job of
     * one neighbourhood never loads it.
     */
    static BarrierLane make(Conduit conduit, Lines lines, int[] jobRanks, int member) {
        return new CopiedLane(conduit, lines, jobRanks, member);
    }

    @Override
    boolean isCopied() {
        return isCopied;
    }

    @Override
    long count(long line) {
        copies.beginChange();
        long word = super.count(line);
        copies.endChange(line, LINE_BYTES);
        return word;
    }
}
