package org.pgas.jmh;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.DataType;
import org.pgas.Event;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.Team;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;
import org.pgas.meter.Meter;

/** Rows of collectives: all ranks work; a time is that of one operation at rank 0. */
final class CollectiveRows {
    private static final int MOST_BYTES = 1 << 20;
    private static final int[] BROADCASTS = {8, 32 << 10, 256 << 10, MOST_BYTES};
    private static final int[] DOUBLES = {1, 64, 4096, 32_768, MOST_BYTES / Double.BYTES};
    private static final int[] BLOCKS = {2 << 10, 16 << 10, 64 << 10};
    private static final Reduction SUM = Reduction.of(DataType.DBL, Opcode.ADD);

    private final Job job;
    private final Meter meter;
    private final Collectives collectives;
    private final int size;
    private final String ranks;

    CollectiveRows(Job job, Meter meter) {
        this.job = job;
        this.meter = meter;
        this.collectives = Collectives.of(job.world());
        this.size = job.size();
        this.ranks = size == 2 ? "" : Integer.toString(size);
    }

    void run() {
        if (size == 2) {
            teamBarrier();
        }
        try (Arena arena = Arena.ofShared()) {
            MemorySegment source = arena.allocate(2L * MOST_BYTES, 64);
            MemorySegment target = arena.allocate(2L * MOST_BYTES, 64);
            small(source, target);
            if (size == 2) {
                broadcasts("coll-bcast", source, target);
                reductions("coll-allreduce", source, target);
                others(source, target);
                blocks("", source, target);
                MemorySegment own = job.endpoint().segment().local();
                broadcasts("coll-bcast-own", own.asSlice(0, MOST_BYTES), own.asSlice(MOST_BYTES, MOST_BYTES));
                reductions("coll-allreduce-own", own.asSlice(0, MOST_BYTES), own.asSlice(MOST_BYTES, MOST_BYTES));
                blocks("-own", own.asSlice(0, MOST_BYTES), own.asSlice(MOST_BYTES, MOST_BYTES));
                MemorySegment array = MemorySegment.ofArray(new double[MOST_BYTES / Double.BYTES]);
                MemorySegment result = MemorySegment.ofArray(new double[MOST_BYTES / Double.BYTES]);
                broadcasts("coll-bcast-heap", array, result);
                reductions("coll-allreduce-heap", array, result);
            }
        }
    }

    private void teamBarrier() {
        if (!meter.wants("barrier-team")) {
            return;
        }
        Team team = job.world().dup();
        meter.together("barrier-team", 0, times -> {
            for (long i = 0; i < times; i++) {
                team.barrier();
            }
        });
        team.destroy();
    }

    private void small(MemorySegment source, MemorySegment target) {
        MemorySegment from = source.asSlice(0, 8);
        MemorySegment to = target.asSlice(0, 8);
        meter.together("coll-bcast-fixed" + ranks, 8, times -> broadcast(times, 1, from, to));
        if (size != 2) {
            meter.together("coll-bcast" + ranks, 8, times -> broadcast(times, size, from, to));
            meter.together("coll-allreduce" + ranks, 8, times -> reduceToAll(times, from, to));
        }
    }

    private void broadcasts(String row, MemorySegment source, MemorySegment target) {
        for (int bytes : BROADCASTS) {
            MemorySegment from = source.asSlice(0, bytes);
            MemorySegment to = target.asSlice(0, bytes);
            meter.together(row, bytes, times -> broadcast(times, size, from, to));
        }
    }

    /** The root goes through the first {@code roots} ranks. */
    private void broadcast(long times, int roots, MemorySegment source, MemorySegment target) {
        int root = 0;
        for (long i = 0; i < times; i++) {
            collectives.broadcast(root, target, source);
            root = root + 1 == roots ? 0 : root + 1;
        }
    }

    private void reductions(String row, MemorySegment source, MemorySegment target) {
        for (int count : DOUBLES) {
            long bytes = (long) count * Double.BYTES;
            MemorySegment from = source.asSlice(0, bytes);
            MemorySegment to = target.asSlice(0, bytes);
            meter.together(row, bytes, times -> reduceToAll(times, from, to));
        }
    }

    private void reduceToAll(long times, MemorySegment source, MemorySegment target) {
        for (long i = 0; i < times; i++) {
            collectives.reduceToAll(target, source, SUM);
        }
    }

    private void others(MemorySegment source, MemorySegment target) {
        for (int count : new int[]{1, 4096, 32_768}) {
            MemorySegment from = source.asSlice(0, (long) count * Double.BYTES);
            MemorySegment to = target.asSlice(0, (long) count * Double.BYTES);
            meter.together("coll-reduce", from.byteSize(), times -> {
                for (long i = 0; i < times; i++) {
                    collectives.reduceToOne((int) (i & 1), to, from, SUM);
                }
            });
            meter.together("coll-scan", from.byteSize(), times -> {
                for (long i = 0; i < times; i++) {
                    collectives.scan(to, from, SUM);
                }
            });
        }
        for (int count : new int[]{1, 64, 4096, 32_768}) {
            MemorySegment from = source.asSlice(0, (long) count * Double.BYTES);
            MemorySegment to = target.asSlice(0, (long) count * Double.BYTES);
            meter.together("coll-compose", from.byteSize(), times -> {
                for (long i = 0; i < times; i++) {
                    collectives.reduceToOne(0, to, from, SUM);
                    collectives.broadcast(0, to, to);
                }
            });
        }
        nonBlocking(source, target);
    }

    private void blocks(String suffix, MemorySegment source, MemorySegment target) {
        for (int bytes : BLOCKS) {
            MemorySegment from = source.asSlice(0, bytes);
            MemorySegment blocks = source.asSlice(0, (long) size * bytes);
            MemorySegment all = target.asSlice(0, (long) size * bytes);
            meter.together("coll-allgather" + suffix, bytes, times -> {
                for (long i = 0; i < times; i++) {
                    collectives.allGather(all, from);
                }
            });
            meter.together("coll-exchange" + suffix, bytes, times -> {
                for (long i = 0; i < times; i++) {
                    collectives.exchange(all, blocks);
                }
            });
        }
    }

    private void nonBlocking(MemorySegment source, MemorySegment target) {
        Event[] events = new Event[4];
        MemorySegment[] to = new MemorySegment[events.length];
        for (int i = 0; i < to.length; i++) {
            to[i] = target.asSlice(64L * i, 8);
        }
        MemorySegment from = source.asSlice(0, 8);
        meter.together("coll-allreduce-nb", 8, times -> {
            for (long done = 0; done < times; done += events.length) {
                for (int i = 0; i < events.length; i++) {
                    events[i] = collectives.reduceToAllNb(to[i], from, SUM);
                }
                Event.awaitAll(events);
            }
        });
    }
}
