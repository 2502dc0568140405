package org.pgas.armci;

import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.JobConfig;
import org.pgas.PgasException;
import org.pgas.Setting;
import org.pgas.Team;
import org.pgas.atomics.ArmciRmw;
import org.pgas.atomics.Scale;
import org.pgas.team.Neighbours;
import org.pgas.team.TeamCore;

/**
 * The Aggregate Remote Memory Copy Interface, for one job.
 *
 * <pre>{@code
 * try (Job job = Job.join()) {
 *     Armci armci = Armci.init(job);
 *     long[] rows = armci.malloc(1000 * 8);                       // rows[p] points to those of process p
 *     armci.acc(Scale.ofDouble(0.5), mine, 0, rows[right], 8000, right);
 *     armci.barrier();
 *     armci.free(rows);
 *     armci.finish();
 * }
 * }</pre>
 *
 * <p>A process is a rank of the job, and {@code proc} its job rank. Any thread of it may make any call, but the
 * collective ones by one thread of each process at a time. Errors are {@link org.pgas.PgasException}s in place of
 * return codes; collective calls throw on all processes. Several of these may live for one job at a time; none knows of
 * the others' pointers.
 *
 * <h2>Memory</h2>
 *
 * <p>A pointer is a {@code long}, a {@link org.pgas.GlobalPointer}: the same on all processes, 0 is NULL, and
 * {@code pointer + n} points n bytes further on. Memory comes from what {@link #init(Job, long)} has reserved on each
 * process, and is <b>not cleared</b>.
 *
 * <h2>Transfers that are done when they return</h2>
 *
 * <p>A put's data is in place then, and its source may be overwritten; a get's data has arrived; an accumulate has been
 * added.
 *
 * <p><b>Arguments.</b> Local memory is a {@link MemorySegment} of any kind, and a byte offset in it; remote memory a
 * pointer, which must point into the memory of process {@code proc}. Strided calls take strides in bytes:
 * {@code count[0]} bytes are contiguous, {@code count[i]} of the next lower level are {@code strides[i - 1]} bytes
 * apart; {@code strideLevels} of 0 is contiguous. Strides may be negative, permuted, and in a source 0. Vector calls
 * take {@link Giov}s, of which the first {@code len} count; between these there is no order.
 *
 * <p><b>Accumulate</b> is {@code dst = dst + scale * src} for the elements that the {@link Scale} has. Each component
 * is updated atomically towards all accumulates (of a complex number, each of its two parts), towards nothing else;
 * remote places are multiples of a component's size.
 *
 * <p><b>Order.</b> Puts, gets and accumulates take no lock of any other kind, and bytes have no atomicity. What one
 * thread has done is done: its next call comes after. Others see it when told by {@link #notify}, {@link #barrier}, a
 * mutex, an {@link #rmw} or a value form.
 *
 * <p><b>Errors.</b> {@link org.pgas.PgasException}, before anything was changed, naming call, argument, value and what
 * is legal: a process outside 0..nproc-1; a pointer that is NULL, or into the memory of another process; a range beyond
 * that process' memory, or beyond the local memory; null; a negative length; arrays too short; regions of a target that
 * overlap; local memory that is read-only (get), closed, or confined to another thread; elements that are cut or
 * misaligned; any call after {@link #finish} or the close of the job. In checked mode ({@code pgas.checks=on}) also a
 * range that begins in memory of a collective allocation and goes beyond its end.
 *
 * <p>Any thread; not collective; loopback is legal; not in a restricted context (see {@link Job}).
 *
 * <h2>Transfers that may still be under way when they return</h2>
 *
 * <p>Their names begin with {@code nb}. Arguments, atomicity and errors are those of the blocking ones; the local
 * memory belongs to the operation until it is complete.
 *
 * <p>The last argument is where the operation is noted: a {@link NbHandle}, or null for an implicit one. {@link #await}
 * of the handle, {@link #awaitAll} and {@link #awaitProc} complete them, as seen from here: the data of a get has
 * arrived, the source of a put may be overwritten. {@link #fence} brings puts to their target, waited for or not.
 * Contiguous puts and gets of at least {@code pgas.async.bytes} may go on in a thread of the library's, and all
 * that goes to another neighbourhood goes on as messages; what else there is is complete when its call returns, which a
 * program cannot rely on.
 *
 * <p><b>Threads.</b> An operation belongs to the thread that began it: only that one waits for it, and
 * {@link #awaitAll} and {@link #awaitProc} concern those of the calling thread.
 *
 * <p>Errors beyond those of the blocking calls: a handle that another operation is noted in which is not complete,
 * unless the handle is aggregate; one that is in use by another thread or another {@link Armci}; an aggregate one with
 * operations to another process. Checked mode finds all of these also where the operation was complete at once and
 * nobody has waited for it yet.
 *
 * <h2>Groups</h2>
 *
 * <p>A call that names a group refuses, for its caller alone, one that is null, freed, or of another {@link Armci}.
 *
 * <p>Source: ARMCI, the draft specification; for groups, rmw, mutexes, notify, values and flags ARMCI as released.
 */
