package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.memory.SharedArea;
import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;

/**
 * What all ranks of a dynamic window are told of each other's attached memory: a row for each attachment, in pieces of
 * the area of its rank, which takes more of them as it attaches more.
 *
 * <pre>
 * root of a rank, behind its {@link ControlWords}
 * offset  field         writer           reader     order
 * 8 k     chunk k       the root's rank  all ranks  release, when its rows are zeros / acquire; its place, 0 for none
 *
 * chunk 0 has 64 rows, each other one as many as all before it
 *
 * row
 * 0       base          the rank         all ranks  release, after the rest; 0: nothing / acquire, again after the rest
 * 8       length        the rank         all ranks  plain / plain, as all that follow
 * 16      stamp                                     how many the rank had attached then
 * 24      offset                                    of mapped memory, in what is bound to the endpoint
 * 32      introduction                              its place: what peers need for the endpoint; 0: by messages
 * 40      its bytes
 * 48      endpoint                                  its index
 * </pre>
 *
 * <p>Ranks of other neighbourhoods find copies of root and rows, behind all that the rank had seen. An introduction is
 * of no use to them: what is mapped they reach by messages, too.
 *
 * <p>Chunks stay where they are until the window is freed. For any thread but what makes rows, which one does at a
 * time.
 *
 * @param roots addresses, by window rank
 */
record DynamicTable(SharedArea area, long[] roots, Refusals refusals) {
    static final int CHUNKS = 8;

    /** How many attachments a rank may have at a time. */
    static final int MOST = 64 << CHUNKS - 1;

    /** Of a row. */
    static final int WORDS = 7;

    static final int ROOT_BYTES = CHUNKS * Long.BYTES;

    private static final int FIRST_SHIFT = 6;
    private static final long ROW_BYTES = 64;
    private static final int LENGTH = 8;
    private static final int STAMP = 16;
    private static final int OFFSET = 24;
    private static final int INTRODUCTION = 32;
    private static final int INTRODUCTION_BYTES = 40;
    private static final int ENDPOINT = 48;

    /** No introduction is longer: most of it is the path of a file. */
    private static final long MOST_INTRODUCTION_BYTES = 66 << 10;

    int ranks() {
        return roots.length;
    }

    private static int chunk(int slot) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(slot >>> FIRST_SHIFT);
    }

    private static int first(int chunk) {
        return chunk == 0 ? 0 : 1 << FIRST_SHIFT + chunk - 1;
    }

    private static long bytes(int chunk) {
        return ROW_BYTES << FIRST_SHIFT + Math.max(0, chunk - 1);
    }

    /** The address of a row; 0 when its chunk is not there. */
    long row(int rank, int slot) {
        int chunk = chunk(slot);
        long place = SharedMemory.getLongAcquire(roots[rank] + chunk * (long) Long.BYTES);
        if (place == 0) {
            return 0;
        }
        if (!area.isPlace(place, bytes(chunk))) {
            throw damaged(rank, bytes(chunk) + " bytes at place " + place + " of the file area");
        }
        return area.address(place) + (slot - first(chunk)) * ROW_BYTES;
    }

    private PgasException damaged(int rank, String what) {
        return refusals.error(ErrorCode.RESOURCE, "rank " + rank + " of the window tells of " + what
                + ", for its attached memory, which is impossible",
                "another process has written into the files of the job");
    }

    /** The address of a row of this rank, of zeros if it was never used; throws when the area has no room. */
    long make(int rank, int slot) {
        int chunk = chunk(slot);
        if (row(rank, slot) == 0) {
            long place = area.allocate(bytes(chunk));
            long word = roots[rank] + chunk * (long) Long.BYTES;
            // SYNC: dynamic memory; a rank that finds the chunk finds zeros
            change(word, 1, () -> SharedMemory.putLongRelease(word, place));
        }
        return row(rank, slot);
    }

    /** Writes words of this rank, the first one last, for ranks of other neighbourhoods, too. */
    void change(long address, int words, Runnable write) {
        SharedArea.Backing backing = area.backing();
        boolean isCopied = backing.isCopied();
        if (isCopied) {
            backing.beginChange();
        }
        write.run();
        if (isCopied) {
            backing.endChange(address, (long) words * Long.BYTES);
        }
    }

    /** Gives the chunks of this rank back, when no rank looks any more. */
    void free(int rank) {
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            long word = roots[rank] + chunk * (long) Long.BYTES;
            long place = SharedMemory.getLong(word);
            if (place != 0) {
                SharedMemory.putLong(word, 0);
                area.free(place);
            }
        }
    }

    /** Writes a row, of memory that is reached by messages. */
    static void write(long row, long base, long length, long stamp) {
        write(row, base, length, stamp, 0, 0, 0, 0);
    }

    /** Writes a row, of mapped memory. */
    static void write(long row, long base, long length, long stamp, long offset, long introduction,
            int introductionBytes, int endpoint) {
        SharedMemory.putLong(row + LENGTH, length);
        SharedMemory.putLong(row + STAMP, stamp);
        SharedMemory.putLong(row + OFFSET, offset);
        SharedMemory.putLong(row + INTRODUCTION, introduction);
        SharedMemory.putLong(row + INTRODUCTION_BYTES, introductionBytes);
        SharedMemory.putLong(row + ENDPOINT, endpoint);
        // SYNC: dynamic memory; a rank that finds the base finds the rest
        SharedMemory.putLongRelease(row, base);
    }

    /** From now on nothing is there. */
    static void clear(long row) {
        SharedMemory.putLongVolatile(row, 0);
    }

    /** 0 while there is nothing. */
    static long base(long row) {
        // SYNC: dynamic memory
        return SharedMemory.getLongAcquire(row);
    }

    /** Whether what was read of a row since {@link #base} has answered {@code base} was of that attachment. */
    static boolean isStill(long row, long base) {
        SharedMemory.acquireFence();
        return SharedMemory.getLongOpaque(row) == base;
    }

    static long length(long row) {
        return SharedMemory.getLong(row + LENGTH);
    }

    static long stamp(long row) {
        return SharedMemory.getLong(row + STAMP);
    }

    static long offset(long row) {
        return SharedMemory.getLong(row + OFFSET);
    }

    static int endpoint(long row) {
        return (int) SharedMemory.getLong(row + ENDPOINT);
    }

    static boolean isMapped(long row) {
        return SharedMemory.getLong(row + INTRODUCTION) != 0;
    }

    /** What peers need to reach the endpoint of mapped memory. */
    byte[] introduction(int rank, long row) {
        long place = SharedMemory.getLong(row + INTRODUCTION);
        long bytes = SharedMemory.getLong(row + INTRODUCTION_BYTES);
        if (bytes < 1 || bytes > MOST_INTRODUCTION_BYTES || !area.isPlace(place, bytes)) {
            throw damaged(rank, bytes + " bytes at place " + place + " of the file area");
        }
        byte[] introduction = new byte[(int) bytes];
        SharedMemory.copyOut(area.address(place), MemorySegment.ofArray(introduction), 0, bytes);
        return introduction;
    }

    /** Tells an introduction; answers its place, which {@link #withdraw} gives back. */
    long tell(byte[] introduction) {
        long place = area.allocate(introduction.length);
        SharedMemory.copyIn(MemorySegment.ofArray(introduction), 0, area.address(place), introduction.length);
        return place;
    }

    void withdraw(long place) {
        area.free(place);
    }
}
