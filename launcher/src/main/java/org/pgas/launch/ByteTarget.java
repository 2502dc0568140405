package org.pgas.launch;

import java.io.IOException;

/** Where one stream of one rank goes, as it comes. Used by one thread at a time. */
interface ByteTarget {
    /** Some bytes, which are valid during the call only. */
    void accept(byte[] bytes, int offset, int length) throws IOException;

    /** The stream is over. Once. */
    void finish() throws IOException;
}
