package org.pgas.upc;

import java.lang.foreign.MemorySegment;
import java.util.function.Predicate;

import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.atomics.FairMutex;
import org.pgas.refusal.Failures;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;
import org.pgas.vis.Memvec;
import org.pgas.vis.Shape;

/**
 * UPC's shared memory and its memory copy library, for one thread of a job: shared arrays, allocation, and copies that
 * are contiguous, indexed or strided, blocking or not. A UPC thread is a rank of the job.
 *
 * <pre>{@code
 * try (Job job = Job.join()) {
 *     Upc upc = Upc.init(job);
 *     SharedArray a = upc.allArray(100 * upc.threads(), Double.BYTES, 100);     // shared [100] double A[100 * THREADS]
 *     double[] left = new double[100];
 *     if (upc.thread() > 0) {
 *         UpcHandle handle = upc.memgetAsync(MemorySegment.ofArray(left), 0,
 *                 a.address(100L * (upc.thread() - 1)), 800);
 *         ...                                                                      // independent computations
 *         upc.waitsync(handle);
 *     }
 *     upc.finish();
 * }
 * }</pre>
 *
 * <p><b>Pointers.</b> An untyped pointer-to-shared is a {@code long}, a {@link GlobalPointer}: its job rank is the
 * thread, and its offset is the address field; 0 is null. It is what {@code shared [] char *} is: adding bytes to it
 * stays on the thread. {@link SharedPointer} has a phase, and the arithmetic of an array. A pointer-to-private is a
 * {@link MemorySegment} and an offset in bytes.
 *
 * <p><b>Memory.</b> All threads have equally many bytes: a symmetric part, for what {@link #allAlloc},
 * {@link #globalAlloc} and {@link #allArray} deal to all threads, and a local one for {@link #alloc}. All ranks of a
 * neighbourhood map it: other threads take no part in any copy. A copy between two threads of other neighbourhoods goes
 * through the thread that makes it.
 *
 * <p><b>Callers.</b> Any Java thread of the rank, but for collective calls, which one thread of each rank makes, in the
 * same order; a handle, the implicit operations and an access region belong to the Java thread that has begun them.
 * Nothing but queries is legal in a restricted context (see {@link Job}).
 *
 * <p><b>Order.</b> Bytes come in no order. A copy is complete when a blocking call returns or its handle was
 * synchronised; a thread that passes a later barrier of this thread sees it.
 *
 * <p><b>Errors.</b> {@link PgasException}, before anything was changed, naming call, argument, value and what is legal.
 *
 * <p>Source: UPC Language Specifications 7.2; Bonachea, "Proposal for Extending the UPC Memory Copy Library Functions",
 * version 2.0, 2-6.
 */
public final class Upc {
    /** In place of a block size: as even blocks as can be, one for each thread. Source: {@code shared [*]}. */
    public static final long STAR = -1;

    /**
     * How many non-blocking operations a thread may have begun and not synchronised: there is no limit but memory.
     * Source: UPC_MAX_ASYNC_INFLIGHT (open issue 7).
     */
    public static final int MAX_ASYNC_INFLIGHT = Integer.MAX_VALUE;

    final UpcCore core;

    final Heaps heaps;
    private final UpcResources resources;
    private final Synchronisation synchronisation;
    private final ContiguousCopies contiguous;
    private final IndexedCopies indexed;
    private final IndexedCopies indexedAsync;
    private final StridedCopies strided;
    private final StridedCopies stridedAsync;
    private final Allocation allocation;
    private final ArrayCopies arrays;
    private final Locks locks;

    Upc(UpcCore core, Heaps heaps, UpcResources resources) {
        this.core = core;
        this.heaps = heaps;
        this.resources = resources;
        this.synchronisation = new Synchronisation(core);
        this.contiguous = new ContiguousCopies(core, synchronisation);
        ListArguments lists = new ListArguments(core);
        this.indexed = new IndexedCopies(core, synchronisation, lists, false);
        this.indexedAsync = new IndexedCopies(core, synchronisation, lists, true);
        this.strided = new StridedCopies(core, synchronisation, false);
        this.stridedAsync = new StridedCopies(core, synchronisation, true);
        this.allocation = new Allocation(core, heaps);
        this.arrays = new ArrayCopies(core);
        this.locks = new Locks(core, heaps, allocation);
    }

    /**
     * Makes this rank a UPC thread, with so many bytes of shared memory as the setting {@code pgas.segment} says: three
     * quarters of them symmetric, one quarter local. Collective over the job. Errors, on all ranks: no room for the
     * memory ({@link ErrorCode#RESOURCE}).
     */
    public static Upc init(Job job) {
        return UpcCreation.byDefault(job).make();
    }

    /**
     * As the other form, with room for so many bytes of each thread; the words that manage it come in addition. An
     * allocation takes 16 bytes more than it is asked for, in a multiple of 16; up to 2 KiB of a size class, an eighth
     * more at most: never 144 bytes more. Collective. Errors besides, on all ranks: numbers below 0; so many that, with
     * those words, a thread would have more than 2^40; ranks that give different ones.
     *
     * @param symmetricBytes for arrays that are dealt to all threads
     * @param localBytes for {@link #alloc}; 0 for none
     */
    public static Upc init(Job job, long symmetricBytes, long localBytes) {
        return new UpcCreation(job, symmetricBytes, localBytes).make();
    }

