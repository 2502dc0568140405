package org.pgas.mpi.comm;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicBoolean;

import org.pgas.HandlerSafeLock;
import org.pgas.team.TeamCore;
import org.pgas.wait.BackgroundWork;

/**
 * Operations that a thread outside of handlers has to go on with, since they communicate: every poll and every wait of
 * the rank does so, whatever it is for, while there are any.
 *
 * <pre>
 * field    writer                          reader                order
 * busy     the thread that runs it         threads that would    CAS / release
 * waiting  under the lock of the engine    the same              the lock
 * current  under the lock of the engine    the same              the lock
 * </pre>
 */
final class Work {
    private final HandlerSafeLock lock;
    private final TeamCore world;

    /** Whether a thread goes on with some. To send may be to poll, which comes here again. */
    private final AtomicBoolean busy = new AtomicBoolean();

    private final ArrayDeque<Operation> waiting = new ArrayDeque<>();

    /** What polls and waits know of; null while there is nothing to do. Each is for one time, as they have it. */
    private Pass current;

    private final class Pass implements BackgroundWork {
        @Override
        public boolean advance() {
            return Work.this.advance(this);
        }
    }

    Work(HandlerSafeLock lock, TeamCore world) {
        this.lock = lock;
        this.world = world;
    }

    /** Under the lock of the engine. */
    void add(Operation operation) {
        waiting.addLast(operation);
        if (current == null) {
            current = new Pass();
            world.inBackground(current);
        }
    }

    private boolean advance(Pass pass) {
        // SYNC: work of MPI operations
        if (!busy.compareAndSet(false, true)) {
            return false;
        }
        boolean isAnyOver = false;
        try {
            int rounds = size();
            for (int round = 0; round < rounds; round++) {
                Operation operation = next();
                if (operation == null) {
                    break;
                }
                if (goOn(operation)) {
                    isAnyOver = true;
                } else {
                    putBack(operation);
                }
            }
        } finally {
            // SYNC: work of MPI operations
            busy.setRelease(false);
        }
        if (isAnyOver) {
            world.ring(world.memberRank());
        }
        return isOver(pass);
    }

    /** Whether nothing is left to do with it. */
    private static boolean goOn(Operation operation) {
        try {
            return operation.isReachable() && operation.goOn();
        } catch (RuntimeException e) {
            operation.fail(e);
            return true;
        }
    }

    private int size() {
        try (HandlerSafeLock.Held _ = lock.hold()) {
            return waiting.size();
        }
    }

    private Operation next() {
        try (HandlerSafeLock.Held _ = lock.hold()) {
            return waiting.pollFirst();
        }
    }

    private void putBack(Operation operation) {
        // another thread may have found nothing to do meanwhile
        try (HandlerSafeLock.Held _ = lock.hold()) {
            add(operation);
        }
    }

    /** Whether polls and waits may forget {@code pass}: there is nothing to do, and the next one is another. */
    private boolean isOver(Pass pass) {
        try (HandlerSafeLock.Held _ = lock.hold()) {
            if (current == pass && waiting.isEmpty()) {
                current = null;
            }
            return current != pass;
        }
    }
}
