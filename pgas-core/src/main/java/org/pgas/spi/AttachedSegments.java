package org.pgas.spi;

import org.pgas.memory.AddressTable;

/**
 * The segment that every rank contributes when all attach: four steps, with a barrier of the caller's after each, so
 * that all ranks have their segments, or none has.
 */
public interface AttachedSegments {
    /**
     * The largest segment that every rank of this host can attach at this moment, a multiple of the page size; other
     * hosts have other room.
     */
    long maxBytes();

    /** Granularity of segments. */
    long pageBytes();

    /** Asks for room for this rank's segment, first step; {@code bytes} below 0 says that this rank gives up. */
    void request(long bytes);

    /** First step for memory of the program's own, which is not to be made nor mapped: its size is to be known. */
    void requestClientMemory(long bytes);

    /**
     * Second step, when every rank has asked: makes this rank's segment or notes why not; throws nothing for lack of
     * room.
     */
    void create();

    /** Third step, when every rank has created: maps every rank's segment, or notes why that failed. */
    void map();

    /** Fourth step, when every rank has mapped: fills the table, or throws on every rank. */
    void publish(AddressTable table);

    /**
     * The address, a multiple of eight, of {@value #TOLD_BYTES} bytes in which a rank tells the others, in each of the
     * first three steps, what they need to know. Ranks of one host have them in common; between hosts a transport above
     * copies them from their rank to all others before the barrier.
     */
    long toldAddress(int rank);

    /** Bytes that a rank tells: a long, what it asks for, and an int, how far it has come. Nothing else lies there. */
    int TOLD_BYTES = Long.BYTES + Integer.BYTES;

    /**
     * After that: the size of memory of {@code rank} that is not mapped here and that it reaches for others, which is
     * what it asked {@link #requestClientMemory} for; -1 when there is none.
     */
    long clientMemoryBytes(int rank);
}
