package org.pgas.spi;

/**
 * Messages between the ranks of a job, on two networks that do not share room: a rank that cannot send a request must
 * still be able to take in replies, and a rank that takes in requests must be able to send replies.
 */
public interface MessageTransport {
    MessageOutbox requestOutbox();

    MessageInbox requestInbox();

    MessageOutbox replyOutbox();

    MessageInbox replyInbox();

    /** Most payload bytes of a medium message of so many {@link MessageHead#words}: to every peer, on both networks. */
    int maxPayload(int words);

    /**
     * Notes in shared memory what handler {@code index} of this rank's primordial endpoint accepts, so that peers can
     * check; 0 is none. Written once per index, before anybody sends there; release.
     */
    void publishHandler(int index, int description);

    /** What {@code rank} has published for its primordial endpoint's handler {@code index}; 0 is none. Acquire. */
    int handler(int rank, int index);
}
