package org.pgas.coll;

import java.util.ArrayList;
import java.util.List;

import org.pgas.PgasException;
import org.pgas.memory.SharedArea;

/**
 * Buffers in shared memory that a member fills for others to read. Only the thread that advances the member touches
 * this.
 *
 * <p>Small ones are cut one behind the other from a ring that is larger than a first cache: lines that readers have got
 * lately, and that the writer still has in its first cache, cost both sides more to hand over again than those that
 * have gone to the second (jmh/NOTES.md, Collectives). Of large ones, the one given back last is given out next: it is
 * still in the caches.
 */
final class Staging {
    private static final int LEAST_SHIFT = 13;

    /** Ten times what a first cache holds, and half of a second at most. */
    static final long RING_BYTES = 512 << 10;

    /** Two of the largest that are cut from the ring make it go round. */
    private static final long MOST_OF_RING = RING_BYTES / 2;

    private static final long NOWHERE = -1;

    private record Buffer(long place, long bytes) {
        boolean overlaps(long from, long length) {
            return place < from + length && from < place + bytes;
        }
    }

    private final Surroundings around;
    private final List<Buffer> free = new ArrayList<>();
    private final List<Buffer> used = new ArrayList<>();

    /** What is in use of the ring. */
    private final List<Buffer> cuts = new ArrayList<>();

    /** Where the ring is; nowhere until it is first needed. */
    private long ring = NOWHERE;

    /** There was no room for it. To ask costs a system call; nothing before {@link #close} makes room. */
    private boolean ringRefused;

    /** Where in the ring the next cut begins, if it has room there. */
    private long next;

    Staging(Surroundings around) {
        this.around = around;
    }

    /** A place of at least so many bytes. */
    long take(long bytes) {
        if (bytes <= MOST_OF_RING) {
            long place = cut(Math.ceilDiv(bytes, SharedArea.ALIGNMENT) * SharedArea.ALIGNMENT);
            if (place != NOWHERE) {
                return place;
            }
        }
        int shift = Math.max(LEAST_SHIFT, Long.SIZE - Long.numberOfLeadingZeros(bytes - 1));
        Buffer buffer = takeFree(1L << shift);
        if (buffer == null) {
            buffer = new Buffer(around.allocate(1L << shift), 1L << shift);
        }
        used.add(buffer);
        return buffer.place;
    }

    /** The next piece of the ring, or nowhere while that is in use. */
    private long cut(long bytes) {
        if (!hasRing()) {
            return NOWHERE;
        }
        long place = ring + fitting(next, bytes);
        Buffer inTheWay = cutAt(place, bytes);
        if (inTheWay != null) {
            // one that is held for long should not keep the others from the rest
            place = ring + fitting(inTheWay.place + inTheWay.bytes - ring, bytes);
            if (cutAt(place, bytes) != null) {
                return NOWHERE;
            }
        }
        cuts.add(new Buffer(place, bytes));
        next = place - ring + bytes;
        return place;
    }

    private boolean hasRing() {
        if (ring == NOWHERE && !ringRefused) {
            try {
                ring = around.allocate(RING_BYTES);
            } catch (PgasException e) {
                // there may be room for less
                ringRefused = true;
            }
        }
        return ring != NOWHERE;
    }

    /** Where in the ring so many bytes are in one piece: here, or at its beginning. */
    private static long fitting(long from, long bytes) {
        return from + bytes <= RING_BYTES ? from : 0;
    }

    /** One that is in use there, or null. */
    private Buffer cutAt(long place, long bytes) {
        for (Buffer cut : cuts) {
            if (cut.overlaps(place, bytes)) {
                return cut;
            }
        }
        return null;
    }

    private Buffer takeFree(long bytes) {
        for (int i = free.size() - 1; i >= 0; i--) {
            if (free.get(i).bytes == bytes) {
                return free.remove(i);
            }
        }
        return null;
    }

    /** Nobody reads it any more. */
    void giveBack(long place) {
        if (remove(cuts, place) == null) {
            Buffer buffer = remove(used, place);
            if (buffer != null) {
                free.add(buffer);
            }
        }
    }

    private static Buffer remove(List<Buffer> buffers, long place) {
        for (int i = buffers.size() - 1; i >= 0; i--) {
            if (buffers.get(i).place == place) {
                return buffers.remove(i);
            }
        }
        return null;
    }

    /** Gives all memory back. Nobody may read it any more. */
    void close() {
        used.addAll(free);
        free.clear();
        for (Buffer buffer : used) {
            around.free(buffer.place);
        }
        used.clear();
        cuts.clear();
        ringRefused = false;
        if (ring != NOWHERE) {
            around.free(ring);
            ring = NOWHERE;
        }
    }
}
