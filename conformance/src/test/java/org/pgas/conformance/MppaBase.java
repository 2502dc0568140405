package org.pgas.conformance;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.Job;

/** What a segment of the MPPA interface is made of. */
enum MppaBase {
    /** Nothing: it is made. */
    NONE,
    /** Bytes in the middle of the attached segment, which has 64 KiB at least. */
    ATTACHED,
    /** Bytes in the middle of another mapped segment. */
    OTHER,
    /** An array. */
    ARRAY,
    /** Private native memory. */
    NATIVE;

    /** Where those of {@link #ATTACHED} and {@link #OTHER} begin. */
    static final long OFFSET = 4096 + 128;

    boolean isMapped() {
        return this != ARRAY && this != NATIVE;
    }

    /** Of at least {@code bytes} zeros; null for none. */
    MemorySegment memory(Job job, long bytes) {
        return switch (this) {
            case NONE -> null;
            case ATTACHED -> job.endpoint().segment().local().asSlice(OFFSET, bytes).fill((byte) 0);
            case OTHER -> job.segments().create(OFFSET + bytes).local().asSlice(OFFSET, bytes);
            case ARRAY -> MemorySegment.ofArray(new long[Math.toIntExact(bytes + 7 >>> 3)]);
            case NATIVE -> Arena.ofAuto().allocate(bytes, Long.BYTES);
        };
    }
}
