package org.pgas.faults.work;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

import org.pgas.DataType;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.Team;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;

/**
 * Collectives over all ranks and over a part of them, short and long, with teams made and destroyed in between; results
 * are checked.
 */
public final class CollectiveCalls {
    private static final int LONGEST = 3_000;
    private static final int ROUNDS_OF_A_TEAM = 16;

    private CollectiveCalls() {}

    /** No arguments. */
    public static void main(String[] arguments) {
        try (Job job = Job.join()) {
            job.attach(job.pageBytes());
            System.out.println(Workload.READY);
            for (int round = 0;; round++) {
                Team part = job.world().split(job.rank() % 2, -job.rank());
                for (int i = 0; i < ROUNDS_OF_A_TEAM; i++) {
                    round(Collectives.of(job.world()), round + i);
                    round(Collectives.of(part), round + i);
                }
                part.destroy();
            }
        }
    }

    private static void round(Collectives all, int round) {
        int size = all.team().size();
        int own = all.team().rank();
        int root = round % size;
        long[] numbers = new long[round % 4 == 3 ? LONGEST : 1];
        Arrays.fill(numbers, own == root ? round : -1);
        all.broadcast(root, numbers);
        expect("broadcast", numbers, round);
        Arrays.fill(numbers, own + round);
        long[] sums = new long[numbers.length];
        all.reduceToAll(sums, numbers, Opcode.ADD);
        expect("sum", sums, (long) size * (size - 1) / 2 + (long) size * round);
        all.reduceToOne(root, own == root ? MemorySegment.ofArray(sums) : null, MemorySegment.ofArray(numbers),
                Reduction.of(DataType.I64, Opcode.MAX));
        if (own == root) {
            expect("maximum", sums, size - 1L + round);
        }
        exchange(all, round, numbers.length);
    }

    private static void exchange(Collectives all, int round, int count) {
        int size = all.team().size();
        MemorySegment from = MemorySegment.ofArray(new long[size * count]);
        MemorySegment to = MemorySegment.ofArray(new long[size * count]);
        for (int i = 0; i < size * count; i++) {
            from.setAtIndex(ValueLayout.JAVA_LONG, i, round + 1000L * all.team().rank() + i / count);
        }
        all.exchange(to, from);
        for (int i = 0; i < size * count; i++) {
            Check.equal("exchange", round + 1000L * (i / count) + all.team().rank(),
                    to.getAtIndex(ValueLayout.JAVA_LONG, i));
        }
    }

    private static void expect(String what, long[] found, long expected) {
        for (long each : found) {
            Check.equal(what, expected, each);
        }
    }
}
