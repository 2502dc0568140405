package org.pgas.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.function.IntPredicate;

import org.junit.jupiter.api.Test;
import org.pgas.JobEndedException;
import org.pgas.JoinException;
import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.FrameReceiver;
import org.pgas.hosts.wire.Loss;
import org.pgas.hosts.wire.Wire;

/** How rank 1 waits for its connections with ranks 2 and 3. */
class ConnectionsTest {
    private static final int[] PEERS = {2, 3};

    /** No test waits so long: one that waits for ever ends by it. */
    private static final Duration LONG = Duration.ofMinutes(5);

    private int polls;
    private int sleeps;
    private int wakes;
    private int looks;
    private IntPredicate hasRoom = peer -> false;
    private IntPredicate isLost = peer -> false;

    private final Wire wire = (Wire) Proxy.newProxyInstance(Wire.class.getClassLoader(), new Class<?>[]{Wire.class},
            (self, method, given) -> switch (method.getName()) {
                case "room" -> hasRoom.test((int) given[0]) ? 99 : 0;
                case "lost" -> isLost.test((int) given[0]) ? new Loss(Loss.Cause.REFUSED, "rank " + given[0]) : null;
                case "poll" -> {
                    assertFalse(((FrameReceiver) given[0]).received(2, Channel.REQUESTS, 0, 0, 0, 0),
                            "nobody is there yet to take it");
                    polls++;
                    yield 0;
                }
                case "arm" -> true;
                case "sleep" -> {
                    assertFalse(Thread.currentThread().isInterrupted(), "it would not sleep");
                    sleeps++;
                    yield null;
                }
                case "wake" -> {
                    wakes++;
                    yield null;
                }
                default -> throw new UnsupportedOperationException(method.getName());
            });

    private void await(Duration timeout) {
        new Connections(wire, 1, PEERS, peer -> "what is known of " + peer).await(timeout, () -> looks++);
    }

    @Test
    void whoIsNotConnectedInTimeIsNamedWithWhatIsKnownOfIt() {
        hasRoom = peer -> peer == 2;
        JoinException late = assertThrows(JoinException.class, () -> await(Duration.ZERO));
        assertTrue(late.getMessage().contains("no connection of rank 1 with rank 3 within 0 ms (pgas.join.timeout)"),
                late::getMessage);
        assertTrue(late.getMessage().contains("[what is known of 3]"), late::getMessage);
        assertTrue(late.getMessage().contains("ulimit -n"), late::getMessage);
    }

    @Test
    void theEndOfTheJobEndsTheWait() {
        Connections connections = new Connections(wire, 1, PEERS, peer -> "");
        assertThrows(JobEndedException.class, () -> connections.await(LONG, () -> {
            if (++looks == 3) {
                throw new JobEndedException(7, "of this test");
            }
        }));
        assertEquals(2, polls);
    }

    /** A program finds out about a lost peer when it needs it. */
    @Test
    void whoIsLostIsNotWaitedFor() {
        isLost = peer -> peer == 2;
        hasRoom = peer -> peer == 3;
        await(LONG);
        assertEquals(0, polls);
    }

    @Test
    void whereAllAreConnectedNothingIsWaitedFor() {
        hasRoom = peer -> true;
        await(LONG);
        assertEquals(0, polls);
        assertEquals(0, sleeps);
    }

    /** Connections are made by polls; the next thread that sleeps finds what was left on the wire meanwhile. */
    @Test
    void itPollsAndSleepsUntilAllAreConnectedAndWakesTheNextSleeper() {
        hasRoom = peer -> polls >= 10 * peer;
        await(LONG);
        assertEquals(30, polls);
        assertEquals(30, sleeps);
        assertEquals(30, looks);
        assertEquals(1, wakes);
    }

    @Test
    void anInterruptEndsNoWaitAndNoSleepAndStaysSet() {
        hasRoom = peer -> polls >= peer;
        Thread.currentThread().interrupt();
        await(LONG);
        assertTrue(Thread.interrupted());
        assertEquals(3, polls);
    }
}
