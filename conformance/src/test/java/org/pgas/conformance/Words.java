package org.pgas.conformance;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

import org.pgas.Job;

/** Words of a rank's own segment, for a rank that looks at them without a call of the library. */
final class Words {
    private static final VarHandle LONGS = ValueLayout.JAVA_LONG.varHandle();

    private Words() {}

    /**
     * Of two ranks: returns when the other is here too, without a call that handles messages. So when one goes on,
     * neither is still in the barrier before, where it would take messages in. {@code offset} is that of a word that
     * nothing else uses.
     */
    static void meet(Job job, long offset) {
        // not awaited: a wait for the other rank's answer, where it is a neighbour of none, handles what comes behind
        // it
        job.world().rma().putValueNbi(1 - job.rank(), offset, 1, Long.BYTES);
        compute(job, offset, 1);
    }

    /** Computes until the word is at least {@code value}; an acquire. */
    static void compute(Job job, long offset, long value) {
        MemorySegment own = job.endpoint().segment().local();
        Computing.until("rank " + job.rank() + ": the word at " + offset + " becomes " + value,
                () -> (long) LONGS.getAcquire(own, offset) >= value);
    }
}
