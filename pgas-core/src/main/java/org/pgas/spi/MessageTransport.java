package org.pgas.spi;

import java.nio.ByteBuffer;

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
     * Bytes of payload that each message best has where many of them carry one transfer: 1..{@link #maxPayload} of the
     * same words. The same on all ranks.
     */
    int pieceOfMany(int words);

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

    /**
     * Has the payload of large messages of the library's own written to where it belongs while it comes, if their
     * handlers would do nothing but copy it, and if the transport can. Once, when the handlers are there, and before
     * this rank sends anything.
     */
    default void landBy(Landing core) {}

    /** Where payload belongs. */
    @FunctionalInterface
    interface Landing {
        /**
         * Where to write the payload of a medium message that is just coming. Its handler runs when all of it is there,
         * and finds a payload of no bytes. By the thread that takes in what comes, one at a time; never waits.
         *
         * @param arguments address of its arguments, which are ints
         * @param bytes of the payload, above 0
         * @param isFirst whether everything on its network has been handled that its rank had sent before, and every
         *            request that reaches memory and does nothing else: so none of these is overtaken
         * @return a direct buffer that any thread may use, with position and limit {@code bytes} apart; or null when
         *         the handler is to get the payload
         */
        ByteBuffer place(int source, long head, long arguments, int bytes, boolean isFirst);
    }

    /** The core's part: by a thread of the transport's. */
    @FunctionalInterface
    interface Service {
        /** Takes in what is there, unless another thread has the turn; {@code served} gives what can be answered. */
        void serve(MessageInbox served);
    }

    /** What {@code rank} has published for its primordial endpoint's handler {@code index}; 0 is none. Acquire. */
    int handler(int rank, int index);
}
