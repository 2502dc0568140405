package org.pgas.wait;

/** Work of this rank that a waiting thread does meanwhile. */
public interface Progress {
    /** Does what there is to do, and says how much; cheap when there is nothing. */
    int poll();

    /** Whether this thread would find nothing to do: it may sleep then, and is woken when that changes. */
    boolean isIdle();

    /** Whether no reply waits and no other thread takes any in: what peers that are gone have answered is known. */
    boolean isDrained();
}
