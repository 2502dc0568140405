package org.pgas.upc;

import java.lang.foreign.MemorySegment;

import org.pgas.GlobalPointer;
import org.pgas.vis.GlobalShape;
import org.pgas.vis.Shape;

/**
 * An array of elements that are dealt to the threads in blocks: {@code shared [blockSize] T a[elements]}. Elements are
 * raw memory of {@code elementBytes} bytes; the accessors below are for those of a size that Java has a primitive for.
 *
 * <pre>{@code
 * SharedArray a = upc.allArray(1000, Double.BYTES, 100);      // shared [100] double a[1000]
 * a.putDouble(17, 0.5);                                        // a[17] = 0.5, on thread 0
 * for (long i = 0; i < a.localElements(); i++) {               // upc_forall (...; &a[i])
 *     long index = a.globalIndex(i);
 *     ...
 * }
 * }</pre>
 *
 * <p><b>Callers.</b> Any thread. One-sided: no other thread takes part. Made by {@link Upc#allArray} and
 * {@link Upc#array}.
 *
 * <p><b>Order.</b> Element accesses are UPC's relaxed ones: they never tear, and nothing is ordered but by barriers and
 * synchronised copies.
 *
 * <p><b>Errors.</b> {@link org.pgas.PgasException}: an index outside the array; an accessor of another size than the
 * elements; a restricted context.
 *
 * <p>Source: UPC 6.5.1.1; upc_threadof, upc_phaseof, upc_addrfield, upc_localsizeof
 * ({@code affinitySize(threadOf(0))}), upc_blocksizeof, upc_elemsizeof.
 */
public final class SharedArray {
    private final UpcCore core;
    private final SharedLayout layout;
    private final long elements;

    /** Null of an array without bytes. */
    private final long base;

    /** Where the first block begins, in every thread's memory; of an indefinite layout in one's. */
    private final long offset;

    /** Thread that has all elements of an indefinite layout; otherwise 0. */
    private final int first;

    private final GlobalShape shape;

    SharedArray(UpcCore core, SharedLayout layout, long elements, long base) {
        this.core = core;
        this.layout = layout;
        this.elements = elements;
        this.base = base;
        this.offset = base == GlobalPointer.NULL ? 0 : GlobalPointer.offset(base);
        this.first = base == GlobalPointer.NULL ? 0 : UpcCore.thread(base);
        this.shape = shape(elements * layout.elementBytes());
    }

    private GlobalShape shape(long bytes) {
        if (bytes == 0 || layout.isIndefinite()) {
            return GlobalShape.of(base, Shape.contiguous(bytes));
        }
        return GlobalShape.blockCyclic(layout.blockBytes(), bytes, layout.threads(), offset);
    }

    /** What a transfer takes of so many elements from {@code from} on, which exist. */
    GlobalShape shape(long from, long count) {
        long size = layout.elementBytes();
        return from == 0 && count == elements ? shape : shape.range(from * size, count * size);
    }

    boolean isOf(UpcCore other) {
        return core == other;
    }

    /** Element size, block size, threads. */
    public SharedLayout layout() {
        return layout;
    }

    /** How many elements there are, on all threads together. */
    public long elements() {
        return elements;
    }

    /** Bytes of an element. Source: upc_elemsizeof. */
    public int elementBytes() {
        return layout.elementBytes();
    }

    /** Elements of a block (in bytes: {@link SharedLayout#blockBytes}); 0 if indefinite. Source: upc_blocksizeof. */
    public long blockSize() {
        return layout.blockSize();
    }

    /** The untyped pointer to element 0; null of an array without elements. */
    public long base() {
        return base;
    }

    /** The untyped pointer to an element, or behind the last one. */
    public long address(long index) {
        checkBound("address", index);
        return GlobalPointer.of(owner(index), place(index));
    }

    /** The typed pointer to an element, or behind the last one. */
    public SharedPointer pointer(long index) {
        checkBound("pointer", index);
        return SharedPointer.of(layout, owner(index), layout.phaseOf(index), place(index));
    }

    /** The thread that has an element, or would have the one behind the last. Source: upc_threadof. */
    public int threadOf(long index) {
        checkBound("threadOf", index);
        return owner(index);
    }

    /** The place of an element in its block. Source: upc_phaseof. */
    public long phaseOf(long index) {
        checkBound("phaseOf", index);
        return layout.phaseOf(index);
    }

    /** The byte offset of an element in its thread's shared memory. Source: upc_addrfield. */
    public long addrfield(long index) {
        checkBound("addrfield", index);
        return place(index);
    }

    /** The first element of the block that has element {@code index}. */
    public long blockStart(long index) {
        checkBound("blockStart", index);
        return layout.isIndefinite() ? 0 : index - layout.phaseOf(index);
    }

    /** Behind the last element of the block that has element {@code index}; the last block may be shorter. */
    public long blockEnd(long index) {
        checkBound("blockEnd", index);
        return layout.isIndefinite() ? elements
                : Math.min(elements, index - layout.phaseOf(index) + layout.blockSize());
    }

