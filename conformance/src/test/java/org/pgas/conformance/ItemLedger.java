package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Aggregator;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.Payload;
import org.pgas.Token;

/**
 * Items of one size that each thread of a rank numbers by destination, and the handler that insists on the next number
 * of each sending thread: so nothing is lost, doubled or overtaken.
 *
 * <p>Items of fewer than 8 bytes carry the low bytes of their number only, and are for one thread. How many items of a
 * source have been handled stands in the segment of the rank that handled them, where the source can read it.
 */
final class ItemLedger {
    private static final int THREAD_SHIFT = 40;

    private final Job job;
    private final int itemBytes;
    private final long counts;

    /** By source and thread; touched by handlers. */
    private final long[][] next;

    /** By thread and destination; each thread touches its own. */
    private final long[][] added;

    private volatile long handled;

    /** The index of the handler. */
    final int handler;

    /** {@code slot} tells ledgers of one rank apart; each has 64 words of the segment. */
    ItemLedger(Job job, int slot, int itemBytes, int threads) {
        this.job = job;
        this.itemBytes = itemBytes;
        counts = 1024 + slot * 512L;
        next = new long[job.size()][threads];
        added = new long[threads][job.size()];
        handler = job.endpoint().handlers()
                .register(HandlerEntry.ofMedium(this::handle).name("items").request().arguments(0));
    }

    private static long key(int thread, long number) {
        return (long) thread << THREAD_SHIFT | number;
    }

    private static byte byteOf(long key, int index) {
        return (byte) (index < 8 ? key >>> 8 * index : key * 31 + index);
    }

    private void handle(Token token, Payload items) {
        assertEquals(0, items.bytes() % itemBytes, "whole items");
        long[] numbers = next[token.sourceRank()];
        MemorySegment data = items.segment();
        for (int at = 0; at < items.bytes(); at += itemBytes) {
            int thread = itemBytes < 8 ? 0 : (int) (items.getLong(at) >>> THREAD_SHIFT);
            long key = key(thread, numbers[thread]++);
            for (int i = 0; i < itemBytes; i++) {
                if (data.get(ValueLayout.JAVA_BYTE, at + i) != byteOf(key, i)) {
                    throw new AssertionError("item " + numbers[thread] + " of thread " + thread + " of rank "
                            + token.sourceRank() + ": byte " + i + " of " + itemBytes);
                }
            }
        }
        int count = items.bytes() / itemBytes;
        handled += count;
        MemorySegment own = job.endpoint().segment().local();
        long offset = counts + 8L * token.sourceRank();
        own.set(ValueLayout.JAVA_LONG, offset, own.get(ValueLayout.JAVA_LONG, offset) + count);
    }

    /** Adds the next item of this thread for that rank. */
    void add(Aggregator aggregator, int thread, int rank) {
        long key = key(thread, added[thread][rank]++);
        switch (itemBytes) {
            case 8 -> aggregator.add(rank, key);
            case 16 -> aggregator.add(rank, key, second(key));
            default -> {
                byte[] item = new byte[itemBytes + 3];
                for (int i = 0; i < itemBytes; i++) {
                    item[i + 3] = byteOf(key, i);
                }
                aggregator.add(rank, MemorySegment.ofArray(item), 3);
            }
        }
    }

    private static long second(long key) {
        long second = 0;
        for (int i = 15; i >= 8; i--) {
            second = second << 8 | byteOf(key, i) & 0xff;
        }
        return second;
    }

    /** Items that handlers of this rank have taken in. */
    long handled() {
        return handled;
    }

    /** How many this rank has added for that one. */
    long added(int rank) {
        long sum = 0;
        for (long[] ofThread : added) {
            sum += ofThread[rank];
        }
        return sum;
    }

    /** Whatever this rank has added, on all threads, was handled. */
    void assertAllHandled() {
        for (int rank = 0; rank < job.size(); rank++) {
            assertEquals(added(rank), job.world().rma().getLong(rank, counts + 8L * job.rank()),
                    "items of rank " + job.rank() + " that rank " + rank + " has handled");
        }
    }
}
