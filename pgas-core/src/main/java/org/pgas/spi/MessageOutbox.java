package org.pgas.spi;

import java.lang.foreign.MemorySegment;

/**
 * Where a rank puts its messages of one network, requests or replies. Any thread; never waits; never to this rank
 * itself.
 *
 * <p>A message's arguments are ints, given in pairs: {@code first} holds arguments 0 (low half) and 1, {@code second} 2
 * and 3, {@code arguments} those from 4 on, at their numbers, and is not read when there are none. The count is in the
 * head ({@link MessageHead}). Where a message is claimed, {@code words} is {@link MessageHead#words} of the head that
 * will be used.
 *
 * <p>A method that says false has changed nothing: the way to that peer is full. What one thread has sent to one peer
 * arrives in that order, once. Everything the sender did before is seen by the handler (release).
 */
public interface MessageOutbox {
    /** Up to four arguments; the form for most messages. */
    boolean sendShort(int peer, long head, long first, long second);

    /** Any number of arguments, from {@code arguments[0]} on. */
    boolean sendShort(int peer, long head, int[] arguments);

    /** Copies the payload; {@code bytes} at most {@link MessageTransport#maxPayload}. */
    boolean sendMedium(
            int peer, long head, long first, long second, int[] arguments, MemorySegment payload, long offset,
            int bytes);

    /** Carries two numbers besides the arguments; the payload they describe is in place already. */
    boolean sendLong(int peer, long head, long first, long second, int[] arguments, long targetOffset, long bytes);

    /**
     * Reserves a medium message with room for {@code bytes} of payload and {@code words} ints, for the caller to write
     * in place and then to {@link #commit} or {@link #cancel}; 0 when the way is full. A thread has one claim at a
     * time. Where the way is this rank's alone, what it sends to the same peer later is not delivered before; other
     * ranks are never held up. The head is given at commit.
     *
     * @return a claim, or 0
     */
    long claim(int peer, int words, int bytes);

    /** Address of the payload of a claim, 8-byte aligned; valid until commit says true, or cancel. */
    long payload(int peer, long claim);

    /**
     * Sends a claimed message with the first {@code bytes} of its payload; {@code bytes} at most what was claimed, and
     * the head with the words that were claimed. False if the way is full: the claim stays, and the caller tries again
     * or cancels. Never false where payloads are written in place.
     */
    boolean commit(int peer, long claim, long head, long first, long second, int[] arguments, int bytes);

    /** Takes a claim back; nothing is delivered. */
    void cancel(int peer, long claim);

    /**
     * Whether the peer has room for a message with that head and so many payload bytes; any thread, a few loads.
     * Something that passes may still be in the way of a send, such as a wire that is full.
     */
    boolean hasRoom(int peer, long head, int bytes);

    /**
     * Says that a thread of this rank is going to sleep until there is room on the way to {@code peer}, or no longer
     * is: a thread that makes room meanwhile rings this rank. On comes before {@link Bells#beginSleep} and one more
     * try, off after {@link Bells#endSleep}; calls pair up and may nest.
     */
    void wantRoom(int peer, boolean on);
}
