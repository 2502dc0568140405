package org.pgas.launch;

import java.io.IOException;

/** Where one stream of one rank goes, line by line. Used by one thread at a time. */
interface LineTarget {
    /** One line without its end; the bytes are valid during the call only. */
    void line(byte[] bytes, int offset, int length) throws IOException;

    /** No more lines for the moment: a good time to write what was gathered. */
    void pause() throws IOException;
}