public final class Armci {
    private final ArmciCore core;
    private final Contiguous contiguous;
    private final Strided strided;
    private final Vectors vectors;
    private final PendingOperations pending;

    /** Whether {@link #finish} closes the job, as {@link #initArgs} has joined it. */
    private final boolean ownsJob;

    Armci(ArmciCore core, boolean ownsJob) {
        this.core = core;
        this.contiguous = core.contiguous;
        this.strided = core.strided;
        this.vectors = core.vectors;
        this.pending = core.pending;
        this.ownsJob = ownsJob;
    }

    /** {@link #init(Job, long)} with as much memory as the setting {@code pgas.segment} says, 64 MiB by default. */
    public static Armci init(Job job) {
        return init(job, Creation.checked(job).settings().bytes(Setting.SEGMENT, 64L << 20));
    }

    /**
     * Starts the library. Collective. Legal any number of times for one job, one after the other or at the same time:
     * what they make has nothing to do with each other.
     *
     * <p>Errors, on all processes, with nothing left behind: a limit outside 0..2^39; on one of them no room for it
     * ({@link org.pgas.ErrorCode#RESOURCE}). Null is one for the caller alone. Source: ARMCI_Init.
     *
     * @param shmLimit how many bytes this process may allocate, which are reserved now; may differ. Of gaps between
     *     blocks, 16 bytes in front of each, and up to 64 more in front of one of 1 KiB and more, which begins at a
     *     cache line, somewhat fewer may be had
     */
    public static Armci init(Job job, long shmLimit) {
        return new Creation(Creation.checked(job), shmLimit).make(false);
    }

    /**
     * Joins the job ({@link Job#join()}) and starts the library; {@link #finish} leaves the job. Collective over all
     * processes that the launcher has started. The arguments are the program's: what the library needs, it gets by
     * settings. Source: ARMCI_Init_args.
     */
    public static Armci initArgs(String[] args) {
        Job job = Job.join(JobConfig.builder().build());
        try {
            return new Creation(job, job.settings().bytes(Setting.SEGMENT, 64L << 20)).make(true);
        } catch (RuntimeException | Error e) {
            job.close();
            throw e;
        }
    }

    /** Whether it can be used: it is neither finished nor its job closed. Source: ARMCI_Initialized. */
    public boolean isInitialized() {
        return core.isUsable();
    }

    /** This process, 0-based: the job rank. */
    public int me() {
        return core.me;
    }

    /** How many processes there are: all of the job. */
    public int nproc() {
        return core.nproc;
    }

    public Job job() {
        return core.job;
    }

    /**
     * The team of all processes, of an endpoint of this library's own; team rank equals process. For collectives
     * (armci_msg_*: {@code Collectives.of(armci.team())}) and for waits on words of this process' memory
     * ({@code team().endpoint().words()}).
     */
    public Team team() {
        return core.team;
    }

