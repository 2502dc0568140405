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

    /**
     * Has requests to some handlers of the library's own, which reach memory and wait for nobody, served also while no
     * thread of the rank takes messages in, where the transport has such requests. Once, when the handlers are there,
     * and before this rank sends anything.
     *
     * @param handlers a bit for the index of each
     */
    default void serveBy(Service service, long handlers) {}

    /**
     * Has requests that this rank sends from one of its endpoints served in the same way, or no longer: the endpoints
     * they go to have no handlers but some of the library's own, which reach memory and wait for nobody. Before this
     * rank sends anything from there.
     */
    default void serveFrom(int endpoint, boolean on) {}

    /** The core's part: by a thread of the transport's. */
    @FunctionalInterface
    interface Service {
        /** Takes in what is there, unless another thread has the turn; {@code served} gives what can be answered. */
        void serve(MessageInbox served);
    }

    /** What {@code rank} has published for its primordial endpoint's handler {@code index}; 0 is none. Acquire. */
    int handler(int rank, int index);
}
