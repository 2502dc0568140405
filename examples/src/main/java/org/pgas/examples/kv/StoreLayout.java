package org.pgas.examples.kv;

import java.util.function.LongConsumer;

import org.pgas.Rma;
import org.pgas.Team;
import org.pgas.atomics.FairMutex;
import org.pgas.heap.SharedHeap;

/**
 * What lies where in the file; numbers in native byte order.
 *
 * <pre>
 * offset   bytes        field     writer                          reader  order
 * 0        128          header    rank 0, see {@link HeaderCopies}
 * 1,024    8            epoch     rank 0, with all mutexes        all     plain, with a mutex: the one that runs
 * 1,088    8            version   putting rank, with a mutex      same    atomic: the last that was given out
 * 1,152    8            entries   putting rank, with a mutex      rank 0  atomic / with all mutexes
 * 1,216    8            sum       putting rank, with a mutex      rank 0  atomic / with all mutexes
 * 1,280    8            failed    rank 0                          rank 0  plain: 1 since a sync has failed
 * 4,096    64 * 1,024   mutexes   see {@link FairMutex}; of some buckets each, made anew by each job
 * 69,632   8 * buckets  table     holder of the bucket's mutex    all     release / plain, with the mutex: a record
 * then                  heap      see {@link SharedHeap}; records, up to the last page
 * last page, 128        header    the second copy
 * </pre>
 *
 * <p>After a loss of power only the header and the records are looked at: they have checksums, and all else is made
 * anew from them.
 */
final class StoreLayout {
    /** The rank that has the file as its segment. */
    static final int RANK = 0;

    static final int MUTEXES = 64;
    static final int PAGE_BYTES = 4096;
    static final long FIRST_HEADER = 0;

    static final long EPOCH = 1024;
    static final long VERSION = 1088;
    static final long ENTRIES = 1152;
    static final long SUM = 1216;
    static final long FAILED = 1280;

    private static final long MUTEXES_AT = 4096;
    private static final long MUTEX_BYTES = 1024;
    private static final long TABLE_AT = MUTEXES_AT + MUTEX_BYTES * MUTEXES;

    /** No record begins before. */
    static final long FIRST_RECORD = TABLE_AT;

    /** There is a bucket for so many bytes of the file: for records of about that size they have one each. */
    private static final long BYTES_PER_BUCKET = 512;

    private final long buckets;
    private final long bytes;

    private StoreLayout(long buckets, long bytes) {
        this.buckets = buckets;
        this.bytes = bytes;
    }

    /** Of a store in a file with room for so many bytes. */
    static StoreLayout of(long bytes) {
        return new StoreLayout(Long.highestOneBit(Math.max(1, bytes / BYTES_PER_BUCKET)), bytes);
    }

    /** Where the second copy of the header is. */
    static long secondHeader(long bytes) {
        return bytes - PAGE_BYTES;
    }

    /** Whether a header tells of this layout. */
    boolean isOf(StoreHeader header) {
        return header.bytes() == bytes && header.buckets() == buckets;
    }

    /** The least bytes of a file for a store in this team's job. */
    static long leastBytes(Team team) {
        return TABLE_AT + SharedHeap.leastBytes(team) + (64 << 10) + PAGE_BYTES;
    }

    /** The header of an empty store that is opened by {@code boot}. */
    StoreHeader header(long boot) {
        return new StoreHeader(new StoreHeader.Size(bytes, buckets), 1, false, boot,
                new StoreHeader.End(StoreHeader.NO_EPOCH, 0, 0), 0);
    }

    /** Makes an empty store, but for its header. By one rank, while no other uses the file. */
    void lay(Team team) {
        Rma rma = team.rma();
        rma.memset(RANK, 0, (byte) 0, PAGE_BYTES);
        rma.memset(RANK, secondHeader(bytes), (byte) 0, PAGE_BYTES);
        rma.memset(RANK, TABLE_AT, (byte) 0, Long.BYTES * buckets);
        SharedHeap.initialise(team, RANK, heap(), heapBytes()).close();
    }

    /** Makes the words anew that ranks share. By one rank, while no other uses the file. */
    void layWords(Team team, StoreHeader header) {
        Rma rma = team.rma();
        rma.putLong(RANK, EPOCH, header.epoch() + 1);
        rma.putLong(RANK, VERSION, header.version());
        rma.putLong(RANK, ENTRIES, header.end().entries());
        rma.putLong(RANK, SUM, header.end().sum());
        rma.putLong(RANK, FAILED, 0);
        if (FairMutex.bytes() > MUTEX_BYTES) {
            throw new AssertionError(
                    "a mutex takes " + FairMutex.bytes() + " bytes, and the layout has " + MUTEX_BYTES);
        }
        for (int index = 0; index < MUTEXES; index++) {
            FairMutex.initialise(team, RANK, mutex(index));
        }
    }

    /**
     * Has every page written to once more, with what it holds, and tells the device. For what a sync has left that
     * failed: see {@link StoreDevice#touched}.
     *
     * @param write writes to the word at an offset what is there
     */
    void touch(LongConsumer write, StoreDevice device) {
        for (long page = EPOCH; page < bytes; page += PAGE_BYTES) {
            write.accept(page);
        }
        device.touched();
    }

    static long mutex(int index) {
        return MUTEXES_AT + MUTEX_BYTES * index;
    }

    long bytes() {
        return bytes;
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
        return bytes - PAGE_BYTES - heap();
    }
}
