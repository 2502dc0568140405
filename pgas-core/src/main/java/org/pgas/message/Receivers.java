package org.pgas.message;

/** The endpoints at both ends of messages, which a room above this one keeps. */
public interface Receivers {
    /** This rank's endpoint of that index, or null. */
    Receiver find(int index);

    /** What an endpoint of any rank can be used for, bits of {@link Capabilities}; 0 when there is none. */
    int capabilities(int jobRank, int index);

    /**
     * What this rank's endpoint has registered at {@code handler}, as a handler describes itself; 0 when it is nothing.
     */
    int description(int index, int handler);
}
