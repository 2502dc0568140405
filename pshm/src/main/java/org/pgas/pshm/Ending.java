package org.pgas.pshm;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

import org.pgas.memory.SharedMemory;

/**
 * Why and how a job ended before every rank had left it.
 *
 * @param code the job's exit code, 0..255
 * @param rank that ended it; -1 is the launcher
 * @param message for people; empty for a plain exit
 */
public record Ending(int code, int rank, String message) {
    // Fields and orders: ControlLayout.

    private static final long SET = 1L << 62;

    /** On a busy host, a process that has set the word may get no processor for some time before it adds the text. */
    private static final long TEXT_PATIENCE_NANOS = 500_000_000;

    /** How long the text may be missing before a reader asks whether its writer still lives. */
    private static final long UNQUESTIONED_NANOS = 10_000_000;

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
        return get(control, System::nanoTime);
    }

    /** As {@link #get(ControlFile)}, with nanoseconds from elsewhere. */
    static Ending get(ControlFile control, LongSupplier clock) {
        long word = SharedMemory.getLongVolatile(control.header(ControlLayout.ENDING));
        if (word == 0) {
            return null;
        }
        int rank = rank(word);
        if ((word & ~(0xFFFFL << 32 | 0xFF)) != SET || rank >= control.size()) {
            // the job has no ending that anybody declared, and cannot go on: polls look at this word
            return new Ending(1, -1, "the control file is damaged: its word for the end of the job is 0x"
                    + Long.toHexString(word));
        }
        return new Ending((int) (word & 0xFF), rank, awaitText(control, rank, clock));
    }

    /** Whether the job was ended by its launcher, which has not come to the text yet. */
    static boolean awaitsTextOfLauncher(ControlFile control) {
        long word = SharedMemory.getLongVolatile(control.header(ControlLayout.ENDING));
        return word != 0 && rank(word) < 0
                && SharedMemory.getIntAcquire(control.header(ControlLayout.ENDING_TEXT_BYTES)) == 0;
    }

    private static int rank(long word) {
        return (int) (word >>> 32 & 0xFFFF) - 1;
    }

    /**
     * The text follows the word. The process that set it may have died in between, or been stopped: patience is short.
     */
    private static String awaitText(ControlFile control, int rank, LongSupplier clock) {
        long lengthAddress = control.header(ControlLayout.ENDING_TEXT_BYTES);
        long start = clock.getAsLong();
        while (SharedMemory.getIntAcquire(lengthAddress) == 0) {
            long waited = clock.getAsLong() - start;
            if (waited > TEXT_PATIENCE_NANOS || waited > UNQUESTIONED_NANOS && isGone(control, rank)) {
                return SharedMemory.getIntAcquire(lengthAddress) != 0 ? text(control)
                        : (rank < 0 ? "the launcher" : "rank " + rank) + " ended the job and did not come to say why";
            }
            LockSupport.parkNanos(100_000);
        }
        return text(control);
    }

    /** A process that has died has written all that it ever will: what is looked at after this is final. */
    private static boolean isGone(ControlFile control, int rank) {
        return (rank < 0 ? control.launcher() : control.process(rank)).life() == Life.DEAD;
    }

    private static String text(ControlFile control) {
        return control.text(control.header(ControlLayout.ENDING_TEXT_BYTES), control.header(ControlLayout.ENDING_TEXT),
                ControlLayout.ENDING_TEXT_MAX).strip();
    }
}
