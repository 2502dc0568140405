package org.pgas.compare.scaling;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The lines of a host; each of its cores has a cache. A line is with one core that may write it, or with any number
 * that read it. Transfers of one line come after each other.
 */
final class CacheLines {
    private final CacheCosts costs;
    private final BitSet[] holders;
    private final boolean[] isExclusive;
    private final double[] busyUntil;
    private final double[] writtenAt;
    private final int[] writes;
    private long transfers;

    CacheLines(int lines, CacheCosts costs) {
        this.costs = costs;
        holders = new BitSet[lines];
        Arrays.setAll(holders, line -> new BitSet());
        isExclusive = new boolean[lines];
        busyUntil = new double[lines];
        writtenAt = new double[lines];
        writes = new int[lines];
    }

    /** Lines that were moved, or taken away from their readers, so far. */
    long transfers() {
        return transfers;
    }

    /** How often the line has been written. */
    int writes(int line) {
        return writes[line];
    }

    /** When the last write of the line was done. */
    double writtenAt(int line) {
        return writtenAt[line];
    }

    /** Core {@code core} writes the line, beginning at {@code now}; returns when it is done. */
    double write(int core, int line, double now) {
        boolean isHere = isExclusive[line] && holders[line].get(core);
        double done = isHere ? now + costs.local() : transfer(line, now);
        holders[line].clear();
        holders[line].set(core);
        isExclusive[line] = true;
        writes[line]++;
        writtenAt[line] = done;
        return done;
    }

    /** Core {@code core} reads the line, beginning at {@code now}; returns when it has it. */
    double read(int core, int line, double now) {
        if (holders[line].get(core)) {
            return now + costs.local();
        }
        isExclusive[line] = false;
        holders[line].set(core);
        return transfer(line, now);
    }

    private double transfer(int line, double now) {
        transfers++;
        double begin = Math.max(now, busyUntil[line]);
        busyUntil[line] = begin + costs.occupancy();
        return begin + costs.transfer();
    }
}
