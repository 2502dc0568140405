package org.pgas.conformance;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.IntStream;

import org.pgas.Job;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;

/**
 * Words of a window's parts, of displacement unit 1: by loads and stores where the part is mapped here, and where it is
 * one of another neighbourhood by transfers in the epoch that is open.
 */
public final class WindowParts {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private final Window window;

    /** By rank; null of one that is not mapped. */
    private final MemorySegment[] parts;

    /** Ranks of the window are those of the job. */
    public WindowParts(Job job, Window window) {
        this.window = window;
        parts = new MemorySegment[window.size()];
        for (int rank = 0; rank < parts.length; rank++) {
            parts[rank] = isNeighbour(job, rank) ? window.sharedPart(rank).memory() : null;
        }
    }

    /** Whether this rank maps what another one has. */
    static boolean isNeighbour(Job job, int rank) {
        return IntStream.of(job.neighbourhood().toArray()).anyMatch(each -> each == rank);
    }

    public boolean isMapped(int rank) {
        return parts[rank] != null;
    }

    public long get(int rank, long offset) {
        return parts[rank] != null ? parts[rank].get(LONG, offset) : window.fetchAndOp(0, rank, offset, Op.NO_OP);
    }

    void set(int rank, long offset, long value) {
        if (parts[rank] != null) {
            parts[rank].set(LONG, offset, value);
        } else {
            window.put(MemorySegment.ofArray(new long[]{value}), 1, Datatype.LONG, rank, offset, 1, Datatype.LONG);
        }
    }
}
