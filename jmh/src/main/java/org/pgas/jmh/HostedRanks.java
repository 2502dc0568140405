package org.pgas.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.pgas.Job;
import org.pgas.JobConfig;
import org.pgas.Rma;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.DoubleAtomicDomain;
import org.pgas.atomics.FairMutex;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.pshm.HostedJob;
import org.pgas.vis.Vis;

/**
 * A job of two ranks in this JVM: rank 0 is measured, rank 1 only lends its segment. The mappings are those of ranks in
 * processes of their own; what it costs when a peer works on the same lines at the same time is for {@link TwoRanks}.
 */
@State(Scope.Benchmark)
public class HostedRanks {
    static final int PEER = 1;

    private HostedJob hosted;
    private Job peer;

    Job job;
    Rma rma;
    LongAtomicDomain atomics;
    DoubleAtomicDomain doubles;
    FairMutex mutex;
    Accumulator accumulator;
    Vis vis;

    /** The peer's segment as a segment of the JDK, to compare with. */
    MemorySegment mapped;

    /** Local memory, as large as the largest transfer. */
    MemorySegment memory;
    MemorySegment heap;

    private Arena arena;

    /** Joins and attaches both ranks; each step needs both at once. */
    @Setup(Level.Trial)
    public void join() {
        String name = "jmh-" + ProcessHandle.current().pid();
        hosted = HostedJob.create(null, name, 2, Map.of());
        CompletableFuture<Job> other = CompletableFuture.supplyAsync(() -> joinAs(PEER), HostedRanks::start);
        job = joinAs(0);
        peer = other.join();
        rma = job.world().rma();
        atomics = LongAtomicDomain.create(job.world());
        doubles = DoubleAtomicDomain.create(job.world());
        accumulator = Accumulator.of(job.world());
        vis = Vis.of(job.world());
        mutex = FairMutex.initialise(job.world(), PEER, Places.MUTEX);
        mapped = peer.endpoint().segment().local();
        arena = Arena.ofShared();
        memory = arena.allocate(BulkBenchmark.MOST_BYTES, 4096).fill((byte) 1);
        heap = MemorySegment.ofArray(new byte[BulkBenchmark.MOST_BYTES]);
    }

    private static void start(Runnable task) {
        Thread.ofPlatform().daemon().name("rank 1").start(task);
    }

    private Job joinAs(int rank) {
        Job joined = Job.join(JobConfig.builder().place(hosted.directory(), rank, 2).build());
        joined.attach(Places.SEGMENT_BYTES);
        return joined;
    }

    Job peer() {
        return peer;
    }

    /** Leaves nothing behind. */
    @TearDown(Level.Trial)
    public void leave() {
        arena.close();
        job.close();
        peer.close();
        hosted.remove();
        hosted.close();
    }
}
