package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.pgas.Counter;
import org.pgas.Counters;
import org.pgas.Job;
import org.pgas.JobEndedException;
import org.pgas.LocalCompletion;
import org.pgas.Opcode;
import org.pgas.Rma;
import org.pgas.SignalOperation;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.AtomicFlags;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.atomics.Scale;
import org.pgas.far.SmallOperations;
import org.pgas.testkit.Memory;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** Operations of a few bytes that wait for ranks of another neighbourhood, and the warning of many: row O8. */
@RankDefaults(ranks = 2, neighbourhoods = 2, segment = "64k")
@OnHosts
class FarWarningTest {
    private static final int MANY = SmallOperations.MANY;
    private static final int FEW = SmallOperations.MOST_BYTES;

    /** Words of atomic operations, apart from those of transfers and of signals. */
    private static final long WORD = 1024;
    private static final long SIGNAL = 2048;
    private static final long SUMS = 4096;

    /** Puts, gets and updates that this rank has counted. */
    private static List<Long> counted(Job job) {
        Counters counters = job.counters();
        return LongStream.of(counters.value(Counter.FAR_PUTS), counters.value(Counter.FAR_GETS),
                counters.value(Counter.FAR_UPDATES)).boxed().toList();
    }

    private static long all(Job job) {
        return counted(job).stream().mapToLong(Long::longValue).sum();
    }

    /** What rank 0 is told of many operations while {@code body} runs: ranks that are threads share the logger. */
    private static List<String> told(Runnable body) {
        return LoggedWarnings.during(body).stream()
                .filter(text -> text.startsWith("rank 0:") && text.contains("pgas.warn.far")).toList();
    }

    /** Gets words of rank 1 until so many operations have been counted. */
    private static void getUntil(Job job, long count) {
        for (long i = all(job); i < count; i++) {
            job.world().rma().getLong(1, 0);
        }
    }

    @RankTest
    void shouldTellOnceOfManyOperationsThatWaitElsewhere(Job job) {
        LongAtomicDomain domain = LongAtomicDomain.create(job.world());
        job.world().barrier();
        if (job.rank() == 0) {
            assertEquals(List.of(), told(() -> {
                for (int i = 0; i < 100; i++) {
                    job.world().rma().putLong(1, 0, i);
                    domain.fetchAdd(1, WORD, 1);
                }
                getUntil(job, MANY - 1);
            }));
            assertEquals(MANY - 1, all(job));
            long gets = counted(job).get(1) + 1;
            List<String> told = told(() -> job.world().rma().getLong(1, 0));
            assertEquals(1, told.size(), told::toString);
            for (String part : new String[]{MANY + " blocking operations of " + FEW + " bytes or less",
                ", " + gets + " of them gets", "getNbi", "docs/guide/hosts.md", "[pgas.warn.far]"}) {
                assertTrue(told.getFirst().contains(part), told::toString);
            }
            assertEquals(List.of(), told(() -> getUntil(job, MANY + 500)));
        }
        job.world().barrier();
        assertEquals(job.rank() == 0 ? MANY + 500 : 0, all(job));
        job.world().barrier();
    }

