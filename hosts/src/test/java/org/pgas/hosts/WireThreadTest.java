package org.pgas.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.hosts.WaysRig.Told;
import org.pgas.spi.MessageInbox;

/** What is done for a rank of which no thread polls. Ranks 0 and 1 are elsewhere; rank 2 computes. */
class WireThreadTest {
    private static final int BUSY = 2;
    private static final int SERVED = 3;
    private static final long PATIENCE_SECONDS = 300;

    @TempDir
    private Path directory;

    private int handled;

    private final MessageInbox.Receiver receiver = new MessageInbox.Receiver() {
        @Override
        public void received(int source, long head, long arguments, long payload, int bytes) {
            handled++;
        }

        @Override
        public void receivedLong(int source, long head, long arguments, long targetOffset, long bytes) {}
    };

    /** And the copies of the library's words are kept, too. */
    @Test
    void requestsThatReachMemoryAreServedAndOthersWaitThoughNobodyPolls() throws InterruptedException {
        WaysRig rig = new WaysRig(directory, 4, 2, Told.ALL);
        rig.change(0, 64, 7);
        rig.message(0, BUSY, Frame.REQUESTS);
        for (int i = 0; i < SERVED; i++) {
            rig.message(0, BUSY, Frame.SERVED);
        }
        rig.polls(BUSY);
        WireThread thread = new WireThread(BUSY, rig.ways(BUSY), rig.wireOf(BUSY));
        CountDownLatch isServed = new CountDownLatch(1);
        thread.serveBy(served -> {
            served.receive(receiver, Integer.MAX_VALUE);
            if (handled == SERVED) {
                isServed.countDown();
            }
        });
        thread.start();
        assertTrue(isServed.await(PATIENCE_SECONDS, TimeUnit.SECONDS), "nobody serves");
        thread.stop();
        assertEquals(SERVED, handled);
        assertEquals(0, rig.ways(BUSY).polls());
        assertEquals(7, rig.word(BUSY, 64));
        // the program's handlers are not run for it
        assertTrue(rig.hasMessages(0, BUSY));
        assertFalse(rig.ways(BUSY).hasMessages(Frame.SERVED));
    }

    /** Nobody would take in what comes any more, silently. */
    @Test
    void anErrorOfItsOwnEndsTheJob() throws Exception {
        WaysRig rig = new WaysRig(directory, 4, 2, Told.ALL);
        rig.message(0, BUSY, Frame.SERVED);
        rig.polls(BUSY);
        WireThread thread = new WireThread(BUSY, rig.ways(BUSY), rig.wireOf(BUSY));
        thread.serveBy(served -> {
            throw new AssertionError("of this test");
        });
        thread.start();
        assertEquals("rank 2: its thread of the wire has failed: java.lang.AssertionError: of this test",
                rig.ended().get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        thread.stop();
    }
}
