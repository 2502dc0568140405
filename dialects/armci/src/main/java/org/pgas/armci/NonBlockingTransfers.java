package org.pgas.armci;

import java.lang.foreign.MemorySegment;

import org.pgas.atomics.Scale;

/**
 * Transfers that may still be under way when they return: part of {@link Armci}. Arguments, atomicity and errors are those of the blocking ones; the local
 * memory belongs to the operation until it is complete.
 *
 * <p>The last argument is where the operation is noted: a {@link NbHandle}, or null for an implicit one. {@link #await} of the handle, {@link #awaitAll} and
 * {@link #awaitProc} complete them, as seen from here: the data of a get has arrived, the source of a put may be overwritten. {@link Armci#fence}
 * brings puts to their target, waited for or not. Contiguous puts and gets of at least {@code pgas.async.bytes} may go on in a thread of
 * the library's; all else is complete when its call returns, which a program cannot rely on.
 *
 * <p><b>Threads.</b> An operation belongs to the thread that began it: only that one waits for it, and {@link #awaitAll} and {@link #awaitProc} concern
 * those of the calling thread.
 *
 * <p>Errors beyond those of the blocking calls: a handle that another operation is noted in which is not complete, unless the handle is aggregate; one that is in use
 * by another thread or another {@link Armci}; an aggregate one with operations to another process. Checked mode finds all of these
 * also where the operation was complete at once and nobody has waited for it yet.
 */
public abstract sealed class NonBlockingTransfers extends BlockingTransfers permits Armci {
    final PendingOperations pending;

    NonBlockingTransfers(ArmciCore core) {
        super(core);
        pending = core.pending;
    }

    /** As {@link #put}, noted in the handle. Source: ARMCI_NbPut. */
    public final void nbPut(MemorySegment src, long srcOffset, long dst, long bytes, int proc, NbHandle handle) {
        pending.check("Armci.nbPut", handle, proc);
        pending.began(handle, proc, contiguous.nbPut(src, srcOffset, dst, bytes, proc));
    }

    /** As {@link #get}, noted in the handle. Source: ARMCI_NbGet. */
    public final void nbGet(long src, MemorySegment dst, long dstOffset, long bytes, int proc, NbHandle handle) {
        pending.check("Armci.nbGet", handle, proc);
        pending.began(handle, proc, contiguous.nbGet(src, dst, dstOffset, bytes, proc));
    }

    /** As {@link #acc}, noted in the handle. Source: ARMCI_NbAcc. */
    public final void nbAcc(Scale scale, MemorySegment src, long srcOffset, long dst, long bytes, int proc,
            NbHandle handle) {
        pending.check("Armci.nbAcc", handle, proc);
        contiguous.acc("Armci.nbAcc", scale, src, srcOffset, dst, bytes, proc);
        pending.done(handle, proc);
    }

    /** As {@link #putS}, noted in the handle. Source: ARMCI_NbPutS. */
    public final void nbPutS(MemorySegment src, long srcOffset, int[] srcStrides, long dst, int[] dstStrides,
            int[] count, int strideLevels, int proc, NbHandle handle) {
        pending.check("Armci.nbPutS", handle, proc);
        strided.put("Armci.nbPutS", src, srcOffset, srcStrides, dst, dstStrides, count, strideLevels, proc);
        pending.done(handle, proc);
    }

    /** As {@link #getS}, noted in the handle. Source: ARMCI_NbGetS. */
    public final void nbGetS(long src, int[] srcStrides, MemorySegment dst, long dstOffset, int[] dstStrides,
            int[] count, int strideLevels, int proc, NbHandle handle) {
        pending.check("Armci.nbGetS", handle, proc);
        strided.get("Armci.nbGetS", src, srcStrides, dst, dstOffset, dstStrides, count, strideLevels, proc);
        pending.done(handle, proc);
    }

    /** As {@link #accS}, noted in the handle. Source: ARMCI_NbAccS. */
    public final void nbAccS(Scale scale, MemorySegment src, long srcOffset, int[] srcStrides, long dst,
            int[] dstStrides, int[] count, int strideLevels, int proc, NbHandle handle) {
        pending.check("Armci.nbAccS", handle, proc);
        strided.acc("Armci.nbAccS", scale, src, srcOffset, srcStrides, dst, dstStrides, count, strideLevels, proc);
        pending.done(handle, proc);
    }

