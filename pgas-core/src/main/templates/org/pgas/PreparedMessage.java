//$ One class, made by config/Templates.java. Lines behind "//$ 0 1 2" stand once for each of these columns.
//$ given: | arguments | first | second
//$ 0 | | 0 | 0
//$ 1 | ", int argument0" | pair(argument0, 0) | 0
//$ 2 | ", int argument0, int argument1" | pair(argument0, argument1) | 0
package org.pgas;

import static org.pgas.message.ArgumentPacking.pair;

import org.pgas.message.ArgumentPacking;
import org.pgas.message.Prepared;
import org.pgas.rank.Face;

/**
 * A message between prepare and commit: its room is settled, its payload is being written, its handler and arguments
 * may still be chosen.
 *
 * <p>Write the payload at {@link #payload()}, or in the buffer given to prepare; then commit, or cancel. Exactly one of
 * the two, by the thread that prepared; a thread has one prepared message at a time; between the two it may not
 * communicate, poll or wait (checked mode reports it). Commit takes the number of arguments that prepare was told.
 *
 * <p>With {@code pgas.am.rings=pair} the library's buffer of a medium message is its place in the ring or the slab
 * beside it, so the payload is written once. Hold it briefly then: later messages of this rank to the same peer arrive
 * after it, and one that is held for {@code pgas.am.deadline} ends the job. In shared rings it is copied at commit, and
 * holds up nobody. Checked mode reports one that is held for over a millisecond. A request that its thread leaves
 * behind when it dies is cancelled, within about a fifth of a second.
 *
 * <p>Source: GASNet-EX "Negotiated-payload AM APIs". Cancel is beyond the document.
 */
@SuppressWarnings("exports") // what does its work is not for programs
public final class PreparedMessage extends Face<Prepared> {
    /** In place of a target at prepare: it is named at commit. */
    public static final long LATER = Prepared.LATER;

    private final Prepared core;

    private PreparedMessage(Prepared core) {
        super(core);
        this.core = core;
        core.face(this);
    }

    /** The type of the API that stands for {@code core}; null of null. */
    static PreparedMessage of(Prepared core) {
        return core == null ? null : core.face() == null ? new PreparedMessage(core) : (PreparedMessage) core.face();
    }

    /** Where to write the payload, {@link #size} bytes. Error: prepared with a buffer of the program's. */
    public Payload payload() {
        return Payload.of(core.payload());
    }

    /** Most bytes that commit may send: between least and most. */
    public long size() {
        return core.size();
    }

//$ 0 1 2
    /** Sends a medium message with the first {@code bytes} bytes of its payload. */
    public void commit(int handler, long bytes$arguments$) {
        core.commit(handler, bytes, $given$, $first$, $second$, ArgumentPacking.NONE);
    }

    /**
     * Sends a long message with the first {@code bytes} bytes of its payload, to {@code targetOffset} in the segment of
     * the peer's endpoint.
     */
    public void commitLong(int handler, long bytes, long targetOffset$arguments$) {
        core.commitLong(handler, bytes, targetOffset, $given$, $first$, $second$, ArgumentPacking.NONE);
    }

//$
    public void commit(int handler, long bytes, int[] arguments, int count) {
        ArgumentPacking.check(core.rank(), "PreparedMessage.commit", arguments, count);
        core.commit(handler, bytes, count, ArgumentPacking.first(arguments, count),
                ArgumentPacking.second(arguments, count), arguments);
    }

    public void commitLong(int handler, long bytes, long targetOffset, int[] arguments, int count) {
        ArgumentPacking.check(core.rank(), "PreparedMessage.commitLong", arguments, count);
        core.commitLong(handler, bytes, targetOffset, count, ArgumentPacking.first(arguments, count),
                ArgumentPacking.second(arguments, count), arguments);
    }

    /** Gives the message up; nothing is sent. If it was the reply to a request, that may still be answered. */
    public void cancel() {
        core.cancel();
    }

    @Override
    public String toString() {
        return core.toString();
    }
}
