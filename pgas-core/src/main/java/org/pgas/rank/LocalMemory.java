package org.pgas.rank;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;

/** Refuses local memory that a copy would fail on, while nothing has been changed yet. */
public final class LocalMemory {
    private final ThisRank self;

    public LocalMemory(ThisRank self) {
        this.self = self;
    }

    /** Whether a range lies in that memory. Which threads may touch it is not asked. */
    public static boolean holds(MemorySegment memory, long offset, long bytes) {
        return memory != null && bytes >= 0 && offset >= 0 && offset <= SharedMemory.byteSize(memory) - bytes;
    }

    /** As {@link #holds}, of memory that is to be written: none that is read-only takes anything. */
    public static boolean takes(MemorySegment memory, long offset, long bytes) {
        return memory != null && bytes >= 0 && offset >= 0 && offset <= SharedMemory.writableBytes(memory) - bytes;
    }

    private void inside(String call, String name, MemorySegment memory, long offset, long bytes) {
        if (!holds(memory, offset, bytes)) {
            throw range(call, name, memory, offset, bytes);
        }
    }

    /** A range of local memory, of the call that the program has made. */
    public void inside(String name, MemorySegment memory, long offset, long bytes) {
        if (!holds(memory, offset, bytes)) {
            throw range(PublicCall.current(), name, memory, offset, bytes);
        }
    }

    /** Memory that the calling thread is to read. */
    public void source(String call, MemorySegment source, long offset, long bytes) {
        inside(call, "source", source, offset, bytes);
        readable(call, source);
    }

    /** Memory that the calling thread is to read, at whatever offsets. */
    public void readable(String call, MemorySegment source) {
        access(call, "source", source);
    }

    /** Memory that the calling thread is to write from {@code offset} on; returns how much room is there. */
    public long target(String call, MemorySegment target, long offset) {
        target(call, target, offset, 0);
        return target.byteSize() - offset;
    }

    /** Memory that the calling thread is to write. */
    public void target(String call, MemorySegment target, long offset, long bytes) {
        inside(call, "target", target, offset, bytes);
        writable(call, target);
    }

    /** Memory that the calling thread is to write, at whatever offsets. */
    public void writable(String call, MemorySegment target) {
        if (target != null && target.isReadOnly()) {
            throw readOnly(call);
        }
        access(call, "target", target);
    }

    private void access(String call, String name, MemorySegment memory) {
        if (memory == null) {
            throw absent(call, name);
        }
        if (!memory.scope().isAlive()) {
            throw self.refusals().bad(call,
                    "the arena of the local " + name + " has been closed: keep it open until the call has returned");
        }
        if (!memory.isAccessibleBy(Thread.currentThread())) {
            throw self.refusals().bad(call, "the local " + name + " is confined to another thread than "
                    + Thread.currentThread().getName());
        }
    }

    /** The refusal of a range that is not in that memory, which {@code name} names. */
    public PgasException range(String call, String name, MemorySegment memory, long offset, long bytes) {
        if (bytes < 0) {
            return length(call, bytes);
        }
        if (memory == null) {
            return absent(call, name);
        }
        return self.refusals().bad(call,
                bytes + " bytes at offset " + offset + " are outside the local " + name + " of "
                        + memory.byteSize() + " bytes");
    }

    public PgasException length(String call, long bytes) {
        return self.refusals().bad(call, "a length of " + bytes + " bytes: legal are 0 and more");
    }

    public PgasException readOnly(String call) {
        return self.refusals().bad(call, "the local target is read-only: give a segment that can be written");
    }

    private PgasException absent(String call, String name) {
        return self.refusals().bad(call, "the local " + name + " is null: give a segment, for 0 bytes too");
    }

    /** Checked mode: refuses local memory that lies in what it is copied to or from, at address {@code remote}. */
    public void overlap(MemorySegment memory, long offset, long remote, long bytes) {
        if (self.isChecked() && memory.isNative() && bytes > 0) {
            long local = memory.address() + offset;
            if (local < remote + bytes && remote < local + bytes) {
                throw overlap(bytes - Math.abs(local - remote), bytes);
            }
        }
    }

    /** As above, where the other end is memory of this process. */
    public void overlap(MemorySegment memory, long offset, MemorySegment own, long ownOffset, long bytes) {
        if (self.isChecked() && bytes > 0) {
            Optional<MemorySegment> shared = memory.asSlice(offset, bytes)
                    .asOverlappingSlice(own.asSlice(ownOffset, bytes));
            if (shared.isPresent()) {
                throw overlap(shared.get().byteSize(), bytes);
            }
        }
    }

    private PgasException overlap(long common, long bytes) {
        return self.refusal("source and target overlap by " + common + " of " + bytes + " bytes");
    }
}
