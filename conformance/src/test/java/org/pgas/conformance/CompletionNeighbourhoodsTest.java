package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

import org.pgas.Event;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Rma;
import org.pgas.SignalOperation;
import org.pgas.WaitCondition;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Completion is a release towards everybody: rank 0 puts to rank 2, elsewhere, and tells rank 3, which is reached by
 * another way and looks at that memory: as a neighbour of rank 2, or in three neighbourhoods by a get.
 */
@RankDefaults(ranks = 4, segment = "256k", settings = "pgas.checks=off")
@OnHosts
class CompletionNeighbourhoodsTest {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final int OWNER = 2;
    private static final int LOOKER = 3;
    private static final int ROUNDS = 30;
    private static final long FLAG = 0;
    private static final long LOOKED = 1024;

    /** The last round, where rank 3 has missed data; less than 0 where it has not. */
    private static final long LAST = 1088;
    private static final long DATA = 4096;

    /** Of one put, which goes in several messages. */
    private static final int BYTES = 128 << 10;

    /** What rank 0 does, how rank 3 sees it, each with the round, and what the other ranks begin meanwhile. */
    private record Tell(String name, LongConsumer tell, LongConsumer see, Supplier<Event> beside) {}

    private static List<Tell> tells(Job job) {
        Rma rma = job.world().rma();
        LongAtomicDomain domain = LongAtomicDomain.create(job.world());
        Supplier<Event> nothing = () -> Event.DONE;
        return List.of(
                new Tell("ordered store", round -> rma.putLongRelease(LOOKER, FLAG, round),
                        round -> Signals.await(job, FLAG, round), nothing),
                new Tell("signal", round -> rma.signal(LOOKER, FLAG + 64, round, SignalOperation.SET),
                        round -> job.endpoint().words().waitUntilLong(FLAG + 64, WaitCondition.GE, round), nothing),
                new Tell("atomic operation", round -> domain.swap(LOOKER, FLAG + 128, round), round -> {
                    while (domain.get(LOOKER, FLAG + 128) < round) {
                        job.poll();
                        Thread.yield();
                    }
                }, nothing), new Tell("barrier", _ -> job.world().barrier(), _ -> job.world().barrier(),
                        job.world()::barrierNb));
    }

    @RankTest(neighbourhoods = {2, 3})
    void shouldShowANeighbourOfTheOwnerWhatIsComplete(Job job) {
        for (Tell tell : tells(job)) {
            assertFalse(isMissed(job, tell, ROUNDS, true),
                    () -> "rank 3 has not seen what was complete before: " + tell.name);
        }
    }

    /** Told before the event is awaited: rank 3 must miss the data once, or the law above proves nothing. */
    @RankTest(neighbourhoods = 2)
    void shouldNoticeATellBeforeAPutIsComplete(Job job) {
        for (Tell tell : tells(job)) {
            assertTrue(isMissed(job, tell, Long.MAX_VALUE, false), () -> "the twin was not caught: " + tell.name);
        }
    }

    /** Rounds until rank 3 has missed what rank 0 put, or until there were so many; answers all whether it has. */
    private static boolean isMissed(Job job, Tell tell, long rounds, boolean complete) {
        Rma rma = job.world().rma();
        job.world().barrier();
        rma.memset(job.rank(), 0, (byte) 0, DATA + BYTES);
        job.world().barrier();
        long deadline = System.nanoTime() + Patience.NANOS;
        for (long round = 1;; round++) {
            switch (job.rank()) {
                case 0 -> put(job, tell, round, complete);
                case LOOKER -> {
                    tell.see.accept(round);
                    boolean isMissed = rma.getLong(OWNER, DATA + BYTES - Long.BYTES) < round;
                    Signals.raise(job, OWNER, LOOKED, round);
                    if (isMissed || round == rounds || System.nanoTime() > deadline) {
                        end(job, isMissed ? round : -round);
                    }
                }
                case OWNER -> beside(job, tell, round);
                default -> tell.beside.get().await();
            }
            job.world().barrier();
            long last = rma.getLong(job.rank(), LAST);
            if (Math.abs(last) == round) {
                return last > 0;
            }
        }
    }

    /** The owner computes, so that what comes is carried out later than what others take in. */
    private static void beside(Job job, Tell tell, long round) {
        MemorySegment own = job.endpoint().segment().local();
        Event event = tell.beside.get();
        Computing.until("rank 3 looks", () -> (long) WORD.getVolatile(own, LOOKED) == round);
        event.await();
    }

    private static void put(Job job, Tell tell, long round, boolean complete) {
        Rma rma = job.world().rma();
        long[] numbers = new long[BYTES / Long.BYTES];
        numbers[numbers.length - 1] = round;
        MemorySegment data = MemorySegment.ofArray(numbers);
        if (complete && round % 3 == 0) {
            rma.put(OWNER, DATA, data, 0, BYTES);
            tell.tell.accept(round);
        } else if (complete && round % 3 == 1) {
            rma.putNbi(OWNER, DATA, data, 0, BYTES, LocalCompletion.NOW);
            job.nbi().await();
            tell.tell.accept(round);
        } else {
            Event event = rma.putNb(OWNER, DATA, data, 0, BYTES, LocalCompletion.NOW);
            if (complete) {
                event.await();
            }
            tell.tell.accept(round);
            if (!complete) {
                event.await();
            }
        }
    }

    private static void end(Job job, long last) {
        for (int rank = 0; rank < job.size(); rank++) {
            job.world().rma().putLong(rank, LAST, last);
        }
    }
}
