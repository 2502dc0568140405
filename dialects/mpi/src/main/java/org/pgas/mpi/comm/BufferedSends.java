package org.pgas.mpi.comm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.HandlerSafeLock;
import org.pgas.mpi.inside.TypedMemory;
import org.pgas.mpi.inside.Types;
import org.pgas.wait.Awaited;

/**
 * The buffer that a program attaches for buffered sends, and the parts of it that such sends have: packed data that no
 * receive has taken yet. Everything under the lock of the engine.
 */
final class BufferedSends {
    private static final long ALIGNMENT = 8;

    private final Engine engine;

    /** Null while none is attached. */
    private MemorySegment buffer;

    /** In the order of the buffer. */
    private final List<Part> parts = new ArrayList<>();

    /** Some of the buffer. */
    final class Part {
        final long start;
        private final long end;

        private Part(long start, long bytes) {
            this.start = start;
            this.end = start + (bytes + ALIGNMENT - 1 & -ALIGNMENT);
        }

        /** What the send of it takes its data from. */
        MemorySegment memory() {
            return buffer;
        }

        /** Under the lock of the engine. */
        void free() {
            parts.remove(this);
        }
    }

    BufferedSends(Engine engine) {
        this.engine = engine;
    }

    void attach(MemorySegment memory) {
        try (HandlerSafeLock.Held _ = engine.lock.hold()) {
            if (buffer != null) {
                throw engine.refusals.bad("Mpi.attachBuffer",
                        "a buffer of " + buffer.byteSize() + " bytes is attached already: detach it before");
            }
            buffer = memory;
        }
    }

    /** A part with the packed data of these elements; the first one that is large enough. */
    Part pack(Channel channel, TypedMemory elements, long bytes) {
        Part part;
        try (HandlerSafeLock.Held _ = engine.lock.hold()) {
            part = find(bytes);
        }
        if (part == null) {
            throw channel.bad("the message has " + bytes + " bytes, and the attached buffer "
                    + (buffer == null ? "is none" : "of " + buffer.byteSize() + " bytes has no such room left")
                    + ": attach a larger one (Mpi.attachBuffer), or await what is sent");
        }
        Types.pack(elements, 0, part.memory(), part.start, bytes);
        return part;
    }

    private Part find(long bytes) {
        if (buffer == null) {
            return null;
        }
        long start = 0;
        for (int i = 0; i <= parts.size(); i++) {
            long end = i == parts.size() ? buffer.byteSize() : parts.get(i).start;
            if (bytes <= end - start) {
                Part part = new Part(start, bytes);
                parts.add(i, part);
                return part;
            }
            start = i == parts.size() ? end : parts.get(i).end;
        }
        return null;
    }

    /** Waits until no send has a part, and forgets the buffer; answers it, or null if there was none. */
    MemorySegment detach() {
        flush();
        try (HandlerSafeLock.Held _ = engine.lock.hold()) {
            MemorySegment detached = buffer;
            buffer = null;
            return detached;
        }
    }

    /** Waits until no send has a part. */
    void flush() {
        engine.await(new Flushed(this));
    }

    private boolean isEmpty() {
        try (HandlerSafeLock.Held _ = engine.lock.hold()) {
            return parts.isEmpty();
        }
    }

    private record Flushed(BufferedSends sends) implements Awaited {
        @Override
        public boolean isMet() {
            return sends.isEmpty();
        }

        @Override
        public int[] missing() {
            return NOBODY;
        }

        @Override
        public long longestSleepNanos() {
            return Operation.LONGEST_SLEEP_NANOS;
        }

        @Override
        public String describe() {
            return "the receives of buffered sends";
        }
    }
}
