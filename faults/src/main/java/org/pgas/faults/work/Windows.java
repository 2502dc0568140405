package org.pgas.faults.work;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Job;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Group;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;

/**
 * MPI windows over shared and over unshared memory: all three kinds of epochs, puts, gets and accumulates; results are
 * checked.
 */
public final class Windows {
    private static final int COUNTER = 0;
    private static final int CELLS = 8;
    private static final long BYTES = 4096;

    private final Window window;
    private final MemorySegment memory;
    private long counted;

    private Windows(Window window, MemorySegment memory) {
        this.window = window;
        this.memory = memory;
    }

    /** No arguments. */
    public static void main(String[] arguments) {
        try (Job job = Job.join()) {
            job.attach(job.pageBytes());
            Window shared = Window.allocate(job.world(), BYTES, 8);
            MemorySegment own = Arena.global().allocate(BYTES, 8);
            Windows[] windows = {new Windows(shared, shared.memory()),
                new Windows(Window.create(job.world(), own, 8), own)};
            System.out.println(Workload.READY);
            for (long round = 0;; round++) {
                for (Windows each : windows) {
                    each.fence(round);
                    each.postAndStart(round);
                    // a part is exposed or locked, not both: nobody locks before everybody's await
                    job.world().barrier();
                    each.lock();
                }
            }
        }
    }

    private static MemorySegment one(long value) {
        return MemorySegment.ofArray(new long[]{value});
    }

    private void expect(String what, long expected, int cell) {
        Check.equal(what, expected, memory.get(ValueLayout.JAVA_LONG, 8L * cell));
    }

    /** Each puts a number into a cell of its own at every rank. */
    private void fence(long round) {
        window.fence(Assertions.NOPRECEDE);
        for (int target = 0; target < window.size(); target++) {
            window.put(one(round + window.rank()), 1, Datatype.LONG, target, CELLS + window.rank(), 1, Datatype.LONG);
        }
        window.fence(Assertions.NOSUCCEED);
        for (int from = 0; from < window.size(); from++) {
            expect("put in a fence epoch", round + from, CELLS + from);
        }
    }

    /** Each puts to the next rank, exposed to the one before. */
    private void postAndStart(long round) {
        int next = (window.rank() + 1) % window.size();
        int before = (window.rank() + window.size() - 1) % window.size();
        window.post(Group.of(before), Assertions.NONE);
        window.start(Group.of(next), Assertions.NONE);
        window.put(one(-round - window.rank()), 1, Datatype.LONG, next, CELLS + window.rank(), 1, Datatype.LONG);
        window.complete();
        window.await();
        expect("put in a post-start epoch", -round - before, CELLS + before);
    }

    /** All count at rank 0, under either kind of lock; the next fence tells how often. */
    private void lock() {
        long[] found = new long[1];
        counted++;
        window.lock(counted % 3 == 0 ? LockType.EXCLUSIVE : LockType.SHARED, 0, Assertions.NONE);
        window.accumulate(one(1), 1, Datatype.LONG, 0, COUNTER, 1, Datatype.LONG, Op.SUM);
        window.flush(0);
        window.getAccumulate(one(0), 1, Datatype.LONG, MemorySegment.ofArray(found), 1, Datatype.LONG, 0, COUNTER, 1,
                Datatype.LONG, Op.NO_OP);
        window.unlock(0);
        if (found[0] < counted || found[0] > counted * window.size()) {
            Check.wrong("counter of a window: " + found[0] + " in round " + counted + " of " + window.size()
                    + " ranks, each of which has added 1 in each round");
        }
    }
}
