package org.pgas.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

import org.pgas.memory.MappedRange;

/**
 * Locks of blocks that see to it that one is held at a time, and that nothing changes but elements that begin in its
 * block. The memory begins at {@code first} of its segment.
 */
final class WatchedLocks implements BlockLocks {
    private final MemorySegment memory;
    private final long first;

    /** By byte, where the element begins that it belongs to. */
    private final int[] starts;

    private byte[] seen;
    private long held = -1;

    /** How often a lock was taken. */
    int taken;

    WatchedLocks(MemorySegment memory, long first) {
        this.memory = memory;
        this.first = first;
        this.starts = new int[(int) memory.byteSize()];
        Arrays.fill(starts, -1);
        this.seen = look();
    }

    /** Lets the elements that begin at these places change. */
    void expect(long[] places, int span) {
        for (long place : places) {
            Arrays.fill(starts, (int) place, (int) place + span, (int) place);
        }
    }

    private byte[] look() {
        return memory.toArray(ValueLayout.JAVA_BYTE);
    }

    /** Nothing is held, and nothing has changed since. */
    void assertQuiet() {
        assertEquals(-1, held, "a lock that is held");
        assertEquals(-1, Arrays.mismatch(seen, look()), "changed without a lock");
    }

    @Override
    public long acquire(MappedRange range, int holder, long offset) {
        assertQuiet();
        assertEquals(3, holder);
        held = offset / BYTES;
        taken++;
        return held + 1;
    }

    @Override
    public void release(long lock) {
        assertEquals(held + 1, lock);
        byte[] now = look();
        for (int at = Arrays.mismatch(seen, now); at >= 0 && at < now.length; at++) {
            if (now[at] != seen[at]) {
                assertTrue(starts[at] >= 0, "changed what is no element's");
                assertEquals(held, (first + starts[at]) / BYTES, "block of the element");
            }
        }
        seen = now;
        held = -1;
    }
}
