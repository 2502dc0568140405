package org.pgas.examples.ga;

import org.pgas.Job;
import org.pgas.armci.Armci;
import org.pgas.examples.grid.RankGrid;
import org.pgas.examples.matrix.Blocks;

/** What a rank makes its global arrays with. One object per rank, for one thread. */
public final class GlobalArrays {
    /** For each allocation, what the allocator and the rounding to its units may take. */
    static final long OVERHEAD_BYTES = 64;

    private final Armci armci;

    private GlobalArrays(Armci armci) {
        this.armci = armci;
    }

    /**
     * Begins the use of global arrays. Collective, once per job; throws what {@link Armci#init(Job, long)} throws.
     *
     * @param bytes that all arrays and counters together may take of a rank's memory, see {@link #bytes}
     */
    public static GlobalArrays initialise(Job job, long bytes) {
        return new GlobalArrays(Armci.init(job, bytes));
    }

    /** The most that an array takes of a rank's memory, in bytes. */
    public static long bytes(RankGrid grid) {
        return new Blocks(grid).bytes() + OVERHEAD_BYTES;
    }

    /**
     * Makes an array that is zero. Collective, arguments single-valued; throws what {@link Armci#malloc} throws.
     *
     * @param name for messages
     * @param grid which ranks have what, in two dimensions; some may have nothing
     */
    public GlobalArray create(String name, RankGrid grid) {
        GlobalArray array = new GlobalArray(armci, name, grid);
        array.fill(0);
        sync();
        return array;
    }

    /** Makes a counter that is 0, in the memory of rank {@code home}. Collective, argument single-valued. */
    public GlobalCounter createCounter(int home) {
        GlobalCounter counter = new GlobalCounter(armci, home);
        if (armci.me() == home) {
            counter.reset();
        }
        sync();
        return counter;
    }

    /** Waits for all ranks; what each of them has put, accumulated or stored before is then in place. Collective. */
    public void sync() {
        armci.barrier();
    }

    /** Ends the use of global arrays, which have all been destroyed. Collective. */
    public void terminate() {
        armci.finish();
    }
}
