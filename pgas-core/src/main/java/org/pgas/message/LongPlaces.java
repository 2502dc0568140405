package org.pgas.message;

import java.lang.foreign.MemorySegment;

/**
 * Sends the data of long messages to peers whose memory has no address here; the message itself follows on the same
 * network, behind them. Each waits for room.
 */
public interface LongPlaces {
    /** Room that there has to be for so many bytes so that sending them waits for none; of many less than that. */
    int room(long bytes);

    void request(int peer, int endpoint, long offset, MemorySegment source, long sourceOffset, long bytes);

    /** In the handler of a request. */
    void reply(int peer, int endpoint, long offset, MemorySegment source, long sourceOffset, long bytes);
}
