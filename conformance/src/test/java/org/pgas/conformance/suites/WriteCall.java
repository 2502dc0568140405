package org.pgas.conformance.suites;

import java.lang.foreign.MemorySegment;

import org.pgas.mpi.Datatype;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;

/** The five calls that write an int. */
enum WriteCall {
    PUT, ACCUMULATE, GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP;

    /** Whether it brings what was there. */
    boolean fetches() {
        return compareTo(GET_ACCUMULATE) >= 0;
    }

    /**
     * Writes the ints of {@code mine} in place of what is there, which the last two calls do with the first int alone.
     *
     * @param result to bring what was there to; of the first two calls left as it is
     * @param before what is there, where the call compares
     */
    void replace(Window window, MemorySegment mine, MemorySegment result, int before, int target, long place) {
        long count = mine.byteSize() / Integer.BYTES;
        Datatype type = Datatype.INT;
        switch (this) {
            case PUT -> window.put(mine, count, type, target, place, count, type);
            case ACCUMULATE -> window.accumulate(mine, count, type, target, place, count, type, Op.REPLACE);
            case GET_ACCUMULATE -> window.getAccumulate(mine, count, type, result, count, type, target, place, count,
                    type, Op.REPLACE);
            case FETCH_AND_OP -> window.fetchAndOp(mine, result, type, target, place, Op.REPLACE);
            default -> window.compareAndSwap(mine, SuiteWindows.of(before), result, type, target, place);
        }
    }
}