    /**
     * Ends the library: completes this thread's operations, waits for all processes, and frees all memory, mutexes and
     * groups. Collective. Other threads' operations must be complete. Every later call is an error. What one of this
     * thread's operations throws, and what keeps a team of {@link #team} or of a group in use (an atomic domain, a
     * collective that is not synchronised), is thrown when all else is over: such a team lasts as long as the job.
     * Source: ARMCI_Finalize.
     */
    public void finish() {
        core.enter("Armci.finish");
        try (Job _ = ownsJob ? job() : null) {
            core.finish();
        } catch (PgasException e) {
            throw core.places.refusal("Armci.finish", e);
        }
    }

    /**
     * Prints {@code message} to standard error and ends the job, all its processes, with that code; never returns:
     * {@code throw armci.error(...)}. Any thread, at any time. A code outside 1..255, which a process cannot return as
     * that of an error, becomes 1. Source: ARMCI_Error.
     */
    public RuntimeException error(String message, int code) {
        System.err.println("rank " + me() + ": Armci.error: " + message + " (code " + code + ")");
        throw job().exit(code < 1 || code > 255 ? 1 : code);
    }

    /**
     * Sets how many bytes this process may have allocated at a time, of what {@link #init(Job, long)} has reserved. Any
     * thread; not collective. What is allocated already stays. Error: a limit outside 0..what was reserved. Source:
     * ARMCI_Set_shm_limit.
     */
    public void setShmLimit(long bytes) {
        core.memory.setLimit(bytes);
    }

    /**
     * Whether all processes share memory, so that each {@linkplain #memory sees} that of all others: true unless they
     * are of several neighbourhoods. Source: ARMCI_Uses_shm.
     */
    public boolean usesShm() {
        return Neighbours.elsewhere(TeamCore.of(core.team)) == null;
    }

    /**
     * Allocates {@code bytes} bytes on this process and answers where every process has its own: entry i points to that
     * of process i, and is 0 where it asked for 0 bytes. Collective; sizes may differ. At multiples of 16.
     *
     * <p>Errors, on all processes, with nothing allocated: negative bytes on one of them; on one of them no room
     * ({@link org.pgas.ErrorCode#RESOURCE}). Source: ARMCI_Malloc.
     */
    public long[] malloc(long bytes) {
        return core.memory.malloc("Armci.malloc", core.world, bytes);
    }

    /**
     * Frees what one {@link #malloc} has allocated, on all processes. Collective; no process may use it any more, nor
     * have transfers under way to it: a {@link #barrier} comes before. The array is left as it is.
     *
     * <p>Errors, on all processes, with nothing freed: on one of them, pointers that are not those of an allocation
     * that lives; pointers of different allocations. Source: ARMCI_Free, as the draft has it.
     */
    public void free(long[] pointers) {
        core.memory.free("Armci.free", core.world, pointers);
    }

    /**
     * As {@link #free(long[])}; each process gives its own pointer, 0 where it has none. Source: ARMCI_Free, as
     * released.
     */
    public void free(long own) {
        core.memory.free("Armci.free", core.world, own);
    }

    /**
     * The memory that a pointer points to, of any process, for loads and stores: what a C program dereferences. Any
     * thread; not collective; of this process cheap, of others too after the first use. It ends with {@link #finish}
     * and the close of the job.
     *
     * <p>Errors: a pointer that is NULL or of other memory than this library's; a range beyond that of the process;
     * memory of a process of another neighbourhood, which is not mapped here.
     */
    public MemorySegment memory(long pointer, long bytes) {
        return core.memory.view(pointer, bytes);
    }

    /**
     * Allocates memory on this process, where local buffers may lie as well as anywhere else, and others reach it when
     * they are told its {@link #pointer}. Any thread; not collective. Errors: negative bytes; no room. Source:
     * ARMCI_Malloc_local.
     */
    public MemorySegment mallocLocal(long bytes) {
        return core.memory.mallocLocal(bytes);
    }

    /**
     * Frees it. By this process, once. Error: not the whole of what one {@link #mallocLocal} gave, or freed already.
     * Source: ARMCI_Free_local.
     */
    public void freeLocal(MemorySegment memory) {
        core.memory.freeLocal(memory);
    }

