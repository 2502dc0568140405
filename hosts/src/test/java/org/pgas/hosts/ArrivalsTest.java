package org.pgas.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageInbox;

/** The ring of arrivals, and what its sender knows of it. */
class ArrivalsTest {
    private static final int SOURCE = 3;

    private final Room room = new Room();
    private final Arrivals arrivals = new Arrivals(SOURCE);
    private final MemorySegment frame = Arena.ofAuto().allocate(11 * Long.BYTES, Long.BYTES);
    private final MemorySegment data = Arena.ofAuto().allocate(Room.MOST_BYTES, Long.BYTES);
    private final Deque<long[]> sent = new ArrayDeque<>();
    private final MessageInbox.Receiver receiver = new Checked();
    private long next;

    private final class Checked implements MessageInbox.Receiver {
        @Override
        public void received(int source, long head, long arguments, long payload, int bytes) {
            long[] expected = sent.remove();
            assertEquals(SOURCE, source);
            assertEquals(expected[0], head);
            assertEquals(expected[1], bytes);
            for (int i = 0; i < MessageHead.argumentCount(head); i++) {
                assertEquals((int) expected[2] + i, SharedMemory.getInt(arguments + 4L * i));
            }
            if (MessageHead.category(head) == MessageHead.SHORT) {
                assertEquals(0, payload);
            } else {
                assertEquals(0, payload % Long.BYTES);
                for (int i = 0; i < bytes; i++) {
                    assertEquals((byte) (expected[2] + i), SharedMemory.getByte(payload + i));
                }
            }
        }

        @Override
        public void receivedLong(int source, long head, long arguments, long targetOffset, long bytes) {
            long[] expected = sent.remove();
            assertEquals(expected[0], head);
            assertEquals(expected[2] + 100, targetOffset);
            assertEquals(expected[2] + 200, bytes);
        }
    }

    /** Whether the ring takes a message. */
    private boolean send(int category, int arguments, int bytes) {
        long head = writeHead(category, arguments, bytes);
        boolean isTaken = arrivals.put(frame.address(), arguments, data.address(), bytes);
        if (isTaken) {
            sent.add(new long[]{head, bytes, next++});
        }
        return isTaken;
    }

    private long writeHead(int category, int arguments, int bytes) {
        long head = MessageHead.of(category, 200, arguments);
        frame.setAtIndex(ValueLayout.JAVA_LONG, 0, head);
        frame.setAtIndex(ValueLayout.JAVA_LONG, 1, next + 100);
        frame.setAtIndex(ValueLayout.JAVA_LONG, 2, next + 200);
        for (int i = 0; i < 16; i++) {
            frame.setAtIndex(ValueLayout.JAVA_INT, 6 + i, (int) next + i);
        }
        for (int i = 0; i < bytes; i++) {
            data.set(ValueLayout.JAVA_BYTE, i, (byte) (next + i));
        }
        return head;
    }

