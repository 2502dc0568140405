package org.pgas.mppa;

import org.pgas.Endpoint;
import org.pgas.atomics.ByteFifo;

/**
 * How a queue lies in its segment: a stream at its beginning, of the largest capacity that it has room for, with views
 * of up to all of that.
 */
final class QueueLayout {
    /** The smallest segment that holds a queue. */
    static final long LEAST_BYTES = bytes(1);

    /** Of a stream. */
    private static final long MOST = 1L << 46;

    private QueueLayout() {}

    /** Bytes of a segment with a queue that holds {@code capacity} bytes, a power of two. */
    static long bytes(long capacity) {
        return ByteFifo.bytes(capacity, capacity);
    }

    /** What a queue in so many bytes holds, at least {@link #LEAST_BYTES}. */
    static long capacity(long bytes) {
        long capacity = Math.min(Long.highestOneBit(bytes) >>> 1, MOST);
        while (bytes(capacity) > bytes) {
            capacity >>>= 1;
        }
        return capacity;
    }

    /** Makes one that is empty, at {@code base} in what is bound to an endpoint of this process. */
    static void make(Endpoint endpoint, long base, long bytes) {
        long capacity = capacity(bytes);
        ByteFifo.initialise(endpoint.pair(endpoint.index()), endpoint.job().rank(), base, capacity, capacity);
    }

    static ByteFifo open(Member member) {
        return ByteFifo.open(member.pair, member.rank, member.base);
    }
}
