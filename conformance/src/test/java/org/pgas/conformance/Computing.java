package org.pgas.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import org.opentest4j.AssertionFailedError;

/** Threads of a rank that compute: that do anything but call the library. All bounded. */
final class Computing {
    private Computing() {}

    interface Body {
        void run(int index) throws Exception;
    }

    /** Spins until the condition, which calls nothing of the library and reads something volatile, is true. */
    static void until(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + Patience.NANOS;
        for (int round = 1; !condition.getAsBoolean(); round++) {
            Thread.onSpinWait();
            if (round % 64 == 0) {
                // cores are few, and whoever is to make it true needs one
                Thread.yield();
                if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
                    throw new AssertionFailedError("this did not come about: " + what);
                }
            }
        }
    }

    /**
     * Runs the body on so many threads at once, and fails when one does. Random numbers of the test's seed work on
     * them.
     */
    static void onThreads(int count, Body body) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int index = i;
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                try {
                    body.run(index);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError("a thread of the test failed: " + failure.get().getMessage(), failure.get());
        }
    }
}
