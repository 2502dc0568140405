package org.pgas.atomics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pgas.atomics.words.MessageSlots;
import org.pgas.memory.SharedMemory;

/** The steps of the protocol, on words of this process, in orders that threads would meet by chance only. */
class MessageSlotsTest {
    private static final int MAX = 48;
    private static final int TAIL = 128;

    private final Arena arena = Arena.ofShared();
    private final Racers racers = new Racers();

    @AfterEach
    void free() {
        racers.close();
        arena.close();
    }

    private MessageSlots slots(int capacity, long first) {
        long base = arena.allocate(MessageSlots.bytes(capacity, MAX), 64).address();
        MessageSlots.reset(base, capacity, MAX, first);
        return new MessageSlots(base, capacity, MAX);
    }

    private static void put(MessageSlots slots, long value) {
        long slot = slots.claimFree();
        assertTrue(slot > 0, () -> "no slot: " + slot);
        SharedMemory.putLong(MessageSlots.payload(slot), value);
        MessageSlots.publish(slot, 8);
    }

    private static long take(MessageSlots slots) {
        long slot = slots.claimPublished(MAX);
        assertTrue(slot > 0, () -> "no message: " + slot);
        assertEquals(8, MessageSlots.length(slot));
        long value = SharedMemory.getLong(MessageSlots.payload(slot));
        slots.release(slot);
        return value;
    }

    @Test
    void shouldTellPlacesOfSlotsFromAllOthers() {
        int capacity = 4;
        long bytes = MessageSlots.bytes(capacity, MAX);
        long base = arena.allocate(bytes, 64).address();
        MessageSlots.reset(base, capacity, MAX, 0);
        MessageSlots slots = new MessageSlots(base, capacity, MAX);
        long found = 0;
        for (long distance = -64; distance < bytes + 64; distance++) {
            found += slots.isSlot(distance) ? 1 : 0;
        }
        assertEquals(capacity, found);
        for (int i = 0; i < capacity; i++) {
            assertTrue(slots.isSlot(slots.claimFree() - base), "slot " + i);
        }
    }

    @Test
    void shouldGiveOutInOrderWhateverTheCapacity() {
        for (int capacity : new int[]{1, 2, 4, 64}) {
            MessageSlots slots = slots(capacity, 0);
            long put = 0;
            long taken = 0;
            for (int round = 0; round < 5 * capacity; round++) {
                int some = round % capacity + 1;
                for (int i = 0; i < some; i++) {
                    put(slots, put++);
                }
                assertEquals(some, slots.size());
                for (int i = 0; i < some; i++) {
                    assertEquals(taken++, take(slots));
                }
                assertEquals(MessageSlots.EMPTY, slots.claimPublished(MAX));
            }
        }
    }

