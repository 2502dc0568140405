package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;

import org.pgas.Event;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Rma;
import org.pgas.SignalOperation;
import org.pgas.WaitCondition;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Full fences keep reads behind writes, and what one rank has seen of another a third sees too. */
@RankDefaults(segment = "256k", settings = "pgas.checks=off")
@Optimised
@OnHosts
class FenceLitmusTest {
    private static final int CROSSINGS = 30_000;
    private static final int ROUNDS = 240;

    /** Between neighbourhoods, of so many rounds one; of a twin's, which are repeated until it is caught, more. */
    private static final int FEWER = 60;
    private static final int FEWER_OF_A_TWIN = 12;

    private static final int TELL = 200;
    private static final long DATA = 4096;
    private static final long FLAG = 512;
    private static final long BACK = 640;

    /** Of one put, which goes in several messages. */
    private static final int BYTES = 128 << 10;

    /** In the place of a round: there are no more. */
    private static final long OVER = Long.MAX_VALUE;

    private static int rounds(Job job, int most) {
        return Repetitions.of(job, most, most / FEWER);
    }

    @RankTest(neighbourhoods = {1, 2})
    void shouldKeepReadsBehindAFence(Job job) {
        Rma rma = job.world().rma();
        Crossing.check(job, rounds(job, CROSSINGS), (rank, offset, round) -> {
            rma.putLong(rank, offset, round);
            rma.fence();
        }, rma::getLong);
    }

    @RankTest(neighbourhoods = {1, 2})
    void shouldKeepReadsBehindASignal(Job job) {
        Rma rma = job.world().rma();
        Crossing.check(job, rounds(job, CROSSINGS),
                (rank, offset, round) -> rma.signal(rank, offset, round, SignalOperation.SET), rma::getLongAcquire);
    }

    /**
     * Each reads before it writes, as a processor does without a fence. (The processor itself does so only if both
     * ranks run at the same moment, which a busy machine does not grant; {@code BarrierStress.SleeperWithoutFence}
     * waits for that.)
     */
    @RankTest(neighbourhoods = {1, 2})
    void shouldNoticeThatBothMissWithoutAFence(Job job) {
        Rma rma = job.world().rma();
        long[] early = new long[1];
        Crossing.checkThatBothMiss(job, Repetitions.of(job, 2_000, 2_000 / FEWER_OF_A_TWIN), (rank, offset, round) -> {
            early[0] = rma.getLongAcquire(rank, Crossing.other(offset));
            if (round % 16 == 0) {
                dwell(job);
            }
            rma.putLongRelease(rank, offset, round);
        }, (rank, offset) -> early[0]);
    }

    /** Lets the other rank run, and do meanwhile what it asks for. */
    private static void dwell(Job job) {
        Thread.yield();
        for (int looks = job.position().neighbourhoods() == 1 ? 0 : 200; looks > 0; looks--) {
            job.poll();
            Thread.yield();
        }
    }

    /** How the next rank is told, and how it sees that. */
    private interface Way {
        void tell(int rank, long round);

        void see(long round);
    }

    /**
     * Rank 0 writes into the memory of each rank and tells rank 1 in some way; that tells rank 2 in any other, which
     * has to see what rank 0 wrote.
     */
    @RankTest(ranks = 3, neighbourhoods = {1, 2, 3})
    void shouldShowAThirdRankWhatTheSecondHasSeen(Job job) {
        Way[] ways = {orderedPut(job), signal(job), atomic(job), request(job)};
        Rma rma = job.world().rma();
        job.world().barrier();
        long round = 0;
        for (Way first : ways) {
            for (Way second : ways) {
                for (int i = 0; i < rounds(job, ROUNDS); i++) {
                    round++;
                    switch (job.rank()) {
                        case 0 -> {
                            Signals.await(job, BACK, round - 1);
                            rma.putLong(2, DATA, round);
                            rma.putLong(1, DATA + 128, round);
                            rma.putLong(0, DATA + 256, round);
                            first.tell(1, round);
                        }
                        case 1 -> {
                            first.see(round);
                            second.tell(2, round);
                        }
                        default -> {
                            second.see(round);
                            assertEquals(round, rma.getLong(0, DATA + 256));
                            assertEquals(round, rma.getLong(1, DATA + 128));
                            assertEquals(round, rma.getLong(2, DATA));
                            Signals.raise(job, 0, BACK, round);
                        }
                    }
                }
                job.world().barrier();
            }
        }
    }

