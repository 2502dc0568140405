package org.pgas.spi;

/**
 * A rank's membership in a job, as the transport sees it: a role for each thing that a transport does. Each of these
 * gives the same object each time. Every method of a role may be called by any thread unless it says collective.
 *
 * <p>The core fetches the roles that it needs once, and keeps hot paths off them: it takes addresses from them and uses
 * {@link org.pgas.memory.SharedMemory} on these. A transport between hosts may hand through the roles of the one that
 * its host has, and put its own in place of the others.
 */
public interface Conduit {
    /** Which rank this is, and of which job. */
    Member member();

    /** How the job ends. */
    JobEnd end();

    /** Where the ranks run. */
    Topology topology();

    /** The segments that all ranks attach together. */
    AttachedSegments attached();

    /** Segments that come and go, beside the one that {@link #attached} has. */
    SegmentStore segments();

    /** Memory of the library's own that every rank reaches. */
    AreaParts area();

    /** Lines for barriers, which are there before the area is. */
    SyncLanes lanes();

    /** The copies of words for ranks that do not see this one's area and lanes; null when there are no such ranks. */
    default WordCopies copies() {
        return null;
    }

    /** How threads sleep, and are woken. */
    Bells bells();

    /** The way of messages to the other ranks. */
    MessageTransport messages();

    /** Transfers that devices carry out at ranks elsewhere; null where there are none. */
    default OneSidedTransfers oneSided() {
        return null;
    }

    /** The processes of the ranks. */
    Processes processes();

    /** What this rank shows to processes that look at the job from outside. */
    Shown shown();

    /** What is known of ranks, files and faults, for people. */
    Diagnosis diagnosis();

    /**
     * Ends the job because this library has not written what a word in shared memory holds. Never returns, as
     * {@link JobEnd#exit}.
     *
     * @param address of the word
     * @param what names the word, the rank that it belongs to, and what would be legal, for people
     */
    default RuntimeException damaged(long address, String what) {
        String place = diagnosis().place(address);
        throw end().fail("rank " + member().rank() + ": " + what + (place.isEmpty() ? "" : " (" + place + ")")
                + ": another process has written into the files of the job");
    }
}
