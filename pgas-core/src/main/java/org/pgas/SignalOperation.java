package org.pgas;

/**
 * How a signal changes the signal word, a long. Both are atomic towards each other, towards every operation of an
 * atomic domain on 64-bit integers, and towards ordered puts; a release; and a full fence, so that the question whether
 * somebody sleeps may follow.
 *
 * <p>Source: OpenSHMEM 1.5, 9.8 (SHMEM_SIGNAL_SET, SHMEM_SIGNAL_ADD).
 */
public enum SignalOperation {
    /** Replaces the word by the value. */
    SET,
    /** Adds the value, wrapping around. */
    ADD
}
