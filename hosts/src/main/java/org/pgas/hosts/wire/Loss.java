package org.pgas.hosts.wire;

/**
 * Why nothing more comes from a peer, nor goes there.
 *
 * @param text for people, without a full stop; it names the peer
 */
public record Loss(Cause cause, String text) {
    /** What has happened. */
    public enum Cause {
        /** One of the two has closed its wire in order: what the peer had sent before has been handed over. */
        CLOSED,
        /**
         * The connection has ended without that: the process has died, or the way to it is cut. Or it has closed its
         * wire with something on the way to it that it has not read: TCP then drops what the process has sent last.
         */
        BROKEN,
        /** What came was not written by this library, or breaks its rules; nothing of it was handed over. */
        HOSTILE,
        /** There was never a connection: nobody listens there, or it is not that rank of this job, in this version. */
        REFUSED
    }
}
