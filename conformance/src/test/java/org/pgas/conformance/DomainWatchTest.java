package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;

import org.pgas.DataType;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.atomics.AtomicFlags;
import org.pgas.atomics.IntAtomicDomain;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Checked mode: between two barriers, a target belongs to one atomic domain, as far as ranks use it that map it. */
@RankDefaults(ranks = 2)
@AcrossNeighbourhoodsAsThreads
class DomainWatchTest {
    private static LongAtomicDomain domain(Team team) {
        return LongAtomicDomain.create(team, DataType.U64, EnumSet.of(Opcode.FADD, Opcode.GET), AtomicFlags.NONE);
    }

    private static void refused(Runnable use, String... texts) {
        String message = assertThrows(PgasException.class, use::run).getMessage();
        for (String text : texts) {
            assertTrue(message.contains(text), message);
        }
    }

    /** A use from elsewhere is not noted. */
    @RankTest(neighbourhoods = 1)
    void shouldRefuseATargetThatAnotherRankUsesThroughAnotherDomain(Job job) {
        Team team = job.world();
        LongAtomicDomain first = domain(team);
        LongAtomicDomain second = domain(team);
        if (team.rank() == 0) {
            first.fetchAdd(1, 64, 5);
        }
        // a signal orders the two without ending the phase
        hand(job, 0);
        if (team.rank() == 1) {
            refused(() -> second.fetchAdd(1, 64, 7), "rank 1: LongAtomicDomain: bytes 64..67 of rank 1",
                    "atomic domain 0",
                    "domain 1", "put a barrier between");
            assertEquals(5, first.get(1, 64), "a refused operation changes nothing");
        }
        team.barrier();
    }

    /** A use from elsewhere is not noted. */
    @RankTest(neighbourhoods = 1)
    void shouldRefuseATargetThatOverlapsOneOfAnotherWidth(Job job) {
        Team team = job.world();
        LongAtomicDomain longs = domain(team);
        IntAtomicDomain ints = IntAtomicDomain.create(team);
        int peer = 1 - team.rank();
        ints.increment(peer, 132);
        refused(() -> longs.fetchAdd(peer, 128, 1), "bytes 132..135 of rank " + peer);
        longs.fetchAdd(peer, 136, 1);
        refused(() -> ints.increment(peer, 140), "bytes 140..143");
        ints.increment(peer, 128);
        team.barrier();
    }

    @RankTest
    void shouldAllowAnotherDomainAfterABarrierOfEitherKind(Job job) {
        Team team = job.world();
        LongAtomicDomain first = domain(team);
        LongAtomicDomain second = domain(team);
        first.fetchAdd(0, 256, 1);
        team.barrier();
        second.fetchAdd(0, 256, 1);
        job.namedBarrier().notify(3);
        assertTrue(job.namedBarrier().await(3));
        first.fetchAdd(0, 256, 1);
        team.barrier();
        assertEquals(6, first.get(0, 256));
        team.barrier();
    }

    @RankTest
    void shouldAllowTwoDomainsSideBySideWhoseNotesShareAPlace(Job job) {
        Team team = job.world();
        LongAtomicDomain first = domain(team);
        LongAtomicDomain second = domain(team);
        for (int round = 0; round < 3; round++) {
            for (long offset = 0; offset < 1 << 20; offset += 16 << 10) {
                first.fetchAdd(0, offset, 1);
                second.fetchAdd(0, offset + 8, 1);
            }
        }
        team.barrier();
        first.fetchAdd(0, 0, 1);
        team.barrier();
        assertEquals(8, first.get(0, 0));
        team.barrier();
    }

    /** What is promised beyond GASNet-EX, and that checked mode does not let a portable program rely on. */
    @RankTest(settings = "pgas.checks=off")
    void shouldLoseNothingBetweenDomainsOfOneWidthOnMappedMemory(Job job) {
        Team team = job.world();
        LongAtomicDomain first = LongAtomicDomain.create(team);
        LongAtomicDomain second = domain(team);
        int rounds = Repetitions.of(job, 50_000, 5_000);
        for (int round = 0; round < rounds; round++) {
            if (team.rank() == 0) {
                long seen;
                do {
                    seen = first.get(0, 512);
                } while (!first.compareAndSwap(0, 512, seen, seen + 1));
            } else {
                second.fetchAdd(0, 512, 1);
            }
        }
        team.barrier();
        assertEquals(2L * rounds, first.get(0, 512));
        team.barrier();
    }

    /** Rank {@code from} is seen to have come here by the other, without a barrier. */
    private static void hand(Job job, int from) {
        if (job.rank() == from) {
            job.world().rma().signal(1 - from, 8, 1, org.pgas.SignalOperation.SET);
        } else {
            job.endpoint().words().waitUntilLong(8, org.pgas.WaitCondition.EQ, 1);
        }
    }
}
