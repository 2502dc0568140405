package org.pgas.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Threads of one rank. */
final class RankThreads {
    private RankThreads() {}

    /**
     * Runs each body in a thread of its own, all at once, and returns when all have ended; throws what the first that
     * failed threw.
     */
    static void run(Runnable... bodies) throws Exception {
        List<FutureTask<?>> tasks = new ArrayList<>();
        for (Runnable body : bodies) {
            tasks.add(start(body));
        }
        for (FutureTask<?> task : tasks) {
            join(task);
        }
    }

    static FutureTask<?> start(Runnable body) {
        FutureTask<?> task = new FutureTask<>(body, null);
        Thread.ofPlatform().daemon().start(task);
        return task;
    }

    static void join(FutureTask<?> task) throws Exception {
        try {
            task.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (Exception) e.getCause();
        }
    }
}