    /**
     * Gives all shared memory back. Collective: waits for all threads; their copies must be synchronised. Afterwards
     * only queries are legal.
     *
     * <p>Error, on all threads, with everything as before: what was made over {@link #team} and is not ended on any of
     * them, such as atomic domains and collectives that are not synchronised. End it, and call again.
     */
    public void finish() {
        String call = "Upc.finish";
        core.begin(call);
        // says also what the end of the segments would refuse, when it is too late
        TeamCore.of(core.job.world()).checkSingleValued(call, "");
        try {
            resources.endTeam();
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
        heaps.close();
        resources.free();
    }

    /** This thread. Source: MYTHREAD. */
    public int thread() {
        return core.thread;
    }

    /** Source: THREADS. */
    public int threads() {
        return core.threads;
    }

    /** The threads as a team, for other modules: its ranks are the threads, its segments their shared memory. */
    public Team team() {
        return core.team;
    }

    /** Blocks until every thread has called it. Collective. Source: upc_barrier. */
    public void barrier() {
        core.begin("Upc.barrier");
        core.team.barrier();
    }

    /** The thread that a pointer points to; 0 of null. Error: no pointer-to-shared. Source: upc_threadof. */
    public static int threadOf(long pointer) {
        return pointer == GlobalPointer.NULL ? 0
                : GlobalPointer.jobRank(UpcCore.withoutEndpoint("Upc.threadOf", pointer));
    }

    /** The byte offset in its thread's shared memory. Error: null, or no pointer-to-shared. Source: upc_addrfield. */
    public static long addrfield(long pointer) {
        return GlobalPointer.offset(UpcCore.withoutEndpoint("Upc.addrfield", pointer));
    }

    /** {@link SharedLayout#affinitySize} for the threads of this job. Source: upc_affinitysize. */
    public long affinitySize(long totalBytes, long blockBytes, int thread) {
        return SharedLayout.affinitySize(totalBytes, blockBytes, core.threads, thread);
    }

    /** All of the calling thread's shared memory; what {@link #addrfield} counts from. */
    public MemorySegment local() {
        return core.memory(core.thread);
    }

    /**
     * Allocates {@code shared [nbytes] char [nblocks * nbytes]}, not cleared: block b is on thread b % threads.
     * Collective, with the same arguments: all get the same pointer, to thread 0, or null of 0 bytes. What has 64 bytes
     * and more of each thread begins at a multiple of 64. Errors, on all threads: numbers below 0; no room
     * ({@link ErrorCode#RESOURCE}); in checked mode, other arguments on another thread.
     *
     * <p>Source: upc_all_alloc.
     */
    public long allAlloc(long nblocks, long nbytes) {
        String call = "Upc.allAlloc";
        core.begin(call);
        // before any of them is refused: others would wait for a thread that gives different numbers
        TeamCore.of(core.team).checkSingleValued(call, nblocks + " blocks of " + nbytes + " bytes");
        return allocation.forAll(call, allocation.rows(call, nblocks, nbytes));
    }

    /** As {@link #allAlloc}, by this thread alone, which tells others the pointer. Source: upc_global_alloc. */
    public long globalAlloc(long nblocks, long nbytes) {
        String call = "Upc.globalAlloc";
        core.begin(call);
        return allocation.symmetric(call, allocation.rows(call, nblocks, nbytes));
    }

    /**
     * Allocates bytes that this thread has, not cleared; null of 0 bytes. 64 and more begin at a multiple of 64, for
     * structures of {@link org.pgas.atomics} in them. Error: no room ({@link ErrorCode#RESOURCE}).
     *
     * <p>Source: upc_alloc.
     */
    public long alloc(long nbytes) {
        String call = "Upc.alloc";
        core.begin(call);
        return allocation.local(call, nbytes);
    }

    /**
     * Frees what one of the allocating calls has answered, whichever thread has called it; of null nothing. By one
     * thread. Error: a pointer to anything else, or freed already. Source: upc_free.
     */
    public void free(long pointer) {
        core.begin("Upc.free");
        allocation.free("Upc.free", pointer);
    }

    /**
     * As {@link #free(long)}, when all threads have called it, with the same pointer. Collective; errors are those of
     * all threads. Source: upc_all_free (UPC 1.3).
     */
    public void allFree(long pointer) {
        String call = "Upc.allFree";
        core.begin(call);
        TeamCore.of(core.team).checkSingleValued(call, "pointer 0x" + Long.toHexString(pointer));
        allocation.freeForAll(call, pointer);
    }

    /**
     * Makes a lock that one Java thread of all threads holds at a time. They get it in the order in which they ask.
     * Collective: all get the same pointer, to pass to {@link #lock} and the like, and to keep in shared memory. It
     * takes shared memory of {@link org.pgas.atomics.FairMutex#bytes} and of an allocation. Error, on all threads: no
     * room ({@link ErrorCode#RESOURCE}). Source: UPC 7.2.4, upc_all_lock_alloc.
     */
    public long allLockAlloc() {
        String call = "Upc.allLockAlloc";
        core.begin(call);
        TeamCore.of(core.team).checkSingleValued(call, "");
        return locks.makeForAll(call);
    }

    /**
     * As {@link #allLockAlloc}, by this thread alone: others get the pointer from it. Error: no room ({@link
     * ErrorCode#RESOURCE}). Source: UPC 7.2.4, upc_global_lock_alloc.
     */
    public long globalLockAlloc() {
        core.begin("Upc.globalLockAlloc");
        return locks.make("Upc.globalLockAlloc");
    }

    /**
     * Returns when the calling Java thread holds the lock, and sees what was done under it before. Waits as {@link
     * org.pgas.atomics.FairMutex#lock} does. Errors: null, or a pointer to no lock; it is held by this
     * thread already. Source: UPC 7.2.4, upc_lock.
     */
    public void lock(long lock) {
        step("Upc.lock", lock, mutex -> {
            mutex.lock();
            return true;
        });
    }

    /** Begins {@code call} and does its step to a lock. Errors of the lock name the call. Steps capture nothing. */
    private boolean step(String call, long lock, Predicate<FairMutex> step) {
        core.begin(call);
        FairMutex mutex = locks.at(call, lock);
        try {
            return step.test(mutex);
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    /**
     * Takes the lock if nobody holds it or waits for it, and says whether it did. Does not wait. Errors as of {@link
     * #lock}. Source: UPC 7.2.4, upc_lock_attempt.
     */
    public boolean lockAttempt(long lock) {
        return step("Upc.lockAttempt", lock, FairMutex::tryLock);
    }

    /**
     * Gives the lock to the Java thread that has waited longest. Errors: null, or a pointer to no lock; the calling
     * Java thread does not hold it. Source: UPC 7.2.4, upc_unlock.
     */
    public void unlock(long lock) {
        step("Upc.unlock", lock, mutex -> {
            mutex.unlock();
            return true;
        });
    }

    /**
     * Frees a lock, of whichever thread, held or not; of null nothing. By one thread, when none uses it any more.
     * Error: a pointer to no lock, or to one that was freed. Source: UPC 7.2.4, upc_lock_free.
     */
    public void lockFree(long lock) {
        core.begin("Upc.lockFree");
        locks.free("Upc.lockFree", lock);
    }

    /**
     * As {@link #lockFree}, when all threads have called it, with the same pointer. Collective; errors are those of all
     * threads. Source: upc_all_lock_free (UPC 1.3).
     */
    public void allLockFree(long lock) {
        String call = "Upc.allLockFree";
        core.begin(call);
        TeamCore.of(core.team).checkSingleValued(call, "lock 0x" + Long.toHexString(lock));
        allocation.freeForAll(call, () -> locks.free(call, lock));
    }

    /**
     * Makes {@code shared [blockSize] T a[elements]} of zeros, for elements of {@code elementBytes} bytes. Collective,
     * with the same arguments. To be freed by {@link #free(SharedArray)}. Errors, on all threads: numbers outside their
     * ranges; no room ({@link ErrorCode#RESOURCE}); in checked mode, other arguments on another thread.
     *
     * @param blockSize elements of a block; 0 for all elements on thread 0 ({@code shared []}); {@link #STAR} for one
     *       block for each thread
     */
    public SharedArray allArray(long elements, int elementBytes, long blockSize) {
        String call = "Upc.allArray";
        core.begin(call);
        TeamCore.of(core.team).checkSingleValued(call,
                elements + " elements of " + elementBytes + " bytes, block size " + blockSize);
        SharedArray array = make(call, elements, elementBytes, blockSize);
        array.local().fill((byte) 0);
        core.team.barrier();
        return array;
    }

    /** Not cleared. All threads refuse the same numbers. */
    private SharedArray make(String call, long elements, int elementBytes, long blockSize) {
        SharedLayout layout = layout(call, elements, elementBytes, blockSize);
        long bytes = layout.affinityElements(elements, 0) * elementBytes;
        return new SharedArray(core, layout, elements, allocation.forAll(call, bytes));
    }

    private SharedLayout layout(String call, long elements, int elementBytes, long blockSize) {
        if (elements < 0 || elementBytes < 1
                || elements > core.threads * GlobalPointer.MAX_SEGMENT_BYTES / elementBytes) {
            throw core.refusals.bad(call, elements + " elements of " + elementBytes
                    + " bytes: legal are 0 and more elements, of 1 and more bytes, of 2^40 bytes for each thread at "
                    + "most");
        }
        try {
            return blockSize == STAR ? SharedLayout.star(core.threads, elementBytes, elements)
                    : new SharedLayout(core.threads, elementBytes, blockSize);
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    /**
     * The array that begins where {@code base} points, in memory that was allocated anyhow: a cast. Not collective.
     * Errors: numbers outside their ranges; memory outside what the threads have; with blocks, a pointer that is not to
     * thread 0, or memory outside the symmetric part; a base that is no multiple of the largest power of two, up to 8,
     * that divides the size of an element.
     *
     * @param blockSize as for {@link #allArray}; of 0 all elements are on the thread that {@code base} points to
     */
    public SharedArray array(long base, long elements, int elementBytes, long blockSize) {
        String call = "Upc.array";
        core.begin(call);
        SharedLayout layout = layout(call, elements, elementBytes, blockSize);
        long bytes = layout.affinityElements(elements, 0) * elementBytes;
        core.checkThere(call, "base", base, bytes);
        if (bytes > 0) {
            checkBase(call, base, bytes, layout);
        }
        return new SharedArray(core, layout, elements, bytes == 0 ? GlobalPointer.NULL : base);
    }

    private void checkBase(String call, long base, long bytes, SharedLayout layout) {
        long offset = UpcCore.offset(base);
        int alignment = Math.min(Long.BYTES, Integer.lowestOneBit(layout.elementBytes()));
        if (offset % alignment != 0) {
            throw core.refusals.bad(call, "base is at address " + offset + ": elements of " + layout.elementBytes()
                    + " bytes begin at a multiple of " + alignment);
        }
        if (!layout.isIndefinite() && UpcCore.thread(base) != 0) {
            throw core.refusals.bad(call, "base points to thread " + UpcCore.thread(base)
                    + ": an array in blocks begins on thread 0; one that is on one thread has block size 0");
        }
        if (!layout.isIndefinite() && offset > heaps.symmetricBytes - bytes) {
            throw core.refusals.bad(call, bytes + " bytes of each thread at base, address " + offset
                    + ", are outside the symmetric part, 0.." + heaps.symmetricBytes
                    + ": what one thread has allocated for itself has block size 0");
        }
    }

    /** Frees an array. By one thread, when none uses it any more. Errors as of {@link #free(long)}. */
    public void free(SharedArray array) {
        core.begin("Upc.free");
        checkOwn("Upc.free", array);
        free(array.base());
    }

    private void checkOwn(String call, SharedArray array) {
        if (array == null || !array.isOf(core)) {
            throw core.refusals.bad(call, "the array " + (array == null ? "is null" : "belongs to another Upc"));
        }
    }

    /**
     * Makes an array with the elements of {@code src} and another block size. Collective, with the same arguments;
     * every thread copies a part of the elements. Errors as of {@link #allArray}; also, on all threads, what goes wrong
     * on one of them: no array is made then. Source: the proposal's open issue 1.
     */
    public SharedArray allReblock(SharedArray src, long blockSize) {
        String call = "Upc.allReblock";
        core.begin(call);
        TeamCore.of(core.team).checkSingleValued(call,
                src + (src == null ? "" : " at 0x" + Long.toHexString(src.base()))
                        + ", to block size " + blockSize);
        checkOwn(call, src);
        SharedArray array = make(call, src.elements(), src.elementBytes(), blockSize);
        long even = Math.ceilDiv(src.elements(), (long) core.threads);
        long from = Math.min(src.elements(), even * core.thread);
        long count = Math.min(even, src.elements() - from);
        allocation.agree(call, array,
                Failures.of(() -> arrays.copy(call, array, from, src, from, count).await()));
        return array;
    }

    /**
     * Copies all elements of {@code src} to {@code dst}, whatever the block sizes are. Blocking; by this thread alone.
     * Errors: arrays of different length, or element size; the same array; in checked mode, arrays that have bytes in
     * common, which are undefined otherwise. Source: the proposal's open issue 1.
     */
    public void copy(SharedArray dst, SharedArray src) {
        copyAsync("Upc.copy", dst, src).event().await();
    }

    /** As {@link #copy(SharedArray, SharedArray)}, with a handle: see {@link #memcpyAsync}. */
    public UpcHandle copyAsync(SharedArray dst, SharedArray src) {
        return copyAsync("Upc.copyAsync", dst, src);
    }

    private UpcHandle copyAsync(String call, SharedArray dst, SharedArray src) {
        core.begin(call);
        checkOwn(call, dst);
        checkOwn(call, src);
        if (dst.elements() != src.elements()) {
            throw core.refusals.bad(call, "dst has " + dst.elements() + " elements and src " + src.elements()
                    + ": they must have as many; the other form copies a range");
        }
        return synchronisation.handle(arrays.copy(call, dst, 0, src, 0, src.elements()));
    }

    /**
     * Copies {@code count} elements from {@code srcFrom} on of {@code src} to those from {@code dstFrom} on of
     * {@code dst}. Blocking. Errors besides: ranges outside the arrays; ranges of one array that overlap, in checked
     * mode also of two that have bytes in common.
     */
    public void copy(SharedArray dst, long dstFrom, SharedArray src, long srcFrom, long count) {
        arrays.copy("Upc.copy", dst, dstFrom, src, srcFrom, count).await();
    }

    /** As the other form, with a handle: see {@link #memcpyAsync}. */
    public UpcHandle copyAsync(SharedArray dst, long dstFrom, SharedArray src, long srcFrom, long count) {
        return synchronisation.handle(arrays.copy("Upc.copyAsync", dst, dstFrom, src, srcFrom, count));
    }

    /**
     * Gathers {@code count} elements of {@code src} from {@code from} on, in the array's order, into private memory.
     * Blocking. Errors: ranges outside either.
     */
    public void gather(MemorySegment dst, long dstOffset, SharedArray src, long from, long count) {
        arrays.get("Upc.gather", dst, dstOffset, src, from, count).await();
    }

    /** As {@link #gather}, with a handle: see {@link #memcpyAsync}. */
    public UpcHandle gatherAsync(MemorySegment dst, long dstOffset, SharedArray src, long from, long count) {
        return synchronisation.handle(arrays.get("Upc.gatherAsync", dst, dstOffset, src, from, count));
    }

    /**
     * Scatters private memory to {@code count} elements of {@code dst} from {@code from} on, in the array's order.
     * Blocking. Errors: ranges outside either.
     */
    public void scatter(SharedArray dst, long from, MemorySegment src, long srcOffset, long count) {
        arrays.put("Upc.scatter", dst, from, src, srcOffset, count).await();
    }

    /** As {@link #scatter}, with a handle: see {@link #memcpyAsync}. */
    public UpcHandle scatterAsync(SharedArray dst, long from, MemorySegment src, long srcOffset, long count) {
        return synchronisation.handle(arrays.put("Upc.scatterAsync", dst, from, src, srcOffset, count));
    }

    /**
     * Copies {@code n} bytes from one thread's shared memory to one thread's, which may be any two. Blocking: they are
     * there when it returns. Allocates nothing.
     *
     * <p>Regions are of one thread each (as of {@code shared [] char}), and may not overlap. Of 0 bytes nothing else is
     * looked at. Errors, here and below: a pointer that is null, or none, or bytes outside its thread's shared memory;
     * in checked mode, overlap. Source: upc_memcpy.
     */
    public void memcpy(long dst, long src, long n) {
        contiguous.memcpy("Upc.memcpy", ContiguousCopies.BLOCKING, dst, src, n);
    }

    /**
     * Copies {@code n} bytes of shared memory to private memory, from {@code dstOffset} on. Blocking, allocates
     * nothing. Errors besides those of {@link #memcpy}: memory that is null; bytes outside {@code dst}, which must be
     * writable. Source: upc_memget.
     */
    public void memget(MemorySegment dst, long dstOffset, long src, long n) {
        contiguous.memget("Upc.memget", ContiguousCopies.BLOCKING, dst, dstOffset, src, n);
    }

    /**
     * Copies {@code n} bytes of private memory, from {@code srcOffset} on, to shared memory. Blocking, allocates
     * nothing. Errors besides those of {@link #memcpy}: memory that is null; bytes outside {@code src}. Source:
     * upc_memput.
     */
    public void memput(long dst, MemorySegment src, long srcOffset, long n) {
        contiguous.memput("Upc.memput", ContiguousCopies.BLOCKING, dst, src, srcOffset, n);
    }

    /**
     * Sets {@code n} bytes of shared memory to the low byte of {@code c}. Blocking, allocates nothing. Source:
     * upc_memset.
     */
    public void memset(long dst, int c, long n) {
        contiguous.memset("Upc.memset", ContiguousCopies.BLOCKING, dst, c, n);
    }

    /**
     * As {@link #memcpy}, and may go on when it has returned: until the handle was synchronised, {@code dst} is
     * undefined and {@code src} may not change. {@link UpcHandle#COMPLETE} if it was complete at once, as smaller ones
     * are ({@code pgas.async.bytes}) that reach no other neighbourhood. Source: upc_memcpy_async.
     */
    public UpcHandle memcpyAsync(long dst, long src, long n) {
        return contiguous.memcpy("Upc.memcpyAsync", ContiguousCopies.HANDLE, dst, src, n);
    }

    /** As {@link #memget}, with a handle: see {@link #memcpyAsync}. Source: upc_memget_async. */
    public UpcHandle memgetAsync(MemorySegment dst, long dstOffset, long src, long n) {
        return contiguous.memget("Upc.memgetAsync", ContiguousCopies.HANDLE, dst, dstOffset, src, n);
    }

    /** As {@link #memput}, with a handle: see {@link #memcpyAsync}. Source: upc_memput_async. */
    public UpcHandle memputAsync(long dst, MemorySegment src, long srcOffset, long n) {
        return contiguous.memput("Upc.memputAsync", ContiguousCopies.HANDLE, dst, src, srcOffset, n);
    }

    /** As {@link #memset}, with a handle: see {@link #memcpyAsync}. Source: upc_memset_async. */
    public UpcHandle memsetAsync(long dst, int c, long n) {
        return contiguous.memset("Upc.memsetAsync", ContiguousCopies.HANDLE, dst, c, n);
    }

    /**
     * As {@link #memcpy}, and may go on when it has returned: until this thread's next {@link #waitsynci}, or until the
     * handle of the access region was synchronised that it belongs to, {@code dst} is undefined and {@code src} may not
     * change. Source: upc_memcpy_asynci.
     */
    public void memcpyAsynci(long dst, long src, long n) {
        contiguous.memcpy("Upc.memcpyAsynci", ContiguousCopies.IMPLICIT, dst, src, n);
    }

    /** As {@link #memget}, implicitly: see {@link #memcpyAsynci}. Source: upc_memget_asynci. */
    public void memgetAsynci(MemorySegment dst, long dstOffset, long src, long n) {
        contiguous.memget("Upc.memgetAsynci", ContiguousCopies.IMPLICIT, dst, dstOffset, src, n);
    }

    /** As {@link #memput}, implicitly: see {@link #memcpyAsynci}. Source: upc_memput_asynci. */
    public void memputAsynci(long dst, MemorySegment src, long srcOffset, long n) {
        contiguous.memput("Upc.memputAsynci", ContiguousCopies.IMPLICIT, dst, src, srcOffset, n);
    }

    /** As {@link #memset}, implicitly: see {@link #memcpyAsynci}. Source: upc_memset_asynci. */
    public void memsetAsynci(long dst, int c, long n) {
        contiguous.memset("Upc.memsetAsynci", ContiguousCopies.IMPLICIT, dst, c, n);
    }

    /**
     * Copies the first {@code srccount} regions of {@code srclist}, in their order, to the first {@code dstcount} of
     * {@code dstlist}: each is of one thread, entries may be of different ones. Blocking.
     *
     * <p>Both lists have as many bytes in all, cut in any way; entries of 0 bytes are ignored. Regions of the source
     * may overlap each other, those of the destination neither each other nor the source's. Of two counts of 0 nothing
     * else is looked at. Lists may be changed when the call has returned, in every form.
     *
     * <p>Errors, before anything was copied, naming the entry: totals that differ; a list that is null or has fewer
     * entries; an entry that is null or has a negative length; a region that is not in its thread's shared memory;
     * regions of the destination that overlap, in checked mode also with the source. Source: upc_memcpy_vlist.
     */
    public void memcpyVlist(int dstcount, SharedMemvec[] dstlist, int srccount, SharedMemvec[] srclist) {
        indexed.memcpyVlist(dstcount, dstlist, srccount, srclist);
    }

    /**
     * As {@link #memcpyVlist}, from regions of one private memory. Errors besides: regions outside {@code src}. Source:
     * upc_memput_vlist.
     */
    public void memputVlist(int dstcount, SharedMemvec[] dstlist, int srccount, MemorySegment src, Memvec[] srclist) {
        indexed.memputVlist(dstcount, dstlist, srccount, src, srclist);
    }

    /**
     * As {@link #memcpyVlist}, to regions of one private memory. Errors besides: regions outside {@code dst}. Source:
     * upc_memget_vlist.
     */
    public void memgetVlist(int dstcount, MemorySegment dst, Memvec[] dstlist, int srccount, SharedMemvec[] srclist) {
        indexed.memgetVlist(dstcount, dst, dstlist, srccount, srclist);
    }

    /** As {@link #memcpyVlist}, with a handle: see {@link #memcpyAsync}. Source: upc_memcpy_vlist_async. */
    public UpcHandle memcpyVlistAsync(int dstcount, SharedMemvec[] dstlist, int srccount, SharedMemvec[] srclist) {
        return indexedAsync.memcpyVlist(dstcount, dstlist, srccount, srclist);
    }

    /** As {@link #memputVlist}, with a handle: see {@link #memcpyAsync}. Source: upc_memput_vlist_async. */
    public UpcHandle memputVlistAsync(int dstcount, SharedMemvec[] dstlist, int srccount, MemorySegment src,
            Memvec[] srclist) {
        return indexedAsync.memputVlist(dstcount, dstlist, srccount, src, srclist);
    }

    /** As {@link #memgetVlist}, with a handle: see {@link #memcpyAsync}. Source: upc_memget_vlist_async. */
    public UpcHandle memgetVlistAsync(int dstcount, MemorySegment dst, Memvec[] dstlist, int srccount,
            SharedMemvec[] srclist) {
        return indexedAsync.memgetVlist(dstcount, dst, dstlist, srccount, srclist);
    }

    /**
     * Copies {@code srccount} regions of {@code srclen} bytes, where {@code srclist} points, in their order, to
     * {@code dstcount} regions of {@code dstlen} bytes. Blocking. All else as of {@link #memcpyVlist}. Errors besides:
     * lengths that are not above 0. Source: upc_memcpy_ilist.
     */
    public void memcpyIlist(int dstcount, long[] dstlist, long dstlen, int srccount, long[] srclist, long srclen) {
        indexed.memcpyIlist(dstcount, dstlist, dstlen, srccount, srclist, srclen);
    }

    /** As {@link #memcpyIlist}; {@code srclist} are offsets in {@code src}. Source: upc_memput_ilist. */
    public void memputIlist(int dstcount, long[] dstlist, long dstlen, int srccount, MemorySegment src, long[] srclist,
            long srclen) {
        indexed.memputIlist(dstcount, dstlist, dstlen, srccount, src, srclist, srclen);
    }

    /** As {@link #memcpyIlist}; {@code dstlist} are offsets in {@code dst}. Source: upc_memget_ilist. */
    public void memgetIlist(int dstcount, MemorySegment dst, long[] dstlist, long dstlen, int srccount, long[] srclist,
            long srclen) {
        indexed.memgetIlist(dstcount, dst, dstlist, dstlen, srccount, srclist, srclen);
    }

    /** As {@link #memcpyIlist}, with a handle: see {@link #memcpyAsync}. Source: upc_memcpy_ilist_async. */
    public UpcHandle memcpyIlistAsync(int dstcount, long[] dstlist, long dstlen, int srccount, long[] srclist,
            long srclen) {
        return indexedAsync.memcpyIlist(dstcount, dstlist, dstlen, srccount, srclist, srclen);
    }

    /** As {@link #memputIlist}, with a handle: see {@link #memcpyAsync}. Source: upc_memput_ilist_async. */
    public UpcHandle memputIlistAsync(int dstcount, long[] dstlist, long dstlen, int srccount, MemorySegment src,
            long[] srclist, long srclen) {
        return indexedAsync.memputIlist(dstcount, dstlist, dstlen, srccount, src, srclist, srclen);
    }

    /** As {@link #memgetIlist}, with a handle: see {@link #memcpyAsync}. Source: upc_memget_ilist_async. */
    public UpcHandle memgetIlistAsync(int dstcount, MemorySegment dst, long[] dstlist, long dstlen, int srccount,
            long[] srclist, long srclen) {
        return indexedAsync.memgetIlist(dstcount, dst, dstlist, dstlen, srccount, srclist, srclen);
    }

    /**
     * Copies {@code srcchunkcount} chunks of {@code srcchunklen} bytes, {@code srcchunkstride} bytes apart from
     * beginning to beginning, in their order, to {@code dstchunkcount} chunks of {@code dstchunklen} bytes. Blocking.
     * Each side is of one thread, without wrapping (as of {@code shared [] char}).
     *
     * <p>Both sides have as many bytes; strides are not less than the chunk's length. Of two sides of 0 bytes nothing
     * else is looked at. Source and destination may not overlap.
     *
     * <p>Errors, before anything was copied: sides of different volume, strides that are too small, negative numbers,
     * chunks outside their thread's shared memory; in checked mode, overlap. Source: upc_memcpy_fstrided.
     */
    public void memcpyFstrided(long dst, long dstchunklen, long dstchunkstride, long dstchunkcount, long src,
            long srcchunklen, long srcchunkstride, long srcchunkcount) {
        String call = "Upc.memcpyFstrided";
        Shape to = strided.chunks(call, "dst", dstchunklen, dstchunkstride, dstchunkcount);
        Shape from = strided.chunks(call, "src", srcchunklen, srcchunkstride, srcchunkcount);
        strided.copy(call, dst, to, src, from);
    }

    /**
     * As {@link #memcpyFstrided}, from private memory, the first chunk at {@code srcOffset}. Errors besides: chunks
     * outside it. Source: upc_memput_fstrided.
     */
    public void memputFstrided(long dst, long dstchunklen, long dstchunkstride, long dstchunkcount, MemorySegment src,
            long srcOffset, long srcchunklen, long srcchunkstride, long srcchunkcount) {
        String call = "Upc.memputFstrided";
        Shape to = strided.chunks(call, "dst", dstchunklen, dstchunkstride, dstchunkcount);
        Shape from = strided.chunks(call, "src", srcchunklen, srcchunkstride, srcchunkcount);
        strided.put(call, dst, to, src, srcOffset, from);
    }

    /**
     * As {@link #memcpyFstrided}, to private memory, the first chunk at {@code dstOffset}. Errors besides: chunks
     * outside it. Source: upc_memget_fstrided.
     */
    public void memgetFstrided(MemorySegment dst, long dstOffset, long dstchunklen, long dstchunkstride,
            long dstchunkcount, long src, long srcchunklen, long srcchunkstride, long srcchunkcount) {
        String call = "Upc.memgetFstrided";
        Shape to = strided.chunks(call, "dst", dstchunklen, dstchunkstride, dstchunkcount);
        Shape from = strided.chunks(call, "src", srcchunklen, srcchunkstride, srcchunkcount);
        strided.get(call, dst, dstOffset, to, src, from);
    }

    /** As {@link #memcpyFstrided}, with a handle: see {@link #memcpyAsync}. Source: upc_memcpy_fstrided_async. */
    public UpcHandle memcpyFstridedAsync(long dst, long dstchunklen, long dstchunkstride, long dstchunkcount, long src,
            long srcchunklen, long srcchunkstride, long srcchunkcount) {
        String call = "Upc.memcpyFstridedAsync";
        Shape to = stridedAsync.chunks(call, "dst", dstchunklen, dstchunkstride, dstchunkcount);
        Shape from = stridedAsync.chunks(call, "src", srcchunklen, srcchunkstride, srcchunkcount);
        return stridedAsync.copy(call, dst, to, src, from);
    }

    /** As {@link #memputFstrided}, with a handle: see {@link #memcpyAsync}. Source: upc_memput_fstrided_async. */
    public UpcHandle memputFstridedAsync(long dst, long dstchunklen, long dstchunkstride, long dstchunkcount,
            MemorySegment src, long srcOffset, long srcchunklen, long srcchunkstride, long srcchunkcount) {
        String call = "Upc.memputFstridedAsync";
        Shape to = stridedAsync.chunks(call, "dst", dstchunklen, dstchunkstride, dstchunkcount);
        Shape from = stridedAsync.chunks(call, "src", srcchunklen, srcchunkstride, srcchunkcount);
        return stridedAsync.put(call, dst, to, src, srcOffset, from);
    }

    /** As {@link #memgetFstrided}, with a handle: see {@link #memcpyAsync}. Source: upc_memget_fstrided_async. */
    public UpcHandle memgetFstridedAsync(MemorySegment dst, long dstOffset, long dstchunklen, long dstchunkstride,
            long dstchunkcount, long src, long srcchunklen, long srcchunkstride, long srcchunkcount) {
        String call = "Upc.memgetFstridedAsync";
        Shape to = stridedAsync.chunks(call, "dst", dstchunklen, dstchunkstride, dstchunkcount);
        Shape from = stridedAsync.chunks(call, "src", srcchunklen, srcchunkstride, srcchunkcount);
        return stridedAsync.get(call, dst, dstOffset, to, src, from);
    }

    /**
     * Copies a rectangular section of an array: {@code count[0]} contiguous bytes, {@code count[i]} times
     * {@code strides[i - 1]} bytes apart, for i up to {@code stridelevels}, the same on both sides but for the strides.
     * Blocking. Each side is of one thread, without wrapping.
     *
     * <p>Strides grow, and describe no overlap: {@code strides[0] >= count[0]} and
     * {@code strides[i] >= count[i] * strides[i - 1]}. Of no stride levels strides are not looked at; of a count of 0
     * nothing else is. Entries behind the last level's are ignored. Arrays may be changed when the call has returned,
     * in every form. Source and destination may not overlap.
     *
     * <p>Errors, before anything was copied, naming the level: strides against these rules, arrays that are null or too
     * short, negative numbers, sections outside their thread's shared memory; in checked mode, overlap. Source:
     * upc_memcpy_strided.
     */
    public void memcpyStrided(long dst, long[] dststrides, long src, long[] srcstrides, long[] count,
            int stridelevels) {
        String call = "Upc.memcpyStrided";
        Shape to = strided.section(call, "dststrides", dststrides, count, stridelevels);
        Shape from = strided.section(call, "srcstrides", srcstrides, count, stridelevels);
        strided.copy(call, dst, to, src, from);
    }

    /**
     * As {@link #memcpyStrided}, from private memory at {@code srcOffset}. Errors besides: a section outside it.
     * Source: upc_memput_strided.
     */
    public void memputStrided(long dst, long[] dststrides, MemorySegment src, long srcOffset, long[] srcstrides,
            long[] count, int stridelevels) {
        String call = "Upc.memputStrided";
        Shape to = strided.section(call, "dststrides", dststrides, count, stridelevels);
        Shape from = strided.section(call, "srcstrides", srcstrides, count, stridelevels);
        strided.put(call, dst, to, src, srcOffset, from);
    }

    /**
     * As {@link #memcpyStrided}, to private memory at {@code dstOffset} (the document's prototype has a shared one
     * there, against its text). Errors besides: a section outside it. Source: upc_memget_strided.
     */
    public void memgetStrided(MemorySegment dst, long dstOffset, long[] dststrides, long src, long[] srcstrides,
            long[] count, int stridelevels) {
        String call = "Upc.memgetStrided";
        Shape to = strided.section(call, "dststrides", dststrides, count, stridelevels);
        Shape from = strided.section(call, "srcstrides", srcstrides, count, stridelevels);
        strided.get(call, dst, dstOffset, to, src, from);
    }

    /** As {@link #memcpyStrided}, with a handle: see {@link #memcpyAsync}. Source: upc_memcpy_strided_async. */
    public UpcHandle memcpyStridedAsync(long dst, long[] dststrides, long src, long[] srcstrides, long[] count,
            int stridelevels) {
        String call = "Upc.memcpyStridedAsync";
        Shape to = stridedAsync.section(call, "dststrides", dststrides, count, stridelevels);
        Shape from = stridedAsync.section(call, "srcstrides", srcstrides, count, stridelevels);
        return stridedAsync.copy(call, dst, to, src, from);
    }

    /** As {@link #memputStrided}, with a handle: see {@link #memcpyAsync}. Source: upc_memput_strided_async. */
    public UpcHandle memputStridedAsync(long dst, long[] dststrides, MemorySegment src, long srcOffset,
            long[] srcstrides, long[] count, int stridelevels) {
        String call = "Upc.memputStridedAsync";
        Shape to = stridedAsync.section(call, "dststrides", dststrides, count, stridelevels);
        Shape from = stridedAsync.section(call, "srcstrides", srcstrides, count, stridelevels);
        return stridedAsync.put(call, dst, to, src, srcOffset, from);
    }

    /** As {@link #memgetStrided}, with a handle: see {@link #memcpyAsync}. Source: upc_memget_strided_async. */
    public UpcHandle memgetStridedAsync(MemorySegment dst, long dstOffset, long[] dststrides, long src,
            long[] srcstrides, long[] count, int stridelevels) {
        String call = "Upc.memgetStridedAsync";
        Shape to = stridedAsync.section(call, "dststrides", dststrides, count, stridelevels);
        Shape from = stridedAsync.section(call, "srcstrides", srcstrides, count, stridelevels);
        return stridedAsync.get(call, dst, dstOffset, to, src, from);
    }

    /**
     * Blocks until the operation is complete; the handle is dead then. Errors, here and below: a handle that is null,
     * of another thread, or was synchronised before; a restricted context. What goes wrong in a large transfer after
     * its call has returned is thrown by its synchronisation.
     *
     * <p>Source: upc_waitsync.
     */
    public void waitsync(UpcHandle handle) {
        synchronisation.waitsync(handle);
    }

    /** Whether the operation is complete, after some progress; the handle is dead if so. Source: upc_trysync. */
    public boolean trysync(UpcHandle handle) {
        return synchronisation.trysync(handle);
    }

    /**
     * Blocks until the first {@code numhandles} operations are complete; their entries are {@link UpcHandle#COMPLETE}
     * then. Errors, here and below, before any is synchronised: fewer entries; one that may not be synchronised, or is
     * there twice.
     *
     * <p>Source: upc_waitsync_all.
     */
    public void waitsyncAll(UpcHandle[] handles, int numhandles) {
        synchronisation.waitsyncAll(handles, numhandles);
    }

    /**
     * Whether the first {@code numhandles} operations are complete, after some progress; true of none. Entries of those
     * that are become {@link UpcHandle#COMPLETE}, also when the answer is false. Source: upc_trysync_all.
     */
    public boolean trysyncAll(UpcHandle[] handles, int numhandles) {
        return synchronisation.trysyncAll(handles, numhandles);
    }

    /**
     * Blocks until one at least of the first {@code numhandles} operations is complete that was not
     * {@link UpcHandle#COMPLETE} before; returns at once if there is none. Entries of those that are complete become
     * {@link UpcHandle#COMPLETE}. Source: upc_waitsync_some.
     */
    public void waitsyncSome(UpcHandle[] handles, int numhandles) {
        synchronisation.waitsyncSome(handles, numhandles);
    }

    /**
     * Whether one at least of the first {@code numhandles} operations is complete that was not
     * {@link UpcHandle#COMPLETE} before, after some progress; true also if there is none. Entries of those that are
     * complete become {@link UpcHandle#COMPLETE}. Source: upc_trysync_some.
     */
    public boolean trysyncSome(UpcHandle[] handles, int numhandles) {
        return synchronisation.trysyncSome(handles, numhandles);
    }

    /**
     * Blocks until everything is complete that the calling thread has begun implicitly ({@code Asynci}) outside access
     * regions. Not explicit operations. Error: inside an access region, also one of another Upc, as a thread has one in
     * a job. What other implicit transfers ({@link org.pgas.Nbi}, categories PUT and GET) this thread has in the job is
     * waited for, too.
     *
     * <p>Source: upc_waitsynci.
     */
    public void waitsynci() {
        synchronisation.waitsynci();
    }

    /**
     * Whether all that {@link #waitsynci} waits for is complete, after some progress; only then it is synchronised.
     * Errors as there. Source: upc_trysynci.
     */
    public boolean trysynci() {
        return synchronisation.trysynci();
    }

    /**
     * Begins an access region of the calling thread: implicit operations that it begins until {@link #endAccessregion}
     * belong to the handle that that answers, and not to {@link #waitsynci}. Explicit ones are as ever. Error: one is
     * open already. Source: upc_begin_accessregion.
     */
    public void beginAccessregion() {
        synchronisation.beginAccessregion();
    }

    /**
     * Ends the calling thread's access region; answers the handle of all its implicit operations. Error: none is open.
     * Source: upc_end_accessregion.
     */
    public UpcHandle endAccessregion() {
        return synchronisation.endAccessregion();
    }

    /** "thread 1 of 4". */
    @Override
    public String toString() {
        return core.toString();
    }
}
