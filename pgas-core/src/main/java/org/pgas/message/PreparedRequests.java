package org.pgas.message;

import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.pgas.rank.Slot;

/**
 * The request that each thread of a rank has prepared, or did last. What a thread leaves open when it dies is
 * cancelled: in a ring of a pair nothing behind it would arrive, and staged it would keep its slot.
 *
 * <pre>
 * field              writer                reader       order
 * slots              each thread, its own  the watcher  concurrent queue
 * message of a slot  its thread            the watcher  plain, once the thread is not alive
 * </pre>
 */
final class PreparedRequests {
    /** One thread's; touched by it, and after its death by {@link #reclaim}. */
    static final class Slot {
        private final Thread thread = Thread.currentThread();
        Prepared message;
    }

    private final Queue<Slot> slots = new ConcurrentLinkedQueue<>();

    /** Weak, since a slot refers to the job: a thread that lives on keeps no job that is gone. */
    private final ThreadLocal<WeakReference<Slot>> own = ThreadLocal.withInitial(this::add);

    private WeakReference<Slot> add() {
        Slot slot = new Slot();
        slots.add(slot);
        return new WeakReference<>(slot);
    }

    /** The calling thread's; among the slots as long as that thread lives, hence there. */
    Slot own() {
        return own.get().get();
    }

    /** Cancels what threads that have died left open. By one thread at a time. */
    void reclaim() {
        for (Iterator<Slot> all = slots.iterator(); all.hasNext();) {
            Slot slot = all.next();
            // SYNC: a thread's death; all that it did happened before it is seen not to be alive
            if (!slot.thread.isAlive()) {
                all.remove();
                if (slot.message != null) {
                    slot.message.reclaim();
                }
            }
        }
    }
}