    /** The same of much data, which are a while on their way, and of their event. */
    @RankTest(ranks = 3, neighbourhoods = {2, 3})
    void shouldShowAThirdRankWhatWasAwaitedBeforeTheSecondWasTold(Job job) {
        assertEquals(0, putAndTell(job, 60, true), "rank 2 has not seen what was complete");
    }

    /** Told before the event is awaited: rank 2 must miss the data once, or the laws above prove nothing. */
    @RankTest(ranks = 3, neighbourhoods = 2)
    void shouldNoticeThatTheSecondRankWasToldBeforeAPutIsComplete(Job job) {
        assertEquals(job.rank() == 2 ? 1 : 0, putAndTell(job, OVER, false), "the twin was not caught");
    }

    /** Rounds until rank 2 has missed what rank 0 put there, or until there were so many; answers there how often. */
    private static long putAndTell(Job job, long rounds, boolean complete) {
        job.world().barrier();
        long missed = 0;
        switch (job.rank()) {
            case 0 -> put(job, complete);
            case 1 -> {
                for (long round = 1; isOn(job, FLAG, round); round++) {
                    Signals.raise(job, 2, FLAG, round);
                }
            }
            default -> missed = look(job, rounds);
        }
        job.world().barrier();
        return missed;
    }

    private static void put(Job job, boolean complete) {
        long[] data = new long[BYTES / Long.BYTES];
        for (long round = 1; isOn(job, BACK, round - 1); round++) {
            data[data.length - 1] = round;
            Event event = job.world().rma().putNb(2, DATA, MemorySegment.ofArray(data), 0, BYTES, LocalCompletion.NOW);
            if (complete) {
                event.await();
            }
            Signals.raise(job, 1, FLAG, round);
            if (!complete) {
                event.await();
            }
        }
        Signals.raise(job, 1, FLAG, OVER);
    }

    private static boolean isOn(Job job, long offset, long round) {
        Signals.await(job, offset, round);
        return job.world().rma().getLongAcquire(job.rank(), offset) != OVER;
    }

    private static long look(Job job, long rounds) {
        long deadline = System.nanoTime() + Patience.NANOS;
        long missed = 0;
        for (long round = 1; missed == 0 && round <= rounds && System.nanoTime() < deadline; round++) {
            Signals.raise(job, 0, BACK, round - 1);
            Signals.await(job, FLAG, round);
            missed = job.world().rma().getLong(2, DATA + BYTES - Long.BYTES) < round ? 1 : 0;
        }
        Signals.raise(job, 0, BACK, OVER);
        return missed;
    }

    private static Way orderedPut(Job job) {
        Rma rma = job.world().rma();
        return new Way() {
            @Override
            public void tell(int rank, long round) {
                rma.putLongRelease(rank, FLAG, round);
            }

            @Override
            public void see(long round) {
                Signals.await(job, FLAG, round);
            }
        };
    }

    private static Way signal(Job job) {
        Rma rma = job.world().rma();
        return new Way() {
            @Override
            public void tell(int rank, long round) {
                rma.signal(rank, FLAG + 32, round, SignalOperation.SET);
            }

            @Override
            public void see(long round) {
                job.endpoint().words().waitUntilLong(FLAG + 32, WaitCondition.GE, round);
            }
        };
    }

    private static Way atomic(Job job) {
        LongAtomicDomain domain = LongAtomicDomain.create(job.world());
        return new Way() {
            @Override
            public void tell(int rank, long round) {
                domain.swap(rank, FLAG + 64, round);
            }

            @Override
            public void see(long round) {
                while (domain.get(job.rank(), FLAG + 64) < round) {
                    job.poll();
                    Thread.yield();
                }
            }
        };
    }

    private static Way request(Job job) {
        long[] told = {0};
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> told[0] = token.argument(0)).index(TELL));
        return new Way() {
            @Override
            public void tell(int rank, long round) {
                job.world().am().requestShort(rank, TELL, (int) round);
            }

            @Override
            public void see(long round) {
                while (told[0] < round) {
                    job.poll();
                    Thread.yield();
                }
            }
        };
    }
}
