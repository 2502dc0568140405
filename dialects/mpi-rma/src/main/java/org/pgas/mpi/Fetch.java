package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

/**
 * A get, or what answers old values, while it is under way. An object of the table {@link Fetches}, used again and
 * again.
 *
 * <p>Written by the initiating thread before its first message, then by the handlers of its replies, which run one at a
 * time; the messages order the two.
 *
 * <pre>
 * field       writer                                     reader             order
 * generation  the thread that ends it, under the table   handlers, waiters  volatile, after the result
 * the rest    the initiating thread, then handlers       the same           plain, ordered by the messages
 * </pre>
 */
final class Fetch {
    private static final int GENERATION_SHIFT = 32;

    final int index;

    /** In the list of free ones. Guarded by the table. */
    Fetch next;

    /** Tells the uses of this object apart: changes when one ends. */
    private volatile int generation;

    private int target;
    private Thread thread;
    private MemorySegment result;
    private long count;

    /** Null when the result is dense. */
    private Datatype type;

    private boolean elements;
    private long typeId;

    /** Bytes that are still to come. */
    private long missing;

    Fetch(int index) {
        this.index = index;
    }

    /** {@code bytes} of packed data of {@code target} are going to come; answers the handle of this use. */
    long begin(int newTarget, MemorySegment newResult, long newCount, Datatype newType, boolean newElements,
            long bytes) {
        target = newTarget;
        thread = Thread.currentThread();
        result = newResult;
        count = newCount;
        type = newType;
        elements = newElements;
        typeId = 0;
        missing = bytes;
        return handle();
    }

    /** The number of the target's datatype, which the fetch uses until its end. */
    void uses(long newTypeId) {
        typeId = newTypeId;
    }

    private long handle() {
        return (long) generation << GENERATION_SHIFT | index;
    }

    static int index(long handle) {
        return (int) handle;
    }

    /** Whether that use has ended; an acquire. */
    boolean isOver(long handle) {
        return handle() != handle;
    }

    int target() {
        return target;
    }

    long typeId() {
        return typeId;
    }

    boolean expects(long position, long bytes) {
        return result != null && position >= 0 && bytes >= 0 && bytes <= missing;
    }

    /** The thread that began it, if the calling one may not touch the result; else null. */
    Thread keeper() {
        return result.isAccessibleBy(Thread.currentThread()) ? null : thread;
    }

    MemorySegment result() {
        return result;
    }

    /** What puts the result where it belongs later, by its thread. */
    Kept keep(long position, byte[] data) {
        return new Kept(thread, result, count, type, elements, position, data);
    }

    boolean isDense() {
        return type == null;
    }

    void unpack(long position, MemorySegment packed, long bytes) {
        TypedCopy.unpack(type, count, elements, result, 0, position, packed, 0, bytes);
    }

    /** Says whether these were the last ones. */
    boolean arrived(long bytes) {
        missing -= bytes;
        return missing == 0;
    }

    /** By the table. */
    void end() {
        result = null;
        thread = null;
        type = null;
        generation++;
    }

    /** Data for memory that only {@code thread} may touch. */
    record Kept(Thread thread, MemorySegment result, long count, Datatype type, boolean elements, long position,
            byte[] data) {
        void land() {
            MemorySegment packed = MemorySegment.ofArray(data);
            if (type == null) {
                MemorySegment.copy(packed, 0, result, position, data.length);
            } else {
                TypedCopy.unpack(type, count, elements, result, 0, position, packed, 0, data.length);
            }
        }
    }
}
