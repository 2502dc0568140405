package org.pgas.armci;

import java.lang.foreign.MemorySegment;

import org.pgas.atomics.Scale;

/**
 * Transfers that are done when they return: part of {@link Armci}. A put's data is in place then, and its source may be overwritten; a get's
 * data has arrived; an accumulate has been added.
 *
 * <p><b>Arguments.</b> Local memory is a {@link MemorySegment} of any kind, and a byte offset in it; remote memory a pointer, which must point into the
 * memory of process {@code proc}. Strided calls take strides in bytes: {@code count[0]} bytes are contiguous, {@code count[i]} of the next lower
 * level are {@code strides[i - 1]} bytes apart; {@code strideLevels} of 0 is contiguous. Strides may be negative, permuted, and in a source 0. Vector calls
 * take {@link Giov}s, of which the first {@code len} count; between these there is no order.
 *
 * <p><b>Accumulate</b> is {@code dst = dst + scale * src} for the elements that the {@link Scale} has. Each component is updated atomically towards all
 * accumulates (of a complex number, each of its two parts), towards nothing else; remote places are multiples of a component's size.
 *
 * <p><b>Order.</b> Puts, gets and accumulates take no lock of any other kind, and bytes have no atomicity. What one thread has done is done: its next call
 * comes after. Others see it when told by {@link Armci#notify}, {@link Armci#barrier}, a mutex, an {@link Armci#rmw} or a value form.
 *
 * <p><b>Errors.</b> {@link org.pgas.PgasException}, before anything was changed, naming call, argument, value and what is legal: a process outside
 * 0..nproc-1; a pointer that is NULL, or into the memory of another process; a range beyond that process' memory, or beyond the local memory; null; a
 * negative length; arrays too short; regions of a target that overlap; local memory that is read-only (get), closed, or confined to another thread; elements that are
 * cut or misaligned; any call after {@link Armci#finish} or the close of the job. In checked mode ({@code pgas.checks=on}) also a range
 * that begins in memory of a collective allocation and goes beyond its end.
 *
 * <p>Any thread; not collective; loopback is legal; not in a restricted context (see {@link org.pgas.Job}).
 */
public abstract sealed class BlockingTransfers extends GlobalMemory permits NonBlockingTransfers {
    final Contiguous contiguous;
    final Strided strided;
    final Vectors vectors;

    BlockingTransfers(ArmciCore core) {
        super(core);
        contiguous = core.contiguous;
        strided = core.strided;
        vectors = core.vectors;
    }

    /** Copies {@code bytes} bytes of local memory to {@code dst} on {@code proc}. Source: ARMCI_Put. */
    public final void put(MemorySegment src, long srcOffset, long dst, long bytes, int proc) {
        contiguous.put(src, srcOffset, dst, bytes, proc);
    }

    /** Copies {@code bytes} bytes at {@code src} on {@code proc} to local memory. Source: ARMCI_Get. */
    public final void get(long src, MemorySegment dst, long dstOffset, long bytes, int proc) {
        contiguous.get(src, dst, dstOffset, bytes, proc);
    }

    /** Adds {@code bytes} bytes of scaled local elements to those at {@code dst} on {@code proc}. Source: ARMCI_Acc. */
    public final void acc(Scale scale, MemorySegment src, long srcOffset, long dst, long bytes, int proc) {
        contiguous.acc("Armci.acc", scale, src, srcOffset, dst, bytes, proc);
    }

    /** Strided put: from local memory to {@code proc}. Source: ARMCI_PutS. */
    public final void putS(MemorySegment src, long srcOffset, int[] srcStrides, long dst, int[] dstStrides, int[] count,
            int strideLevels, int proc) {
        strided.put("Armci.putS", src, srcOffset, srcStrides, dst, dstStrides, count, strideLevels, proc);
    }

    /** Strided get: from {@code proc} to local memory. Source: ARMCI_GetS. */
    public final void getS(long src, int[] srcStrides, MemorySegment dst, long dstOffset, int[] dstStrides, int[] count,
            int strideLevels, int proc) {
        strided.get("Armci.getS", src, srcStrides, dst, dstOffset, dstStrides, count, strideLevels, proc);
    }

