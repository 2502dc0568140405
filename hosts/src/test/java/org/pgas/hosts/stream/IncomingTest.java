package org.pgas.hosts.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.FrameReceiver;

/** How often the system is asked behind data that are read to their place. */
class IncomingTest {
    private static final int PEER = 5;
    private static final int RANK = 6;
    private static final int LARGE = 64 << 10;

    private final MadeUpLine there = new MadeUpLine();
    private final MadeUpLine here = new MadeUpLine();
    private final Outgoing peer = new Outgoing(there, MadeUpLine.carrier(), PEER, false);
    private final Outgoing out = new Outgoing(here, MadeUpLine.carrier(), RANK, false);
    private final Incoming in = new Incoming(PEER, here, false, out);
    private final MemorySegment data = Arena.ofAuto().allocate(LARGE, Long.BYTES);
    private final ByteBuffer place = ByteBuffer.allocateDirect(LARGE);
    private int placed;
    private long sent;
    private int readsBefore;

    private final FrameReceiver receiver = new FrameReceiver() {
        @Override
        public boolean received(int source, Channel channel, long head, int longs, long bytesAt, int bytes) {
            return true;
        }

        @Override
        public ByteBuffer place(int source, Channel channel, long head, int longs, int bytes) {
            return place.clear();
        }

        @Override
        public void placed(int source, Channel channel, long head, int longs, int bytes) {
            placed++;
        }
    };

    private void send(int bytes, boolean isAhead) {
        assertTrue(peer.send(0, new long[1], 1, data, 0, bytes, isAhead));
        sent += Frames.length(1, bytes);
    }

    /** What was sent has come, and has its room again when it is taken. */
    private void arrive() {
        here.gives(there.takeOut());
        assertTrue(peer.taken(sent, 0));
        readsBefore = here.reads();
    }

    private int poll() {
        return in.poll(receiver, 64);
    }

    /** Behind a large frame, large ones are expected. */
    @BeforeEach
    void expectLargeFrames() {
        send(LARGE, false);
        arrive();
        assertEquals(1, poll());
        assertEquals(0, poll());
    }

    @Test
    void behindALargeFrameThatIsWaitedForNothingIsAsked() {
        for (int i = 1; i <= 5; i++) {
            send(LARGE, false);
            arrive();
            assertEquals(1, poll());
            assertEquals(i, placed);
            assertEquals(2, here.reads() - readsBefore, "the head and a little, and the rest");
            assertEquals(0, poll());
        }
    }

    @Test
    void theWordBehindLargeDataThatGoAheadOfItComesWithThem() {
        for (int i = 1; i <= 5; i++) {
            send(LARGE, true);
            send(0, false);
            arrive();
            assertEquals(2, poll());
            assertEquals(i, placed);
            assertEquals(0, poll());
        }
    }

    @Test
    void ofLargeFramesThatFollowEachOtherAllButTheFirstAreTakenTogether() {
        for (int i = 1; i <= 5; i++) {
            for (int frame = 0; frame < 3; frame++) {
                send(LARGE, false);
            }
            arrive();
            assertEquals(1, poll());
            assertEquals(2, poll());
            assertEquals(3 * i, placed);
            assertEquals(0, poll());
        }
    }
}
