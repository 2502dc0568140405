package org.pgas.pshm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the program wants done when its job is ended from elsewhere: run once, in order, for a bounded time. */
final class ExitHooks {
    private final List<Runnable> hooks = new ArrayList<>();
    private boolean ran;
    private Thread thread;
    private long deadline;

    synchronized void add(Runnable hook) {
        hooks.add(hook);
    }

    /** Runs the hooks on a thread of their own unless they have been, and waits for them no longer than the grace. */
    void runOnce(Duration grace) {
        Thread running = start(grace);
        if (running != null) {
            join(running);
        }
    }

    /** The thread that runs the hooks; of several threads that end this process at once, all wait for it. */
    private synchronized Thread start(Duration grace) {
        if (!ran) {
            ran = true;
            deadline = System.nanoTime() + grace.toNanos();
            if (!hooks.isEmpty()) {
                List<Runnable> due = List.copyOf(hooks);
                thread = begin(() -> due.forEach(ExitHooks::run));
            }
        }
        return thread;
    }

    /** Null if the system gives no more threads: a hook without a limit on its wait might keep the process for ever. */
    private static Thread begin(Runnable body) {
        try {
            return Thread.ofPlatform().daemon().name("pgas-exit-hooks").start(body);
        } catch (OutOfMemoryError e) {
            System.err.println("pgas: the hooks of Job.onExit are not run: there may be no more threads (ulimit -u, "
                    + "docker run --pids-limit=...)");
            return null;
        }
    }

    private void join(Thread running) {
        boolean interrupted = false;
        while (running.isAlive()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                break;
            }
            try {
                running.join(Duration.ofNanos(left));
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
            String cut = CutFiles.describe(e);
            if (!cut.isEmpty()) {
                System.err.println("pgas: an exit hook failed: " + cut);
            }
            Uncaught.pass(Thread.currentThread(), e);
        }
    }
}
