package org.pgas.rank;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.pgas.Counter;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Activity;
import org.pgas.spi.Conduit;
import org.pgas.spi.CounterLayout;

/**
 * Counts what this rank does, in its part of the counters, where tools see it: see {@link CounterLayout}. Any thread.
 *
 * <p>A platform thread counts in a block of its own, by a load and a store: it finds itself there by its number, at the
 * place that its number gives, or behind it. What takes no lock and no atomic step is that only the thread itself
 * writes its number. A thread keeps its block until it has ended; the watcher notices that, and the next thread goes on
 * with the block's counts. Virtual threads, and those that find no block, add to the shared one.
 *
 * <pre>
 * field              writer                           reader       order
 * owners             the block's thread; the watcher  the watcher  volatile, after it is taken / before it is freed
 * owned              the same                         the watcher  volatile, after its owner / before it is freed
 * words in the part  see org.pgas.spi.CounterLayout
 * </pre>
 */
public final class RankCounters {
    private static final int MASK = CounterLayout.OWNED_BLOCKS - 1;
    private static final long NOBODY = 0;

    private static final int PUTS = place(Counter.PUTS);
    private static final int PUT_BYTES = place(Counter.PUT_BYTES);
    private static final int GETS = place(Counter.GETS);
    private static final int GET_BYTES = place(Counter.GET_BYTES);
    private static final int ATOMICS = place(Counter.ATOMICS);
    private static final int BARRIERS = place(Counter.BARRIERS);
    private static final int COLLECTIVES = place(Counter.COLLECTIVES);
    private static final int REQUESTS = place(Counter.REQUESTS);
    private static final int REPLIES = place(Counter.REPLIES);
    private static final int SENT_BYTES = place(Counter.SENT_BYTES);
    private static final int HANDLED = place(Counter.HANDLED);
    private static final int HANDLED_BYTES = place(Counter.HANDLED_BYTES);
    private static final int POLLS = place(Counter.POLLS);
    private static final int WAITS = place(Counter.WAITS);
    private static final int WAIT_NANOS = place(Counter.WAIT_NANOS);
    private static final int SLEEPS = place(Counter.SLEEPS);
    private static final int FULL_RINGS = place(Counter.FULL_RINGS);
    private static final int FULL_RING_NANOS = place(Counter.FULL_RING_NANOS);
    private static final int FAR_PUTS = place(Counter.FAR_PUTS);
    private static final int FAR_GETS = place(Counter.FAR_GETS);
    private static final int FAR_UPDATES = place(Counter.FAR_UPDATES);

    private final long part;
    private final long blocks;
    private final long shared;
    private final boolean everything;
    private final long leastBytes;

    /** The thread of each block. Written by that thread after it has taken it, by the watcher before it frees it. */
    private final AtomicReferenceArray<Thread> owners = new AtomicReferenceArray<>(CounterLayout.OWNED_BLOCKS);

    /** A bit for each place in there that has a thread: so that the watcher looks at no others. */
    private final AtomicLong owned = new AtomicLong();

    /** @param everything whether what costs on hot paths is counted too */
    public RankCounters(Conduit conduit, boolean everything) {
        this.part = conduit.shown().countersAddress();
        this.blocks = part + CounterLayout.block(0);
        this.shared = part + CounterLayout.block(CounterLayout.OWNED_BLOCKS);
        this.everything = everything;
        this.leastBytes = everything ? 0 : Counter.SMALL;
        conduit.member().everyTick(this::reclaim);
    }

    private static int place(Counter counter) {
        return CounterLayout.COUNTS + counter.ordinal() * Long.BYTES;
    }

    /** Whether small transfers, atomic operations and polls that find nothing are counted too. */
    boolean isEverything() {
        return everything;
    }

    /** Over all threads that there were, as far as the calling one sees it; its own completely. */
    public long value(Counter counter) {
        long sum = 0;
        for (int i = 0; i < CounterLayout.BLOCK_COUNT; i++) {
            // SYNC: block of counters
            sum += SharedMemory.getLongOpaque(part + CounterLayout.block(i) + place(counter));
        }
        return sum;
    }

    // Blocks

    private long block() {
        Thread thread = Thread.currentThread();
        long number = thread.threadId();
        long block = at(number);
        // SYNC: block of counters; only this thread writes its own number
        return SharedMemory.getLong(block) == number ? block : otherBlock(thread, number);
    }

    private long at(long place) {
        return blocks + (place & MASK) * CounterLayout.BLOCK_BYTES;
    }

    private long otherBlock(Thread thread, long number) {
        if (thread.isVirtual()) {
            return shared;
        }
        boolean free = false;
        for (int i = 0; i < CounterLayout.OWNED_BLOCKS; i++) {
            long owner = SharedMemory.getLong(at(number + i));
            if (owner == number || owner == -number) {
                return at(number + i);
            }
            free |= owner == NOBODY;
        }
        return free ? take(thread, number, number) : shared;
    }

