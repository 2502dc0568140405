package org.pgas.mpi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.Segment;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * Memory for windows: a window {@linkplain Window#create created} over any part of it is reached by all ranks with
 * loads and stores, and so is what is {@linkplain Window#attach attached} of it.
 *
 * <p>For any thread; not collective; not in a restricted context. Source: MPI-2 MPI_Alloc_mem, MPI_Free_mem.
 */
public final class WindowMemory {
    private final Job job;
    private final MemorySegment memory;

    /** Null of local memory. */
    private final Segment segment;

    /** Null of shared memory. */
    private final Arena arena;

    private boolean freed;

    private WindowMemory(Job job, MemorySegment memory, Segment segment, Arena arena) {
        this.job = job;
        this.memory = memory;
        this.segment = segment;
        this.arena = arena;
    }

    /**
     * {@code bytes} zeros of shared memory; it takes whole pages. Errors: fewer than 0 bytes; no room
     * ({@link ErrorCode#RESOURCE}).
     */
    public static WindowMemory allocate(Job job, long bytes) {
        check(job, "WindowMemory.allocate", bytes);
        Segment segment = job.segments().create(Math.max(1, bytes));
        return new WindowMemory(job, segment.local().asSlice(0, bytes), segment, null);
    }

    /**
     * {@code bytes} zeros of this process alone, which a window reaches by messages, and where the kernel permits it,
     * large contiguous transfers by a copy between the processes. Errors: fewer than 0 bytes. Source: info "local_mem"
     * of the paper's MPI/SX.
     */
    public static WindowMemory allocateLocal(Job job, long bytes) {
        check(job, "WindowMemory.allocateLocal", bytes);
        Arena arena = Arena.ofShared();
        // free closes it, after the windows: so peers may copy from and to it by themselves
        TeamCore.of(job.world()).offers().own(arena.scope());
        return new WindowMemory(job, arena.allocate(bytes, 64), null, arena);
    }

    private void checkUnused() {
        String used = WindowUse.find(job, memory, segment, null);
        if (used != null) {
            throw Refusals.of(job.rank()).bad("WindowMemory.free",
                    "this memory, of " + memory.byteSize() + " bytes, cannot be given back: " + used);
        }
    }

    private static void check(Job job, String call, long bytes) {
        TeamCore.of(job.world()).checkUnrestricted(call);
        if (bytes < 0) {
            throw Refusals.of(job.rank()).bad(call, bytes + " bytes: legal are 0 and more");
        }
    }

    /** The memory, aligned to a cache line at least. */
    public MemorySegment memory() {
        return memory;
    }

    /** Whether it is shared. */
    public boolean isShared() {
        return segment != null;
    }

    /**
     * Gives it back; later accesses throw. Errors, with nothing given back: a window that was created over it is not
     * freed; some of it is attached to a dynamic window; it was freed already.
     */
    public synchronized void free() {
        TeamCore.of(job.world()).checkUnrestricted("WindowMemory.free");
        if (freed) {
            throw Refusals.of(job.rank()).bad("WindowMemory.free",
                    "these " + memory.byteSize() + " bytes were freed already");
        }
        checkUnused();
        if (segment != null) {
            segment.destroy();
        } else {
            TeamCore.of(job.world()).offers().disown(arena.scope());
            arena.close();
        }
        freed = true;
    }
}
