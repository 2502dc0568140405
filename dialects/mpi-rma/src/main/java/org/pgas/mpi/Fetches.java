package org.pgas.mpi;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The fetches of a rank in a window that are under way, by the number that messages carry, and what they brought for
 * memory that the handler of a reply could not touch. Grows with the most that were ever under way at once. For any
 * thread.
 *
 * <p>If memory is confined to a thread, that thread writes it: mostly it takes in the reply itself, while it waits. If
 * another thread has taken in the reply, its data is kept until the confining thread waits for operations of the
 * window, or looks at the request.
 *
 * <pre>
 * field       writer                             reader                     order
 * all         threads that make one, under this  handlers                   volatile, stored anew for each entry
 * kept        handlers                           the thread that it is for  concurrent queue
 * free, made  under this                         the same                   plain
 * </pre>
 */
final class Fetches {
    /** By index; longer than needed. Replaced when it grows, under {@code this}. */
    private volatile Fetch[] all = new Fetch[64];

    private int made;
    private Fetch free;

    private final Queue<Fetch.Kept> kept = new ConcurrentLinkedQueue<>();

    synchronized Fetch take() {
        Fetch taken = free;
        if (taken != null) {
            free = taken.next;
            taken.next = null;
            return taken;
        }
        Fetch[] table = all;
        if (made == table.length) {
            table = Arrays.copyOf(table, Math.multiplyExact(2, made));
        }
        taken = new Fetch(made);
        table[made++] = taken;
        all = table;
        return taken;
    }

    synchronized void giveBack(Fetch fetch) {
        fetch.end();
        fetch.next = free;
        free = fetch;
    }

    /** The one that a reply names, or null when there is none under way of that handle. */
    Fetch find(long handle) {
        Fetch[] table = all;
        int index = Fetch.index(handle);
        Fetch found = index >= 0 && index < table.length ? table[index] : null;
        return found == null || found.isOver(handle) ? null : found;
    }

    /** By a handler. */
    void keep(Fetch fetch, long position, byte[] data) {
        kept.add(fetch.keep(position, data));
    }

    /** Puts what was kept for the calling thread where it belongs. */
    void land() {
        if (kept.isEmpty()) {
            return;
        }
        for (Iterator<Fetch.Kept> each = kept.iterator(); each.hasNext();) {
            Fetch.Kept next = each.next();
            if (next.thread() == Thread.currentThread()) {
                each.remove();
                next.land();
            }
        }
    }

    /** For tests: how many objects there are. */
    synchronized int made() {
        return made;
    }

    /** Begins one; see {@link Fetch#begin}. */
    static long begin(Fetch fetch, int target, Elements result, boolean elements, long bytes) {
        boolean dense = result.type().denseBytes(result.count()) >= 0;
        return fetch.begin(target, result.memory(), result.count(), dense ? null : result.type(), elements, bytes);
    }
}
