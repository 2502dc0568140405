package org.pgas.faults;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What is undone when this JVM ends before it has undone it itself, as when a signal ends it: a process that was
 * stopped does not end by itself, and files stay. What was begun last is undone first. A thread that begins something
 * by then begins nothing more. Any thread.
 */
public final class AtEnd implements AutoCloseable {
    /** Undoes something that was begun. */
    public interface Undoing {
        /** Called once, by a thread that ends this JVM. */
        void undo() throws Exception;
    }

    /** Guarded by itself, as is the next one. */
    private static final Deque<AtEnd> PENDING = new ArrayDeque<>();

    private static boolean isEnding;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(AtEnd::undoAll, "faults at end"));
    }

    private final Undoing undoing;

    private AtEnd(Undoing undoing) {
        this.undoing = undoing;
    }

    /** To be called before that is begun, and closed when it has been undone. */
    public static AtEnd of(Undoing undoing) {
        synchronized (PENDING) {
            holdWhenEnding();
            AtEnd made = new AtEnd(undoing);
            PENDING.addFirst(made);
            return made;
        }
    }

    /** Does not return any more when this JVM ends: what is seen then is what the end has done. */
    static void holdWhenEnding() {
        synchronized (PENDING) {
            while (isEnding) {
                try {
                    PENDING.wait();
                } catch (InterruptedException e) {
                    // until the end
                }
            }
        }
    }

    /** It has been undone. Idempotent. */
    @Override
    public void close() {
        synchronized (PENDING) {
            PENDING.remove(this);
        }
    }

    private static void undoAll() {
        for (AtEnd each = next(); each != null; each = next()) {
            try {
                each.undoing.undo();
            } catch (Exception e) {
                System.err.println("left behind: " + e.getMessage());
            }
        }
    }

    private static AtEnd next() {
        synchronized (PENDING) {
            isEnding = true;
            return PENDING.pollFirst();
        }
    }
}
