package org.pgas.compare.peers;

/** Messages of a library between this rank and its peer, in both directions. For one thread. */
interface Channel extends AutoCloseable {
    /** Sends a message of this rank's own memory; waits as long as there is no room. */
    void send(int bytes);

    /**
     * Takes in what has come, and returns how many messages. The first word of each is read.
     *
     * @param echo send each back as it came
     */
    int take(boolean echo);

    /** Called by both ranks before each run, which is not timed yet. */
    default void prepare(long messages, int bytes) {}

    @Override
    void close();
}
