package org.pgas.jmh;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Group;
import org.pgas.mpi.Window;

/**
 * A window of {@link HostedRanks}, with all parts locked by rank 0, and another without any epoch; they end with the
 * job.
 */
@State(Scope.Benchmark)
public class HostedWindow {
    static final int BYTES = 1 << 20;

    /** Of the origin of transfers, and of a result behind it. */
    static final int MOST_BYTES = 128 << 10;

    final Datatype vector = Datatype.contiguous(64, Datatype.vector(4, 1, 2, Datatype.INT)).commit();
    final Group self = Group.of(0);

    Window locked;
    Window idle;

    MemorySegment word;
    MemorySegment result;
    MemorySegment heapWord = MemorySegment.ofArray(new long[1]);

    @Setup(Level.Trial)
    public void make(HostedRanks ranks) {
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            Window.allocate(ranks.peer().world(), BYTES, 1);
            Window.allocate(ranks.peer().world(), BYTES, 1);
        }, HostedWindow::start);
        locked = Window.allocate(ranks.job.world(), BYTES, 1);
        idle = Window.allocate(ranks.job.world(), BYTES, 1);
        other.join();
        locked.lockAll(Assertions.NONE);
        word = ranks.memory.asSlice(0, 8);
        result = ranks.memory.asSlice(MOST_BYTES, 8);
    }

    private static void start(Runnable task) {
        Thread.ofPlatform().daemon().name("rank 1's windows").start(task);
    }
}
