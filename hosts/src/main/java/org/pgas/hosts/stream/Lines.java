package org.pgas.hosts.stream;

import java.io.IOException;
import java.nio.ByteBuffer;

/** What is done to lines while their ends greet. */
final class Lines {
    private Lines() {}

    /** Writes a short text on a line over which nothing or little has gone yet: the system takes it. */
    static void writeWhole(Line line, ByteBuffer text) throws IOException {
        line.write(text);
        if (text.hasRemaining() || line.holdsUnsent()) {
            throw new IOException("the system does not take a greeting");
        }
    }

    /** Closes what nothing but greetings went over. */
    static void close(AutoCloseable each) {
        if (each != null) {
            try {
                each.close();
            } catch (Exception e) {
                // nobody was at its other end
            }
        }
    }
}
