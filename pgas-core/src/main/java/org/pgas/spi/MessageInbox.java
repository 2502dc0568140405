package org.pgas.spi;

/** What has arrived at this rank on one network. */
public interface MessageInbox {
    /** Takes what has arrived. Everything it is given has been checked: head, source, lengths, checksum. */
    interface Receiver {
        /**
         * A short or medium message. Both addresses are valid, and nobody else writes there, until it returns.
         *
         * @param arguments address of the first argument; ints in native byte order, one after the other
         * @param payload address of the payload of a medium message, 8-byte aligned; 0 for a short one
         * @param bytes of the payload
         */
        void received(int source, long head, long arguments, long payload, int bytes);

        /** A long message. */
        void receivedLong(int source, long head, long arguments, long targetOffset, long bytes);
    }

    /** Whether {@link #receive} would find something; any thread, a few loads. */
    boolean hasMessages();

    /**
     * Hands messages to {@code receiver} until there are none or about {@code limit}, in order for each sending thread.
     * One thread at a time, not nested. Ends the job if what it finds was not written by this library. When the
     * receiver throws, its message counts as received.
     *
     * @return how many
     */
    int receive(Receiver receiver, int limit);
}