    /** As when somebody writes over it: both would look at a position for ever that nobody moves. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldAnswerBusyWhenASlotIsAheadOfAPositionThatNobodyMoves() {
        for (long sequence : new long[]{3, 100, Long.MAX_VALUE}) {
            MessageSlots slots = slots(1, 0);
            long slot = slots.claimFree();
            MessageSlots.publish(slot, 8);
            SharedMemory.putLong(slot, sequence);
            assertEquals(MessageSlots.BUSY, slots.claimPublished(MAX), "sequence " + sequence);
            assertEquals(MessageSlots.BUSY, slots.claimFree(), "sequence " + sequence);
        }
    }

    @Test
    void shouldHaveASizeUpToItsCapacityWhateverThePositionsAre() {
        for (long damaged : new long[]{5, 1L << 32, (1L << 32) + 2, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
            long base = arena.allocate(MessageSlots.bytes(4, MAX), 64).address();
            MessageSlots.reset(base, 4, MAX, 0);
            MessageSlots slots = new MessageSlots(base, 4, MAX);
            SharedMemory.putLong(base + TAIL, damaged);
            assertEquals(damaged > 0 ? 4 : 0, slots.size(), "tail " + damaged);
        }
    }

    @Test
    void shouldNotAliasPublishedAndFreeWhenCapacityIsOne() {
        MessageSlots slots = slots(1, 0);
        put(slots, 7);
        assertEquals(MessageSlots.FULL, slots.claimFree());
        assertEquals(7, take(slots));
        assertEquals(MessageSlots.EMPTY, slots.claimPublished(MAX));
        put(slots, 8);
        assertEquals(8, take(slots));
    }

    @Test
    void shouldGoOnWhenPositionsAndSequencesWrapAround() {
        for (long first : new long[]{-5, Long.MAX_VALUE - 5, Long.MAX_VALUE / 2 - 5, Long.MIN_VALUE / 2 - 5}) {
            MessageSlots slots = slots(4, first);
            assertEquals(MessageSlots.EMPTY, slots.claimPublished(MAX));
            for (int i = 0; i < 40; i += 4) {
                for (int j = 0; j < 4; j++) {
                    put(slots, i + j);
                }
                assertEquals(MessageSlots.FULL, slots.claimFree(), "from " + first);
                assertEquals(4, slots.size());
                for (int j = 0; j < 4; j++) {
                    assertEquals(i + j, take(slots));
                }
                assertEquals(MessageSlots.EMPTY, slots.claimPublished(MAX), "from " + first);
            }
        }
    }

    @Test
    void shouldSayBusyAndNotEmptyBehindAClaimThatIsNotPublished() {
        MessageSlots slots = slots(4, 0);
        long first = slots.claimFree();
        put(slots, 2);
        assertEquals(MessageSlots.BUSY, slots.claimPublished(MAX));
        assertEquals(2, slots.size());
        SharedMemory.putLong(MessageSlots.payload(first), 1);
        MessageSlots.publish(first, 8);
        assertEquals(1, take(slots));
        assertEquals(2, take(slots));
    }

    @Test
    void shouldSayBusyAndNotFullBehindAClaimThatIsNotReleased() {
        MessageSlots slots = slots(2, 0);
        put(slots, 1);
        put(slots, 2);
        long first = slots.claimPublished(MAX);
        assertEquals(MessageSlots.BUSY, slots.claimFree());
        assertEquals(2, take(slots));
        assertEquals(MessageSlots.BUSY, slots.claimFree());
        slots.release(first);
        put(slots, 3);
        put(slots, 4);
        assertEquals(3, take(slots));
        assertEquals(4, take(slots));
    }

    @Test
    void shouldLeaveAMessageThatIsTooLongWhereItIs() {
        MessageSlots slots = slots(2, 0);
        put(slots, 1);
        long answer = slots.claimPublished(7);
        assertTrue(MessageSlots.isTooLong(answer));
        assertEquals(8, MessageSlots.tooLongBytes(answer));
        assertEquals(1, slots.size());
        assertEquals(1, take(slots));
        long empty = slots.claimFree();
        MessageSlots.publish(empty, 0);
        slots.release(slots.claimPublished(0));
    }

    @Test
    void shouldNotMistakeAnswersForEachOther() {
        for (long answer : new long[]{MessageSlots.FULL, MessageSlots.EMPTY, MessageSlots.BUSY}) {
            assertTrue(answer < 0 && !MessageSlots.isTooLong(answer));
        }
    }

    @Test
    void shouldLoseAndDoubleNothingBetweenThreads() throws InterruptedException {
        MessageSlots slots = slots(8, -50_000);
        int threads = 3;
        int each = 60_000;
        long[] sums = new long[threads];
        for (int t = 0; t < threads; t++) {
            int self = t;
            racers.start(() -> {
                for (int i = 0; i < each; i++) {
                    long slot;
                    while ((slot = slots.claimFree()) < 0) {
                        racers.goOn();
                    }
                    long value = (long) self * each + i;
                    SharedMemory.putLong(MessageSlots.payload(slot), value);
                    SharedMemory.putLong(MessageSlots.payload(slot) + 40, ~value);
                    MessageSlots.publish(slot, MAX);
                }
            });
            racers.start(() -> sums[self] = consume(slots, each, each));
        }
        racers.join();
        long total = (long) threads * each;
        assertEquals(total * (total - 1) / 2, sums[0] + sums[1] + sums[2]);
        assertEquals(MessageSlots.EMPTY, slots.claimPublished(MAX));
    }

    /** The sum of so many messages; fails when a producer's came in another order, or torn. */
    private long consume(MessageSlots slots, int count, int each) {
        long sum = 0;
        long[] last = {-1, -1, -1};
        for (int i = 0; i < count; i++) {
            long slot;
            while ((slot = slots.claimPublished(MAX)) < 0) {
                racers.goOn();
            }
            long value = SharedMemory.getLong(MessageSlots.payload(slot));
            if (value != ~SharedMemory.getLong(MessageSlots.payload(slot) + 40)
                    || value <= last[(int) (value / each)]) {
                return Long.MIN_VALUE;
            }
            last[(int) (value / each)] = value;
            slots.release(slot);
            sum += value;
        }
        return sum;
    }
}
