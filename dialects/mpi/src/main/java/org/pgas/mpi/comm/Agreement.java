package org.pgas.mpi.comm;

import java.lang.foreign.MemorySegment;

import org.pgas.mpi.Datatype;

/**
 * Some ranks of a communicator tell each other a few numbers, each the same amount: in round r a rank passes on what it
 * knows to the one 2^r before it, and hears as much of the one 2^r behind it. All of them make it, in the same order
 * as other agreements of the same channel and tag.
 *
 * <p>Source: Bruck, Ho, Kipnis, Upfal, Weathersby (1997), the concatenation.
 */
final class Agreement {
    private final Channel channel;
    private final int[] ranks;
    private final int own;
    private final int tag;

    /**
     * @param ranks those that take part, by their rank in the communicator; the same on all of them
     * @param own where this rank is among them
     */
    Agreement(Channel channel, int[] ranks, int own, int tag) {
        this.channel = channel;
        this.ranks = ranks;
        this.own = own;
        this.tag = tag;
    }

    /** What each has told, {@code told.length} numbers of each, in the order of the ranks. */
    long[] exchange(long... told) {
        int size = ranks.length;
        long[] known = new long[size * told.length];
        System.arraycopy(told, 0, known, 0, told.length);
        MemorySegment memory = MemorySegment.ofArray(known);
        for (int distance = 1; distance < size; distance *= 2) {
            int count = Math.min(distance, size - distance) * told.length;
            MessageRequest sent = channel.isend(SendMode.STANDARD, memory, 0, count, Datatype.LONG,
                    ranks[(own - distance + size) % size], tag);
            channel.recv(memory, (long) distance * told.length * Long.BYTES, count, Datatype.LONG,
                    ranks[(own + distance) % size], tag, null);
            sent.await(null);
        }
        long[] all = new long[known.length];
        for (int i = 0; i < size; i++) {
            System.arraycopy(known, i * told.length, all, (own + i) % size * told.length, told.length);
        }
        return all;
    }
}
