package org.pgas.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.hosts.WaysRig.Told;
import org.pgas.hosts.wire.OneSided;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.MessageInbox;
import org.pgas.spi.WayNumber;

/** What becomes of transfers past frames at their own rank. Ranks 0 and 1 are neighbours; 2 and 3 are elsewhere. */
class TransfersTest {
    private static final int PUT_HEAD = 4711;
    private static final int GET_HEAD = 4712;

    @TempDir
    private Path directory;

    private final FakeWire wire = new FakeWire();
    private final List<String> replies = new ArrayList<>();
    private WaysRig rig;
    private Ways ways;
    private Transfers transfers;

    private final MessageInbox.Receiver receiver = new MessageInbox.Receiver() {
        @Override
        public void received(int source, long head, long arguments, long payload, int bytes) {
            String reply = source + ": " + head + " " + SharedMemory.getLong(arguments);
            replies.add(head == PUT_HEAD ? reply
                    : reply + " " + SharedMemory.getInt(arguments + 8) + " " + bytes + " bytes, the first "
                            + SharedMemory.getByte(payload));
        }

        @Override
        public void receivedLong(int source, long head, long arguments, long targetOffset, long bytes) {
            throw new AssertionError("no long message");
        }
    };

    /** A transfer that is done. */
    private record Fake(int peer, boolean isGet, long token, int part, MemorySegment memory) implements OneSided.Done {
        @Override
        public long address() {
            return memory.address();
        }

        @Override
        public int bytes() {
            return (int) memory.byteSize();
        }
    }

    /** Takes everything, and has done what the test says. */
    private static final class FakeWire implements OneSided {
        private final Deque<Done> done = new ArrayDeque<>();
        private final List<Done> givenBack = new ArrayList<>();
        private long finished;
        private String lost;
        private boolean isFull;
        private boolean isReached = true;
        private boolean isQuiet = true;

        void isDone(int peer, boolean isGet, long token, int part, int value) {
            MemorySegment memory = Arena.ofAuto().allocate(16, 8);
            memory.set(ValueLayout.JAVA_BYTE, 0, (byte) value);
            done.add(new Fake(peer, isGet, token, part, memory));
            finished++;
        }

        @Override
        public int mostBytes() {
            return 64 << 10;
        }

        @Override
        public byte[] register(long address, long bytes) {
            return new byte[0];
        }

        @Override
        public void deregister(byte[] key) {}

        @Override
        public long open(int peer, byte[] key) {
            return 1;
        }

        @Override
        public boolean put(int peer, long memory, long offset, MemorySegment source, long sourceOffset, int bytes,
                long token) {
            return !isFull;
        }

        @Override
        public boolean get(int peer, long memory, long offset, int bytes, long token, int part) {
            return !isFull;
        }

        @Override
        public boolean isReached(int peer) {
            return isReached;
        }

        @Override
        public boolean isQuiet(int peer) {
            return isQuiet;
        }

        @Override
        public long finished() {
            return finished;
        }

        @Override
        public boolean isAnyDone() {
            return !done.isEmpty();
        }

        @Override
        public Done next() {
            return done.poll();
        }

        @Override
        public void giveBack(Done each) {
            givenBack.add(each);
        }

        @Override
        public String lost(int peer) {
            return lost;
        }
    }

    @BeforeEach
    void open() {
        rig = new WaysRig(directory, 4, 2, Told.ALL);
        ways = rig.ways(0);
        transfers = new Transfers(wire, ways);
        transfers.answerBy(PUT_HEAD, GET_HEAD);
        ways.transferBy(transfers);
    }

    /** With what names its operation, of the peer that it was with; as many as are asked for. */
    @Test
    void eachThatIsDoneIsOneReply() {
        wire.isDone(2, false, 1L << 40 | 3, 0, 0);
        wire.isDone(3, true, -2, 5, 77);
        wire.isDone(2, false, 8, 0, 0);
        assertTrue(ways.areTransfersDone());
        assertEquals(2, ways.receiveDone(receiver, 2));
        assertTrue(ways.areTransfersDone());
        assertEquals(1, ways.receiveDone(receiver, 9));
        assertFalse(ways.areTransfersDone());
        assertEquals(0, ways.receiveDone(receiver, 9));
        assertEquals(List.of("2: 4711 " + (1L << 40 | 3), "3: 4712 -2 5 16 bytes, the first 77", "2: 4711 8"), replies);
        assertEquals(3, wire.givenBack.size());
    }

    @Test
    void whatThrowsGivesItsMemoryBack() {
        wire.isDone(2, true, 1, 0, 0);
        wire.isDone(2, false, 2, 0, 0);
        MessageInbox.Receiver failing = new MessageInbox.Receiver() {
            @Override
            public void received(int source, long head, long arguments, long payload, int bytes) {
                throw new IllegalStateException("as a handler may");
            }

            @Override
            public void receivedLong(int source, long head, long arguments, long targetOffset, long bytes) {}
        };
        assertThrows(IllegalStateException.class, () -> ways.receiveDone(failing, 9));
        assertEquals(1, wire.givenBack.size());
        assertEquals(1, ways.receiveDone(receiver, 9));
    }

    /** Once for each, and not again while they wait to be taken in. */
    @Test
    void sleepersAreWokenForThoseThatAreDone() {
        rig.sleeps();
        assertFalse(ways.pollOnce());
        wire.isDone(2, false, 1, 0, 0);
        assertTrue(ways.pollOnce());
        assertFalse(ways.pollOnce());
        wire.isDone(2, false, 2, 0, 0);
        assertTrue(ways.pollOnce());
    }

    /** It may go then, and what this rank has begun there would fail in it. And nothing new is begun. */
    @Test
    void aPeerThatLeavesIsHeardWhenNothingIsUnderWayWithIt() {
        byte[] key = new byte[0];
        wire.isQuiet = false;
        assertEquals(1, transfers.open(2, key));
        assertTrue(rig.ways(2).to(0).send(Frame.LEAVING));
        rig.polls(0);
        ways.pollOnce();
        assertTrue(ways.to(2).isLeaving());
        assertTrue(transfers.isLost(2), "as one to which no message goes any more");
        assertEquals(0, rig.waiting(0, 2));
        wire.isQuiet = true;
        ways.pollOnce();
        assertEquals(1, rig.waiting(0, 2));
        assertEquals(0, transfers.open(2, key));
        assertEquals(1, transfers.open(3, key));
        transfers.leave();
        assertEquals(0, transfers.open(3, key));
    }

    @Test
    void whatGoesAndComesIsCountedAndNeighboursAreNotReached() {
        assertTrue(transfers.put(2, 1, 0, MemorySegment.NULL, 0, 1_000, 1));
        wire.isFull = true;
        assertFalse(transfers.put(2, 1, 0, MemorySegment.NULL, 0, 1_000, 1));
        assertEquals(1_000, ways.to(2).number(WayNumber.BYTES_SENT));
        wire.isDone(2, true, 1, 0, 0);
        ways.receiveDone(receiver, 9);
        assertEquals(16, ways.to(2).number(WayNumber.BYTES_RECEIVED));
        assertEquals(0, ways.to(2).number(WayNumber.FRAMES_SENT));
        assertTrue(transfers.isLost(1));
        assertFalse(transfers.isLost(2));
        assertTrue(transfers.isReached(2));
        wire.isReached = false;
        assertFalse(transfers.isReached(2));
        wire.lost = "it is gone";
        assertTrue(transfers.isLost(2));
    }
}
