package org.pgas.atomics.words;

import java.util.concurrent.ThreadLocalRandom;

import org.pgas.GlobalPointer;
import org.pgas.atomics.locks.TicketLock;
import org.pgas.atomics.locks.TicketReadWriteLock;
import org.pgas.memory.SharedMemory;

/**
 * What a structure in a segment is. The word in its header tells that, and which one of all that were made in that
 * place:
 *
 * <pre>
 * bits    what
 * 48..63  signature
 * 40..47  kind, from 1
 * 32..39  version of the layout
 * 0..31   generation: random, so that it is not that of an earlier structure there
 * </pre>
 *
 * <p>The header of a structure, which that word begins:
 *
 * <pre>
 * offset  bytes  field        writer               reader     order
 * 0       8      kind         maker, or destroyer  all ranks  release, after all other fields / acquire
 * 8       8      dimension 0  maker                all ranks  plain, before the kind
 * 16      8      dimension 1  maker                all ranks  plain, before the kind
 * 24      40     unused
 * 64             the words of the structure
 * </pre>
 */
public enum StructureKind {
    WORK_COUNTER("WorkCounter"),
    FAIR_MUTEX("FairMutex"),
    FAIR_READ_WRITE_LOCK("FairReadWriteLock"),
    MESSAGE_QUEUE("MessageQueue"),
    BYTE_FIFO("ByteFifo"),
    SEQUENCE_LOCK("SequenceLock");

    /** Structures begin at a multiple of it, and their header is as long, in bytes. */
    public static final int LINE_BYTES = 64;

    private static final int SIGNATURE = 0x5047_0000;
    private static final int VERSION = 1;
    private static final int DIMENSIONS = 8;
    private static final int WORK_COUNTER_BYTES = 128;
    private static final StructureKind[] ALL = values();

    private final String text;

    StructureKind(String text) {
        this.text = text;
    }

    private int magic() {
        return SIGNATURE | (ordinal() + 1) << 8 | VERSION;
    }

    private long newWord() {
        return (long) magic() << 32 | ThreadLocalRandom.current().nextInt() & 0xFFFF_FFFFL;
    }

    /** Bytes of one with these dimensions, whole lines. */
    public long bytes(long dimension0, long dimension1) {
        long bytes = switch (this) {
            case WORK_COUNTER -> WORK_COUNTER_BYTES;
            case FAIR_MUTEX -> TicketLock.BYTES;
            case FAIR_READ_WRITE_LOCK -> TicketReadWriteLock.bytes((int) dimension0);
            case MESSAGE_QUEUE -> MessageSlots.bytes((int) dimension0, (int) dimension1);
            case BYTE_FIFO -> ByteRing.bytes(dimension0, dimension1);
            case SEQUENCE_LOCK -> VersionedRecord.RECORD + dimension0;
        };
        return bytes + LINE_BYTES - 1 & -LINE_BYTES;
    }

    /** Whether there can be one of these dimensions, so that {@link #bytes} tells the truth. */
    public boolean isLegal(long dimension0, long dimension1) {
        return switch (this) {
            case WORK_COUNTER, FAIR_MUTEX -> true;
            case FAIR_READ_WRITE_LOCK -> dimension0 > 0 && dimension0 <= GlobalPointer.MAX_RANKS;
            case MESSAGE_QUEUE -> isPower(dimension0, MessageSlots.MAX_CAPACITY) && dimension1 >= 0
                    && dimension1 <= MessageSlots.MAX_MESSAGE_BYTES;
            case BYTE_FIFO -> isPower(dimension0, ByteRing.MAX_CAPACITY) && dimension1 >= 1 && dimension1 <= dimension0;
            case SEQUENCE_LOCK -> dimension0 >= 0 && dimension0 <= VersionedRecord.MAX_RECORD_BYTES;
        };
    }

    private static boolean isPower(long number, long most) {
        return number > 0 && number <= most && Long.bitCount(number) == 1;
    }

    /** Lays a new one there, and publishes it. */
    public void lay(long base, long dimension0, long dimension1) {
        retract(base);
        switch (this) {
            case WORK_COUNTER -> SharedMemory.putLong(base + LINE_BYTES, 0);
            case FAIR_MUTEX -> TicketLock.reset(base);
            case FAIR_READ_WRITE_LOCK -> TicketReadWriteLock.reset(base, (int) dimension0);
            case MESSAGE_QUEUE -> MessageSlots.reset(base, (int) dimension0, (int) dimension1, 0);
            case BYTE_FIFO -> ByteRing.reset(base, 0);
            case SEQUENCE_LOCK -> VersionedRecord.reset(base);
        }
        SharedMemory.putLong(base + DIMENSIONS, dimension0);
        SharedMemory.putLong(base + DIMENSIONS + Long.BYTES, dimension1);
        // SYNC: structure; a rank that finds the kind finds the words as they were initialised
        SharedMemory.putLongRelease(base, newWord());
    }

    /** Before its words are written, or when it ends: what was there is no structure any more. */
    public static void retract(long base) {
        SharedMemory.putLongVolatile(base, 0);
    }

    /** The word that tells which structure is there; an acquire. */
    public static long word(long base) {
        // SYNC: structure
        return SharedMemory.getLongAcquire(base);
    }

    /** Number 0 or 1 of the structure's own. */
    public static long dimension(long base, int index) {
        return SharedMemory.getLong(base + DIMENSIONS + Long.BYTES * index);
    }

    /** The kind of such a word, or null. */
    static StructureKind of(long word) {
        int number = (int) (word >>> 40 & 0xFF) - 1;
        StructureKind kind = number >= 0 && number < ALL.length ? ALL[number] : null;
        return kind != null && kind.isIn(word) ? kind : null;
    }

    /** Whether it is the word of a structure of this kind. */
    public boolean isIn(long word) {
        return word >>> 32 == magic();
    }

    @Override
    public String toString() {
        return text;
    }
}