    private int owner(long index) {
        return first + layout.threadOf(index);
    }

    private long place(long index) {
        return offset + layout.localIndex(index) * layout.elementBytes();
    }

    private void checkBound(String call, long index) {
        if (index < 0 || index > elements) {
            throw core.refusals.bad("SharedArray." + call, "index " + index + " is outside 0.." + elements);
        }
    }

    /** How many elements a thread has. */
    public long affinityElements(int thread) {
        if (thread < 0 || thread >= core.threads) {
            throw core.refusals.bad("SharedArray.affinityElements",
                    "thread " + thread + " is outside 0.." + (core.threads - 1));
        }
        if (layout.isIndefinite()) {
            return thread == first ? elements : 0;
        }
        return layout.affinityElements(elements, thread);
    }

    /** How many bytes a thread has. Source: upc_affinitysize. */
    public long affinitySize(int thread) {
        return affinityElements(thread) * layout.elementBytes();
    }

    /** How many elements the calling thread has. */
    public long localElements() {
        return affinityElements(core.thread);
    }

    /** How many bytes the calling thread has. */
    public long localSize() {
        return affinitySize(core.thread);
    }

    /** The elements of the calling thread, one behind the other: what a cast to a pointer-to-private gives it. */
    public MemorySegment local() {
        long bytes = localSize();
        return bytes == 0 ? core.memory(core.thread).asSlice(0, 0) : core.memory(core.thread).asSlice(offset, bytes);
    }

    /** The index of the calling thread's element {@code localIndex}, which is 0 to {@link #localElements()} - 1. */
    public long globalIndex(long localIndex) {
        return globalIndex(core.thread, localIndex);
    }

    /** The index of a thread's element {@code localIndex}. */
    public long globalIndex(int thread, long localIndex) {
        long most = affinityElements(thread);
        if (localIndex < 0 || localIndex >= most) {
            throw core.refusals.bad("SharedArray.globalIndex", "element " + localIndex + " of thread " + thread
                    + ": legal are 0 and more, below " + most);
        }
        return layout.globalIndex(thread, localIndex);
    }

    private void check(String call, long index, int bytes) {
        core.begin(call);
        if (index < 0 || index >= elements) {
            throw core.refusals.bad(call, "index " + index + " is outside 0.." + (elements - 1));
        }
        if (bytes != layout.elementBytes()) {
            throw core.refusals.bad(call, "the elements have " + layout.elementBytes() + " bytes, and not " + bytes
                    + ": take the accessor of their size, or memget and memput");
        }
    }

    public byte getByte(long index) {
        check("SharedArray.getByte", index, Byte.BYTES);
        return core.rma.getByte(owner(index), place(index));
    }

    public void putByte(long index, byte value) {
        check("SharedArray.putByte", index, Byte.BYTES);
        core.rma.putByte(owner(index), place(index), value);
    }

    public short getShort(long index) {
        check("SharedArray.getShort", index, Short.BYTES);
        return core.rma.getShort(owner(index), place(index));
    }

    public void putShort(long index, short value) {
        check("SharedArray.putShort", index, Short.BYTES);
        core.rma.putShort(owner(index), place(index), value);
    }

    public char getChar(long index) {
        check("SharedArray.getChar", index, Character.BYTES);
        return (char) core.rma.getShort(owner(index), place(index));
    }

    public void putChar(long index, char value) {
        check("SharedArray.putChar", index, Character.BYTES);
        core.rma.putShort(owner(index), place(index), (short) value);
    }

    public int getInt(long index) {
        check("SharedArray.getInt", index, Integer.BYTES);
        return core.rma.getInt(owner(index), place(index));
    }

    public void putInt(long index, int value) {
        check("SharedArray.putInt", index, Integer.BYTES);
        core.rma.putInt(owner(index), place(index), value);
    }

    public long getLong(long index) {
        check("SharedArray.getLong", index, Long.BYTES);
        return core.rma.getLong(owner(index), place(index));
    }

    public void putLong(long index, long value) {
        check("SharedArray.putLong", index, Long.BYTES);
        core.rma.putLong(owner(index), place(index), value);
    }

    public float getFloat(long index) {
        check("SharedArray.getFloat", index, Float.BYTES);
        return core.rma.getFloat(owner(index), place(index));
    }

    public void putFloat(long index, float value) {
        check("SharedArray.putFloat", index, Float.BYTES);
        core.rma.putFloat(owner(index), place(index), value);
    }

    public double getDouble(long index) {
        check("SharedArray.getDouble", index, Double.BYTES);
        return core.rma.getDouble(owner(index), place(index));
    }

    public void putDouble(long index, double value) {
        check("SharedArray.putDouble", index, Double.BYTES);
        core.rma.putDouble(owner(index), place(index), value);
    }

    /** "shared [4] 8-byte elements, 3 threads, 100 elements". */
    @Override
    public String toString() {
        return layout + ", " + elements + " elements";
    }
}
