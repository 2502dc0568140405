package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Job;
import org.pgas.atomics.MppaAtomics;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** The operations of the MPPA interface, and that those of one thread are ordered. */
@RankDefaults(segment = "4k")
@AcrossNeighbourhoods
class MppaAtomicsTest {
    private static final long WORD = 64;

    @RankTest(memories = {Memory.MAPPED, Memory.NATIVE})
    void shouldDoWhatTheDocumentSays(Job job) {
        operate(job);
    }

    @RankTest(settings = "pgas.checks=off")
    void shouldDoWhatTheDocumentSaysWithoutChecks(Job job) {
        operate(job);
    }

    private static void operate(Job job) {
        MppaAtomics mppa = MppaAtomics.create(job.world());
        assertSame(job.world(), mppa.team());
        int peer = 1 - job.rank();
        MemorySegment result = MemorySegment.ofArray(new long[3]);
        mppa.poke(peer, WORD, Long.MIN_VALUE);
        assertEquals(Long.MIN_VALUE, mppa.peek(peer, WORD));
        mppa.postAdd(peer, WORD, -1);
        assertEquals(Long.MAX_VALUE, mppa.fetchClear(peer, WORD));
        assertEquals(0, mppa.fetchAdd(peer, WORD, 5));
        mppa.peekNb(result, 0, peer, WORD).await();
        mppa.fetchAddNb(result, 8, peer, WORD, 6).await();
        mppa.fetchClearNb(result, 16, peer, WORD).await();
        assertEquals(5, result.getAtIndex(ValueLayout.JAVA_LONG, 0));
        assertEquals(5, result.getAtIndex(ValueLayout.JAVA_LONG, 1));
        assertEquals(11, result.getAtIndex(ValueLayout.JAVA_LONG, 2));
        assertEquals(0, mppa.peek(peer, WORD));
        job.world().barrier();
    }

    @RankTest(settings = "pgas.checks=off", segment = "256k")
    void shouldKeepAPeekBehindAPokeOfAnotherWord(Job job) {
        MppaAtomics mppa = MppaAtomics.create(job.world());
        Crossing.check(job, Repetitions.of(job, 50_000, 2_000), mppa::poke, mppa::peek);
    }

    @RankTest(settings = "pgas.checks=off", segment = "256k")
    void shouldKeepAPeekWithAnEventBehindAPokeOfAnotherWord(Job job) {
        MppaAtomics mppa = MppaAtomics.create(job.world());
        MemorySegment result = MemorySegment.ofArray(new long[1]);
        Crossing.check(job, Repetitions.of(job, 50_000, 2_000), mppa::poke, (rank, offset) -> {
            mppa.peekNb(result, 0, rank, offset).await();
            return result.get(ValueLayout.JAVA_LONG, 0);
        });
    }

    @RankTest
    void shouldRefuseWhatIsNoWord(Job job) {
        MppaAtomics mppa = MppaAtomics.create(job.world());
        assertIllegal("misaligned", () -> mppa.peek(0, 4), "multiple of 8");
        assertIllegal("behind", () -> mppa.poke(0, 4096, 1), "offset 4096");
        assertIllegal("no result", () -> mppa.fetchAddNb(null, 0, 0, 0, 1), "null");
        mppa.destroy();
        assertIllegal("destroyed", () -> mppa.postAdd(0, 0, 1), "destroy");
        assertIllegal("destroyed", mppa::destroy, "destroyed already");
        job.world().barrier();
    }
}
