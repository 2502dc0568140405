package org.pgas.spi;

/**
 * How threads of ranks sleep until a peer has done something, and how peers wake them. A thread takes a ticket, looks
 * once more at what it waits for, and sleeps on the ticket; a peer changes what is waited for, and rings.
 */
public interface Bells {
    /**
     * Address of an int that is not 0 while some rank of the job sleeps; read after a full fence to know whether to
     * ring.
     */
    long sleepersAddress();

    /** Wakes every sleeping rank. */
    void ringAll();

    /** Wakes the threads of {@code rank} that sleep; a load when there are none. */
    void ring(int rank);

    /** Announces that this thread is about to sleep and returns a ticket; pair with {@link #endSleep}. A full fence. */
    int beginSleep();

    /**
     * Blocks until somebody rings after {@link #beginSleep} gave the ticket, or for {@code nanos}. Never on a virtual
     * thread.
     */
    void sleep(int ticket, long nanos);

    void endSleep();
}
