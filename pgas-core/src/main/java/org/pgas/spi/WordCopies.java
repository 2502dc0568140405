package org.pgas.spi;

/**
 * Copies of words of the library's own for ranks that do not see them. What lies in {@link AreaParts} and {@link
 * SyncLanes} is one memory for the ranks of a neighbourhood; each neighbourhood has its own, and a rank that writes
 * there says here what it has written, for those of the others. Each word has one rank that writes it at a time.
 *
 * <p>Changes of a rank come everywhere in the order in which they were made, and behind all changes that any thread of
 * their rank had seen when it made them, also those of other ranks; so do messages. That is, a rank that has seen a
 * change, by whatever way, finds everything in its copy that the rank which made it had seen.
 *
 * <p>Any thread, but not inside a handler. Calls wait for room on the way, never for a rank to call the library.
 */
public interface WordCopies {
    /**
     * Before the store of a word that others look for, from then until {@link #endChange} by the same thread, which
     * does nothing else in between than to store.
     */
    void beginChange();

    /**
     * Behind that store: copies {@code bytes}, whole longs, to all others. The first long is stored last there, with
     * release, so that it can tell of the rest.
     *
     * @param bytes at most {@link #MOST_BYTES}
     */
    void endChange(long address, long bytes);

    /** Copies memory that nobody looks at before a later change tells of it; whole longs, any number. */
    void copy(long address, long bytes);

    /**
     * The same for one other neighbourhood alone: {@code rank} takes it in for its neighbours; when it leaves the job,
     * another of them does. It comes before changes that are made later. Nothing is done when the rank is a neighbour.
     */
    void copyTo(int rank, long address, long bytes);

    /** As {@link #copy}, of zeros, which do not travel one by one. */
    void copyZeros(long address, long bytes);

    /** Most bytes of one change. */
    int MOST_BYTES = 4 << 10;
}