    /**
     * The pointer to where {@code memory} begins, which lies in this process' memory of this library. Error: it does
     * not.
     */
    public long pointer(MemorySegment memory) {
        return core.memory.pointer(memory);
    }

    /**
     * Allocates memory on this process that any process may reach that gets the pointer. Any thread; not collective.
     * Errors: negative bytes; flags other than 0; no room. Source: ARMCI_Memget.
     *
     * @param flags 0: the document keeps it "for future optimizations"
     */
    public MemInfo memget(long bytes, int flags) {
        return core.memory.memget(bytes, flags);
    }

    /**
     * The pointer to the byte {@code offset} of such memory, on any process. Errors: null; an offset outside 0..size.
     * Source: ARMCI_Memat.
     */
    public long memat(MemInfo info, long offset) {
        return core.memory.memat(info, offset);
    }

    /**
     * Frees such memory: by the process that has it, once. Errors: null; another process' memory; a description that is
     * not that of memory which lives. Source: ARMCI_Memctl.
     */
    public void memctl(MemInfo info) {
        core.memory.memctl(info);
    }

    /** Copies {@code bytes} bytes of local memory to {@code dst} on {@code proc}. Source: ARMCI_Put. */
    public void put(MemorySegment src, long srcOffset, long dst, long bytes, int proc) {
        contiguous.put("Armci.put", false, src, srcOffset, dst, bytes, proc);
    }

    /** Copies {@code bytes} bytes at {@code src} on {@code proc} to local memory. Source: ARMCI_Get. */
    public void get(long src, MemorySegment dst, long dstOffset, long bytes, int proc) {
        contiguous.get("Armci.get", false, src, dst, dstOffset, bytes, proc);
    }

    /** Adds {@code bytes} bytes of scaled local elements to those at {@code dst} on {@code proc}. Source: ARMCI_Acc. */
    public void acc(Scale scale, MemorySegment src, long srcOffset, long dst, long bytes, int proc) {
        contiguous.acc("Armci.acc", scale, src, srcOffset, dst, bytes, proc);
    }

    /** Strided put: from local memory to {@code proc}. Source: ARMCI_PutS. */
    public void putS(MemorySegment src, long srcOffset, int[] srcStrides, long dst, int[] dstStrides, int[] count,
            int strideLevels, int proc) {
        strided.put("Armci.putS", src, srcOffset, srcStrides, dst, dstStrides, count, strideLevels, proc);
    }

    /** Strided get: from {@code proc} to local memory. Source: ARMCI_GetS. */
    public void getS(long src, int[] srcStrides, MemorySegment dst, long dstOffset, int[] dstStrides, int[] count,
            int strideLevels, int proc) {
        strided.get("Armci.getS", src, srcStrides, dst, dstOffset, dstStrides, count, strideLevels, proc);
    }

    /** Strided accumulate; {@code count[0]} is whole elements, in bytes. Source: ARMCI_AccS. */
    public void accS(Scale scale, MemorySegment src, long srcOffset, int[] srcStrides, long dst, int[] dstStrides,
            int[] count, int strideLevels, int proc) {
        strided.acc("Armci.accS", scale, src, srcOffset, srcStrides, dst, dstStrides, count, strideLevels, proc);
    }

    /** Vector put: scatters local segments over the memory of {@code proc}. Source: ARMCI_PutV. */
    public void putV(Giov[] darray, int len, int proc) {
        vectors.put("Armci.putV", darray, len, proc);
    }

    /** Vector get: gathers segments of {@code proc} in local memory. Source: ARMCI_GetV. */
    public void getV(Giov[] darray, int len, int proc) {
        vectors.get("Armci.getV", darray, len, proc);
    }

    /** Vector accumulate. A place may be named more than once: everything is added. Source: ARMCI_AccV. */
    public void accV(Scale scale, Giov[] darray, int len, int proc) {
        vectors.acc("Armci.accV", scale, darray, len, proc);
    }

    /**
     * Puts an int. {@code dst} is a multiple of its size. A release: a thread that gets it by {@link #getValueInt}, or
     * acquires it otherwise, sees what this thread had put before. Source: ARMCI_PutValueInt.
     */
    public void putValueInt(int value, long dst, int proc) {
        contiguous.putInt("Armci.putValueInt", value, dst, proc);
    }

