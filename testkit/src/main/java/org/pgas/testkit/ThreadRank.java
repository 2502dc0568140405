package org.pgas.testkit;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** A rank that is a thread of this JVM. Used once. */
final class ThreadRank implements Rank {
    private static final long STOP_MILLIS = 3_000;

    private final ClassLoader loader;
    private Body body;
    private Thread thread;

    ThreadRank(ClassLoader loader) {
        this.loader = loader;
    }

    @Override
    public void start(Assignment assignment, Consumer<Outcome> whenDone) {
        body = new Body(assignment, loader);
        // a daemon, so that one that cannot be stopped does not keep the JVM
        thread = Thread.ofPlatform().daemon().name("rank " + assignment.rank() + " of " + assignment.size())
                .start(() -> whenDone.accept(body.run()));
    }

    /** Threads print to the console of this JVM. */
    @Override
    public String output() {
        return "";
    }

    @Override
    public Future<String> dump() {
        return CompletableFuture.completedFuture(ThreadDump.of(thread));
    }

    @Override
    public String stop() {
        thread.interrupt();
        // by a thread of its own, since the body may be stuck inside the library
        Thread closer = Thread.ofPlatform().daemon().name("closer of " + thread.getName())
                .start(body::closeFromOutside);
        if (Bounded.join(thread, STOP_MILLIS) && Bounded.join(closer, STOP_MILLIS)) {
            return "it ended when it was interrupted and its membership closed";
        }
        return "its thread could not be stopped and was abandoned";
    }
}
