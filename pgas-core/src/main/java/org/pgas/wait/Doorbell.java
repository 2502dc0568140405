package org.pgas.wait;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.Bells;
import org.pgas.spi.Conduit;

/**
 * Wakes the threads of a rank that sleep, after something they may wait for has changed.
 *
 * <pre>
 * field     writer    reader   order
 * sleepers  sleepers  ringers  full fence / volatile, after the ringer's own full fence (see {@link Waiting})
 * </pre>
 */
public final class Doorbell {
    private final Bells bells;
    private final long sleepers;

    public Doorbell(Conduit conduit) {
        bells = conduit.bells();
        sleepers = bells.sleepersAddress();
    }

    /**
     * Whether a thread of the job sleeps; one load. A caller that has changed the word by a full fence misses no
     * sleeper. Of other callers the processor may hold back the change until after this look; a sleeper then finds it
     * when it looks by itself.
     */
    public boolean hasSleepers() {
        return hasSleepers(sleepers);
    }

    /** As the other form, for a caller that keeps {@link #sleepers}: it has one object less to load on its way. */
    public static boolean hasSleepers(long sleepers) {
        return SharedMemory.getIntVolatile(SharedMemory.word(sleepers, Integer.BYTES)) != 0;
    }

    /** The address of the word that says so. */
    public long sleepers() {
        return sleepers;
    }

    public void ring(int[] jobRanks) {
        for (int jobRank : jobRanks) {
            ring(jobRank);
        }
    }

    public void ring(int jobRank) {
        bells.ring(jobRank);
    }
}