    /** Of every form that waits, one; the barrier holds up what the others count. */
    @RankTest(ranks = 4, neighbourhoods = {1, 2}, memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
    void shouldCountWhatWaitsElsewhereAndNothingElse(Job job) {
        LongAtomicDomain domain = LongAtomicDomain.create(job.world());
        Accumulator sums = Accumulator.of(job.world());
        job.world().barrier();
        if (job.rank() == 0) {
            for (int peer = 0; peer < job.size(); peer++) {
                int to = peer;
                long each = Views.isNeighbour(job, peer) ? 0 : 1;
                assertCounts(job, List.of(5 * each, 0L, 0L), to, () -> puts(job, to, domain));
                assertCounts(job, List.of(0L, 5 * each, 0L), to, () -> gets(job, to, domain));
                assertCounts(job, List.of(0L, 0L, 5 * each), to, () -> updates(job, to, domain, sums));
                assertCounts(job, List.of(0L, 0L, 0L), to, () -> othersPut(job, to, domain));
                assertCounts(job, List.of(0L, 0L, 0L), to, () -> othersGet(job, to, domain));
            }
        }
        job.world().barrier();
    }

    private static void assertCounts(Job job, List<Long> expected, int peer, Runnable operations) {
        List<Long> before = counted(job);
        operations.run();
        List<Long> after = counted(job);
        assertEquals(expected, IntStream.range(0, 3).mapToObj(i -> after.get(i) - before.get(i)).toList(),
                () -> "puts, gets and updates on rank " + peer);
    }

    private static void puts(Job job, int peer, LongAtomicDomain domain) {
        Rma rma = job.world().rma();
        rma.putLong(peer, 0, 1);
        rma.put(peer, 0, MemorySegment.ofArray(new byte[FEW]), 0, FEW);
        rma.memset(peer, 0, (byte) 1, FEW);
        domain.set(peer, WORD, 1);
        Vis.of(job.world()).put(peer, 0, columns(), MemorySegment.ofArray(new byte[FEW]), 0, Shape.contiguous(FEW));
    }

    private static void gets(Job job, int peer, LongAtomicDomain domain) {
        Rma rma = job.world().rma();
        rma.getInt(peer, 0);
        rma.getLongAcquire(peer, 0);
        rma.get(MemorySegment.ofArray(new byte[FEW]), 0, peer, 0, FEW);
        domain.get(peer, WORD);
        Vis.of(job.world()).get(MemorySegment.ofArray(new byte[FEW]), 0, Shape.contiguous(FEW), peer, 0, columns());
    }

    private static void updates(Job job, int peer, LongAtomicDomain domain, Accumulator sums) {
        domain.add(peer, WORD, 1);
        domain.fetchAdd(peer, WORD, 1);
        domain.compareAndSwap(peer, WORD, 0, 1);
        sums.accumulateLongs(peer, SUMS, new long[FEW / 8], 0, FEW / 8, 1);
        Vis.of(job.world()).accumulate(peer, SUMS, columns(), Scale.ofLong(1), MemorySegment.ofArray(new long[FEW / 8]),
                0, Shape.contiguous(FEW));
    }

    /** Words of {@link #FEW} bytes together that do not lie side by side. */
    private static Shape columns() {
        return Shape.strided(8, new long[]{FEW / 8}, new long[]{16});
    }

    /** What does not wait, waits by an event, or is more, or nothing. */
    private static void othersPut(Job job, int peer, LongAtomicDomain domain) {
        Rma rma = job.world().rma();
        MemorySegment more = MemorySegment.ofArray(new byte[FEW + 1]);
        rma.put(peer, 0, more, 0, FEW + 1);
        rma.put(peer, 0, more, 0, 0);
        rma.memset(peer, 0, (byte) 1, FEW + 1);
        rma.putValueNb(peer, 0, 1, 8).await();
        rma.putValueNbi(peer, 0, 1, 8);
        rma.putNbi(peer, 0, more, 0, 8, LocalCompletion.NOW);
        domain.applyNb(MemorySegment.NULL, 0, peer, WORD, Opcode.ADD, 1, 0, AtomicFlags.NONE).await();
        domain.applyNbi(MemorySegment.NULL, 0, peer, WORD, Opcode.ADD, 1, 0, AtomicFlags.NONE);
        job.nbi().await();
        boolean isMapped = job.endpoint().segment().isMapped();
        if (isMapped || !Views.isNeighbour(job, peer)) { // client memory of neighbours takes no signals
            rma.signal(peer, SIGNAL, 1, SignalOperation.ADD);
            rma.putSignal(peer, 0, more, 0, 8, SIGNAL, 1, SignalOperation.ADD);
        }
    }

    private static void othersGet(Job job, int peer, LongAtomicDomain domain) {
        Rma rma = job.world().rma();
        MemorySegment more = MemorySegment.ofArray(new long[FEW / 8 + 1]);
        rma.get(more, 0, peer, 0, FEW + 1);
        rma.getValueNb(peer, 0, 8).await();
        rma.getNb(more, 0, peer, 0, 8).await();
        rma.getNbi(more, 0, peer, 0, 8);
        domain.applyNbi(more, 0, peer, WORD, Opcode.FADD, 1, 0, AtomicFlags.NONE);
        job.nbi().await();
    }

    @RankTest(modes = Mode.THREADS, settings = "pgas.warn.far=off")
    void shouldBeSilentWhenItIsOff(Job job) {
        if (job.rank() == 0) {
            assertEquals(List.of(), told(() -> getUntil(job, MANY + 1)));
        }
        job.world().barrier();
        assertEquals(job.rank() == 0 ? MANY + 1 : 0, all(job));
        job.world().barrier();
    }

    @RankTest(modes = Mode.THREADS, settings = "pgas.warn.far=panic")
    void shouldEndTheJobWhenAPanicIsWanted(Job job) {
        JobEndedException thrown = assertThrows(JobEndedException.class, () -> {
            if (job.rank() == 0) {
                getUntil(job, MANY + 1);
            } else {
                job.blockUntil(() -> false);
            }
        });
        assertTrue(thrown.getMessage().contains(MANY + " blocking operations"), thrown::getMessage);
        assertTrue(thrown.getMessage().contains("[pgas.warn.far=panic]"), thrown::getMessage);
    }
}
