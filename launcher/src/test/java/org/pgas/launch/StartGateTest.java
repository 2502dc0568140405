package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.pshm.HostedJob;
import org.pgas.pshm.RankCopy;
import org.pgas.pshm.RankView;

/** How many ranks start at a time, by a time that passes only while one waits. */
class StartGateTest {
    private static final int RANKS = 40;
    private static final int AT_ONCE = 16;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration SOON = Duration.ofMillis(10);

    @TempDir
    Path base;

    private HostedJob hosted;
    private final ShutdownGuard guard = new ShutdownGuard("the launcher");
    private final List<UnstartedProcess> processes = new ArrayList<>();
    private long now;
    private Runnable whileWaiting = () -> {
    };

    @BeforeEach
    void make() {
        hosted = HostedJob.create(base, "j", RANKS, Map.of());
    }

    @AfterEach
    void remove() {
        hosted.remove();
        hosted.close();
    }

    private StartGate gate(int processors, Duration timeout) {
        return new StartGate(hosted, guard, timeout, processors, new StartGate.Time() {
            @Override
            public long nanos() {
                return now;
            }

            @Override
            public void pass(long nanos) {
                assertFalse(Thread.currentThread().isInterrupted(), "it would not wait");
                now += nanos;
                whileWaiting.run();
            }
        });
    }

    /** Starts ranks until the gate waits; how many there are then. */
    private int startUntilItWaits(StartGate gate) {
        boolean[] waited = {false};
        whileWaiting = () -> waited[0] = true;
        while (gate.await() && !waited[0]) {
            start(gate);
        }
        return processes.size();
    }

    /** On two processors, with so many ranks that another one would have to wait. */
    private StartGate fullGate() {
        StartGate gate = gate(2, null);
        for (int rank = 0; rank < AT_ONCE; rank++) {
            assertTrue(gate.await());
            start(gate);
        }
        return gate;
    }

    private void start(StartGate gate) {
        UnstartedProcess process = new UnstartedProcess();
        gate.started(new RankProcess(processes.size(), process));
        processes.add(process);
    }

    private void join(int rank) {
        hosted.show(rank, new RankCopy(RankView.State.JOINED, false, 0, 0, 0, "", ""));
    }

    @Test
    void sixteenStartAtOnceWhereThereAreFewProcessors() {
        assertEquals(AT_ONCE, startUntilItWaits(gate(1, null)));
    }

    @Test
    void moreProcessorsLetMoreStartAtOnce() {
        assertEquals(32, startUntilItWaits(gate(8, null)));
    }

    @Test
    void oneThatHasJoinedLetsTheNextOneStartAtOnce() {
        StartGate gate = fullGate();
        whileWaiting = () -> join(7);
        assertTrue(gate.await());
        assertTrue(now > 0 && now < SOON.toNanos(), () -> "after " + now);
        start(gate);
        assertEquals(AT_ONCE + 1, startUntilItWaits(gate), "one for one");
    }

    @Test
    void oneThatHasEndedWellLetsTheNextOneStartAtOnce() {
        StartGate gate = fullGate();
        whileWaiting = () -> processes.get(3).endWith(0);
        assertTrue(gate.await());
        assertTrue(now > 0 && now < SOON.toNanos(), () -> "after " + now);
        start(gate);
        assertEquals(AT_ONCE + 1, startUntilItWaits(gate), "one for one");
    }

    @Test
    void programsThatDoNotJoinAreWaitedForOnce() {
        StartGate gate = fullGate();
        for (int rank = AT_ONCE; rank < RANKS; rank++) {
            assertTrue(gate.await());
            start(gate);
        }
        assertEquals(PATIENCE.toNanos(), now, SOON.toNanos());
    }

    @Test
    void oneThatJoinsRenewsThePatience() {
        StartGate gate = fullGate();
        now += PATIENCE.toNanos() - SOON.toNanos();
        join(7);
        assertTrue(gate.await());
        start(gate);
        now += PATIENCE.toNanos() - SOON.toNanos();
        whileWaiting = () -> join(8);
        assertTrue(gate.await());
        start(gate);
        assertEquals(AT_ONCE + 2, startUntilItWaits(gate), "it is not open for all");
    }

    @Test
    void anInterruptChangesNothingAndStaysSet() {
        StartGate gate = fullGate();
        Thread.currentThread().interrupt();
        assertTrue(gate.await());
        assertTrue(Thread.interrupted());
        assertTrue(now > 0);
    }

    @Test
    void whenARankHasFailedNoOtherIsStarted() {
        StartGate gate = gate(2, null);
        start(gate);
        assertTrue(gate.await());
        processes.getFirst().endWith(1);
        assertFalse(gate.await());
    }

    @Test
    void whenAMemberHasEndedWithoutLeavingNoOtherIsStarted() {
        StartGate gate = gate(2, null);
        start(gate);
        join(0);
        assertTrue(gate.await());
        processes.getFirst().endWith(0);
        assertFalse(gate.await());
    }

    @Test
    void whenOneHasEndedWithoutJoiningAndAnotherWaitsForItNoOtherIsStarted() {
        StartGate gate = gate(2, null);
        start(gate);
        start(gate);
        processes.getFirst().endWith(0);
        assertTrue(gate.await(), "all may be programs that do not join");
        join(1);
        assertFalse(gate.await());
    }

    @Test
    void whenTheJobHasEndedNoOtherIsStarted() {
        StartGate gate = fullGate();
        whileWaiting = () -> hosted.end(3, "ended");
        assertFalse(gate.await());
        assertTrue(now > 0 && now < SOON.toNanos(), () -> "after " + now);
    }

    @Test
    void whenItsTimeIsOverNoOtherIsStarted() {
        StartGate gate = gate(2, Duration.ofSeconds(1));
        for (int rank = 0; rank < AT_ONCE; rank++) {
            start(gate);
        }
        assertFalse(gate.await());
        assertEquals(Duration.ofSeconds(1).toNanos(), now, SOON.toNanos());
    }

    @Test
    void whenThisJvmEndsNoOtherIsStarted() {
        StartGate gate = fullGate();
        whileWaiting = () -> {
            guard.notStarted(); // nothing is left for it to wait for
            guard.shutdown();
        };
        assertFalse(gate.await());
        assertTrue(now > 0 && now < SOON.toNanos(), () -> "after " + now);
    }

    @Test
    void theFirstOneAlwaysStarts() {
        StartGate gate = gate(2, Duration.ZERO);
        now = 1;
        hosted.end(3, "ended");
        assertTrue(gate.await());
        start(gate);
        assertFalse(gate.await());
    }
}