    /** As {@link #putV}, noted in the handle. Source: ARMCI_NbPutV. */
    public final void nbPutV(Giov[] darray, int len, int proc, NbHandle handle) {
        pending.check("Armci.nbPutV", handle, proc);
        vectors.put("Armci.nbPutV", darray, len, proc);
        pending.done(handle, proc);
    }

    /** As {@link #getV}, noted in the handle. Source: ARMCI_NbGetV. */
    public final void nbGetV(Giov[] darray, int len, int proc, NbHandle handle) {
        pending.check("Armci.nbGetV", handle, proc);
        vectors.get("Armci.nbGetV", darray, len, proc);
        pending.done(handle, proc);
    }

    /** As {@link #accV}, noted in the handle. Source: ARMCI_NbAccV. */
    public final void nbAccV(Scale scale, Giov[] darray, int len, int proc, NbHandle handle) {
        pending.check("Armci.nbAccV", handle, proc);
        vectors.acc("Armci.nbAccV", scale, darray, len, proc);
        pending.done(handle, proc);
    }

    /** As {@link #putValueInt}, noted in the handle. Source: ARMCI_NbPutValueInt. */
    public final void nbPutValueInt(int value, long dst, int proc, NbHandle handle) {
        pending.check("Armci.nbPutValueInt", handle, proc);
        contiguous.putInt("Armci.nbPutValueInt", value, dst, proc);
        pending.done(handle, proc);
    }

    /** As {@link #putValueLong}, noted in the handle. Source: ARMCI_NbPutValueLong. */
    public final void nbPutValueLong(long value, long dst, int proc, NbHandle handle) {
        pending.check("Armci.nbPutValueLong", handle, proc);
        contiguous.putLong("Armci.nbPutValueLong", value, dst, proc);
        pending.done(handle, proc);
    }

    /** As {@link #putValueFloat}, noted in the handle. Source: ARMCI_NbPutValueFloat. */
    public final void nbPutValueFloat(float value, long dst, int proc, NbHandle handle) {
        pending.check("Armci.nbPutValueFloat", handle, proc);
        contiguous.putInt("Armci.nbPutValueFloat", Float.floatToRawIntBits(value), dst, proc);
        pending.done(handle, proc);
    }

    /** As {@link #putValueDouble}, noted in the handle. Source: ARMCI_NbPutValueDouble. */
    public final void nbPutValueDouble(double value, long dst, int proc, NbHandle handle) {
        pending.check("Armci.nbPutValueDouble", handle, proc);
        contiguous.putLong("Armci.nbPutValueDouble", Double.doubleToRawLongBits(value), dst, proc);
        pending.done(handle, proc);
    }

    /**
     * Returns when the operations noted in the handle are complete here, and clears it. Of a handle that is clear, never used or waited for already, it returns
     * at once. By the thread that began them. What went wrong meanwhile, such as an arena that was closed, is thrown. Source: ARMCI_Wait.
     */
    public final void await(NbHandle handle) {
        core.begin("Armci.await");
        core.places.checkUsable("Armci.await");
        pending.await("Armci.await", handle);
    }

    /**
     * Whether they are complete; true clears the handle, as {@link #await} does, and is the answer for one that is clear. Takes in messages once if they are
     * not. Source: ARMCI_Test.
     */
    public final boolean test(NbHandle handle) {
        core.begin("Armci.test");
        core.places.checkUsable("Armci.test");
        return pending.test("Armci.test", handle);
    }

    /** Completes all operations that the calling thread has begun, explicit and implicit, and clears their handles. Source: ARMCI_WaitAll. */
    public final void awaitAll() {
        core.begin("Armci.awaitAll");
        core.places.checkUsable("Armci.awaitAll");
        pending.awaitAll();
    }

    /** As {@link #awaitAll}, those to and from one process. Source: ARMCI_WaitProc. */
    public final void awaitProc(int proc) {
        core.begin("Armci.awaitProc");
        core.places.checkProc("Armci.awaitProc", proc);
        pending.awaitProc(proc);
    }
}
