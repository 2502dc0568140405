package org.pgas.launch.agents;

import java.io.IOException;

/**
 * What a side says to tell that it lives. Times are {@link System#nanoTime} of a host each.
 *
 * @param clock of the sender, now
 * @param echo the clock in the latest beat of the other side
 * @param heldNanos for how long this side has had that one; -1 when there was none yet
 */
public record Beat(long clock, long echo, long heldNanos) {
    /** The body of its frame. */
    public byte[] body() {
        return new BodyWriter().number(clock).number(echo).number(heldNanos).body();
    }

    /**
     * The reverse.
     *
     * @throws IOException when the frame has something else
     */
    public static Beat of(Frame frame) throws IOException {
        BodyReader in = frame.read();
        Beat beat = new Beat(in.number(), in.number(), in.number());
        in.end();
        return beat;
    }
}
