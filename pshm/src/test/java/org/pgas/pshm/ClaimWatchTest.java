package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.MessageHead;

class ClaimWatchTest {
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int SHORT = MessageHead.of(MessageHead.SHORT, 130, 0);

    @TempDir
    Path base;

    private MessageRanks ranks;
    private Lane lane;
    private ClaimWatch watch;
    private long now;

    private void watch(boolean pair, int sender) {
        AmConfig config = new AmConfig(3, pair, 32 << 10, Duration.ofSeconds(2), false);
        ranks = new MessageRanks(base, config, false);
        lane = ranks.requestLane(1, sender);
        watch = new ClaimWatch(new LaneReader(AmLayout.Network.REQUEST, 1, pair ? sender : -1, lane, config,
                ranks.doorbells(1), IllegalStateException::new), config, peer -> "rank " + peer + " is stopped");
    }

    @AfterEach
    void close() {
        ranks.close();
    }

    /** The first complaint within that many looks, or null. */
    private String look(int times) {
        for (int i = 0; i < times; i++) {
            now += TICK;
            String complaint = watch.look(now);
            if (complaint != null) {
                return complaint;
            }
        }
        return null;
    }

    private static void has(String complaint, String... words) {
        for (String word : words) {
            assertTrue(complaint != null && complaint.contains(word), () -> word + " is not in " + complaint);
        }
    }

    @Test
    void aClaimThatStaysNamesItsPairAndTheDeadline() {
        watch(true, 2);
        assertNotEquals(0, ranks.rank(2).requestOutbox().claim(1, 0, 100));
        assertNull(look(10));
        has(look(2), "rank 1: messages: the request ring from rank 2", "rank 2 has begun", "pgas.am.deadline",
                "2000 ms", "[rank 2 is stopped]");
    }

    @Test
    void inASharedRingTheRecordNamesItsSenderIfItDoes() {
        watch(false, -1);
        int index = lane.tryClaim(SHORT, 100);
        has(look(20), "request ring of this rank", "a rank that has not given its number");
        SharedMemory.putInt(lane.address(index) - Integer.BYTES, MessageRecord.type(MessageRecord.sender(2), SHORT));
        has(look(20), "rank 2 has begun");
    }

    @Test
    void completeMessagesMayWaitForEver() {
        watch(true, 0);
        assertNull(look(100));
        assertTrue(ranks.rank(0).requestOutbox().sendShort(1, SHORT, 0, 0));
        assertNull(look(100));
        long claim = ranks.rank(0).requestOutbox().claim(1, 0, 8);
        assertNull(look(100), "it is not the first");
        ranks.rank(0).requestOutbox().cancel(1, claim);
        assertNull(look(100));
    }

    @Test
    void timeBeginsAnewWithEachClaim() {
        watch(true, 0);
        for (int round = 0; round < 5; round++) {
            long claim = ranks.rank(0).requestOutbox().claim(1, 0, 8);
            assertNull(look(9));
            ranks.rank(0).requestOutbox().cancel(1, claim);
            ranks.rank(1).requestInbox().receive(new MessageRanks.Received(), 10);
        }
    }

    @Test
    void whileThisProcessIsStoppedNoTimePasses() {
        watch(true, 0);
        ranks.rank(0).requestOutbox().claim(1, 0, 8);
        assertNull(look(2));
        now += TimeUnit.HOURS.toNanos(1);
        assertNull(look(1));
        has(look(20), "rank 0 has begun");
    }

    @Test
    void impossiblePositionsAreSeen() {
        watch(true, 0);
        long end = lane.address(8 << 10);
        SharedMemory.putLong(end + AmLayout.HEAD, 8);
        has(look(1), "impossible positions: from 8 to 0");
        SharedMemory.putLong(end + AmLayout.TAIL, 8 + (8 << 10) + 8);
        has(look(1), "impossible positions");
        SharedMemory.putLong(end + AmLayout.TAIL, 8 + (8 << 10));
        assertNull(look(1));
    }
}
