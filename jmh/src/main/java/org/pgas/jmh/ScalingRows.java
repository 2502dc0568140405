package org.pgas.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;

import org.pgas.DataType;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;
import org.pgas.meter.Meter;
import org.pgas.meter.RowChoice;
import org.pgas.meter.Timing;

/**
 * What grows with the number of ranks: barriers, small collectives, one word that all update, messages between pairs. A
 * pgas program of any number of ranks, started as those of {@code compare.sh} are; prints the lines that
 * {@link TwoRanks} prints, with the number of ranks behind each row's name. The number of bytes is that for each rank.
 */
public final class ScalingRows {
    private static final long SEGMENT_BYTES = 1 << 20;
    private static final long DECISION = 0;
    private static final long COUNT = 128;
    private static final long COUNTER = 256;
    private static final Timing TIMING = new Timing(11, 20_000_000, 300_000_000);
    private static final Reduction SUM = Reduction.of(DataType.DBL, Opcode.ADD);

    private final Job job;
    private final Meter meter;
    private final Collectives collectives;
    private final LongAtomicDomain longs;
    private final int size;

    /** Where a loop leaves what it has fetched, so that the compiler cannot make a non-fetching operation of it. */
    private long sink;

    private ScalingRows(Job job) {
        this.job = job;
        this.meter = new Meter(JobCohort.LIBRARY, new JobCohort(job, DECISION, COUNT), TIMING.warmForRanks(job.size()),
                RowChoice.ALL);
        this.collectives = Collectives.of(job.world());
        this.longs = LongAtomicDomain.create(job.world());
        this.size = job.size();
    }

    /** No arguments. */
    public static void main(String[] arguments) {
        try (Job job = Job.join()) {
            job.attach(SEGMENT_BYTES);
            new ScalingRows(job).run();
        }
    }

    private void run() {
        meter.together("barrier" + size, 0, times -> {
            for (long i = 0; i < times; i++) {
                job.world().barrier();
            }
        });
        try (Arena arena = Arena.ofShared()) {
            MemorySegment source = arena.allocate((long) Double.BYTES * size, 64);
            MemorySegment target = arena.allocate((long) Double.BYTES * size, 64);
            MemorySegment one = source.asSlice(0, Double.BYTES);
            MemorySegment result = target.asSlice(0, Double.BYTES);
            meter.together("coll-bcast" + size, Double.BYTES, times -> broadcast(times, one, result));
            meter.together("coll-allreduce" + size, Double.BYTES, times -> {
                for (long i = 0; i < times; i++) {
                    collectives.reduceToAll(result, one, SUM);
                }
            });
            meter.together("coll-exchange" + size, Double.BYTES, times -> {
                for (long i = 0; i < times; i++) {
                    collectives.exchange(target, source);
                }
            });
        }
        meter.togetherRate("fetchadd-rate" + size, Long.BYTES, this::fetchAdd);
        if (size > 1 && size % 2 == 0) {
            new MessageRows(job,
                    new Meter(JobCohort.LIBRARY, new JobCohort(job, DECISION, COUNT), TIMING.warmForRanks(size),
                            new RowChoice(Set.of(), "am-short")))
                    .run();
        }
    }

    private void broadcast(long times, MemorySegment source, MemorySegment target) {
        int root = 0;
        for (long i = 0; i < times; i++) {
            collectives.broadcast(root, target, source);
            root = root + 1 == size ? 0 : root + 1;
        }
    }

    private long fetchAdd(long times) {
        long sum = 0;
        for (long i = 0; i < times; i++) {
            sum += longs.fetchAdd(0, COUNTER, 1);
        }
        sink = sum;
        return times;
    }
}
