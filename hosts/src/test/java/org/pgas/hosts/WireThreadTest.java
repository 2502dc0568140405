package org.pgas.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

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

    /** Else the handler would wait for that room, and the rank would serve nobody meanwhile. */
    @Test
    void requestsOfAPeerToWhichTheWireIsFullHoldUpNoOthers() throws InterruptedException {
        WaysRig rig = new WaysRig(directory, 4, 2, Told.ALL);
        rig.message(0, BUSY, Frame.SERVED);
        rig.message(1, BUSY, Frame.SERVED);
        rig.polls(BUSY);
        // room for the data of the largest answer, and not for what goes before them
        rig.roomTo(0, WaysRig.MAX_DATA + 64);
        WireThread thread = new WireThread(BUSY, rig.ways(BUSY), rig.wireOf(BUSY));
        BlockingQueue<Integer> sources = new LinkedBlockingQueue<>();
        thread.serveBy(served -> served.receive(new MessageInbox.Receiver() {
            @Override
            public void received(int source, long head, long arguments, long payload, int bytes) {
                sources.add(source);
            }

            @Override
            public void receivedLong(int source, long head, long arguments, long targetOffset, long bytes) {}
        }, Integer.MAX_VALUE));
        thread.start();
        assertEquals(1, sources.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertTrue(rig.ways(BUSY).hasMessages(Frame.SERVED));
        rig.roomTo(0, WaysRig.ROOM);
        assertEquals(0, sources.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
        thread.stop();
    }

    /** Who polls the wire all the time, to send, may handle nothing. */
    @Test
    void requestsThatReachMemoryAreServedThoughOthersPoll() {
        WaysRig rig = new WaysRig(directory, 4, 2, Told.ALL);
        for (int i = 0; i < SERVED; i++) {
            rig.message(0, BUSY, Frame.SERVED);
        }
        rig.polls(BUSY);
        WireThread thread = new WireThread(BUSY, rig.ways(BUSY), rig.wireOf(BUSY));
        CountDownLatch isServed = new CountDownLatch(SERVED);
        thread.serveBy(served -> {
            served.receive(receiver, 1);
            isServed.countDown();
        });
        thread.start();
        pollUntil(rig, () -> isServed.getCount() == 0);
        thread.stop();
        assertEquals(SERVED, handled);
    }

    /** Or each pause would last half a millisecond, in which nobody polls. */
    @Test
    void itsOwnAnswersAreNotTakenForPollsOfOthers() throws InterruptedException {
        WaysRig rig = new WaysRig(directory, 4, 2, Told.ALL);
        rig.message(0, BUSY, Frame.SERVED);
        rig.polls(BUSY);
        WireThread thread = new WireThread(BUSY, rig.ways(BUSY), rig.wireOf(BUSY));
        CountDownLatch isServed = new CountDownLatch(1);
        thread.serveBy(served -> {
            served.receive(receiver, 1);
            for (int i = 0; i < 64; i++) {
                rig.ways(BUSY).tried();
            }
            isServed.countDown();
        });
        thread.start();
        assertTrue(isServed.await(PATIENCE_SECONDS, TimeUnit.SECONDS), "nobody serves");
        thread.stop();
        assertEquals(0, rig.ways(BUSY).polls());
    }

    private static void pollUntil(WaysRig rig, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS), "polls for ever");
            rig.ways(BUSY).poll();
        }
    }

    @Test
    void theWireMayKeepFramesBackOnlyWhileSomebodyPolls() throws InterruptedException {
        WaysRig rig = new WaysRig(directory, 4, 2, Told.ALL);
        BlockingQueue<Boolean> told = new LinkedBlockingQueue<>();
        rig.whenTold(told::add);
        WireThread thread = new WireThread(BUSY, rig.ways(BUSY), rig.wireOf(BUSY));
        thread.start();
        for (int round = 0; round < 3; round++) {
            pollUntil(rig, () -> !told.isEmpty());
            assertEquals(true, told.poll());
            assertEquals(false, told.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
        }
        pollUntil(rig, () -> !told.isEmpty());
        thread.stop();
        assertEquals(true, told.poll());
        assertEquals(List.of(false), List.copyOf(told));
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