    /** As {@link #putValueInt}, a long. Source: ARMCI_PutValueLong. */
    public void putValueLong(long value, long dst, int proc) {
        contiguous.putLong("Armci.putValueLong", value, dst, proc);
    }

    /** As {@link #putValueInt}, a float. Source: ARMCI_PutValueFloat. */
    public void putValueFloat(float value, long dst, int proc) {
        contiguous.putInt("Armci.putValueFloat", Float.floatToRawIntBits(value), dst, proc);
    }

    /** As {@link #putValueInt}, a double. Source: ARMCI_PutValueDouble. */
    public void putValueDouble(double value, long dst, int proc) {
        contiguous.putLong("Armci.putValueDouble", Double.doubleToRawLongBits(value), dst, proc);
    }

    /**
     * Gets the int at {@code src}, a multiple of its size. An acquire: a loop may spin on it. Source:
     * ARMCI_GetValueInt.
     */
    public int getValueInt(long src, int proc) {
        return contiguous.getInt("Armci.getValueInt", src, proc);
    }

    /** As {@link #getValueInt}, a long. Source: ARMCI_GetValueLong. */
    public long getValueLong(long src, int proc) {
        return contiguous.getLong("Armci.getValueLong", src, proc);
    }

    /** As {@link #getValueInt}, a float. Source: ARMCI_GetValueFloat. */
    public float getValueFloat(long src, int proc) {
        return Float.intBitsToFloat(contiguous.getInt("Armci.getValueFloat", src, proc));
    }

    /** As {@link #getValueInt}, a double. Source: ARMCI_GetValueDouble. */
    public double getValueDouble(long src, int proc) {
        return Double.longBitsToDouble(contiguous.getLong("Armci.getValueDouble", src, proc));
    }

    /**
     * Puts {@code bytes} bytes, then the int {@code value} at the pointer {@code flag}, a multiple of 4, on the same
     * process: a thread that acquires the flag there sees the data. Wakes the threads that wait for it by
     * {@code team().endpoint().words()}. Source: ARMCI_Put_flag.
     */
    public void putFlag(MemorySegment src, long srcOffset, long dst, long bytes, long flag, int value, int proc) {
        contiguous.putFlag(src, srcOffset, dst, bytes, flag, value, proc);
    }

    /** As {@link #putFlag}, with the data of a {@link #putS}. Source: ARMCI_PutS_flag. */
    public void putSFlag(MemorySegment src, long srcOffset, int[] srcStrides, long dst, int[] dstStrides, int[] count,
            int strideLevels, long flag, int value, int proc) {
        strided.putFlag(src, srcOffset, srcStrides, dst, dstStrides, count, strideLevels, flag, value, proc);
    }

    /** As {@link #put}, noted in the handle. Source: ARMCI_NbPut. */
    public void nbPut(MemorySegment src, long srcOffset, long dst, long bytes, int proc, NbHandle handle) {
        pending.check("Armci.nbPut", handle, proc);
        pending.began(handle, proc, contiguous.put("Armci.nbPut", true, src, srcOffset, dst, bytes, proc));
    }

    /** As {@link #get}, noted in the handle. Source: ARMCI_NbGet. */
    public void nbGet(long src, MemorySegment dst, long dstOffset, long bytes, int proc, NbHandle handle) {
        pending.check("Armci.nbGet", handle, proc);
        pending.began(handle, proc, contiguous.get("Armci.nbGet", true, src, dst, dstOffset, bytes, proc));
    }

    /** As {@link #acc}, noted in the handle. Source: ARMCI_NbAcc. */
    public void nbAcc(Scale scale, MemorySegment src, long srcOffset, long dst, long bytes, int proc, NbHandle handle) {
        pending.check("Armci.nbAcc", handle, proc);
        contiguous.acc("Armci.nbAcc", scale, src, srcOffset, dst, bytes, proc);
        pending.done(handle, proc);
    }

