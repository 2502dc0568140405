package org.pgas.armci;

import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.Team;

/**
 * The processes, and the memory that they allocate for all to reach: part of {@link Armci}.
 *
 * <p>A pointer is a {@code long}, a {@link org.pgas.GlobalPointer}: the same on all processes, 0 is NULL, and {@code pointer + n} points n bytes
 * further on. Memory comes from what {@link Armci#init(Job, long)} has reserved on each process, and is <b>not cleared</b>.
 */
public abstract sealed class GlobalMemory permits BlockingTransfers {
    final ArmciCore core;
    private final Memory memory;

    GlobalMemory(ArmciCore core) {
        this.core = core;
        this.memory = core.memory;
    }

    /** This process, 0-based: the job rank. */
    public final int me() {
        return core.me;
    }

    /** How many processes there are: all of the job. */
    public final int nproc() {
        return core.nproc;
    }

    public final Job job() {
        return core.job;
    }

    /**
     * The team of all processes, of an endpoint of this library's own; team rank equals process. For collectives (armci_msg_*:
     * {@code Collectives.of(armci.team())}) and for waits on words of this process' memory ({@code team().endpoint().words()}).
     */
    public final Team team() {
        return core.team;
    }

    /**
     * Sets how many bytes this process may have allocated at a time, of what {@link Armci#init(Job, long)} has reserved. Any thread; not collective. What is
     * allocated already stays. Error: a limit outside 0..what was reserved. Source: ARMCI_Set_shm_limit.
     */
    public final void setShmLimit(long bytes) {
        memory.setLimit(bytes);
    }

    /** Whether processes share memory: always true. Source: ARMCI_Uses_shm. */
    public final boolean usesShm() {
        return true;
    }

    /**
     * Allocates {@code bytes} bytes on this process and answers where every process has its own: entry i points to that of process i, and is 0 where it asked for
     * 0 bytes. Collective; sizes may differ. At multiples of 16.
     *
     * <p>Errors, on all processes, with nothing allocated: negative bytes on one of them; on one of them no room
     * ({@link org.pgas.ErrorCode#RESOURCE}). Source: ARMCI_Malloc.
     */
    public final long[] malloc(long bytes) {
        return memory.malloc("Armci.malloc", core.world, bytes);
    }

    /**
     * Frees what one {@link #malloc} has allocated, on all processes. Collective; no process may use it any more, nor have transfers under way to it: a
     * {@link Armci#barrier} comes before. The array is left as it is.
     *
     * <p>Errors, on all processes, with nothing freed: on one of them, pointers that are not those of an allocation that lives; pointers of different
     * allocations. Source: ARMCI_Free, as the draft has it.
     */
    public final void free(long[] pointers) {
        memory.free("Armci.free", core.world, pointers);
    }

    /** As {@link #free(long[])}; each process gives its own pointer, 0 where it has none. Source: ARMCI_Free, as released. */
    public final void free(long own) {
        memory.free("Armci.free", core.world, own);
    }

    /**
     * The memory that a pointer points to, of any process, for loads and stores: what a C program dereferences. Any thread; not collective; of this process
     * cheap, of others too after the first use. It ends with {@link Armci#finish} and the close of the job.
     *
     * <p>Errors: a pointer that is NULL or of other memory than this library's; a range beyond that of the process.
     */
    public final MemorySegment memory(long pointer, long bytes) {
        return memory.view(pointer, bytes);
    }

    /**
     * Allocates memory on this process, where local buffers may lie as well as anywhere else, and others reach it when they are told its
     * {@link #pointer}. Any thread; not collective. Errors: negative bytes; no room. Source: ARMCI_Malloc_local.
     */
    public final MemorySegment mallocLocal(long bytes) {
        return memory.mallocLocal(bytes);
    }

    /** Frees it. By this process, once. Error: not the whole of what one {@link #mallocLocal} gave, or freed already. Source: ARMCI_Free_local. */
    public final void freeLocal(MemorySegment memory) {
        this.memory.freeLocal(memory);
    }

    /** The pointer to where {@code memory} begins, which lies in this process' memory of this library. Error: it does not. */
    public final long pointer(MemorySegment memory) {
        return this.memory.pointer(memory);
    }

    /**
     * Allocates memory on this process that any other may reach who is told of it. Any thread; not collective. Errors: negative bytes; flags other than 0; no room. Source:
     * ARMCI_Memget.
     *
     * @param flags 0: the document keeps it "for future optimizations"
     */
    public final MemInfo memget(long bytes, int flags) {
        return memory.memget(bytes, flags);
    }

    /**
     * The pointer to the byte {@code offset} of such memory, on any process. Errors: null; an offset outside 0..size. Source: ARMCI_Memat.
     */
    public final long memat(MemInfo info, long offset) {
        return memory.memat(info, offset);
    }

    /**
     * Frees such memory: by the process that has it, once. Errors: null; another process' memory; a description that is not that of memory which lives.
     * Source: ARMCI_Memctl.
     */
    public final void memctl(MemInfo info) {
        memory.memctl(info);
    }
}
