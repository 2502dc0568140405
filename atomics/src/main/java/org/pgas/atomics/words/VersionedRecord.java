package org.pgas.atomics.words;

import java.lang.foreign.MemorySegment;

import org.pgas.atomics.locks.Holder;
import org.pgas.memory.SharedMemory;

/**
 * The protocol of a {@link org.pgas.atomics.SequenceLock}, on the addresses where it is. The version is odd while
 * somebody writes.
 *
 * <pre>
 * offset  bytes  field    writer             reader          order
 * 64      8      version  writers            all             CAS to odd, release to even / acquire, and after a fence
 * 72      8      writer   the writer         waiters         opaque / opaque
 * 80      8      waiting  see AnnouncedWait
 * 128            record   the writer         all             plain, between the fences
 * </pre>
 *
 * <p>A writer makes the version odd, and a release fence keeps its stores to the record behind that; the even version
 * is released after them. A reader acquires an even version, copies, and compares again after an acquire fence, which
 * keeps its loads from the record before that. So a reader that has seen any store of a writer finds another version.
 * One that is equal is the same: a reader would have to be stopped for 2^63 writes.
 */
public final class VersionedRecord {
    public static final int RECORD = 128;

    public static final long MAX_RECORD_BYTES = 1L << 46;

    private static final int VERSION = 64;
    private static final int WRITER = 72;
    private static final int WAITING = 80;

    private VersionedRecord() {}

    /** Before it is published. The record is left as it is. */
    public static void reset(long base) {
        SharedMemory.putLong(base + VERSION, 0);
        SharedMemory.putLong(base + WRITER, Holder.NOBODY);
        SharedMemory.putLong(base + WAITING, 0);
    }

    public static long waiting(long base) {
        return base + WAITING;
    }

    public static long record(long base) {
        return base + RECORD;
    }

    /** Excludes other writers, unless one is writing; says whether it did. To be followed by {@link #endWrite}. */
    public static boolean tryBeginWrite(long base, long self) {
        long version = SharedMemory.getLongOpaque(base + VERSION);
        // SYNC: record; the last writer's stores come before this one's
        if ((version & 1) != 0 || !SharedMemory.compareAndSetLong(base + VERSION, version, version + 1)) {
            return false;
        }
        SharedMemory.putLongOpaque(base + WRITER, self);
        SharedMemory.releaseFence();
        return true;
    }

    public static void endWrite(long base) {
        SharedMemory.putLongOpaque(base + WRITER, Holder.NOBODY);
        // SYNC: record; a thread that acquires the even version finds the record as it was written
        SharedMemory.putLongRelease(base + VERSION, SharedMemory.getLong(base + VERSION) + 1);
    }

    /** A version. If it {@link #isOdd}, whatever is loaded after this is worthless. */
    public static long beginRead(long base) {
        // SYNC: record
        return SharedMemory.getLongAcquire(base + VERSION);
    }

    public static boolean isOdd(long version) {
        return (version & 1) != 0;
    }

    /** Whether nobody has written since the version was read, so that what was loaded in between belongs together. */
    public static boolean isValid(long base, long version) {
        SharedMemory.acquireFence();
        return SharedMemory.getLongOpaque(base + VERSION) == version;
    }

    /** Copies the record, once; says whether the copy belongs together. */
    public static boolean tryCopy(long base, MemorySegment target, long offset, long bytes) {
        long version = beginRead(base);
        if (isOdd(version)) {
            return false;
        }
        SharedMemory.copyOut(record(base), target, offset, bytes);
        return isValid(base, version);
    }

    /** The thread that writes, as {@link Holder} has it, or {@link Holder#NOBODY}. */
    public static long writer(long base) {
        return SharedMemory.getLongOpaque(base + WRITER);
    }
}
