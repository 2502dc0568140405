package org.pgas.upc;

import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/**
 * A typed pointer-to-shared: a thread, a phase, an address field, and the layout that its arithmetic follows. An
 * immutable value; any thread.
 *
 * <p>Adding one leads to the next element of the array: within the block first, then to the first place of the next
 * thread's block, and behind the last thread's to the next block of the first. The address field is the byte offset in
 * the thread's shared memory. It need not be in an array: as in C, a pointer behind the last element is legal as long
 * as nothing is read there.
 *
 * <p><b>Equal</b> are pointers to the same byte of the same thread, whatever their phases and layouts are, as by UPC's
 * {@code ==}.
 *
 * <p><b>Errors.</b> {@link PgasException}: a result outside the 2^40 bytes that a thread may have, or before its first
 * one; the distance of pointers with different layouts, or that cannot be of one array.
 *
 * <p>Source: UPC 6.4.2, 6.4.3; upc_threadof, upc_phaseof, upc_addrfield, upc_resetphase.
 */
public final class SharedPointer implements Comparable<SharedPointer> {
    private final SharedLayout layout;
    private final int thread;
    private final long phase;
    private final long addrfield;

    private SharedPointer(SharedLayout layout, int thread, long phase, long addrfield) {
        this.layout = layout;
        this.thread = thread;
        this.phase = phase;
        this.addrfield = addrfield;
    }

    /**
     * A pointer of these parts. Errors: a thread that the layout has not, a phase outside its blocks (0 of an
     * indefinite one), an address field that is negative, above 2^40, or so small that the block would begin before 0.
     */
    public static SharedPointer of(SharedLayout layout, int thread, long phase, long addrfield) {
        if (thread < 0 || thread >= layout.threads()) {
            throw bad("of", "thread " + thread + " is outside 0.." + (layout.threads() - 1));
        }
        if (phase < 0 || phase >= Math.max(1, layout.blockSize())) {
            throw bad("of", "phase " + phase + " is outside 0.." + (Math.max(1, layout.blockSize()) - 1) + " of "
                    + layout);
        }
        if (addrfield < phase * layout.elementBytes() || addrfield >= GlobalPointer.MAX_SEGMENT_BYTES) {
            throw bad("of", "address field " + addrfield + " is outside " + phase * layout.elementBytes()
                    + "..2^40-1, for phase " + phase);
        }
        return new SharedPointer(layout, thread, phase, addrfield);
    }

    /** The cast of an untyped pointer: phase 0. Errors: null; no pointer-to-shared; a thread that the layout lacks. */
    public static SharedPointer of(SharedLayout layout, long pointer) {
        UpcCore.withoutEndpoint("SharedPointer.of", pointer);
        return of(layout, GlobalPointer.jobRank(pointer), 0, GlobalPointer.offset(pointer));
    }

    private static PgasException bad(String call, String what) {
        return Refusals.OF_NO_RANK.bad("SharedPointer." + call, what);
    }

    public SharedLayout layout() {
        return layout;
    }

    /** Source: upc_threadof. */
    public int thread() {
        return thread;
    }

    /** The place in its block, in elements. Source: upc_phaseof. */
    public long phase() {
        return phase;
    }

    /** The byte offset in the thread's shared memory. Source: upc_addrfield. */
    public long addrfield() {
        return addrfield;
    }

    /** The untyped pointer to the same byte, as the copying calls of {@link Upc} take it; it has no phase. */
    public long address() {
        return GlobalPointer.of(thread, addrfield);
    }

    /** The pointer {@code elements} elements further on in the array; back, when negative. */
    public SharedPointer add(long elements) {
        try {
            return moved(elements);
        } catch (ArithmeticException e) {
            throw beyond(elements);
        }
    }

    private SharedPointer moved(long elements) {
        int size = layout.elementBytes();
        if (layout.isIndefinite()) {
            return at(elements, thread, 0, Math.addExact(addrfield, Math.multiplyExact(elements, size)));
        }
        long block = layout.blockSize();
        long place = Math.addExact(phase, elements);
        long blocks = Math.floorDiv(place, block);
        long newPhase = place - blocks * block;
        long dealt = Math.addExact(thread, blocks);
        long rows = Math.floorDiv(dealt, layout.threads());
        long elementsHere = Math.addExact(Math.multiplyExact(rows, block), newPhase - phase);
        return at(elements, (int) (dealt - rows * layout.threads()), newPhase,
                Math.addExact(addrfield, Math.multiplyExact(elementsHere, size)));
    }

    private SharedPointer at(long elements, int newThread, long newPhase, long address) {
        if (address < 0 || address >= GlobalPointer.MAX_SEGMENT_BYTES) {
            throw beyond(elements);
        }
        return new SharedPointer(layout, newThread, newPhase, address);
    }

    private PgasException beyond(long elements) {
        return bad("add", elements + " elements from " + this + " leave the offsets 0..2^40-1 of a thread");
    }

    /** The pointer {@code elements} elements back in the array. */
    public SharedPointer subtract(long elements) {
        if (elements == Long.MIN_VALUE) {
            throw beyond(elements);
        }
        return add(-elements);
    }

    /**
     * By how many elements this is behind {@code from} in their array: UPC's {@code this - from};
     * {@code from.add(this.distance(from))} equals this.
     *
     * <p>Errors: their layouts differ; no number of elements leads from the one to the other; of an indefinite layout,
     * threads differ.
     */
    public long distance(SharedPointer from) {
        if (!layout.equals(from.layout)) {
            throw bad("distance", this + " and " + from + " have different layouts: cast one of them (castTo)");
        }
        int size = layout.elementBytes();
        if (layout.isIndefinite()) {
            long bytes = addrfield - from.addrfield;
            if (thread != from.thread || bytes % size != 0) {
                throw apart(from);
            }
            return bytes / size;
        }
        long bytes = addrfield - phase * size - (from.addrfield - from.phase * size);
        long rows = bytes / layout.blockBytes();
        if (rows * layout.blockBytes() != bytes) {
            throw apart(from);
        }
        return (rows * layout.threads() + thread - from.thread) * layout.blockSize() + phase - from.phase;
    }

    private PgasException apart(SharedPointer from) {
        return bad("distance", this + " and " + from + " are not in one array: no number of elements lies between");
    }

    /** By {@link #distance}: negative when this is before {@code other} in their array. Errors as there. */
    @Override
    public int compareTo(SharedPointer other) {
        return Long.signum(distance(other));
    }

    /** The same byte with another layout, at phase 0; with an equal one this. Error: a thread that the layout lacks. */
    public SharedPointer castTo(SharedLayout other) {
        return other.equals(layout) ? this : of(other, thread, 0, addrfield);
    }

    /** The same byte at phase 0. Source: upc_resetphase. */
    public SharedPointer resetPhase() {
        return phase == 0 ? this : new SharedPointer(layout, thread, 0, addrfield);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SharedPointer pointer && thread == pointer.thread && addrfield == pointer.addrfield;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(addrfield) * 31 + thread;
    }

    /** "thread 2, phase 1, address 4096". */
    @Override
    public String toString() {
        return "thread " + thread + ", phase " + phase + ", address " + addrfield;
    }
}
