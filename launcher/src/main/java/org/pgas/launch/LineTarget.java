package org.pgas.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Where one stream of one rank goes, line by line. Used by one thread at a time. */
interface LineTarget {
    /** One line without its end; the bytes are valid during the call only. */
    void line(byte[] bytes, int offset, int length) throws IOException;

    /** No more lines for the moment: a good time to write what was gathered. */
    void pause() throws IOException;

    /** Hands each line on at once, as a text. */
    static LineTarget texts(Consumer<String> consumer) {
        return new LineTarget() {
            @Override
            public void line(byte[] bytes, int offset, int length) {
                consumer.accept(new String(bytes, offset, length, StandardCharsets.UTF_8));
            }

            @Override
            public void pause() {
                // every line has been handed on already
            }
        };
    }
}
