package org.pgas.spi;

import java.nio.file.Path;

/** What is known of ranks, files and faults, for messages to people. */
public interface Diagnosis {
    /**
     * A few words on a rank's health for a message: its pid, when it was last seen, whether it has left or died, and
     * what it waits for itself.
     */
    String describe(int rank);

    /**
     * What keeps the process of a rank from running although it is not dead, as far as that is known, for people; often
     * empty.
     */
    String pauseOf(int rank);

    /**
     * What that rank waits for at this moment, as far as it shows it; null when it does not wait, has not joined, or
     * has left.
     */
    WaitRecord waitOf(int rank);

    /**
     * Looks a few times a second whether a file of the job, which the caller has mapped at that address, still is what
     * it is now; if not, ends the job and says so. {@link #place} and {@link #describeFault} know of it, too. Until
     * this membership ends.
     */
    default void watch(Path file, long address, long bytes) {}

    /**
     * The file that an address lies in, and the place in it, for people, such as "file control, byte 2816". Empty if it
     * is no file of the library.
     */
    String place(long address);

    /**
     * What this process knows of why an access of mapped memory has failed, when that is what was thrown, or its cause:
     * this rank, the file that is too short, what it has and should have, and what helps, for people. Empty when there
     * is nothing to say. Any thread.
     */
    String describeFault(Throwable thrown);
}
