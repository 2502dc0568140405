package org.pgas.faults;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * What is undone when this JVM ends before it has undone it itself, as when a signal ends it: a process that was
 * stopped does not end by itself, and files stay. What was begun last is undone first. The end waits for beginnings
 * that are under way, and a thread that would begin something later does not return. Any thread.
 */
public final class AtEnd implements AutoCloseable {
    /** Undoes something that was begun. */
    public interface Undoing {
        /** Called once, by a thread that ends this JVM. */
        void undo() throws Exception;
    }

    /** A beginning that is under way. Closed by the thread that has opened it. */
    public static final class Beginning implements AutoCloseable {
        private Beginning() {}

        @Override
        public void close() {
            BEGINNINGS.unlock();
        }
    }

    private static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    private static final ReentrantReadWriteLock.ReadLock BEGINNINGS = LOCK.readLock();

    /** Locked by the end, for ever. */
    private static final ReentrantReadWriteLock.WriteLock END = LOCK.writeLock();

    /** Guarded by itself. */
    private static final Deque<AtEnd> PENDING = new ArrayDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(AtEnd::undoAll, "faults at end"));
    }

    private final Undoing undoing;

    private AtEnd(Undoing undoing) {
        this.undoing = undoing;
    }

    /** To be open while something begins that will have to be undone: for a short time, since the end waits for it. */
    public static Beginning begin() {
        BEGINNINGS.lock();
        return new Beginning();
    }

    /** Of something that begins; closed when it has been undone. */
    public static AtEnd of(Undoing undoing) {
        try (Beginning _ = begin()) {
            AtEnd made = new AtEnd(undoing);
            synchronized (PENDING) {
                PENDING.addFirst(made);
            }
            return made;
        }
    }

    /** Does not return any more when this JVM ends: what is seen then is what the end has done. */
    static void holdWhenEnding() {
        begin().close();
    }

    /** It has been undone. Idempotent. */
    @Override
    public void close() {
        synchronized (PENDING) {
            PENDING.remove(this);
        }
    }

    private static void undoAll() {
        END.lock();
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
            return PENDING.pollFirst();
        }
    }
}
