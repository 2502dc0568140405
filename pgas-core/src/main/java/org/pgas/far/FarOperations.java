package org.pgas.far;

import java.util.Arrays;

import org.pgas.EventCategory;

/**
 * The operations of a rank that are under way on memory that is not mapped here, by the number that messages carry.
 * Grows with the most that were ever under way at once, and allocates nothing otherwise. Any thread.
 *
 * <pre>
 * field        writer                         reader    order
 * all          makers, under the lock         handlers  volatile array; its entry by the messages that name it
 * free, count  under the lock                 the same  plain
 * </pre>
 */
public final class FarOperations {
    /** By index; longer than needed. Replaced when it grows, under {@code this}. */
    private volatile FarOperation[] all = new FarOperation[64];

    private int count;
    private FarOperation free;

    private synchronized FarOperation take() {
        FarOperation taken = free;
        if (taken != null) {
            free = taken.nextFree;
            taken.nextFree = null;
            return taken;
        }
        if (count == all.length) {
            all = Arrays.copyOf(all, Math.multiplyExact(2, count));
        }
        taken = new FarOperation(count);
        all[count++] = taken;
        return taken;
    }

    public synchronized void giveBack(FarOperation operation) {
        operation.end();
        operation.nextFree = free;
        free = operation;
    }

    /** Begins an operation, which tells {@code sink} when it is complete. */
    FarOperation begin(FarThread thread, FarSink sink, EventCategory category, int peer) {
        return take().begin(sink, thread, category, isCounted(thread, sink), peer);
    }

    /** Begins what no fence waits for. */
    public FarOperation beginUncounted(FarThread thread, FarSink sink, EventCategory category, int peer) {
        return take().begin(sink, thread, category, false, peer);
    }

    /** A blocking operation is complete before its thread can come to a fence, or to another operation. */
    private static boolean isCounted(FarThread thread, FarSink sink) {
        return sink != thread.blocking();
    }

    /** Counts what has been sent whole; it may be complete already, and its object be another operation's. Says yes. */
    static boolean sent(FarThread thread, FarSink sink, EventCategory category, int peer) {
        return sent(thread, sink, category, peer, false);
    }

    /** The same, {@code direct} where devices carry it out. */
    static boolean sent(FarThread thread, FarSink sink, EventCategory category, int peer, boolean direct) {
        if (sink instanceof FarSet set) {
            set.begun(category, peer);
        }
        if (isCounted(thread, sink)) {
            thread.nonBlocking().begun(category, peer);
            if (direct) {
                thread.direct().begun(category, peer);
            }
        }
        return true;
    }

    /** The operation that a reply of {@code source} names, or null when it has none under way of that handle. */
    FarOperation find(long handle, int source) {
        FarOperation[] table = all;
        int index = FarOperation.index(handle);
        FarOperation found = index >= 0 && index < table.length ? table[index] : null;
        return found != null && found.isUnder(handle, source) ? found : null;
    }
}
