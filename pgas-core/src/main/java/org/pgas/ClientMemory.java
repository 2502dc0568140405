package org.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.memory.SharedMemory;

/**
 * Memory of the program's own that this rank has attached, and that no other rank maps: an array, or native memory. Its owner reaches
 * it here, for itself and for its peers.
 *
 * <p>Any thread. Naturally aligned words of 1, 2, 4 and 8 bytes do not tear where the memory has that alignment: always for peers,
 * whose accesses this rank carries out one after another.
 */
final class ClientMemory {
    private final Job job;
    private final MemorySegment memory;

    ClientMemory(Job job, MemorySegment memory) {
        this.job = job;
        this.memory = memory;
    }

    /** Why a program may not attach this memory, or null when it may. */
    static PgasException refusal(int rank, MemorySegment memory) {
        String why;
        if (memory == null) {
            why = "no memory was given (null): give a segment, of 0 bytes if need be";
        } else if (!memory.scope().isAlive()) {
            why = "the arena of the memory is closed already";
        } else if (memory.isReadOnly()) {
            why = "the memory is read-only, and peers may write to what is attached: give a segment that can be written";
        } else if (!memory.isAccessibleBy(new Thread())) {
            why = "the memory is confined to one thread, and any thread of this rank may have to serve its peers: allocate it in "
                    + "a shared, automatic or global arena, or give an array";
        } else if (memory.byteSize() > GlobalPointer.MAX_SEGMENT_BYTES) {
            why = memory.byteSize() + " bytes: legal are 0 to " + GlobalPointer.MAX_SEGMENT_BYTES;
        } else {
            return null;
        }
        return new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + rank + ": Job.attach(MemorySegment): " + why);
    }

    MemorySegment segment() {
        return memory;
    }

    void put(long offset, MemorySegment source, long sourceOffset, long bytes) {
        try {
            SharedMemory.copy(source, sourceOffset, memory, offset, bytes);
        } catch (IllegalStateException e) {
            throw closed(e);
        }
    }

    void get(MemorySegment target, long targetOffset, long offset, long bytes) {
        try {
            SharedMemory.copy(memory, offset, target, targetOffset, bytes);
        } catch (IllegalStateException e) {
            throw closed(e);
        }
    }

    /** Takes over the payload of a message. */
    void put(long offset, Payload payload) {
        try {
            payload.copyTo(0, memory, offset, payload.bytes());
        } catch (IllegalStateException e) {
            throw closed(e);
        }
    }

    void fill(long offset, byte value, long bytes) {
        try {
            SharedMemory.fill(memory, offset, value, bytes);
        } catch (IllegalStateException e) {
            throw closed(e);
        }
    }

    /** Puts the low-order {@code bytes} (1..8) of {@code value}, after everything this thread did before. */
    void putValue(long offset, long value, int bytes) {
        SharedMemory.releaseFence();
        try {
            switch (bytes) {
                case 1 -> memory.set(ValueLayout.JAVA_BYTE, offset, (byte) value);
                case 2 -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, offset, (short) value);
                case 4 -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, offset, (int) value);
                case 8 -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value);
                default -> {
                    for (int i = 0; i < bytes; i++) {
                        memory.set(ValueLayout.JAVA_BYTE, offset + SharedMemory.placeOfByte(i, bytes),
                                (byte) (value >>> 8 * i));
                    }
                }
            }
        } catch (IllegalStateException e) {
            throw closed(e);
        }
    }

    /** Gets {@code bytes} (1..8) bytes, zero-extended, before everything this thread does afterwards. */
    long getValue(long offset, int bytes) {
        try {
            long value = switch (bytes) {
                case 1 -> memory.get(ValueLayout.JAVA_BYTE, offset) & 0xFFL;
                case 2 -> memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, offset) & 0xFFFFL;
                case 4 -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, offset) & 0xFFFF_FFFFL;
                case 8 -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
                default -> oddValue(offset, bytes);
            };
            SharedMemory.acquireFence();
            return value;
        } catch (IllegalStateException e) {
            throw closed(e);
        }
    }

    private long oddValue(long offset, int bytes) {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (memory.get(ValueLayout.JAVA_BYTE, offset + SharedMemory.placeOfByte(i, bytes)) & 0xFFL) << 8 * i;
        }
        return value;
    }

    /** For accesses that do not go through here. */
    void checkOpen() {
        if (!memory.scope().isAlive()) {
            throw closed(null);
        }
    }

    /** An access found an arena closed: if it is the attached memory's, says so; else passes on what the JDK says of the other one. */
    private RuntimeException closed(IllegalStateException e) {
        return memory.scope().isAlive() ? e
                : new PgasException(ErrorCode.BAD_ARGUMENT,
                        "rank " + job.rank() + ": the memory of " + memory.byteSize()
                                + " bytes that rank " + job.rank()
                                + " attached was closed while it was bound: keep its arena open until "
                                + "Job.close, and synchronise with the peers before that");
    }
}
