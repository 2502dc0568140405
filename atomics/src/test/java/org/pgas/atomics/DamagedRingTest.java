package org.pgas.atomics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pgas.atomics.locks.Holder;
import org.pgas.atomics.words.ByteRing;
import org.pgas.memory.SharedMemory;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** Positions that nobody of the library wrote give out no bytes, overwrite none, and lead nowhere else. */
@Seeded
class DamagedRingTest {
    private static final int CAPACITY = 64;
    private static final int SPILL = 48;
    private static final int AROUND = 4096;
    private static final byte GUARD = 77;
    private static final int TAIL = 136;
    private static final int HEAD = 256;
    private static final int TAKEN = 328;
    private static final int SHOWN = 336;
    private static final long SELF = 7;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory = arena.allocate(2 * AROUND + ByteRing.bytes(CAPACITY, SPILL), 64).fill(GUARD);
    private final long base = memory.address() + AROUND;
    private final ByteRing ring = new ByteRing(base, CAPACITY);

    DamagedRingTest() {
        ByteRing.reset(base, 0);
    }

    private final MemorySegment source = MemorySegment.ofArray(new byte[CAPACITY]);

    @AfterEach
    void free() {
        arena.close();
    }

    private void positions(long head, long taken, long tail) {
        ByteRing.reset(base, 0);
        SharedMemory.putLong(base + HEAD, head);
        SharedMemory.putLong(base + TAKEN, taken);
        SharedMemory.putLong(base + TAIL, tail);
        SharedMemory.putLong(base + SHOWN, head);
    }

    private static long any(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextLong() >> random.nextInt(64);
            default -> random.nextLong(-2 * CAPACITY, 2 * CAPACITY);
        };
    }

    @Test
    void shouldDoNothingAtPositionsThatAreNone() {
        SplittableRandom random = Seed.of("positions");
        int refused = 0;
        int done = 0;
        for (int round = 0; round < 300_000; round++) {
            long head = any(random);
            long views = random.nextBoolean() ? any(random) : random.nextLong(CAPACITY + 1);
            long there = random.nextBoolean() ? any(random)
                    : random.nextLong(CAPACITY + 1 - Math.clamp(views, 0, CAPACITY));
            boolean areViews = views >= 0 && views <= CAPACITY;
            boolean legal = areViews && there >= 0 && there <= CAPACITY - views;
            positions(head, head + views, head + views + there);
            String what = "head " + head + ", " + views + " in views, " + there + " to dequeue";
            long bytes = 1 + random.nextInt(SPILL);
            long answer;
            switch (random.nextInt(4)) {
                case 0 -> {
                    long used = views + there;
                    answer = ring.append(source, 0, bytes, random.nextBoolean(), SELF);
                    assertEquals(used < 0 || used > CAPACITY, answer == ByteRing.DAMAGED, what + ": append " + answer);
                    assertTrue(answer <= CAPACITY - used || answer < 0, what);
                }
                case 1 -> {
                    answer = ring.take(bytes, SELF);
                    assertTrue(legal || answer < 0, what + ": take " + answer);
                    assertTrue(!legal || answer != ByteRing.DAMAGED, what);
                }
                case 2 -> {
                    long[] count = new long[1];
                    answer = ring.show(SPILL, count, SELF);
                    assertTrue(legal || answer < 0, what + ": show " + answer);
                    assertTrue(!legal || (there == 0 ? answer == ByteRing.EMPTY
                            : answer >= 0 && count[0] == Math.min(there, SPILL)), what + ": show " + answer);
                }
                default -> {
                    answer = ring.discard(bytes, SELF);
                    assertEquals(areViews ? views : ByteRing.DAMAGED, answer, what);
                }
            }
            refused += answer == ByteRing.DAMAGED ? 1 : 0;
            done += answer >= 0 ? 1 : 0;
            assertEquals(Holder.NOBODY, ring.producer());
            assertEquals(Holder.NOBODY, ring.consumer());
        }
        assertTrue(refused > 10_000 && done > 10_000, refused + " refused, " + done + " done");
        for (int i = 0; i < AROUND; i++) {
            assertEquals(GUARD, memory.get(ValueLayout.JAVA_BYTE, i), "before the stream");
            assertEquals(GUARD, memory.get(ValueLayout.JAVA_BYTE, memory.byteSize() - 1 - i), "behind the stream");
        }
    }

    /** What was shown and not dequeued may be discarded, but not what is not there. */
    @Test
    void shouldDiscardNothingThatIsNotThereWhateverHasBeenShown() {
        SplittableRandom random = Seed.of("shown");
        int discarded = 0;
        for (int round = 0; round < 100_000; round++) {
            long head = any(random);
            long views = random.nextLong(CAPACITY + 1);
            long there = random.nextLong(CAPACITY + 1 - views);
            long shown = any(random);
            positions(head, head + views, head + views + there);
            SharedMemory.putLong(base + SHOWN, head + shown);
            long expected = shown <= views ? views : shown <= views + there ? shown : ByteRing.DAMAGED;
            long bytes = 1 + random.nextInt(CAPACITY);
            String what = views + " in views, " + there + " to dequeue, " + shown + " shown, " + bytes + " to discard";
            assertEquals(expected, ring.discard(bytes, SELF), what);
            long gone = bytes <= expected ? bytes : 0;
            assertEquals(head + gone, SharedMemory.getLong(base + HEAD), what);
            assertEquals(head + Math.max(views, gone), SharedMemory.getLong(base + TAKEN), what);
            discarded += gone > 0 ? 1 : 0;
        }
        assertTrue(discarded > 10_000, discarded + " discarded");
    }

    /** What changes between two looks: the room that is filled is the room that was found. */
    @Test
    void shouldAppendAllOrNothingWhileTheHeadIsOverwritten() throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        Thread writer = Thread.ofPlatform().start(() -> {
            for (long head = 0; !over.get(); head = 40 - head) {
                SharedMemory.putLongOpaque(base + HEAD, head);
                Thread.onSpinWait();
            }
        });
        int whole = 0;
        int full = 0;
        try {
            // a look at the head is short: both kinds, and enough of them
            while (whole < 200_000 || full < 1_000) {
                SharedMemory.putLongOpaque(base + TAIL, 40);
                long done = ring.append(source, 0, 50, true, SELF);
                assertTrue(done == 50 || done == ByteRing.FULL, () -> done + " of 50 bytes");
                whole += done == 50 ? 1 : 0;
                full += done == 50 ? 0 : 1;
            }
        } finally {
            over.set(true);
            writer.join();
        }
    }
}
