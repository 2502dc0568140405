package org.pgas.rpc;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;

import net.openhft.chronicle.bytes.Bytes;

/**
 * Bytes on the Java heap that values are written to before they are sent, and read from after they came; grows. For one
 * thread at a time.
 *
 * <pre>
 * field  writer                       reader                  order
 * spare  threads that give one back   threads that take one   release / exchange
 * </pre>
 */
final class Buffer {
    /** What is larger is not kept for the next call. */
    private static final int KEPT_BYTES = 1 << 20;

    private static final int FIRST_BYTES = 2048;

    private final Bytes<byte[]> bytes = Bytes.allocateElasticOnHeap(FIRST_BYTES);
    private byte[] array;
    private MemorySegment segment;

    Buffer() {
        bytes.singleThreadedCheckDisabled(true);
    }

    /** Emptied, for at most {@code limit} bytes. */
    Bytes<byte[]> empty(int limit) {
        bytes.clear();
        return bytes.writeLimit(limit);
    }

    /** How many bytes were written. */
    int size() {
        return (int) bytes.writePosition();
    }

    /** The memory of what was written. */
    MemorySegment segment() {
        byte[] now = bytes.underlyingObject();
        if (now != array) {
            array = now;
            segment = MemorySegment.ofArray(now);
        }
        return segment;
    }

    /** The memory for {@code size} bytes, to be copied there. */
    MemorySegment segment(int size) {
        bytes.clear();
        bytes.ensureCapacity(size);
        return segment();
    }

    /** The first {@code size} bytes, to be read. */
    Bytes<byte[]> reader(int size) {
        bytes.clear();
        return bytes.writePosition(size);
    }

    /** Keeps one buffer for the next thread that needs one. */
    static final class Pool {
        private final AtomicReference<Buffer> spare = new AtomicReference<>();

        Buffer take() {
            Buffer kept = spare.getPlain() == null ? null : spare.getAndSet(null);
            return kept == null ? new Buffer() : kept;
        }

        void give(Buffer buffer) {
            if (buffer.bytes.realCapacity() <= KEPT_BYTES) {
                spare.setRelease(buffer);
            }
        }
    }
}
