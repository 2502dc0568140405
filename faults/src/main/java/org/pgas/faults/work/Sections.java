package org.pgas.faults.work;

import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.arrays.Distribution;
import org.pgas.arrays.LongArray;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/** Sections of a distributed array, and strided transfers; what comes back is checked. */
public final class Sections {
    private static final int ELEMENTS = 4_000;
    private static final int COUNT = 300;
    private static final int ROWS = 16;
    private static final long PART = 16_384;

    private Sections() {}

    /** No arguments. */
    public static void main(String[] arguments) {
        try (Job job = Job.join()) {
            job.attach(PART * job.size());
            LongArray array = LongArray.create(job.world(), ELEMENTS, Distribution.blockCyclic(ELEMENTS, 7));
            Vis vis = Vis.of(job.world());
            System.out.println(Workload.READY);
            for (long round = 0;; round++) {
                section(job, array, round);
                strides(job, vis, round);
            }
        }
    }

    /** Each rank has a stretch of the array for itself, dealt to all ranks. */
    private static void section(Job job, LongArray array, long round) {
        long from = (long) job.rank() * (ELEMENTS / job.size()) + round % 13;
        long[] source = new long[Math.min(COUNT, ELEMENTS / job.size() - 13)];
        for (int i = 0; i < source.length; i++) {
            source[i] = round * i + job.rank();
        }
        array.putRange(from, source);
        long[] target = new long[source.length];
        array.getRange(from, target);
        same("section", source, target);
        if (round % 64 == 0) {
            array.barrier();
        }
    }

    /** Each rank has a part of every segment for itself. */
    private static void strides(Job job, Vis vis, long round) {
        int peer = (int) ((job.rank() + round) % job.size());
        long width = 8 * (1 + round % 8);
        Shape near = Shape.strided(width, new long[]{ROWS}, new long[]{width});
        Shape far = Shape.strided(width, new long[]{ROWS}, new long[]{128});
        long[] source = new long[(int) (ROWS * width / 8)];
        java.util.Arrays.setAll(source, i -> round + i);
        long place = PART * job.rank();
        vis.put(peer, place, far, MemorySegment.ofArray(source), 0, near);
        long[] target = new long[source.length];
        vis.get(MemorySegment.ofArray(target), 0, near, peer, place, far);
        same("strided transfer", source, target);
    }

    private static void same(String what, long[] source, long[] target) {
        for (int i = 0; i < source.length; i++) {
            Check.equal(what + ", element " + i, source[i], target[i]);
        }
    }
}
