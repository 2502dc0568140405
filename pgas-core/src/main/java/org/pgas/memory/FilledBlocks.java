package org.pgas.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Blocks of native memory that hold one value in every byte, to fill memory by copying: the JDK's copy moves 64 bytes
 * where its fill stores 8, and so takes half of the time for some KiB. Fills that the second cache does not hold wait
 * for memory either way.
 *
 * <p>A block is made when its value first comes, and lasts; all of them are a mebibyte. No thread writes to one that
 * has been published, and no peer sees them: so what a peer writes meanwhile to memory that is being filled goes
 * nowhere else.
 *
 * <pre>
 * field   writer                            reader       order
 * BLOCKS  the first thread to need a block  all threads  release / acquire; one that is made twice is the same
 * </pre>
 */
final class FilledBlocks {
    /** The size of a block: small enough to stay in the first cache. */
    private static final long BYTES = 4096;

    /** Shorter fills gain nothing. */
    static final long LEAST_FILLED_BYTES = 512;

    private static final int LINE_BYTES = 64;

    /** By value, as a number without sign. Written with release under the lock, once each; read with acquire. */
    private static final AtomicReferenceArray<MemorySegment> BLOCKS = new AtomicReferenceArray<>(1 << Byte.SIZE);

    private FilledBlocks() {}

    /** All or nothing: a range that is not all in the segment is refused before its first byte changes. */
    static void fill(MemorySegment target, long offset, byte value, long bytes) {
        Objects.checkFromIndexSize(offset, bytes, target.byteSize());
        MemorySegment block = of(value);
        long done = 0;
        while (done < bytes) {
            long piece = Math.min(BYTES, bytes - done);
            MemorySegment.copy(block, 0, target, offset + done, piece);
            done += piece;
        }
    }

    private static MemorySegment of(byte value) {
        MemorySegment block = BLOCKS.getAcquire(Byte.toUnsignedInt(value));
        return block != null ? block : make(value);
    }

    /** Looks again, so that there is never more than one block of a value: they last. */
    private static synchronized MemorySegment make(byte value) {
        MemorySegment known = BLOCKS.getAcquire(Byte.toUnsignedInt(value));
        if (known != null) {
            return known;
        }
        MemorySegment block = Arena.global().allocate(BYTES, LINE_BYTES).fill(value).asReadOnly();
        BLOCKS.setRelease(Byte.toUnsignedInt(value), block);
        return block;
    }
}
