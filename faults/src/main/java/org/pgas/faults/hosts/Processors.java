package org.pgas.faults.hosts;

import java.util.concurrent.Semaphore;

/**
 * The processors of this machine, for one job at a time: two that start at once would make each other late. Any thread.
 */
final class Processors {
    private final Semaphore free = new Semaphore(1, true);

    /** Waits until no other job has them. */
    Use use() throws InterruptedException {
        free.acquire();
        return new Use();
    }

    /** By one thread. */
    final class Use implements AutoCloseable {
        private boolean isOver;

        private Use() {}

        /** What is left of the job is waiting. Idempotent. */
        @Override
        public void close() {
            if (!isOver) {
                isOver = true;
                free.release();
            }
        }
    }
}
