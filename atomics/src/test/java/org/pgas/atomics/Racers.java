package org.pgas.atomics;

import java.util.ArrayList;
import java.util.List;

/**
 * Threads that work on memory by its address, and so must have ended before it is freed, however the test ends. Their
 * loops are short or {@link #goOn}.
 */
final class Racers implements AutoCloseable {
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    void start(Runnable body) {
        threads.add(Thread.ofPlatform().daemon().start(body));
    }

    void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** In every loop that waits for another thread: lets that run, and ends the calling one when the test is over. */
    void goOn() {
        if (stopped) {
            throw new IllegalStateException("the test has ended while this thread was waiting");
        }
        Thread.yield();
    }

    /** Returns when no thread runs any more. */
    @Override
    public void close() {
        stopped = true;
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
