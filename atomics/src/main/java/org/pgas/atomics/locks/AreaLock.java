package org.pgas.atomics.locks;

/**
 * The lock of {@link org.pgas.atomics.FairReadWriteLock} on words of the library's own, between the members of a team.
 * One thread of a member at a time uses it, and has it once. {@link AreaReadWriteLock} is for ranks that have the words
 * mapped, {@link FarAreaLock} for ranks of other neighbourhoods. All share one queue.
 *
 * <p>Nothing is checked: the caller knows what it holds, and keeps the words for as long as anybody uses them.
 *
 * <p>A caller that asks need not wait: {@link #ask}. Its place in the queue is the same. The thread that passes the
 * turn to a reader that has asked lets it in, so that nobody behind it depends on what the reader's thread does; a
 * writer is let in when it {@linkplain Deferred#await waits}, and holds up all behind it, as if it had the lock.
 */
public interface AreaLock {
    /**
     * Returns when this rank has the lock. When this throws, it leaves no trace in the queue; where the words are
     * elsewhere, only if their owner still answers.
     */
    void lock(String call, boolean writes);

    /** Takes the lock if that needs no wait, and says whether it did. */
    boolean tryLock(boolean writes);

    /**
     * As {@link #lock}, but takes only the place in the queue when the lock is not to be had at once; null when this
     * rank has it. Waits all the same to read behind 64 others or more.
     */
    Deferred ask(String call, boolean writes);

    /**
     * Gives the lock back, by the rank that has it in this way. Throws when the words' owner is elsewhere and does not
     * answer: the lock may be given back then, and is not to be given back again.
     */
    void unlock(boolean writes);

    /** Whether a writer has it, or had it a moment ago. */
    boolean isWritten();

    /** For messages, by team ranks, a moment ago: such as "rank 3, exclusively", "ranks 0, 2, shared", or "nobody". */
    String holders();

    /** A place in the queue that is kept without a wait. For one thread at a time. */
    interface Deferred {
        /**
         * Returns when the rank has the lock; once. When this throws, the place leaves the queue, as of {@link #lock}.
         */
        void await(String call);
    }
}
