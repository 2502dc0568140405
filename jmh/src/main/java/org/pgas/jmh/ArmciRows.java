package org.pgas.jmh;

import java.lang.foreign.MemorySegment;

import org.pgas.Event;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Rma;
import org.pgas.armci.Armci;
import org.pgas.armci.NbHandle;
import org.pgas.atomics.ArmciRmw;
import org.pgas.atomics.FairMutex;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.atomics.Scale;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/**
 * Rows of the ARMCI dialect. A put and a section's accumulate are completed at the target by a fence, as in
 * {@code armci.c}.
 */
final class ArmciRows {
    private static final int PEER = DialectRows.PEER;
    private static final int AT_ONCE = 64;
    private static final int[] PUT_BYTES = {4 << 10, 64 << 10, 1 << 20, 16 << 20};

    /** A word and a mutex behind the bulk data. */
    private static final long WORD = 32L << 20;

    private static final long MUTEX = WORD + 1024;
    private static final long MEMORY_BYTES = WORD + 4096;

    private final Job job;
    private final DialectRows rows;

    private Armci armci;
    private Rma rma;
    private MemorySegment origin;
    private long target;

    /** Where that is in the peer's segment. */
    private long offset;

    ArmciRows(Job job, DialectRows rows) {
        this.job = job;
        this.rows = rows;
    }

    void run() {
        armci = Armci.init(job, 4 * MEMORY_BYTES);
        rma = armci.team().rma();
        long[] memory = armci.malloc(MEMORY_BYTES);
        origin = armci.mallocLocal(MEMORY_BYTES).fill((byte) 0);
        target = memory[PEER];
        offset = GlobalPointer.offset(target);
        armci.put(origin, 0, memory[job.rank()], MEMORY_BYTES, job.rank());
        armci.barrier();
        puts("dialects-armci-put8", 8);
        rows.alone("dialects-armci-get8", 8, 1, this::get, this::getBelow);
        atomics();
        mutex();
        sections();
        nonBlocking();
        rows.together("dialects-armci-barrier", 0, this::barrier, this::barrierBelow);
        for (int bytes : PUT_BYTES) {
            puts("dialects-armci-put", bytes);
        }
        armci.barrier();
        armci.freeLocal(origin);
        armci.free(memory);
        armci.finish();
    }

    private void puts(String row, long bytes) {
        rows.alone(row, bytes, 1, times -> {
            for (long i = 0; i < times; i++) {
                armci.put(origin, 0, target, bytes, PEER);
                armci.fence(PEER);
            }
        }, times -> {
            for (long i = 0; i < times; i++) {
                rma.put(PEER, offset, origin, 0, bytes);
                rma.fence();
            }
        });
    }

    private void get(long times) {
        for (long i = 0; i < times; i++) {
            armci.get(target, origin, 0, 8, PEER);
        }
    }

    private void getBelow(long times) {
        for (long i = 0; i < times; i++) {
            rma.get(origin, 0, PEER, offset, 8);
        }
    }

    private void barrier(long times) {
        for (long i = 0; i < times; i++) {
            armci.barrier();
        }
    }

    private void barrierBelow(long times) {
        for (long i = 0; i < times; i++) {
            armci.team().barrier();
        }
    }

    private void atomics() {
        ArmciRmw rmw = ArmciRmw.create(armci.team());
        LongAtomicDomain longs = LongAtomicDomain.create(armci.team());
        rows.alone("dialects-armci-rmw", 8, 1, times -> {
            for (long i = 0; i < times; i++) {
                armci.rmw(ArmciRmw.Operation.FETCH_AND_ADD_LONG, origin, 0, target + WORD, 1, PEER);
            }
        }, times -> {
            for (long i = 0; i < times; i++) {
                rmw.rmw(ArmciRmw.Operation.FETCH_AND_ADD_LONG, origin, 0, PEER, offset + WORD, 1);
            }
        });
        rows.alone("dialects-armci-fetchadd", 8, 1, times -> {
            for (long i = 0; i < times; i++) {
                armci.fetchAndAdd(target + WORD, 1, PEER);
            }
        }, times -> {
            for (long i = 0; i < times; i++) {
                longs.fetchAdd(PEER, offset + WORD, 1);
            }
        });
        longs.destroy();
        rmw.destroy();
    }

    private void mutex() {
        FairMutex mutex = FairMutex.create(armci.team(), PEER, offset + MUTEX + 63 & -64);
        armci.createMutexes(1);
        rows.alone("dialects-armci-lock", 0, 1, times -> {
            for (long i = 0; i < times; i++) {
                armci.lock(0, PEER);
                armci.unlock(0, PEER);
            }
        }, times -> {
            for (long i = 0; i < times; i++) {
                mutex.lock();
                mutex.unlock();
            }
        });
        armci.barrier();
        armci.destroyMutexes();
    }

    private void sections() {
        Vis vis = Vis.of(armci.team());
        Shape shape = Shape.chunked(DialectRows.ROW_BYTES, DialectRows.ROWS, DialectRows.LEADING);
        Scale scale = Scale.ofDouble(1);
        int[] count = {DialectRows.ROW_BYTES, DialectRows.ROWS};
        int[] strides = {DialectRows.LEADING};
        rows.alone("dialects-armci-puts", DialectRows.SECTION_BYTES, 1, times -> {
            for (long i = 0; i < times; i++) {
                armci.putS(origin, 0, strides, target, strides, count, 1, PEER);
                armci.fence(PEER);
            }
        }, times -> {
            for (long i = 0; i < times; i++) {
                vis.put(PEER, offset, shape, origin, 0, shape);
                rma.fence();
            }
        });
        rows.alone("dialects-armci-gets", DialectRows.SECTION_BYTES, 1, times -> {
            for (long i = 0; i < times; i++) {
                armci.getS(target, strides, origin, 0, strides, count, 1, PEER);
            }
        }, times -> {
            for (long i = 0; i < times; i++) {
                vis.get(origin, 0, shape, PEER, offset, shape);
            }
        });
        rows.alone("dialects-armci-accs", DialectRows.SECTION_BYTES, 1, times -> {
            for (long i = 0; i < times; i++) {
                armci.accS(scale, origin, 0, strides, target, strides, count, 1, PEER);
                armci.fence(PEER);
            }
        }, times -> {
            for (long i = 0; i < times; i++) {
                vis.accumulate(PEER, offset, shape, scale, origin, 0, shape);
                rma.fence();
            }
        });
    }

    /** Puts of 8 bytes, all started before the first is waited for, and a fence. */
    private void nonBlocking() {
        NbHandle[] handles = new NbHandle[AT_ONCE];
        Event[] events = new Event[AT_ONCE];
        for (int k = 0; k < AT_ONCE; k++) {
            handles[k] = new NbHandle();
        }
        rows.alone("dialects-armci-nbput64", 8, AT_ONCE, times -> {
            for (long i = 0; i < times; i++) {
                for (int k = 0; k < AT_ONCE; k++) {
                    armci.nbPut(origin, 8 * k, target + 8 * k, 8, PEER, handles[k]);
                }
                for (int k = 0; k < AT_ONCE; k++) {
                    armci.await(handles[k]);
                }
                armci.fence(PEER);
            }
        }, times -> {
            for (long i = 0; i < times; i++) {
                for (int k = 0; k < AT_ONCE; k++) {
                    events[k] = rma.putNb(PEER, offset + 8 * k, origin, 8 * k, 8, LocalCompletion.DEFER);
                }
                for (int k = 0; k < AT_ONCE; k++) {
                    events[k].await();
                }
                rma.fence();
            }
        });
    }
}
