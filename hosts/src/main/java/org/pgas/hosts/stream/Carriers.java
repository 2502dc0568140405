package org.pgas.hosts.stream;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

import org.pgas.hosts.wire.OneSided;

/**
 * The kind of carriers that a wire goes over, this rank's place among them, and what can be told of all of them: all
 * that differs from kind to kind. One thread opens and closes it. Any thread calls, but for {@link #look}, {@link
 * #accept} and {@link #letGo}: the one that polls; and {@link #sleep}: one at a time.
 */
public interface Carriers extends AutoCloseable {
    /** For people: the kind, and where peers find this rank. */
    @Override
    String toString();

    /**
     * Opens the place where peers come in, once, before {@link #address} is asked for. A process that only calls others
     * needs none, where the kind says so.
     *
     * @param waiting how many may wait to be let in before the system refuses more
     * @throws IOException for people, with a remedy where one is known; nothing is left then
     */
    void listen(int waiting) throws IOException;

    /** Where peers find this rank, for their {@link #call}. It holds no secret. */
    byte[] address();

    /** An address for people. */
    String shown(byte[] address);

    /** Lets in the next process that waits; null where none does, or the system has no means for it at this moment. */
    Carrier accept();

    /**
     * Begins to connect to the place of a peer.
     *
     * @throws IOException when nobody is there; nothing is left then
     */
    Carrier call(byte[] address) throws IOException;

    /**
     * Makes a line of a connection, over which the hello has gone and nothing else.
     *
     * @param isCaller whether this rank has called
     */
    Line line(Carrier carrier, boolean isCaller) throws IOException;

    /** Whether lines are encrypted, and bound to their ends ({@link Line#binding}); the same on all ranks. */
    boolean isSecure();

    /**
     * Says by what object a carrier is known to looks and sleeps. Anew when bytes can be written, and when the
     * carrier is another object's. A sleeper learns of it.
     */
    void watch(Carrier carrier, Object by) throws IOException;

    /**
     * Goes on with what the system does not do by itself, in each poll; and gives the objects of carriers on which
     * there is something, and null where a process may wait at the door, to {@code ready}. Never waits; allocates
     * nothing.
     *
     * @param isThorough false where the caller looks at each carrier all the same: what takes a call of the system can
     *                   be left out
     */
    void look(Consumer<Object> ready, boolean isThorough) throws IOException;

    /**
     * As a thorough {@link #look}, where carriers were closed: the system gets back what it has for them, though
     * nobody may ever sleep. Ends the sleep that is under way, or else the next one.
     */
    void letGo(Consumer<Object> ready) throws IOException;

    /**
     * The step before {@link #sleep}: false says that there may be something to look for. What comes behind an arm that
     * says true ends that sleep.
     */
    boolean arm() throws IOException;

    /**
     * Blocks until something has come since {@link #arm}, {@link #wake} was called since the last sleep, or the time is
     * over; it may end earlier, and does at once when this is closed. Gives what a look would to {@code ready}, or
     * leaves it to the next look. An interrupt ends it and stays set.
     *
     * @param nanos above 0
     */
    void sleep(Consumer<Object> ready, long nanos) throws IOException;

    /** Ends the sleep that is under way, or else the next one. A call of the system at most; allocates nothing. */
    void wake();

    /** What goes to peers beside streams, where the kind has such; its progress is made in {@link #look}. */
    default Optional<OneSided> oneSided() {
        return Optional.empty();
    }

    /** Ends sleeps, and gives back what is left, when all carriers are closed; again does nothing. */
    @Override
    void close() throws IOException;
}
