package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;

import org.pgas.Event;
import org.pgas.Job;
import org.pgas.NamedBarrier;
import org.pgas.NamedBarrier.Answer;
import org.pgas.PgasException;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

@AcrossNeighbourhoods
@AcrossThreeNeighbourhoods
@RankDefaults(ranks = {1, 2, 3})
@Optimised
class NamedBarrierTest {
    @RankTest
    void shouldAgreeWhenAllRanksGiveTheSameName(Job job) {
        NamedBarrier barrier = job.namedBarrier();
        for (int name : new int[]{0, 1, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            barrier.notify(name);
            assertTrue(barrier.await(name));
        }
    }

    @RankTest
    void shouldLetAnonymousRanksAdoptTheNameOfTheOthers(Job job) {
        NamedBarrier barrier = job.namedBarrier();
        for (int named = 0; named < job.size(); named++) {
            if (job.rank() == named) {
                barrier.notify(42);
                assertTrue(barrier.await(42));
            } else {
                barrier.notifyAnonymous();
                assertTrue(barrier.awaitAnonymous());
            }
        }
        barrier.notifyAnonymous();
        assertTrue(barrier.awaitAnonymous());
    }

    @RankTest(ranks = {2, 3})
    void shouldFailEverywhereWhenTwoRanksGiveDifferentNames(Job job) {
        NamedBarrier barrier = job.namedBarrier();
        for (int other = 0; other < job.size(); other++) {
            int name = job.rank() == other ? 7 : 8;
            barrier.notify(name);
            assertFalse(barrier.await(name));
        }
    }

    @RankTest
    void shouldFailEverywhereWhenAnyRankAsksForAMismatch(Job job) {
        NamedBarrier barrier = job.namedBarrier();
        for (int bad = 0; bad < job.size(); bad++) {
            if (job.rank() == bad) {
                barrier.notifyMismatch();
                assertFalse(barrier.awaitMismatch());
            } else {
                barrier.notify(5);
                assertFalse(barrier.await(5));
            }
        }
    }

    @RankTest
    void shouldFailOnlyForTheRankThatWaitsWithAnotherName(Job job) {
        NamedBarrier barrier = job.namedBarrier();
        barrier.notify(3);
        if (job.rank() == 0) {
            assertFalse(barrier.await(4));
        } else {
            assertTrue(barrier.await(3));
        }
        barrier.notify(3);
        if (job.rank() == 0) {
            assertFalse(barrier.awaitAnonymous());
        } else {
            assertTrue(barrier.await(3));
        }
    }

    @RankTest(ranks = {2})
    void shouldSayNotReadyUntilTheLastRankHasNotified(Job job) {
        NamedBarrier barrier = job.namedBarrier();
        if (job.rank() == 0) {
            barrier.notify(9);
            assertEquals(Answer.NOT_READY, barrier.tryAwait(9));
            assertEquals(Answer.NOT_READY, barrier.tryAwait(9));
            job.world().rma().putLongRelease(1, 0, 1);
            Answer answer = barrier.tryAwait(9);
            while (answer == Answer.NOT_READY) {
                Thread.onSpinWait();
                answer = barrier.tryAwait(9);
            }
            assertEquals(Answer.OK, answer);
        } else {
            while (job.world().rma().getLongAcquire(1, 0) == 0) {
                Thread.onSpinWait();
            }
            barrier.notify(9);
            assertTrue(barrier.await(9));
        }
    }

    @RankTest(segment = "0")
    void shouldRefuseToAttachBetweenNotifyAndAwait(Job job) {
        job.namedBarrier().notify(1);
        assertThrows(PgasException.class, () -> job.attach(job.pageBytes()));
        assertTrue(job.namedBarrier().await(1));
        job.attach(job.pageBytes());
    }

    @RankTest
    void shouldRefuseMisuse(Job job) {
        NamedBarrier barrier = job.namedBarrier();
        assertThrows(PgasException.class, () -> barrier.await(1));
        assertThrows(PgasException.class, () -> barrier.tryAwait(1));
        barrier.notify(1);
        assertThrows(PgasException.class, () -> barrier.notify(1));
        assertThrows(PgasException.class, () -> job.world().barrier());
        assertThrows(PgasException.class, () -> job.world().barrierNb());
        assertTrue(barrier.await(1));
        assertThrows(PgasException.class, () -> barrier.await(1));
        Event event = job.world().barrierNb();
        assertThrows(PgasException.class, () -> barrier.notify(1));
        event.await();
        barrier.notify(2);
        assertTrue(barrier.await(2));
    }

    @RankTest
    void shouldLetAnotherThreadWaitThanTheOneThatNotified(Job job) throws InterruptedException {
        NamedBarrier barrier = job.namedBarrier();
        boolean[] agreed = new boolean[1];
        for (int round = 0; round < 50; round++) {
            int name = round;
            barrier.notify(name);
            Thread other = Thread.ofPlatform().start(() -> agreed[0] = barrier.await(name));
            other.join();
            assertTrue(agreed[0]);
        }
    }

    @RankTest(ranks = {3})
    void shouldFollowTheRulesForRandomPhases(Job job) {
        NamedBarrier barrier = job.namedBarrier();
        SplittableRandom random = Seed.of("phases");
        int phases = Repetitions.of(job, 2_000, 400);
        for (int phase = 0; phase < phases; phase++) {
            int[] kinds = new int[job.size()];
            int[] names = new int[job.size()];
            for (int rank = 0; rank < job.size(); rank++) {
                int draw = random.nextInt(10);
                kinds[rank] = draw == 0 ? 2 : draw < 4 ? 1 : 0;
                names[rank] = random.nextInt(8) == 0 ? 1 : 0;
            }
            assertEquals(expected(kinds, names), pass(barrier, kinds[job.rank()], names[job.rank()]), "phase " + phase);
        }
    }

    private static boolean expected(int[] kinds, int[] names) {
        int common = -1;
        for (int rank = 0; rank < kinds.length; rank++) {
            if (kinds[rank] == 2 || kinds[rank] == 0 && common >= 0 && common != names[rank]) {
                return false;
            }
            common = kinds[rank] == 0 ? names[rank] : common;
        }
        return true;
    }

    private static boolean pass(NamedBarrier barrier, int kind, int name) {
        switch (kind) {
            case 0 -> barrier.notify(name);
            case 1 -> barrier.notifyAnonymous();
            default -> barrier.notifyMismatch();
        }
        return switch (kind) {
            case 0 -> barrier.await(name);
            case 1 -> barrier.awaitAnonymous();
            default -> barrier.awaitMismatch();
        };
    }
}
