package org.pgas.launch.agents;

import java.io.IOException;

/**
 * Why and how the job ends.
 *
 * @param code 0..255
 * @param message for people; may be empty
 */
public record EndOrder(int code, String message) {
    /** The body of its frame. */
    public byte[] body() {
        return new BodyWriter().number(code).text(message).body();
    }

    /**
     * The reverse.
     *
     * @throws IOException when the frame has something else
     */
    public static EndOrder of(Frame frame) throws IOException {
        BodyReader in = frame.read();
        EndOrder order = new EndOrder(in.number(0, 255), in.text());
        in.end();
        return order;
    }
}
