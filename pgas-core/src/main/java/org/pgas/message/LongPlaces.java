package org.pgas.message;

import java.lang.foreign.MemorySegment;

/**
 * Sends the data of long messages to peers whose memory has no address here; the message itself follows on the same
 * network, behind them. Each waits for room.
 */
public interface LongPlaces {
    void request(int peer, int endpoint, long offset, MemorySegment source, long sourceOffset, long bytes);

    /** In the handler of a request. */
    void reply(int peer, int endpoint, long offset, MemorySegment source, long sourceOffset, long bytes);
}