    /** As {@link #putS}, noted in the handle. Source: ARMCI_NbPutS. */
    public void nbPutS(MemorySegment src, long srcOffset, int[] srcStrides, long dst, int[] dstStrides, int[] count,
            int strideLevels, int proc, NbHandle handle) {
        pending.check("Armci.nbPutS", handle, proc);
        strided.put("Armci.nbPutS", src, srcOffset, srcStrides, dst, dstStrides, count, strideLevels, proc);
        pending.done(handle, proc);
    }

    /** As {@link #getS}, noted in the handle. Source: ARMCI_NbGetS. */
    public void nbGetS(long src, int[] srcStrides, MemorySegment dst, long dstOffset, int[] dstStrides, int[] count,
            int strideLevels, int proc, NbHandle handle) {
        pending.check("Armci.nbGetS", handle, proc);
        strided.get("Armci.nbGetS", src, srcStrides, dst, dstOffset, dstStrides, count, strideLevels, proc);
        pending.done(handle, proc);
    }

    /** As {@link #accS}, noted in the handle. Source: ARMCI_NbAccS. */
    public void nbAccS(Scale scale, MemorySegment src, long srcOffset, int[] srcStrides, long dst, int[] dstStrides,
            int[] count, int strideLevels, int proc, NbHandle handle) {
        pending.check("Armci.nbAccS", handle, proc);
        strided.acc("Armci.nbAccS", scale, src, srcOffset, srcStrides, dst, dstStrides, count, strideLevels, proc);
        pending.done(handle, proc);
    }

    /** As {@link #putV}, noted in the handle. Source: ARMCI_NbPutV. */
    public void nbPutV(Giov[] darray, int len, int proc, NbHandle handle) {
        pending.check("Armci.nbPutV", handle, proc);
        vectors.put("Armci.nbPutV", darray, len, proc);
        pending.done(handle, proc);
    }

    /** As {@link #getV}, noted in the handle. Source: ARMCI_NbGetV. */
    public void nbGetV(Giov[] darray, int len, int proc, NbHandle handle) {
        pending.check("Armci.nbGetV", handle, proc);
        vectors.get("Armci.nbGetV", darray, len, proc);
        pending.done(handle, proc);
    }

    /** As {@link #accV}, noted in the handle. Source: ARMCI_NbAccV. */
    public void nbAccV(Scale scale, Giov[] darray, int len, int proc, NbHandle handle) {
        pending.check("Armci.nbAccV", handle, proc);
        vectors.acc("Armci.nbAccV", scale, darray, len, proc);
        pending.done(handle, proc);
    }

    /** As {@link #putValueInt}, noted in the handle. Source: ARMCI_NbPutValueInt. */
    public void nbPutValueInt(int value, long dst, int proc, NbHandle handle) {
        pending.check("Armci.nbPutValueInt", handle, proc);
        contiguous.putInt("Armci.nbPutValueInt", value, dst, proc);
        pending.done(handle, proc);
    }

    /** As {@link #putValueLong}, noted in the handle. Source: ARMCI_NbPutValueLong. */
    public void nbPutValueLong(long value, long dst, int proc, NbHandle handle) {
        pending.check("Armci.nbPutValueLong", handle, proc);
        contiguous.putLong("Armci.nbPutValueLong", value, dst, proc);
        pending.done(handle, proc);
    }

    /** As {@link #putValueFloat}, noted in the handle. Source: ARMCI_NbPutValueFloat. */
    public void nbPutValueFloat(float value, long dst, int proc, NbHandle handle) {
        pending.check("Armci.nbPutValueFloat", handle, proc);
        contiguous.putInt("Armci.nbPutValueFloat", Float.floatToRawIntBits(value), dst, proc);
        pending.done(handle, proc);
    }

    /** As {@link #putValueDouble}, noted in the handle. Source: ARMCI_NbPutValueDouble. */
    public void nbPutValueDouble(double value, long dst, int proc, NbHandle handle) {
        pending.check("Armci.nbPutValueDouble", handle, proc);
        contiguous.putLong("Armci.nbPutValueDouble", Double.doubleToRawLongBits(value), dst, proc);
        pending.done(handle, proc);
    }