    @Test
    void whatTheSenderHasRoomForIsTakenAndComesInOrder() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 20_000; i++) {
            int category = random.nextInt(MessageHead.SHORT, MessageHead.LONG + 1);
            int bytes = category != MessageHead.MEDIUM ? 0
                    : random.nextInt(4) == 0 ? random.nextInt(Room.maxPayload() + 1) : random.nextInt(100);
            if (room.has(Room.length(bytes))) {
                assertTrue(send(category, random.nextInt(17), bytes));
                room.use(Room.length(bytes));
            }
            if (random.nextInt(3) == 0) {
                int before = sent.size();
                int limit = random.nextInt(1, 40);
                assertEquals(Math.min(before, limit), arrivals.receive(receiver, limit));
                assertEquals(sent.isEmpty(), arrivals.isEmpty());
            }
            if (random.nextInt(3) == 0) {
                assertTrue(room.taken(arrivals.taken()));
            }
        }
        arrivals.receive(receiver, Integer.MAX_VALUE);
        assertTrue(sent.isEmpty());
    }

    @Test
    void theLargestMessageHasRoomThoughAQuarterIsNotYetGivenBack() {
        for (int position = 0; position < 2 * Room.RING_BYTES; position += Room.length(1000)) {
            Room other = new Room();
            for (int used = 0; used < position; used += Room.length(1000)) {
                other.use(Room.length(1000));
                assertTrue(other.taken(used));
            }
            assertTrue(other.has(Room.length(Room.maxPayload())), "at " + position);
        }
    }

    @Test
    void moreThanThereIsRoomForIsNotTaken() {
        while (room.has(Room.length(5000))) {
            room.use(Room.length(5000));
            assertTrue(send(MessageHead.MEDIUM, 1, 5000));
        }
        assertFalse(send(MessageHead.MEDIUM, 1, 5000));
        assertFalse(new Arrivals(SOURCE).put(frame.address(), 0, data.address(), Room.maxPayload() + 1));
        assertEquals(sent.size(), arrivals.receive(receiver, 1000));
    }

    @Test
    void aPayloadThatWasWrittenToItsPlaceIsHandedOverThereAndOneThatHasLandedIsNot() {
        SplittableRandom random = new SplittableRandom(12);
        for (int i = 0; i < 2_000; i++) {
            int bytes = 8 * random.nextInt(1, Room.maxPayload() / 8 + 1);
            ByteBuffer place = arrivals.place(bytes);
            if (place == null) {
                assertFalse(send(MessageHead.MEDIUM, 3, bytes));
                assertTrue(arrivals.receive(receiver, random.nextInt(1, 5)) > 0);
                continue;
            }
            assertEquals(bytes, place.remaining());
            boolean hasLanded = random.nextBoolean();
            boolean isOrdinary = random.nextInt(4) == 0;
            if (hasLanded) {
                landed(bytes);
            } else if (isOrdinary) {
                assertTrue(send(MessageHead.MEDIUM, 3, bytes));
            } else {
                write(bytes);
                MemorySegment.ofBuffer(place).copyFrom(data.asSlice(0, bytes));
                long at = arrivals.placed(bytes);
                assertEquals(MemorySegment.ofBuffer(place).address(), at);
                assertTrue(arrivals.put(frame.address(), 3, at, bytes));
                sent.add(new long[]{frame.get(ValueLayout.JAVA_LONG, 0), bytes, next++});
            }
        }
        arrivals.receive(receiver, Integer.MAX_VALUE);
        assertTrue(sent.isEmpty());
    }

    private void write(int bytes) {
        writeHead(MessageHead.MEDIUM, 3, bytes);
    }

    private void landed(int bytes) {
        write(bytes);
        boolean haveOthersRun = arrivals.haveOthersRun();
        assertTrue(arrivals.put(frame.address(), 3, 0, bytes));
        sent.add(new long[]{frame.get(ValueLayout.JAVA_LONG, 0), 0, next++});
        assertEquals(haveOthersRun, arrivals.haveOthersRun());
    }

    @Test
    void messagesThatWaitWithTheirDataAreToldFromThoseWhoseDataHaveLanded() {
        assertTrue(arrivals.haveOthersRun());
        landed(64);
        landed(128);
        assertTrue(arrivals.haveOthersRun());
        assertTrue(send(MessageHead.SHORT, 0, 0));
        landed(64);
        assertFalse(arrivals.haveOthersRun());
        assertEquals(2, arrivals.receive(receiver, 2));
        assertFalse(arrivals.haveOthersRun());
        assertEquals(1, arrivals.receive(receiver, 1));
        assertTrue(arrivals.haveOthersRun());
    }

    @Test
    void aPeerCannotHaveTakenWhatWasNotSentNorLessThanBefore() {
        room.use(Room.length(100));
        assertFalse(room.taken(Room.length(100) + 8));
        assertTrue(room.taken(Room.length(100)));
        assertFalse(room.taken(0));
    }

    @Test
    void aMessageWhoseReceiverThrowsCountsAsTaken() {
        send(MessageHead.SHORT, 0, 0);
        send(MessageHead.SHORT, 0, 0);
        try {
            arrivals.receive(new MessageInbox.Receiver() {
                @Override
                public void received(int source, long head, long arguments, long payload, int bytes) {
                    sent.remove();
                    throw new IllegalStateException();
                }

                @Override
                public void receivedLong(int source, long head, long arguments, long targetOffset, long bytes) {}
            }, 1);
        } catch (IllegalStateException e) {
            assertEquals(1, arrivals.receive(receiver, 10));
            return;
        }
        throw new AssertionError("it did not throw");
    }
}
