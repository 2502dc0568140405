package org.pgas.pshm;

import java.util.concurrent.locks.LockSupport;

import org.pgas.memory.SharedMemory;

/**
 * Why and how a job ended before every rank had left it.
 *
 * @param code the job's exit code, 0..255
 * @param rank who ended it; -1 is the launcher
 * @param message for people; empty for a plain exit
 */
public record Ending(int code, int rank, String message) {
    private static final long SET = 1L << 62;
    private static final long TEXT_PATIENCE_NANOS = 100_000_000;

    /** Ends the job unless it has been; true if this call did. A full fence. */
    static boolean set(ControlFile control, int code, int rank, String message) {
        long word = SET | (rank + 1L) << 32 | code;
        if (!SharedMemory.compareAndSetLong(control.header(ControlLayout.ENDING), 0, word)) {
            return false;
        }
        control.putText(control.header(ControlLayout.ENDING_TEXT_BYTES), control.header(ControlLayout.ENDING_TEXT),
                message + "\n",
                ControlLayout.ENDING_TEXT_MAX);
        return true;
    }

    /** Whether the job has been ended; one load. */
    static boolean isSet(ControlFile control) {
        return SharedMemory.getLongVolatile(control.header(ControlLayout.ENDING)) != 0;
    }

    /** The ending, or null. */
    static Ending get(ControlFile control) {
        long word = SharedMemory.getLongVolatile(control.header(ControlLayout.ENDING));
        if (word == 0) {
            return null;
        }
        return new Ending((int) (word & 0xFF), (int) (word >>> 32 & 0xFFFF) - 1, awaitText(control));
    }

    /** The text follows the word; whoever set the word may have died in between, so patience is short. */
    private static String awaitText(ControlFile control) {
        long lengthAddress = control.header(ControlLayout.ENDING_TEXT_BYTES);
        long start = System.nanoTime();
        while (SharedMemory.getIntAcquire(lengthAddress) == 0 && System.nanoTime() - start < TEXT_PATIENCE_NANOS) {
            LockSupport.parkNanos(100_000);
        }
        return control.text(lengthAddress, control.header(ControlLayout.ENDING_TEXT), ControlLayout.ENDING_TEXT_MAX)
                .strip();
    }
}