    /**
     * Returns when the operations noted in the handle are complete here, and clears it. Of a handle that is clear,
     * never used or waited for already, it returns at once. By the thread that began them. What went wrong meanwhile,
     * such as an arena that was closed, is thrown. Source: ARMCI_Wait.
     */
    public void await(NbHandle handle) {
        core.enter("Armci.await");
        pending.await("Armci.await", handle);
    }

    /**
     * Whether they are complete; true clears the handle, as {@link #await} does, and is the answer for one that is
     * clear. Takes in messages once if they are not. Source: ARMCI_Test.
     */
    public boolean test(NbHandle handle) {
        core.enter("Armci.test");
        return pending.test("Armci.test", handle);
    }

    /**
     * Completes all operations that the calling thread has begun, explicit and implicit, and clears their handles.
     * Source: ARMCI_WaitAll.
     */
    public void awaitAll() {
        core.enter("Armci.awaitAll");
        pending.awaitAll();
    }

    /** As {@link #awaitAll}, those to and from one process. Source: ARMCI_WaitProc. */
    public void awaitProc(int proc) {
        core.begin("Armci.awaitProc");
        core.places.checkProc("Armci.awaitProc", proc);
        pending.awaitProc(proc);
    }

    /**
     * Completes at {@code proc} what this thread has put and accumulated there: a process that is told afterwards sees
     * it. Any thread. Source: ARMCI_Fence.
     */
    public void fence(int proc) {
        core.synchronisation.fence(proc);
    }

    /** {@link #fence} of all processes. Source: ARMCI_AllFence. */
    public void allFence() {
        core.synchronisation.allFence();
    }

    /**
     * {@link #allFence}, and returns when all processes have called it: then all see what any of the calling threads
     * did before. Collective. Source: ARMCI_Barrier.
     */
    public void barrier() {
        core.synchronisation.barrier();
    }

    /**
     * Fetch-and-add or swap of an int or a long: atomically, the word at {@code prem} on {@code proc}, aligned,
     * changes, and the value before goes to local memory. A fetch-and-add adds {@code extra}; a swap stores what local
     * memory holds, and ignores it. Atomic towards all other rmw and {@link #fetchAndAdd}. An acquire and a release.
     * Any thread. Source: ARMCI_Rmw.
     */
    public void rmw(ArmciRmw.Operation op, MemorySegment ploc, long plocOffset, long prem, int extra, int proc) {
        core.synchronisation.rmw(op, ploc, plocOffset, prem, extra, proc);
    }

    /** {@link #rmw} with FETCH_AND_ADD_LONG that answers the value before. */
    public long fetchAndAdd(long prem, int extra, int proc) {
        return core.synchronisation.fetchAndAdd(prem, extra, proc);
    }

    /**
     * Makes {@code num} mutexes on this process, numbered from 0. Collective; numbers may differ, and 0 is legal.
     * Errors, on all processes, with none made: mutexes that live; on one of them a negative number or no room. Source:
     * ARMCI_Create_mutexes.
     */
    public void createMutexes(int num) {
        core.mutexes.create(num);
    }

    /**
     * Ends all mutexes, when all processes have called it: until it calls itself, a process may use those of others.
     * Collective. Errors, on all processes, with all as before: there are none; one is held or waited for then. Source:
     * ARMCI_Destroy_mutexes.
     */
    public void destroyMutexes() {
        core.mutexes.destroy();
    }

    /**
     * Returns when the calling thread holds mutex {@code mutex} of {@code proc}, which takes no part. Fair; not
     * reentrant; an acquire. Waits take in messages, and end with an exception when the holder has left the job
     * ({@link org.pgas.PeerLostException}). Errors: no such mutex; the thread holds it already. Source: ARMCI_Lock.
     */
    public void lock(int mutex, int proc) {
        core.mutexes.lock(mutex, proc);
    }

    /** Gives it back; a release. Errors: no such mutex; the calling thread does not hold it. Source: ARMCI_Unlock. */
    public void unlock(int mutex, int proc) {
        core.mutexes.unlock(mutex, proc);
    }

