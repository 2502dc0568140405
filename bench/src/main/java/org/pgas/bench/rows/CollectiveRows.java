package org.pgas.bench.rows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.DataType;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.Team;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;

/** {@link Suite#COLLECTIVES}: all ranks work, on native memory of their own. */
final class CollectiveRows {
    private static final int MOST_BYTES = 1 << 20;
    private static final Reduction SUM = Reduction.of(DataType.DBL, Opcode.ADD);

    private final Job job;
    private final Team team;
    private final Meter meter;
    private final Collectives collectives;
    private final MemorySegment sources = Arena.ofAuto().allocate(MOST_BYTES, 64);
    private final MemorySegment targets;

    CollectiveRows(Job job, Meter meter) {
        this.job = job;
        this.team = job.world();
        this.meter = meter;
        this.collectives = Collectives.of(team);
        this.targets = Arena.ofAuto().allocate((long) MOST_BYTES * job.size(), 64);
    }

    void run() {
        meter.singly(Kind.BARRIER, 0, this::barriers);
        for (int bytes : meter.timing().sizes(8, 64, 512, 4 << 10, 32 << 10, 256 << 10, MOST_BYTES)) {
            MemorySegment source = sources.asSlice(0, bytes);
            MemorySegment target = targets.asSlice(0, bytes);
            MemorySegment all = targets.asSlice(0, (long) bytes * job.size());
            meter.together(Kind.BROADCAST, bytes, times -> broadcasts(times, target, source));
            meter.together(Kind.REDUCE, bytes, times -> reductions(times, target, source));
            meter.together(Kind.ALL_REDUCE, bytes, times -> allReductions(times, target, source));
            meter.together(Kind.ALL_GATHER, bytes, times -> gathers(times, all, source));
        }
    }

    private long barriers(long times) {
        for (long i = 0; i < times; i++) {
            team.barrier();
        }
        return times;
    }

    private long broadcasts(long times, MemorySegment target, MemorySegment source) {
        int size = job.size();
        for (long i = 0; i < times; i++) {
            collectives.broadcast((int) (i % size), target, source);
        }
        return times;
    }

    private long reductions(long times, MemorySegment target, MemorySegment source) {
        int size = job.size();
        for (long i = 0; i < times; i++) {
            collectives.reduceToOne((int) (i % size), target, source, SUM);
        }
        return times;
    }

    private long allReductions(long times, MemorySegment target, MemorySegment source) {
        for (long i = 0; i < times; i++) {
            collectives.reduceToAll(target, source, SUM);
        }
        return times;
    }

    private long gathers(long times, MemorySegment target, MemorySegment source) {
        for (long i = 0; i < times; i++) {
            collectives.allGather(target, source);
        }
        return times;
    }
}
