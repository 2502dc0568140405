package org.pgas.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Rma;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.meter.Meter;

/**
 * Rows of one word a time, from rank 0 to the segment of rank 1, at offsets from an array that is walked through again
 * and again.
 *
 * <p>Each row has a loop of its own, since a shared loop with the operation as a parameter would measure the call.
 */
final class WordRows {
    private static final int PEER = 1;

    private final Job job;
    private final Meter meter;
    private final Rma rma;
    private final LongAtomicDomain atomics;
    private final long[] near = Places.near();
    private final long[] far = Places.far();

    /** Where loops leave what they have got, so that the compiler cannot drop the gets. */
    private long sink;

    WordRows(Job job, Meter meter) {
        this.job = job;
        this.meter = meter;
        this.rma = job.world().rma();
        this.atomics = LongAtomicDomain.create(job.world());
    }

    void run() {
        meter.alone("put8", 8, near.length, times -> put(times, near));
        meter.alone("get8", 8, near.length, times -> get(times, near));
        meter.alone("put8-far", 8, far.length, times -> put(times, far));
        meter.alone("get8-far", 8, far.length, times -> get(times, far));
        meter.alone("put8-release", 8, near.length, this::putRelease);
        meter.alone("get8-acquire", 8, near.length, this::getAcquire);
        meter.alone("put8-fence", 8, near.length, this::putFence);
        meter.alone("put8-nb", 8, near.length, this::putNb);
        meter.alone("put8-nbi", 8, near.length, this::putNbi);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment word = arena.allocate(Long.BYTES, Long.BYTES);
            meter.alone("putmem8", 8, near.length, times -> putMemory(times, word));
            meter.alone("putmem8-nb", 8, near.length, times -> putMemoryNb(times, word));
            meter.alone("putmem8-nbi", 8, near.length, times -> putMemoryNbi(times, word));
        }
        meter.alone("fetchadd", 8, 1, this::fetchAdd);
        meter.together("fetchadd-contended", 8, this::fetchAdd);
        meter.alone("cas", 8, 1, this::compareAndSwap);
    }

    private void put(long times, long[] offsets) {
        for (long i = 0; i < times; i++) {
            for (long offset : offsets) {
                rma.putLong(PEER, offset, i);
            }
        }
    }

    private void get(long times, long[] offsets) {
        long sum = 0;
        for (long i = 0; i < times; i++) {
            for (long offset : offsets) {
                sum += rma.getLong(PEER, offset);
            }
        }
        sink = sum;
    }

    private void putRelease(long times) {
        for (long i = 0; i < times; i++) {
            for (long offset : near) {
                rma.putLongRelease(PEER, offset, i);
            }
        }
    }

    private void getAcquire(long times) {
        long sum = 0;
        for (long i = 0; i < times; i++) {
            for (long offset : near) {
                sum += rma.getLongAcquire(PEER, offset);
            }
        }
        sink = sum;
    }

    private void putFence(long times) {
        for (long i = 0; i < times; i++) {
            for (long offset : near) {
                rma.putLong(PEER, offset, i);
                rma.fence();
            }
        }
    }

    private void putNb(long times) {
        for (long i = 0; i < times; i++) {
            for (long offset : near) {
                rma.putValueNb(PEER, offset, i, Long.BYTES).await();
            }
        }
    }

    private void putNbi(long times) {
        for (long i = 0; i < times; i++) {
            for (long offset : near) {
                rma.putValueNbi(PEER, offset, i, Long.BYTES);
                job.nbi().await();
            }
        }
    }

    private void putMemory(long times, MemorySegment word) {
        for (long i = 0; i < times; i++) {
            for (long offset : near) {
                rma.put(PEER, offset, word, 0, Long.BYTES);
            }
        }
    }

    private void putMemoryNb(long times, MemorySegment word) {
        for (long i = 0; i < times; i++) {
            for (long offset : near) {
                rma.putNb(PEER, offset, word, 0, Long.BYTES, LocalCompletion.DEFER).await();
            }
        }
    }

    private void putMemoryNbi(long times, MemorySegment word) {
        for (long i = 0; i < times; i++) {
            for (long offset : near) {
                rma.putNbi(PEER, offset, word, 0, Long.BYTES, LocalCompletion.DEFER);
                job.nbi().await();
            }
        }
    }

    private void fetchAdd(long times) {
        long sum = 0;
        for (long i = 0; i < times; i++) {
            sum += atomics.fetchAdd(PEER, Places.COUNTER, 1);
        }
        sink = sum;
    }

    /** Each succeeds: it expects what the one before has stored. */
    private void compareAndSwap(long times) {
        atomics.set(PEER, Places.COUNTER, 0);
        for (long i = 0; i < times; i++) {
            sink = atomics.fetchCompareAndSwap(PEER, Places.COUNTER, i, i + 1);
        }
    }
}
