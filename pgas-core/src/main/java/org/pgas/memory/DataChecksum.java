package org.pgas.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A checksum of bytes, of 64 bits, that shows when something else has written over them: every bit counts, and so does
 * its place. No protection against a person that means to deceive.
 */
public final class DataChecksum {
    private static final long FACTOR = 0xBF58_476D_1CE4_E5B9L;
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

    private DataChecksum() {}

    /** A sum with one more word. */
    public static long mixed(long sum, long word) {
        long product = (sum ^ word) * FACTOR;
        return product ^ product >>> 29;
    }

    /** A sum with bytes of memory, or with none; their number counts too. */
    public static long of(long sum, MemorySegment memory, long offset, long bytes) {
        long mixed = mixed(sum, ~bytes);
        long words = bytes & -Long.BYTES;
        for (long at = 0; at < words; at += Long.BYTES) {
            mixed = mixed(mixed, memory.get(WORD, offset + at));
        }
        long rest = 0;
        for (long at = words; at < bytes; at++) {
            rest = rest << 8 | memory.get(ValueLayout.JAVA_BYTE, offset + at) & 0xFF;
        }
        return mixed(mixed, rest);
    }

    /** The same of memory at an address, which is checked by nobody. */
    public static long of(long sum, long address, long bytes) {
        return of(sum, SharedMemory.everything(), address, bytes);
    }
}
