package org.pgas.pshm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the program wants done when its job is ended from elsewhere: run once, in order, for a bounded time. */
final class ExitHooks {
    private final List<Runnable> hooks = new ArrayList<>();
    private boolean ran;

    synchronized void add(Runnable hook) {
        hooks.add(hook);
    }

    /** Runs the hooks on a thread of their own unless they have been, and waits for them no longer than the grace. */
    void runOnce(Duration grace) {
        List<Runnable> due;
        synchronized (this) {
            if (ran || hooks.isEmpty()) {
                ran = true;
                return;
            }
            ran = true;
            due = List.copyOf(hooks);
        }
        Thread thread = Thread.ofPlatform().daemon().name("pgas-exit-hooks").start(() -> due.forEach(ExitHooks::run));
        boolean interrupted = false;
        long deadline = System.nanoTime() + grace.toNanos();
        while (thread.isAlive()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                break;
            }
            try {
                thread.join(Duration.ofNanos(left));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void run(Runnable hook) {
        try {
            hook.run();
        } catch (RuntimeException | Error e) {
            Thread thread = Thread.currentThread();
            thread.getThreadGroup().uncaughtException(thread, e);
        }
    }
}
