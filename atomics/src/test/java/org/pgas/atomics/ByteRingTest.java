package org.pgas.atomics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pgas.atomics.locks.Holder;
import org.pgas.atomics.words.ByteRing;
import org.pgas.memory.SharedMemory;

/** The steps of the protocol, on words of this process, in orders that threads would meet by chance only. */
class ByteRingTest {
    private static final long SELF = 7;
    private static final long OTHER = 8;
    private static final int CAPACITY = 64;
    private static final int SPILL = 48;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment source = MemorySegment.ofArray(new byte[256]);
    private long base;
    private byte next;
    private byte expected;

    @AfterEach
    void free() {
        arena.close();
    }

    private ByteRing ring(long first) {
        base = arena.allocate(ByteRing.bytes(CAPACITY, SPILL), 64).address();
        ByteRing.reset(base, first);
        return new ByteRing(base, CAPACITY);
    }

    /** Appends the next numbers. */
    private long append(ByteRing ring, int bytes, boolean whole) {
        for (int i = 0; i < bytes; i++) {
            source.set(ValueLayout.JAVA_BYTE, i, (byte) (next + i));
        }
        long done = ring.append(source, 0, bytes, whole, SELF);
        next += (byte) Math.max(done, 0);
        return done;
    }

    /** Shows the next numbers, so many, and leaves them there. */
    private void show(ByteRing ring, int bytes) {
        long[] count = new long[1];
        long start = ring.show(SPILL, count, OTHER);
        assertEquals(bytes, count[0]);
        checkAgain(start, bytes, expected);
    }

    /**
     * Whatever the place in the ring: what is shown is in one piece, stays until it is discarded, and is what is taken.
     */
    @Test
    void shouldShowWhatIsThereAndDiscardAsMuchOfItAsWanted() {
        for (int first = 0; first < CAPACITY; first++) {
            ByteRing ring = ring(first);
            next = 0;
            expected = 0;
            assertEquals(ByteRing.EMPTY, ring.show(SPILL, new long[1], OTHER));
            append(ring, 10, true);
            show(ring, 10);
            append(ring, 20, true);
            show(ring, 30);
            assertEquals(30, ring.discard(12, OTHER));
            expected = 12;
            show(ring, 18);
            take(ring, 5);
            show(ring, 13);
            append(ring, 40, true);
            show(ring, SPILL);
            assertEquals(5 + SPILL, ring.discard(6, OTHER));
            expected++;
            take(ring, SPILL - 1);
            assertEquals(SPILL - 1, ring.discard(SPILL, OTHER), "more than was taken or shown");
            assertEquals(SPILL - 1, ring.discard(SPILL - 1, OTHER));
            show(ring, 5);
        }
    }

    /** Takes the next numbers; returns where they are. */
    private long take(ByteRing ring, int bytes) {
        long start = ring.take(bytes, OTHER);
        assertTrue(start >= 0, () -> "none: " + start);
        check(start, bytes);
        return start;
    }

    private void check(long start, int bytes) {
        checkAgain(start, bytes, expected);
        expected += (byte) bytes;
    }

    private void checkAgain(long start, int bytes, byte first) {
        for (int i = 0; i < bytes; i++) {
            assertEquals((byte) (first + i), SharedMemory.getByte(base + ByteRing.RING + start + i), "byte " + i);
        }
    }

    /** What the thread with the turn copies between the two is there after the second. */
    @Test
    void shouldAppendInTwoStepsWhatIsCopiedInBetween() {
        for (int first = 0; first < CAPACITY; first++) {
            ByteRing ring = ring(first);
            next = 0;
            expected = 0;
            assertEquals(0, ring.beginAppend(0, true, SELF));
            assertEquals(40, ring.beginAppend(40, true, SELF));
            assertEquals(ByteRing.BUSY, ring.beginAppend(1, true, OTHER));
            assertEquals(ByteRing.BUSY, append(ring, 1, true));
            assertEquals(ByteRing.EMPTY, ring.take(1, OTHER));
            for (int i = 0; i < 40; i++) {
                SharedMemory.putByte(base + ByteRing.RING + (ring.tailPlace() + i & CAPACITY - 1), next++);
            }
            ring.endAppend(40);
            take(ring, 40);
            assertEquals(ByteRing.FULL, ring.beginAppend(25, true, SELF));
            assertEquals(24, ring.beginAppend(25, false, SELF));
            ring.endAppend(0);
            assertEquals(Holder.NOBODY, ring.producer());
            assertEquals(0, ring.available());
            assertEquals(24, append(ring, 24, true));
            take(ring, 24);
        }
    }

