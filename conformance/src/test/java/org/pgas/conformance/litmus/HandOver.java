package org.pgas.conformance.litmus;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.testkit.Seed;

/**
 * Two ranks that write words by turns: who has written tells, who has seen that reads all words and writes them next. A
 * third rank has some of the words.
 *
 * <p>Of two shapes known from the literature each round is both. <em>Message passing</em>: a rank that sees the flag
 * sees the data. <em>Load buffering</em>: what is read before the own tell is not what the other writes after it has
 * seen that. Delays of some nanoseconds, the order of the words and the way of writing each are drawn anew in each
 * round.
 */
final class HandOver {
    private static final int PLACES = 8;
    private static final int MOST_SPINS = 8;

    /** Rounds between two agreements on whether to go on; fewer between neighbourhoods, where each takes longer. */
    private static final int CHUNK = 64;
    private static final int CHUNK_ELSEWHERE = 8;

    /** Of rank 0 in each segment: whether there is another chunk; behind all else. */
    private static final long GO_ON = Way.WORDS + 4096;

    private static final long REPORT = GO_ON + 128;

    private final Job job;
    private final String name;
    private final Way way;
    private final SplittableRandom random;
    private final int[] order = new int[PLACES];
    private long violations;
    private String first;

    HandOver(Job job, String name, Way way) {
        this.job = job;
        this.name = name;
        this.way = way;
        this.random = Seed.of("delays of " + name + ", rank " + job.rank());
        for (int i = 0; i < PLACES; i++) {
            order[i] = i;
        }
    }

    /**
     * Rounds until rank 0 has had so much time or has seen what may not be; at least a chunk. Answers how often both
     * ranks saw that. Collective.
     */
    long run(long nanos) {
        long begin = System.nanoTime();
        int rounds = job.position().neighbourhoods() == 1 ? CHUNK : CHUNK_ELSEWHERE;
        long round = 0;
        boolean on = true;
        for (long chunk = 1; on; chunk++) {
            for (int i = 0; i < rounds; i++) {
                turn(++round);
            }
            on = agree(chunk, violations == 0 && System.nanoTime() - begin < nanos);
        }
        way.end();
        return sum();
    }

    /** Null when nothing went wrong on this rank. */
    String first() {
        return first;
    }

    private void turn(long round) {
        if (job.rank() > 1) {
            if (way.isOfAll()) {
                way.tell(round);
            }
        } else if ((round & 1) == job.rank()) {
            way.begin(round);
            pause();
            shuffle();
            for (int place : order) {
                way.words().write(place, round);
            }
            way.tell(round);
        } else {
            pause();
            way.see(round);
            shuffle();
            for (int place : order) {
                check(round, place, way.words().read(place));
            }
        }
    }

    private void check(long round, int place, long value) {
        if (value != round) {
            violations++;
            if (first == null) {
                first = name + ": rank " + job.rank() + ", round " + round + ": word " + place + " is " + value
                        + ", though the other rank has told that it wrote " + round;
            }
        }
    }

    private void pause() {
        for (int spins = random.nextInt(MOST_SPINS); spins > 0; spins--) {
            Thread.onSpinWait();
        }
    }

    private void shuffle() {
        for (int i = PLACES - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
    }

    private boolean agree(long chunk, boolean wished) {
        if (job.rank() == 0) {
            for (int rank = 0; rank < job.size(); rank++) {
                job.world().rma().putLong(rank, GO_ON, wished ? chunk : -chunk);
            }
        }
        job.world().barrier();
        boolean on = job.world().rma().getLong(job.rank(), GO_ON) == chunk;
        job.world().barrier();
        return on;
    }

    private long sum() {
        MemorySegment own = MemorySegment.ofArray(new long[]{violations});
        for (int rank = 0; rank < job.size(); rank++) {
            job.world().rma().put(rank, REPORT + 64L * job.rank(), own, 0, 8);
        }
        job.world().barrier();
        MemorySegment local = job.endpoint().segment().local();
        long sum = 0;
        for (int rank = 0; rank < job.size(); rank++) {
            sum += local.get(ValueLayout.JAVA_LONG, REPORT + 64L * rank);
        }
        job.world().barrier();
        return sum;
    }
}
