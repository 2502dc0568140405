package org.pgas.examples.kv;

import org.pgas.Rma;
import org.pgas.Team;
import org.pgas.atomics.FairMutex;
import org.pgas.heap.SharedHeap;

/**
 * What lies where in the file; numbers in native byte order.
 *
 * <pre>
 * offset   bytes        field     writer                               reader  order
 * 0        8            magic     who makes the store                  all     release, after all other fields / acquire
 * 8        8            buckets   who makes the store                  all     plain, before the magic
 * 16       8            bytes     who makes the store                  all     plain, before the magic
 * 4,096    64 * 1,024  mutexes   see {@link FairMutex}; of some buckets each, made anew by each job, before any rank uses them
 * 69,632   8 * buckets  table     who holds the bucket's mutex         all     release / plain, with the mutex: the offset of a record, or 0
 * then                  heap      see {@link SharedHeap}; records, up to the end
 * </pre>
 */
final class StoreLayout {
    /** The rank whose segment the file is. */
    static final int RANK = 0;

    static final int MUTEXES = 64;

    private static final long MAGIC = 0x31_56_4B_53_41_47_50L; // "PGASKV1" where the lowest byte is the first
    private static final long MAGIC_AT = 0;
    private static final long BUCKETS_AT = 8;
    private static final long BYTES_AT = 16;
    private static final long MUTEXES_AT = 4096;
    private static final long MUTEX_BYTES = 1024;
    private static final long TABLE_AT = MUTEXES_AT + MUTEX_BYTES * MUTEXES;

    /** There is a bucket for so many bytes of the file: for records of about that size they have one each. */
    private static final long BYTES_PER_BUCKET = 512;

    private final long buckets;
    private final long bytes;

    private StoreLayout(long buckets, long bytes) {
        this.buckets = buckets;
        this.bytes = bytes;
    }

    /** Of a new store. */
    static StoreLayout of(long bytes) {
        return new StoreLayout(Long.highestOneBit(Math.max(1, bytes / BYTES_PER_BUCKET)), bytes);
    }

    /** Of the store that is there, or null when none is: nobody has finished making it. Error: there is something else. */
    static StoreLayout read(Rma rma) {
        // SYNC: magic of the store
        long magic = rma.getLongAcquire(RANK, MAGIC_AT);
        if (magic == 0) {
            return null;
        }
        if (magic != MAGIC) {
            throw new IllegalStateException(
                    "it holds something else than a key-value store (magic 0x" + Long.toHexString(magic) + ")");
        }
        return new StoreLayout(rma.getLong(RANK, BUCKETS_AT), rma.getLong(RANK, BYTES_AT));
    }

    /** Throws when a file of so many bytes is laid out otherwise. */
    void check(long fileBytes) {
        if (bytes != fileBytes || buckets != of(fileBytes).buckets) {
            throw new IllegalStateException("its header is damaged: it tells of " + buckets + " buckets in " + bytes
                    + " bytes, and the file has "
                    + fileBytes + " bytes; take the last copy of the file that is good");
        }
    }

    /** The least bytes of a file for a store in this team's job. */
    static long leastBytes(Team team) {
        return TABLE_AT + SharedHeap.leastBytes(team) + (64 << 10);
    }

    /** Makes an empty store. By one rank, while no other uses the file. */
    void lay(Team team) {
        Rma rma = team.rma();
        rma.putLong(RANK, BUCKETS_AT, buckets);
        rma.putLong(RANK, BYTES_AT, bytes);
        rma.memset(RANK, TABLE_AT, (byte) 0, Long.BYTES * buckets);
        SharedHeap.initialise(team, RANK, heap(), heapBytes()).close();
        // SYNC: magic of the store
        rma.putLongRelease(RANK, MAGIC_AT, MAGIC);
    }

    /** Makes the mutexes anew, whoever has left them as he had them. By one rank, while no other uses the file. */
    static void layMutexes(Team team) {
        if (FairMutex.bytes() > MUTEX_BYTES) {
            throw new AssertionError(
                    "a mutex takes " + FairMutex.bytes() + " bytes, and the layout has " + MUTEX_BYTES);
        }
        for (int index = 0; index < MUTEXES; index++) {
            FairMutex.initialise(team, RANK, mutex(index));
        }
    }

    static long mutex(int index) {
        return MUTEXES_AT + MUTEX_BYTES * index;
    }

    long buckets() {
        return buckets;
    }

    /** The bucket for keys of that hash. */
    long bucketOf(long hash) {
        return hash & buckets - 1;
    }

    /** Where a bucket's word is. */
    long bucket(long index) {
        return TABLE_AT + Long.BYTES * index;
    }

    /** Where the heap begins. */
    long heap() {
        return Math.ceilDiv(bucket(buckets), SharedHeap.ALIGNMENT) * SharedHeap.ALIGNMENT;
    }

    private long heapBytes() {
        return bytes - heap();
    }
}
