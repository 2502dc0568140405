package org.pgas.jmh;

import java.lang.foreign.MemorySegment;

import org.pgas.meter.Meter;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Group;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Window;

/**
 * Each rank puts a block to each of its neighbours, the ranks behind it, or gets one from there. With fences one epoch
 * begins where another ends: a time is that of the transfers and one fence.
 */
final class ExchangeRows {
    private static final int[] BYTES = {1 << 10, 16 << 10, 64 << 10, 1 << 20, 4 << 20};

    private final Meter meter;
    private final Window window;
    private final MemorySegment origin;
    private final int neighbours;
    private final int size;
    private final int self;

    /** @param origin room for a block for each neighbour */
    ExchangeRows(Meter meter, Window window, MemorySegment origin, int neighbours) {
        this.meter = meter;
        this.window = window;
        this.origin = origin;
        this.neighbours = neighbours;
        this.size = window.size();
        this.self = window.rank();
    }

    /** With one neighbour. */
    void run(String prefix) {
        for (int bytes : BYTES) {
            fencedPuts(prefix + "put-fence", bytes);
            fencedGets(prefix + "get-fence", bytes);
            dedicated(prefix, bytes);
            locked(prefix, bytes);
        }
    }

    /** Puts, between fences. */
    void fencedPuts(String row, int bytes) {
        window.fence(Assertions.NOPRECEDE);
        meter.together(row, bytes, times -> {
            for (long i = 0; i < times; i++) {
                putAll(bytes);
                window.fence(Assertions.NONE);
            }
        });
        window.fence(Assertions.NOSUCCEED);
    }

    private void fencedGets(String row, int bytes) {
        window.fence(Assertions.NOPRECEDE);
        meter.together(row, bytes, times -> {
            for (long i = 0; i < times; i++) {
                getAll(bytes);
                window.fence(Assertions.NONE);
            }
        });
        window.fence(Assertions.NOSUCCEED);
    }

    private void dedicated(String prefix, int bytes) {
        Group before = Group.of((self + size - 1) % size);
        Group behind = Group.of((self + 1) % size);
        meter.together(prefix + "put-pscw", bytes, times -> {
            for (long i = 0; i < times; i++) {
                window.post(before, Assertions.NONE);
                window.start(behind, Assertions.NONE);
                putAll(bytes);
                window.complete();
                window.await();
            }
        });
        meter.together(prefix + "get-pscw", bytes, times -> {
            for (long i = 0; i < times; i++) {
                window.post(before, Assertions.NONE);
                window.start(behind, Assertions.NONE);
                getAll(bytes);
                window.complete();
                window.await();
            }
        });
    }

    private void locked(String prefix, int bytes) {
        int behind = (self + 1) % size;
        meter.together(prefix + "put-lock", bytes, times -> {
            for (long i = 0; i < times; i++) {
                window.lock(LockType.EXCLUSIVE, behind, Assertions.NONE);
                putAll(bytes);
                window.unlock(behind);
            }
        });
        meter.together(prefix + "get-lock", bytes, times -> {
            for (long i = 0; i < times; i++) {
                window.lock(LockType.EXCLUSIVE, behind, Assertions.NONE);
                getAll(bytes);
                window.unlock(behind);
            }
        });
    }

    /** Epochs between neighbours, without transfers. */
    static void dedicated(Meter meter, String row, Window window) {
        int size = window.size();
        Group before = Group.of((window.rank() + size - 1) % size);
        Group behind = Group.of((window.rank() + 1) % size);
        meter.together(row, 0, times -> {
            for (long i = 0; i < times; i++) {
                window.post(before, Assertions.NONE);
                window.start(behind, Assertions.NONE);
                window.complete();
                window.await();
            }
        });
    }

    private void putAll(int bytes) {
        int count = bytes / Integer.BYTES;
        for (int j = 1; j <= neighbours; j++) {
            long at = (long) (j - 1) * bytes;
            window.put(neighbours == 1 ? origin : origin.asSlice(at, bytes), count, Datatype.INT, (self + j) % size, at,
                    count, Datatype.INT);
        }
    }

    private void getAll(int bytes) {
        int count = bytes / Integer.BYTES;
        for (int j = 1; j <= neighbours; j++) {
            long at = (long) (j - 1) * bytes;
            window.get(neighbours == 1 ? origin : origin.asSlice(at, bytes), count, Datatype.INT, (self + j) % size, at,
                    count, Datatype.INT);
        }
    }
}
