package org.pgas.conformance;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Rma;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/**
 * Completion is a release, and a promise about the source is kept: bulk data that was put before a signal is there,
 * whole and original, for a rank that acquires the signal, although the source was overwritten at the first moment that
 * was allowed.
 *
 * <p>Two ranks send to each other at once. Data lands in two halves by turns: when a rank's signal of round r is seen,
 * it has checked round r - 1, so the half of round r - 1 may be written again.
 */
@RankDefaults(segment = "32k", memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
@AcrossNeighbourhoods
class CompletionTest {
    private static final int ROUNDS = 800;
    private static final int ROUNDS_ELSEWHERE = 100;
    private static final int MAX_BYTES = 8192;
    private static final long SIGNAL = 0;
    private static final long LENGTHS = 64;
    private static final long DATA = 4096;

    /** Part of this rank's own segment that only it uses, as a source. */
    private static final long OWN = DATA + 2 * MAX_BYTES;

    private interface Send {
        /** Puts the bytes, and scribbles over the source as soon as it may. */
        void put(int peer, long offset, MemorySegment source, int bytes);
    }

    private interface Signal {
        void raise(int peer, int round);
    }

    @RankTest
    void shouldShowPutsBeforeAnOrderedStore(Job job) {
        Rma rma = job.world().rma();
        exchange(job, blocking(job), (peer, round) -> rma.putLongRelease(peer, SIGNAL, round));
    }

    @RankTest(memories = Memory.MAPPED)
    void shouldShowPutsBeforeAnAtomicUpdate(Job job) {
        LongAtomicDomain atomics = LongAtomicDomain.create(job.world());
        exchange(job, blocking(job), (peer, round) -> atomics.fetchAdd(peer, SIGNAL, 1));
    }

    @RankTest(memories = Memory.MAPPED)
    void shouldShowPutsBeforeAnAtomicSet(Job job) {
        LongAtomicDomain atomics = LongAtomicDomain.create(job.world());
        exchange(job, blocking(job), (peer, round) -> atomics.set(peer, SIGNAL, round));
    }

    @RankTest
    void shouldShowPutsBeforeABarrier(Job job) {
        exchange(job, blocking(job), (peer, round) -> {
            job.world().barrier();
            job.world().rma().putLongRelease(job.rank(), SIGNAL, round);
        });
    }

    @RankTest
    void shouldShowPutsBeforeABarrierEvent(Job job) {
        exchange(job, blocking(job), (peer, round) -> {
            job.world().barrierNb().await();
            job.world().rma().putLongRelease(job.rank(), SIGNAL, round);
        });
    }

    @RankTest
    void shouldShowPutsBeforeANamedBarrier(Job job) {
        exchange(job, blocking(job), (peer, round) -> {
            job.namedBarrier().notify(round);
            job.namedBarrier().await(round);
            job.world().rma().putLongRelease(job.rank(), SIGNAL, round);
        });
    }

    @RankTest
    void shouldKeepTheOriginalWhenASourceIsOverwrittenAfterNow(Job job) {
        Rma rma = job.world().rma();
        exchange(job, (peer, offset, source, bytes) -> {
            Event event = rma.putNb(peer, offset, source, 0, bytes, LocalCompletion.NOW);
            source.fill((byte) 0);
            event.await();
        }, storeRelease(job));
    }

    @RankTest
    void shouldKeepTheOriginalWhenASourceIsOverwrittenAfterTheEvent(Job job) {
        Rma rma = job.world().rma();
        exchange(job, (peer, offset, source, bytes) -> {
            rma.putNb(peer, offset, source, 0, bytes, LocalCompletion.DEFER).await();
            source.fill((byte) 0);
        }, storeRelease(job));
    }

    @RankTest
    void shouldKeepTheOriginalWhenASourceIsOverwrittenAfterTheLeafEvent(Job job) {
        Rma rma = job.world().rma();
        exchange(job, (peer, offset, source, bytes) -> {
            LocalCompletion completion = LocalCompletion.event();
            Event event = rma.putNb(peer, offset, source, 0, bytes, completion);
            completion.leaf().await();
            source.fill((byte) 0);
            event.await();
        }, storeRelease(job));
    }

    @RankTest
    void shouldKeepTheOriginalWhenASourceIsOverwrittenAfterTheGroup(Job job) {
        Rma rma = job.world().rma();
        exchange(job, (peer, offset, source, bytes) -> {
            rma.putNbi(peer, offset, source, 0, bytes / 2, LocalCompletion.GROUP);
            rma.putNbi(peer, offset + bytes / 2, source, bytes / 2, bytes - bytes / 2, LocalCompletion.GROUP);
            job.nbi().await(EventCategory.LC);
            source.fill((byte) 0);
            job.nbi().await(EventCategory.PUT);
        }, storeRelease(job));
    }

    @RankTest
    void shouldKeepTheOriginalWhenASourceIsOverwrittenAfterTheRegion(Job job) {
        Rma rma = job.world().rma();
        exchange(job, (peer, offset, source, bytes) -> {
            var region = job.nbi().beginAccessRegion();
            rma.putNbi(peer, offset, source, 0, bytes / 2, LocalCompletion.DEFER);
            rma.putNbi(peer, offset + bytes / 2, source, bytes / 2, bytes - bytes / 2, LocalCompletion.DEFER);
            region.end().await();
            source.fill((byte) 0);
        }, storeRelease(job));
    }

    private static Send blocking(Job job) {
        Rma rma = job.world().rma();
        return (peer, offset, source, bytes) -> {
            rma.put(peer, offset, source, 0, bytes);
            source.fill((byte) 0);
        };
    }

    private static Signal storeRelease(Job job) {
        return (peer, round) -> job.world().rma().putLongRelease(peer, SIGNAL, round);
    }

    private static void exchange(Job job, Send send, Signal signal) {
        Rma rma = job.world().rma();
        int peer = 1 - job.rank();
        SplittableRandom random = Seed.of("lengths of rank " + job.rank());
        MemorySegment own = job.endpoint().segment().local();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment[] memories = {MemorySegment.ofArray(new byte[MAX_BYTES]), arena.allocate(MAX_BYTES),
                own.asSlice(OWN, MAX_BYTES)};
            for (int round = 1; round <= Repetitions.of(job, ROUNDS, ROUNDS_ELSEWHERE); round++) {
                int half = round & 1;
                int bytes = round % 100 == 0 ? MAX_BYTES : 1 + random.nextInt(1 + random.nextInt(512));
                MemorySegment source = memories[random.nextInt(memories.length)].asSlice(0, bytes);
                Stamp.fill(source, job.rank(), Space.PAYLOAD, round);
                send.put(peer, DATA + (long) half * MAX_BYTES, source, bytes);
                rma.putInt(peer, LENGTHS + 4L * half, bytes);
                signal.raise(peer, round);

                Signals.await(job, SIGNAL, round);
                int arrived = rma.getInt(job.rank(), LENGTHS + 4L * half);
                Stamp.check("data of round " + round, own.asSlice(DATA + (long) half * MAX_BYTES, arrived), peer,
                        Space.PAYLOAD, round);
            }
        }
        job.world().barrier();
    }
}
