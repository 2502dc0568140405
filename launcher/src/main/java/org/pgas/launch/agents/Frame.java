package org.pgas.launch.agents;

import java.io.IOException;

/**
 * One frame.
 *
 * @param body never changed
 */
public record Frame(Kind kind, byte[] body) {
    /** Most bytes of a body: this library writes no longer one. */
    static final int MOST_BYTES = 16 << 20;

    /** A reader of the body. */
    public BodyReader read() {
        return new BodyReader(kind, body);
    }

    /** A body that is a text and nothing else. */
    public String text() throws IOException {
        BodyReader in = read();
        String text = in.text();
        in.end();
        return text;
    }

    /** A body that is a number and nothing else. */
    public long number() throws IOException {
        BodyReader in = read();
        long number = in.number();
        in.end();
        return number;
    }
}