    @Test
    void shouldGiveOutInOrderInOnePieceAtEveryPlaceOfTheRing() {
        for (long first : new long[]{0, Long.MAX_VALUE - 700, -700}) {
            ByteRing ring = ring(first);
            for (int bytes = 1; bytes <= SPILL; bytes++) {
                for (int round = 0; round < 5; round++) {
                    assertEquals(bytes, append(ring, bytes, true));
                    assertEquals(bytes, ring.available());
                    take(ring, bytes);
                    assertEquals(bytes, ring.discard(bytes, OTHER));
                }
            }
            assertEquals(0, ring.available());
        }
    }

    @Test
    void shouldTakeAllOrNothingInOnePieceAndWhatFitsOtherwise() {
        ByteRing ring = ring(0);
        assertEquals(40, append(ring, 40, true));
        assertEquals(ByteRing.FULL, append(ring, 25, true));
        assertEquals(24, append(ring, 25, false));
        assertEquals(ByteRing.FULL, append(ring, 1, false));
        assertEquals(64, ring.available());
        take(ring, 30);
        assertEquals(ByteRing.FULL, append(ring, 1, true), "a view is there until it is discarded");
        assertEquals(30, ring.discard(10, OTHER));
        assertEquals(20, ring.discard(21, OTHER), "refused");
        assertEquals(10, append(ring, 10, true));
        assertEquals(64, ring.discard(0, OTHER) + ring.available());
    }

    @Test
    void shouldSayWhenItCanNeverGiveOutSoMuch() {
        ByteRing ring = ring(0);
        append(ring, 64, true);
        take(ring, 40);
        assertEquals(ByteRing.NEVER, ring.take(25, OTHER));
        take(ring, 24);
        assertEquals(ByteRing.NEVER, ring.take(1, OTHER));
        ring.discard(64, OTHER);
        assertEquals(ByteRing.EMPTY, ring.take(1, OTHER));
    }

    /**
     * A view across the end stays as it is while its last bytes are not discarded, whatever is appended and taken
     * behind it.
     */
    @Test
    void shouldKeepViewsAcrossTheEndUntilTheyAreDiscarded() {
        ByteRing ring = ring(50);
        append(ring, 64, true);
        byte first = expected;
        long view = take(ring, 40);
        assertEquals(50, view);
        take(ring, 24);
        for (int discarded = 1; discarded <= 30; discarded++) {
            ring.discard(1, OTHER);
            assertEquals(1, append(ring, 1, true));
            take(ring, 1);
            checkAgain(view + discarded, 40 - discarded, (byte) (first + discarded));
        }
        ring.discard(34, OTHER);
        assertEquals(34, append(ring, 34, true));
        take(ring, 34);
    }

    @Test
    void shouldLetOneProducerAndOneConsumerInAtATime() {
        ByteRing ring = ring(0);
        append(ring, 8, true);
        SharedMemory.putLong(base + 128, OTHER);
        assertEquals(ByteRing.BUSY, append(ring, 8, true));
        assertEquals(OTHER, ring.producer());
        assertEquals(ByteRing.FULL, append(ring, 60, true), "full is told without the turn");
        SharedMemory.putLong(base + 320, SELF);
        assertEquals(ByteRing.BUSY, ring.take(8, OTHER));
        assertEquals(ByteRing.BUSY, ring.discard(0, OTHER));
        assertEquals(SELF, ring.consumer());
        SharedMemory.putLong(base + 320, Holder.NOBODY);
        SharedMemory.putLong(base + 128, Holder.NOBODY);
        take(ring, 8);
    }

    @Test
    void shouldAppendNothingWhenTheCopyFails() {
        ByteRing ring = ring(0);
        Arena gone = Arena.ofConfined();
        MemorySegment closed = gone.allocate(8);
        gone.close();
        org.junit.jupiter.api.Assertions.assertThrows(IllegalStateException.class,
                () -> ring.append(closed, 0, 8, true, SELF));
        assertEquals(0, ring.available());
        assertEquals(Holder.NOBODY, ring.producer());
        assertEquals(8, append(ring, 8, true));
        take(ring, 8);
    }
}
