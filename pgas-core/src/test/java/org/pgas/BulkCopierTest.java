package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pgas.bulk.BulkCopier;
import org.pgas.bulk.BulkCopy;

/** What happens while the copier's thread is being started, by one that hands over. */
class BulkCopierTest {
    private static final int BYTES = 4096;

    private final FakeWorld world = new FakeWorld(1);
    private final Arena arena = Arena.ofShared();
    private BulkCopier copier;

    @AfterEach
    void close() {
        copier.stop();
        arena.close();
    }

    private BulkCopy copy() {
        return BulkCopy.fill("memsetNb", 0, 0, arena.allocate(BYTES).address(), (byte) 1, BYTES);
    }

    /**
     * A copier whose thread, when it is started, lets {@code meanwhile} run in another one until that ends or waits,
     * and then starts or fails.
     */
    private Thread startSlowly(Runnable meanwhile, boolean fails) {
        Thread other = Thread.ofPlatform().daemon().unstarted(meanwhile);
        copier = new BulkCopier(world.conduit(0), run -> new Thread(run) {
            @Override
            public void start() {
                other.start();
                while (other.getState() != State.BLOCKED && other.getState() != State.TERMINATED) {
                    Thread.yield();
                }
                if (fails) {
                    throw new OutOfMemoryError("no more threads, says the test");
                }
                super.start();
            }
        });
        return other;
    }

    @Test
    void shouldDoEveryCopyThatWasHandedOverToAThreadThatCannotStart() throws InterruptedException {
        BulkCopy first = copy();
        BulkCopy second = copy();
        Thread other = startSlowly(() -> copier.handOver(second), true);
        copier.handOver(first);
        other.join();
        assertTrue(first.isDone());
        assertTrue(second.isDone());
        assertTrue(copier.isStopped());
    }

    @Test
    void shouldNotReturnFromStopBeforeTheThreadThatIsBeingStartedHasEnded() throws InterruptedException {
        AtomicReference<Thread.State> seen = new AtomicReference<>();
        Thread other = startSlowly(() -> {
            copier.stop();
            seen.set(copier.thread().getState());
        }, false);
        BulkCopy copy = copy();
        copier.handOver(copy);
        other.join();
        copier.thread().join();
        assertEquals(Thread.State.TERMINATED, seen.get());
        assertTrue(copy.isDone());
    }
}