    /** Strided accumulate; {@code count[0]} is whole elements, in bytes. Source: ARMCI_AccS. */
    public final void accS(Scale scale, MemorySegment src, long srcOffset, int[] srcStrides, long dst, int[] dstStrides,
            int[] count, int strideLevels, int proc) {
        strided.acc("Armci.accS", scale, src, srcOffset, srcStrides, dst, dstStrides, count, strideLevels, proc);
    }

    /** Vector put: scatters local segments over the memory of {@code proc}. Source: ARMCI_PutV. */
    public final void putV(Giov[] darray, int len, int proc) {
        vectors.put("Armci.putV", darray, len, proc);
    }

    /** Vector get: gathers segments of {@code proc} in local memory. Source: ARMCI_GetV. */
    public final void getV(Giov[] darray, int len, int proc) {
        vectors.get("Armci.getV", darray, len, proc);
    }

    /** Vector accumulate. A place may be named more than once: everything is added. Source: ARMCI_AccV. */
    public final void accV(Scale scale, Giov[] darray, int len, int proc) {
        vectors.acc("Armci.accV", scale, darray, len, proc);
    }

    /**
     * Puts an int. {@code dst} is a multiple of its size. A release: who gets it by {@link #getValueInt}, or acquires it otherwise, sees what this thread had put before. Source:
     * ARMCI_PutValueInt.
     */
    public final void putValueInt(int value, long dst, int proc) {
        contiguous.putInt("Armci.putValueInt", value, dst, proc);
    }

    /** As {@link #putValueInt}, a long. Source: ARMCI_PutValueLong. */
    public final void putValueLong(long value, long dst, int proc) {
        contiguous.putLong("Armci.putValueLong", value, dst, proc);
    }

    /** As {@link #putValueInt}, a float. Source: ARMCI_PutValueFloat. */
    public final void putValueFloat(float value, long dst, int proc) {
        contiguous.putInt("Armci.putValueFloat", Float.floatToRawIntBits(value), dst, proc);
    }

    /** As {@link #putValueInt}, a double. Source: ARMCI_PutValueDouble. */
    public final void putValueDouble(double value, long dst, int proc) {
        contiguous.putLong("Armci.putValueDouble", Double.doubleToRawLongBits(value), dst, proc);
    }

    /** Gets the int at {@code src}, a multiple of its size. An acquire: a loop may spin on it. Source: ARMCI_GetValueInt. */
    public final int getValueInt(long src, int proc) {
        return contiguous.getInt("Armci.getValueInt", src, proc);
    }

    /** As {@link #getValueInt}, a long. Source: ARMCI_GetValueLong. */
    public final long getValueLong(long src, int proc) {
        return contiguous.getLong("Armci.getValueLong", src, proc);
    }

    /** As {@link #getValueInt}, a float. Source: ARMCI_GetValueFloat. */
    public final float getValueFloat(long src, int proc) {
        return Float.intBitsToFloat(contiguous.getInt("Armci.getValueFloat", src, proc));
    }

    /** As {@link #getValueInt}, a double. Source: ARMCI_GetValueDouble. */
    public final double getValueDouble(long src, int proc) {
        return Double.longBitsToDouble(contiguous.getLong("Armci.getValueDouble", src, proc));
    }

    /**
     * Puts {@code bytes} bytes, then the int {@code value} at the pointer {@code flag}, a multiple of 4, on the same process: who acquires the flag there sees the data. Wakes who waits for it
     * by {@code team().endpoint().words()}. Source: ARMCI_Put_flag.
     */
    public final void putFlag(MemorySegment src, long srcOffset, long dst, long bytes, long flag, int value, int proc) {
        contiguous.putFlag(src, srcOffset, dst, bytes, flag, value, proc);
    }

    /** As {@link #putFlag}, with the data of a {@link #putS}. Source: ARMCI_PutS_flag. */
    public final void putSFlag(MemorySegment src, long srcOffset, int[] srcStrides, long dst, int[] dstStrides,
            int[] count, int strideLevels, long flag, int value, int proc) {
        strided.putFlag(src, srcOffset, srcStrides, dst, dstStrides, count, strideLevels, flag, value, proc);
    }
}