    /**
     * The calling thread is one of the transport's and only serves other ranks: it takes its block, and is not among
     * those that use the library. Before it counts anything; idempotent. While all blocks are taken it only looks, at
     * each call: a compare-and-swap would take their lines from the threads that count there.
     */
    public void onlyServes() {
        Thread thread = Thread.currentThread();
        long number = thread.threadId();
        boolean free = false;
        for (int i = 0; i < CounterLayout.OWNED_BLOCKS; i++) {
            long owner = SharedMemory.getLong(at(number + i));
            if (owner == -number) {
                return;
            }
            free |= owner == NOBODY;
        }
        if (free) {
            take(thread, number, -number);
        }
    }

    private long take(Thread thread, long number, long owner) {
        for (int i = 0; i < CounterLayout.OWNED_BLOCKS; i++) {
            long block = at(number + i);
            // SYNC: block of counters; the thread that had it before has ended; all that it has counted is seen
            if (SharedMemory.compareAndSetLong(block, NOBODY, owner)) {
                int place = (int) (number + i) & MASK;
                owners.set(place, thread);
                owned.getAndAdd(1L << place);
                SharedMemory.getAndAddInt(part + CounterLayout.THREADS, 1);
                return block;
            }
        }
        return shared;
    }

    /** Frees the blocks of threads that have ended. By the watcher. */
    private void reclaim() {
        for (long left = owned.get(); left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            // a thread that sees that another one has ended sees all that it has done
            if (!owners.get(i).isAlive()) {
                owners.set(i, null);
                owned.getAndAdd(-(1L << i));
                // SYNC: block of counters
                SharedMemory.putLongRelease(at(i), NOBODY);
            }
        }
    }

    private long add(int place, long count) {
        return add(block(), place, count);
    }

    /** Answers what the block has counted with this. */
    private long add(long block, int place, long count) {
        long address = block + place;
        if (block == shared) {
            return SharedMemory.getAndAddLong(address, count) + count;
        }
        long sum = SharedMemory.getLong(address) + count;
        // SYNC: block of counters; opaque: other threads and processes read it at any time
        SharedMemory.putLongOpaque(address, sum);
        return sum;
    }

    private void add(int place, long count, int otherPlace, long otherCount) {
        Thread thread = Thread.currentThread();
        long number = thread.threadId();
        long block = SharedMemory.word(at(number), Long.BYTES);
        // SYNC: block of counters; only this thread writes its own number
        if (SharedMemory.getLong(block) == number) {
            SharedMemory.putLongOpaque(block + place, SharedMemory.getLong(block + place) + count);
            SharedMemory.putLongOpaque(block + otherPlace, SharedMemory.getLong(block + otherPlace) + otherCount);
        } else {
            addElsewhere(otherBlock(thread, number), place, count, otherPlace, otherCount);
        }
    }

    private void addElsewhere(long block, int place, long count, int otherPlace, long otherCount) {
        add(block, place, count);
        add(block, otherPlace, otherCount);
    }

    // What is counted

    /** Transfers of fewer bytes are not counted. */
    public long leastBytes() {
        return leastBytes;
    }

    /** A put or memset, which has been checked. */
    public void put(long bytes) {
        if (bytes >= leastBytes) {
            add(PUTS, 1, PUT_BYTES, bytes);
        }
    }

    public void get(long bytes) {
        if (bytes >= leastBytes) {
            add(GETS, 1, GET_BYTES, bytes);
        }
    }

    /** Of those that count everything. */
    public void atomic() {
        add(ATOMICS, 1);
    }

    public void barrier() {
        add(BARRIERS, 1);
    }

    public void collective() {
        add(COLLECTIVES, 1);
    }

    public void request() {
        add(REQUESTS, 1);
    }

    public void request(long bytes) {
        add(REQUESTS, 1, SENT_BYTES, bytes);
    }

    /** Data of a request that was counted without it. */
    public void lent(long bytes) {
        add(SENT_BYTES, bytes);
    }

    public void reply() {
        add(REPLIES, 1);
    }

    public void reply(long bytes) {
        add(REPLIES, 1, SENT_BYTES, bytes);
    }

    /** By a look into the rings, and so many handlers. */
    public void polled(int handled, long bytes) {
        long block = block();
        add(block, POLLS, 1);
        handled(block, handled, bytes);
    }

    /** Handlers have run for messages of this rank to itself. */
    public void handled(int handled, long bytes) {
        handled(block(), handled, bytes);
    }

    private void handled(long block, int handled, long bytes) {
        add(block, HANDLED, handled);
        if (bytes != 0) {
            add(block, HANDLED_BYTES, bytes);
        }
    }

    public void idlePoll() {
        if (everything) {
            add(POLLS, 1);
        }
    }

    public void waited(Activity activity, long nanos) {
        long block = block();
        add(block, WAITS, 1);
        add(block, WAIT_NANOS, nanos);
        if (activity == Activity.SENDING) {
            add(block, FULL_RINGS, 1);
            add(block, FULL_RING_NANOS, nanos);
        }
    }

    public void slept() {
        add(SLEEPS, 1);
    }

    /**
     * A blocking put of a few bytes to a rank elsewhere, which is over. Answers how many the block of the calling
     * thread has counted, with this one: those of the thread, and of those that had the block before or share it.
     */
    public long farPut() {
        return add(FAR_PUTS, 1);
    }

    /** As {@link #farPut}. */
    public long farGet() {
        return add(FAR_GETS, 1);
    }

    /** As {@link #farPut}. */
    public long farUpdate() {
        return add(FAR_UPDATES, 1);
    }
}
