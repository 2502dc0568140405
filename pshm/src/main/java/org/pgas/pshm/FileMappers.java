package org.pgas.pshm;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import org.pgas.memory.SharedMemory;

/**
 * How many peers have a FILE segment mapped, so that its owner marks it as closed only when nobody can write to it any
 * more: the word {@code mappers} of {@link FileLayout}.
 *
 * <pre>
 * bits 32..63  opening: how often the file was opened, so that a peer that mapped it before a killed owner's file
 *              was opened by force does not count any more
 * bits  0..31  mappers: how many; all ones when there are none and none may come, from the close to the next opening
 * </pre>
 */
final class FileMappers {
    // Fields and orders: FileLayout.

    private static final long COUNT_MASK = 0xFFFF_FFFFL;
    private static final int OPENING_SHIFT = 32;
    private static final long LOOK_NANOS = 1_000_000;

    private final long word;

    /** @param header address of the file's header */
    FileMappers(long header) {
        word = header + FileLayout.MAPPERS;
    }

    /** Nobody has it mapped of this opening; by the owner, before its state says that it is open. */
    void open() {
        SharedMemory.putLongRelease(word, ((get() >>> OPENING_SHIFT) + 1) << OPENING_SHIFT);
    }

    /** One more; answers the opening, or -1 when the file is closed. */
    long enter() {
        while (true) {
            long seen = get();
            if ((seen & COUNT_MASK) == COUNT_MASK) {
                return -1;
            }
            // SYNC: mappers of a file
            if (SharedMemory.compareAndSetLong(word, seen, seen + 1)) {
                return seen >>> OPENING_SHIFT;
            }
        }
    }

    /** One less, of those of that opening; nothing that it writes reaches the file any more. */
    void leave(long opening) {
        long seen = get();
        // SYNC: mappers of a file; what was written before
        while (seen >>> OPENING_SHIFT == opening && !SharedMemory.compareAndSetLong(word, seen, seen - 1)) {
            seen = get();
        }
    }

    /** Waits until there are none, and lets none come; false when some are left after that time, or at a stop. */
    boolean close(long nanos, BooleanSupplier goesOn) {
        long begin = System.nanoTime();
        while (goesOn.getAsBoolean()) {
            long seen = get();
            if ((seen & COUNT_MASK) == 0) {
                // SYNC: mappers of a file
                if (SharedMemory.compareAndSetLong(word, seen, seen | COUNT_MASK)) {
                    return true;
                }
            } else if (System.nanoTime() - begin >= nanos) {
                return false;
            } else {
                LockSupport.parkNanos(this, LOOK_NANOS);
            }
        }
        return false;
    }

    private long get() {
        // SYNC: mappers of a file
        return SharedMemory.getLongAcquire(word);
    }
}
