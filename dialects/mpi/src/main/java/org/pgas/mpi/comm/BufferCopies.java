package org.pgas.mpi.comm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.memory.SharedMemory;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.inside.TypedMemory;
import org.pgas.mpi.inside.Types;

/** Copies of typed elements within a rank. Any thread. */
final class BufferCopies {
    private static final long ALIGNMENT = 64;

    private BufferCopies() {}

    /** Bytes of data. */
    static long bytes(Buffer elements) {
        return Types.dataBytes(elements.type(), elements.count());
    }

    /** Where the elements are, if they are one run of bytes in the order of the type; null if they are not. */
    static MemorySegment run(Buffer elements) {
        long dense = Types.denseRun(elements.type(), elements.count());
        return dense == Types.NONE ? null
                : dense == 0 ? MemorySegment.NULL : elements.memory().asSlice(elements.offset(), dense);
    }

    /** Zeros, of this rank's alone, that the garbage collector takes. */
    static MemorySegment memory(long bytes) {
        return bytes == 0 ? MemorySegment.NULL : Arena.ofAuto().allocate(bytes, ALIGNMENT);
    }

    /** Memory for packed data of as many elements. */
    static Buffer packed(Buffer like) {
        long bytes = bytes(like);
        return Buffer.of(memory(bytes), bytes, Datatype.BYTE);
    }

    /** Memory for as many elements of the same type, at their distances. */
    static Buffer like(Buffer elements) {
        return Buffer.of(memory(Types.highest(elements.type(), elements.count())), elements.count(), elements.type());
    }

    /** Copies as much data as both have. */
    static void copy(Buffer from, Buffer to) {
        long bytes = bytes(from);
        if (bytes == 0) {
            return;
        }
        MemorySegment source = run(from);
        MemorySegment target = run(to);
        if (source != null && target != null) {
            SharedMemory.copy(source, 0, target, 0, bytes);
        } else if (source != null) {
            unpack(source, to, bytes);
        } else if (target != null) {
            Types.pack(typed(from), 0, target, 0, bytes);
        } else {
            MemorySegment packed = memory(bytes);
            Types.pack(typed(from), 0, packed, 0, bytes);
            unpack(packed, to, bytes);
        }
    }

    private static void unpack(MemorySegment packed, Buffer to, long bytes) {
        Types.unpack(typed(to), 0, packed, 0, bytes);
    }

    private static TypedMemory typed(Buffer elements) {
        return new TypedMemory(elements.type(), elements.count(), elements.memory(), elements.offset());
    }
}
