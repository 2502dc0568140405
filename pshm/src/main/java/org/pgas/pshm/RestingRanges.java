package org.pgas.pshm;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Ranges of addresses of abandoned mappings. They wait until no operation can be inside any more. Any thread.
 *
 * <p>An operation may be in flight when a segment is closed, and nothing counts operations. So a range rests until many
 * bytes of others have come to rest after it, and is then used for another mapping of its size, the oldest first.
 * Programs that close many small ranges in no order would make this bookkeeping large: then many ranges after it do.
 *
 * <p>What comes to rest in a row of addresses, as create and close in turn do, is one {@link Run}: the bookkeeping of
 * millions of ranges is a few objects.
 */
final class RestingRanges {
    static final long REST_BYTES = 1L << 40;
    private static final int MOST_RUNS = 1 << 16;
    private static final int REST_RANGES = MOST_RUNS / 2;

    /** A run is as old as its youngest range: this many of them make the difference small. */
    private static final int RUNS_IN_REST = 64;

    private final long restBytes;
    private final int mostRuns;
    private final int restRanges;
    private final Map<Long, ArrayDeque<Run>> bySize = new HashMap<>();
    private long restedBytes;
    private long restedRanges;
    private int runs;

    RestingRanges(long restBytes) {
        this(restBytes, MOST_RUNS, REST_RANGES);
    }

    /**
     * @param restBytes of other ranges that must have come after one before it is used again
     * @param mostRuns that are kept before {@code restRanges} counts instead
     * @param restRanges as restBytes, in ranges
     */
    RestingRanges(long restBytes, int mostRuns, int restRanges) {
        this.restBytes = restBytes;
        this.mostRuns = mostRuns;
        this.restRanges = restRanges;
    }

    /** Ranges of one size, {@code step} apart, oldest first. */
    private static final class Run {
        long oldest;
        long step;
        long count = 1;
        final long beganBytes;
        long youngestBytes;
        long youngestRanges;

        Run(long address, long bytes) {
            oldest = address;
            beganBytes = bytes;
        }

        boolean continues(long address) {
            return count == 1 || address == oldest + count * step;
        }
    }

    synchronized void rest(long address, long size) {
        restedBytes += size;
        restedRanges++;
        ArrayDeque<Run> ofSize = bySize.computeIfAbsent(size, ignored -> new ArrayDeque<>());
        Run run = ofSize.peekLast();
        if (run == null || !run.continues(address) || restedBytes - run.beganBytes > restBytes / RUNS_IN_REST) {
            run = new Run(address, restedBytes);
            ofSize.addLast(run);
            runs++;
        } else {
            if (run.count == 1) {
                run.step = address - run.oldest;
            }
            run.count++;
        }
        run.youngestBytes = restedBytes;
        run.youngestRanges = restedRanges;
    }

    /** A range that has rested long enough, which is the caller's then; 0 if there is none. */
    synchronized long take(long size) {
        ArrayDeque<Run> ofSize = bySize.get(size);
        Run run = ofSize == null ? null : ofSize.peekFirst();
        if (run == null || !hasRested(run)) {
            return 0;
        }
        long address = run.oldest;
        run.oldest += run.step;
        run.count--;
        if (run.count == 0) {
            ofSize.removeFirst();
            runs--;
        }
        return address;
    }

    private boolean hasRested(Run run) {
        return restedBytes - run.youngestBytes > restBytes
                || runs > mostRuns && restedRanges - run.youngestRanges > restRanges;
    }

    /** How many objects the bookkeeping has. */
    synchronized int runs() {
        return runs;
    }
}
