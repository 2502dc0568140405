package org.pgas.coll;

import java.lang.foreign.MemorySegment;

import org.pgas.events.CollectiveEvent;
import org.pgas.wait.SharedCondition;

/** What the protocol needs: one member's view of a team. Tests drive members over plain memory. */
interface Surroundings {
    int rank();

    int size();

    /** Address of a member's block of {@link Slots#BLOCK_BYTES}, zero at first. */
    long block(int rank);

    /** A place for so many bytes that every member can read; of this member's part. */
    long allocate(long bytes);

    void free(long place);

    /** Whether a number may be a place of so many bytes. */
    boolean isPlace(long place, long bytes);

    /** Where a place of anybody's lies here. */
    long address(long place);

    /** The offset of memory in this member's mapped segment, or negative when it does not lie in it wholly. */
    long offsetInSegment(MemorySegment memory);

    /** Where a part of a member's segment lies here, or 0 when it is not mapped here. */
    long segmentAddress(int rank, long offset, long bytes);

    /**
     * By rank the neighbourhood of each member, when some do not see what is written here, and have to be sent copies;
     * else null.
     */
    default int[] neighbourhoods() {
        return null;
    }

    /**
     * Before the store of a word that others look for, where there are {@link #neighbourhoods}; then nothing else until
     * {@link #endChange}.
     */
    default void beginChange() {}

    /** Behind it: sends that word, and what lies behind it up to {@code bytes}. */
    default void endChange(long address, long bytes) {}

    /** Sends data that a later word tells of to all that do not see them. */
    default void copy(long address, long bytes) {}

    /** The same to one neighbourhood alone: that of {@code member}, which takes them in for its neighbours. */
    default void copyTo(int member, long address, long bytes) {}

    /** Wakes members that sleep, after something they may wait for has changed. */
    void ringAll();

    /** Wakes this member's own threads that sleep. */
    void ringOwn();

    /** Rounds to spin before {@link #await}. */
    int spins();

    void await(SharedCondition condition);

    /**
     * Has {@link Member#background} called again and again, until that answers true; once more for each call of this.
     */
    void inBackground(Member member);

    /** Whether members compare their calls. */
    boolean isChecked();

    int jobRank(int rank);

    /**
     * Ends the job because of what is in shared memory and was not written by this library; never returns.
     *
     * @param address of it
     * @param what names the word and the member that wrote it, for people
     */
    RuntimeException damaged(long address, String what);

    /**
     * Ends the event of a collective.
     *
     * @param root team rank, or negative
     * @param split whether the caller did not wait
     */
    void record(CollectiveEvent event, Form form, int root, long bytes, long sequence, boolean split);
}
