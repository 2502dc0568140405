package org.pgas.jmh;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.armci.Armci;
import org.pgas.armci.Giov;
import org.pgas.armci.NbHandle;
import org.pgas.mppa.Mppa;
import org.pgas.mppa.MppaSegment;
import org.pgas.upc.SharedMemvec;
import org.pgas.upc.Upc;
import org.pgas.vis.Memvec;

/** The dialects for {@link HostedRanks}, with memory of the peer and arguments of calls; they end with the job. */
@State(Scope.Benchmark)
public class HostedDialects {
    static final int BYTES = 1 << 20;

    /** Sections have so many rows, so long and so far apart. */
    static final int ROWS = 16;

    static final int ROW_BYTES = 64;
    static final int LEADING = 128;

    /** Regions of lists. */
    static final int ENTRIES = 16;

    final int[] count = {ROW_BYTES, ROWS};
    final int[] strides = {LEADING};
    final long[] longCount = {ROW_BYTES, ROWS};
    final long[] longStrides = {LEADING};
    final NbHandle handle = new NbHandle();

    Armci armci;
    Mppa mppa;
    Upc upc;

    /** The peer's. */
    long pointer;
    MppaSegment segment;
    long shared;

    MemorySegment local;
    Giov[] vector;
    long[] offsets;
    long[] lengths;
    Memvec[] regions;
    SharedMemvec[] sharedRegions;

    @Setup(Level.Trial)
    public void make(HostedRanks ranks) {
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            Job peer = ranks.peer();
            Armci theirs = Armci.init(peer, 4L * BYTES);
            theirs.malloc(BYTES);
            theirs.createMutexes(1);
            Mppa.init(peer);
            Upc.init(peer, 4L * BYTES, BYTES).allAlloc(2, BYTES);
        }, HostedDialects::start);
        armci = Armci.init(ranks.job, 4L * BYTES);
        pointer = armci.malloc(BYTES)[HostedRanks.PEER];
        armci.createMutexes(1);
        mppa = Mppa.init(ranks.job);
        upc = Upc.init(ranks.job, 4L * BYTES, BYTES);
        shared = GlobalPointer.of(HostedRanks.PEER, GlobalPointer.offset(upc.allAlloc(2, BYTES)));
        other.join();
        segment = mppa.defaultSegment(HostedRanks.PEER);
        local = ranks.memory;
        makeLists();
    }

    /** Offsets have no constant distance. */
    private void makeLists() {
        offsets = new long[ENTRIES];
        Arrays.setAll(offsets, i -> LEADING * (3L * i + i % 3));
        lengths = new long[ENTRIES];
        Arrays.fill(lengths, ROW_BYTES);
        regions = new Memvec[ENTRIES];
        Arrays.setAll(regions, i -> new Memvec(offsets[i], ROW_BYTES));
        sharedRegions = new SharedMemvec[ENTRIES];
        Arrays.setAll(sharedRegions, i -> new SharedMemvec(shared + offsets[i], ROW_BYTES));
        long[] pointers = Arrays.stream(offsets).map(offset -> pointer + offset).toArray();
        vector = new Giov[]{new Giov(local, offsets, pointers, ENTRIES, ROW_BYTES)};
    }

    private static void start(Runnable task) {
        Thread.ofPlatform().daemon().name("rank 1's dialects").start(task);
    }
}