    /**
     * Tells {@code proc}: a thread that returns there from the {@link #notifyWait} that this ends sees what this thread
     * has put and accumulated, and waited for, before. Loopback is legal. Any thread. Source: armci_notify.
     */
    public void notify(int proc) {
        core.synchronisation.notify(proc);
    }

    /**
     * Returns when {@code proc} has notified this process once more than was waited for, and answers how often that
     * was. Any thread; of several at once each takes one. The wait takes in messages, and ends with an exception when
     * {@code proc} has left the job. Source: armci_notify_wait.
     */
    public int notifyWait(int proc) {
        return core.synchronisation.notifyWait(proc);
    }

    /**
     * Makes a group of processes. Collective over the {@linkplain #groupGetDefault default group}: all its processes
     * call it, at the same place. {@code pids} are ranks in that group, in the order of their ranks in the new one. A
     * process in its own list becomes a member, and all members give the same list; several groups that have no process
     * in common may be made at once. A process that gives a list without itself (an empty one, say) only takes part,
     * and gets null.
     *
     * <p>Errors, on all processes, with no group made: on one of them a null list, a list with a rank outside the group
     * or with a rank twice; members that give different lists. Source: ARMCI_Group_create.
     */
    public ArmciGroup groupCreate(int[] pids) {
        return core.groups.create("Armci.groupCreate", pids, core.groups.defaultGroup());
    }

    /** As {@link #groupCreate}, in {@code parent} in place of the default group. Source: ARMCI_Group_create_child. */
    public ArmciGroup groupCreateChild(int[] pids, ArmciGroup parent) {
        return core.groups.create("Armci.groupCreateChild", pids, parent);
    }

    /** The group of all processes. Source: ARMCI_Group_get_world. */
    public ArmciGroup groupGetWorld() {
        return core.world;
    }

    /** The default group of this process: at first that of all. Source: ARMCI_Group_get_default. */
    public ArmciGroup groupGetDefault() {
        return core.groups.defaultGroup();
    }

    /**
     * Sets the default group of this process, in which {@link #groupCreate} makes groups. Not collective. Nothing else
     * changes: {@link #malloc}, {@link #barrier} and the like concern all processes, as in ARMCI's own releases. In
     * ComEx they concern the default group; here {@link #mallocGroup} and {@link #barrierGroup} concern the group that
     * they name. Source: ARMCI_Group_set_default.
     */
    public void groupSetDefault(ArmciGroup group) {
        core.groups.setDefault(group);
    }

    /** As {@link #malloc}, collective over a group: entry i is that of its rank i. Source: ARMCI_Malloc_group. */
    public long[] mallocGroup(long bytes, ArmciGroup group) {
        return core.memory.malloc("Armci.mallocGroup", core.groups.checked("Armci.mallocGroup", group), bytes);
    }

    /** As {@link #free(long[])}, of a group. Source: ARMCI_Free_group. */
    public void freeGroup(long[] pointers, ArmciGroup group) {
        core.memory.free("Armci.freeGroup", core.groups.checked("Armci.freeGroup", group), pointers);
    }

    /** As {@link #free(long)}, of a group. Source: ARMCI_Free_group. */
    public void freeGroup(long own, ArmciGroup group) {
        core.memory.free("Armci.freeGroup", core.groups.checked("Armci.freeGroup", group), own);
    }

    /** As {@link #usesShm}, of the group's processes. Source: ARMCI_Uses_shm_grp. */
    public boolean usesShmGroup(ArmciGroup group) {
        return Neighbours.elsewhere(
                TeamCore.of(core.groups.checked("Armci.usesShmGroup", group).openTeam())) == null;
    }

    /** As {@link #barrier}, of a group, over which it is collective. Source: armci_msg_group_barrier. */
    public void barrierGroup(ArmciGroup group) {
        core.groups.barrier(group);
    }

    /** "ARMCI of 4 processes, process 1". */
    @Override
    public String toString() {
        return "ARMCI of " + nproc() + " processes, process " + me();
    }
}
