package org.pgas.coll;

import java.util.ArrayList;
import java.util.List;

/**
 * Buffers in shared memory that a member fills for others to read; the last one given back, which is still in the caches, is the next
 * one given out. Touched by who advances the member.
 */
final class Staging {
    private static final int LEAST_SHIFT = 13;

    private record Buffer(long place, int shift) {}

    private final Surroundings around;
    private final List<Buffer> free = new ArrayList<>();
    private final List<Buffer> used = new ArrayList<>();

    Staging(Surroundings around) {
        this.around = around;
    }

    /** A place of at least so many bytes. */
    long take(long bytes) {
        int shift = Math.max(LEAST_SHIFT, Long.SIZE - Long.numberOfLeadingZeros(bytes - 1));
        Buffer buffer = takeFree(shift);
        if (buffer == null) {
            buffer = new Buffer(around.allocate(1L << shift), shift);
        }
        used.add(buffer);
        return buffer.place;
    }

    private Buffer takeFree(int shift) {
        for (int i = free.size() - 1; i >= 0; i--) {
            if (free.get(i).shift == shift) {
                return free.remove(i);
            }
        }
        return null;
    }

    /** Nobody reads it any more. */
    void giveBack(long place) {
        for (int i = used.size() - 1; i >= 0; i--) {
            if (used.get(i).place == place) {
                free.add(used.remove(i));
                return;
            }
        }
    }

    /** Gives all memory back. Nobody may read it any more. */
    void close() {
        used.addAll(free);
        free.clear();
        for (Buffer buffer : used) {
            around.free(buffer.place);
        }
        used.clear();
    }
}
