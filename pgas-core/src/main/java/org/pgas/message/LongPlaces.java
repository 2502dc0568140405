package org.pgas.message;

import java.lang.foreign.MemorySegment;

/**
 * Sends the data of long messages to memory of peers that has no address here; the message itself follows behind them
 * on the same network. Each waits for room.
 */
public interface LongPlaces {
    /** Room that there has to be for so many bytes so that sending them waits for none; of many less than that. */
    int room(long bytes);

    void request(int peer, int endpoint, long offset, MemorySegment source, long sourceOffset, long bytes);

    /** In the handler of a request. */
    void reply(int peer, int endpoint, long offset, MemorySegment source, long sourceOffset, long bytes);
}
