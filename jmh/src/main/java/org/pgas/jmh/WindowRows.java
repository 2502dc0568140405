package org.pgas.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Job;
import org.pgas.meter.Meter;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;
import org.pgas.mpi.WindowMemory;

/**
 * Rows of MPI windows, in shared memory and in memory of a process alone ({@code mpi-local}); the latter's targets take
 * part in what is done to them, in a barrier. {@code mpi_windows.c} measures the same with an MPI library.
 */
final class WindowRows {
    private static final int PEER = 1;
    private static final int BULK_BYTES = 64 << 10;

    /** Of a datatype with gaps, in one element. */
    private static final int ELEMENT_BYTES = 1024;

    private static final long WORD = 8L << 20;
    private static final long WINDOW_BYTES = WORD + 4096;

    private final Job job;
    private final Meter meter;

    WindowRows(Job job, Meter meter) {
        this.job = job;
        this.meter = meter;
    }

    void run() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment origin = arena.allocate(WORD, 4096);
            Window shared = Window.allocate(job.world(), WINDOW_BYTES, 1);
            rows("mpi-", shared, origin);
            shared.free();
            WindowMemory memory = WindowMemory.allocateLocal(job, WINDOW_BYTES);
            Window local = Window.create(job.world(), memory.memory(), 1);
            rows("mpi-local-", local, origin);
            local.free();
            memory.free();
        }
    }

    private void rows(String prefix, Window window, MemorySegment origin) {
        if (job.size() != 2) {
            new ExchangeRows(meter, window, origin, job.size() - 1).fencedPuts(prefix + "put-fence" + job.size(),
                    1 << 10);
            return;
        }
        synchronisation(prefix, window, origin);
        words(prefix, window, origin);
        updates(prefix, window, origin);
        shapes(prefix, window, origin);
        new ExchangeRows(meter, window, origin, 1).run(prefix);
    }

    private void synchronisation(String prefix, Window window, MemorySegment origin) {
        meter.together(prefix + "fence", 0, times -> {
            for (long i = 0; i < times; i++) {
                window.fence(Assertions.NONE);
            }
        });
        window.fence(Assertions.NOSUCCEED);
        ExchangeRows.dedicated(meter, prefix + "pscw", window);
        meter.alone(prefix + "lock", 0, 1, times -> {
            for (long i = 0; i < times; i++) {
                window.lock(LockType.EXCLUSIVE, PEER, Assertions.NONE);
                window.unlock(PEER);
            }
        });
        meter.alone(prefix + "lock-put8", 8, 1, times -> {
            for (long i = 0; i < times; i++) {
                window.lock(LockType.EXCLUSIVE, PEER, Assertions.NONE);
                window.put(origin, 1, Datatype.LONG, PEER, 0, 1, Datatype.LONG);
                window.unlock(PEER);
            }
        });
    }

    private void words(String prefix, Window window, MemorySegment origin) {
        job.world().barrier(); // until then rank 0 locks exclusively
        window.lockAll(Assertions.NONE);
        meter.alone(prefix + "put8", 8, 1, times -> {
            for (long i = 0; i < times; i++) {
                window.put(origin, 1, Datatype.LONG, PEER, 0, 1, Datatype.LONG);
            }
            window.flush(PEER);
        });
        meter.alone(prefix + "get8", 8, 1, times -> {
            for (long i = 0; i < times; i++) {
                window.get(origin, 1, Datatype.LONG, PEER, 0, 1, Datatype.LONG);
            }
            window.flush(PEER);
        });
        meter.alone(prefix + "put8-flush", 8, 1, times -> putAndFlush(times, window, origin, 1, Datatype.LONG));
        meter.alone(prefix + "get8-flush", 8, 1, times -> {
            for (long i = 0; i < times; i++) {
                window.get(origin, 1, Datatype.LONG, PEER, 0, 1, Datatype.LONG);
                window.flush(PEER);
            }
        });
        meter.alone(prefix + "flush", 0, 1, times -> {
            for (long i = 0; i < times; i++) {
                window.flush(PEER);
            }
        });
        window.unlockAll();
    }

    private static void putAndFlush(long times, Window window, MemorySegment origin, int count, Datatype type) {
        for (long i = 0; i < times; i++) {
            window.put(origin, count, type, PEER, 0, count, type);
            window.flush(PEER);
        }
    }

    private void updates(String prefix, Window window, MemorySegment origin) {
        MemorySegment one = origin.asSlice(0, 8);
        MemorySegment other = origin.asSlice(8, 8);
        MemorySegment result = origin.asSlice(64, 8);
        one.set(ValueLayout.JAVA_LONG, 0, 1);
        other.set(ValueLayout.JAVA_LONG, 0, 0);
        window.lockAll(Assertions.NONE);
        meter.alone(prefix + "fetch-and-op", 8, 1, times -> {
            for (long i = 0; i < times; i++) {
                window.fetchAndOp(one, result, Datatype.LONG, PEER, WORD, Op.SUM);
                window.flush(PEER);
            }
        });
        meter.alone(prefix + "compare-and-swap", 8, 1, times -> {
            for (long i = 0; i < times; i++) {
                window.compareAndSwap(one, other, result, Datatype.LONG, PEER, WORD + 64);
                window.flush(PEER);
            }
        });
        origin.asSlice(0, BULK_BYTES).fill((byte) 0);
        for (int bytes : new int[]{8, BULK_BYTES}) {
            int count = bytes / Double.BYTES;
            meter.alone(prefix + "accumulate", bytes, 1, times -> {
                for (long i = 0; i < times; i++) {
                    window.accumulate(origin, count, Datatype.DOUBLE, PEER, 0, count, Datatype.DOUBLE, Op.SUM);
                    window.flush(PEER);
                }
            });
        }
        window.unlockAll();
    }

    /** The datatypes of the exchange in the paper: 64 KiB of INTs without gaps, as vectors, and as structs. */
    private void shapes(String prefix, Window window, MemorySegment origin) {
        Datatype group = Datatype.vector(4, 1, 2, Datatype.INT);
        Datatype vector = Datatype.contiguous(ELEMENT_BYTES / 16, group).commit();
        group.free();
        int[] lengths = new int[ELEMENT_BYTES / 8];
        long[] displacements = new long[lengths.length];
        Datatype[] types = new Datatype[lengths.length];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = 2;
            displacements[i] = 12L * i;
            types[i] = Datatype.INT;
        }
        Datatype struct = Datatype.struct(lengths, displacements, types).commit();
        window.lockAll(Assertions.NONE);
        int elements = BULK_BYTES / ELEMENT_BYTES;
        meter.alone(prefix + "contiguous", BULK_BYTES, 1,
                times -> putAndFlush(times, window, origin, BULK_BYTES / Integer.BYTES, Datatype.INT));
        meter.alone(prefix + "vector", BULK_BYTES, 1, times -> putAndFlush(times, window, origin, elements, vector));
        meter.alone(prefix + "struct", BULK_BYTES, 1, times -> putAndFlush(times, window, origin, elements, struct));
        window.unlockAll();
        vector.free();
        struct.free();
    }
}
