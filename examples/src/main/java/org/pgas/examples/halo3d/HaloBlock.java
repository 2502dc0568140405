package org.pgas.examples.halo3d;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

import org.pgas.Job;
import org.pgas.LocalWords;
import org.pgas.Rma;
import org.pgas.SignalOperation;
import org.pgas.WaitCondition;
import org.pgas.examples.grid.RankGrid;
import org.pgas.vis.Section;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/**
 * One rank's block of the cube, with a layer of ghost cells around it, twice: the cells of the last step, and those of
 * the next one.
 *
 * <pre>
 *   segment: | signals | cells of even steps | cells of odd steps |
 *
 *        this block                  the next block of a dimension
 *   g  g  g  g  g  g  g            g  g  g  g  g  g  g
 *   g  .  .  .  .  F  g            G  .  .  .  .  .  g       g, G  ghost cells
 *   g  .  .  .  .  F  g   -put-&gt;   G  .  .  .  .  .  g       F     face, put to G
 *   g  .  .  .  .  F  g            G  .  .  .  .  .  g
 *   g  g  g  g  g  g  g            g  g  g  g  g  g  g
 * </pre>
 *
 * <p>After a face comes a signal with the number of the step; a rank begins a step when all neighbours' signals of the
 * last one are there, and knows no other rank. That is also why two pairs of ghost layers suffice: a neighbour that
 * puts faces of step n + 2 has this rank's signal of step n + 1, so this rank has read those of step n.
 */
public final class HaloBlock {
    private static final int DIMENSIONS = 3;
    private static final long SIGNALS_BYTES = 64;

    private final Job job;
    private final int size;
    private final RankGrid grid;
    private final Rma rma;
    private final Vis vis;
    private final LocalWords words;
    private final MemorySegment memory;
    private final long cubeBytes;
    private final int[] counts = new int[DIMENSIONS];
    private final int[] firsts = new int[DIMENSIONS];
    private final List<Face> faces = new ArrayList<>();
    private long step;

    /**
     * Attaches the job's segment and fills the block. Collective, arguments single-valued; throws what attach throws,
     * and an {@link IllegalArgumentException} if there are more ranks than can share the cube.
     *
     * @param size cells along each edge of the cube
     */
    public HaloBlock(Job job, int size) {
        this.job = job;
        this.size = size;
        grid = RankGrid.of(job.size(), size, size, size);
        rma = job.world().rma();
        vis = Vis.of(job.world());
        long largest = Double.BYTES;
        for (int dimension = 0; dimension < DIMENSIONS; dimension++) {
            counts[dimension] = grid.count(job.rank(), dimension);
            firsts[dimension] = grid.first(job.rank(), dimension);
            largest *= grid.split(dimension).largest() + 2;
        }
        cubeBytes = Math.ceilDiv(largest, 64) * 64;
        long bytes = SIGNALS_BYTES + 2 * cubeBytes;
        memory = job.attach(Math.ceilDiv(bytes, job.pageBytes()) * job.pageBytes()).local();
        words = job.endpoint().words();
        for (int dimension = 0; dimension < DIMENSIONS; dimension++) {
            int place = grid.coordinate(job.rank(), dimension);
            if (place > 0) {
                faces.add(new Face(dimension, false));
            }
            if (place < grid.split(dimension).parts() - 1) {
                faces.add(new Face(dimension, true));
            }
        }
        fill();
        job.world().barrier();
    }

    /** Where the cells of a step begin. */
    private long cells(long ofStep) {
        return SIGNALS_BYTES + (ofStep & 1) * cubeBytes;
    }

    /** A side of the block at which there is a neighbour. Its shapes are made once, and used in every step. */
    private final class Face {
        private final int neighbour;
        private final Shape face;
        private final Shape ghosts;
        private final long signalThere;
        private final long signalHere;

        /** The lower or the upper side of a dimension. */
        Face(int dimension, boolean upper) {
            int[] place = new int[DIMENSIONS];
            for (int i = 0; i < DIMENSIONS; i++) {
                place[i] = grid.coordinate(job.rank(), i);
            }
            place[dimension] += upper ? 1 : -1;
            neighbour = grid.rank(place);
            face = side(job.rank(), dimension, upper ? counts[dimension] : 1);
            ghosts = side(neighbour, dimension, upper ? 0 : grid.count(neighbour, dimension) + 1);
            signalThere = signal(dimension, !upper);
            signalHere = signal(dimension, upper);
        }

        void put() {
            vis.put(neighbour, cells(step), ghosts, memory, cells(step), face);
            rma.signal(neighbour, signalThere, step, SignalOperation.SET);
        }

        void await() {
            words.waitUntilLong(signalHere, WaitCondition.GE, step);
        }
    }

    /** The word that tells a rank that the ghost cells at one of its sides are there. */
    private static long signal(int dimension, boolean upper) {
        return (2L * dimension + (upper ? 1 : 0)) * Long.BYTES;
    }

    /** The block of a rank with its ghost cells. */
    private Section block(int rank) {
        return Section.rowMajor(Double.BYTES, grid.count(rank, 0) + 2, grid.count(rank, 1) + 2,
                grid.count(rank, 2) + 2);
    }

    /** One layer of a rank's block: along the other dimensions only what is no ghost. */
    private Shape side(int rank, int dimension, int index) {
        Section side = block(rank);
        for (int other = 0; other < DIMENSIONS; other++) {
            side = other == dimension ? side.range(other, index, 1) : side.range(other, 1, grid.count(rank, other));
        }
        return side.shape();
    }

    /** Both sets of cells, ghosts too: those at the edge of the cube stay. */
    private void fill() {
        for (int x = 0; x < counts[0] + 2; x++) {
            for (int y = 0; y < counts[1] + 2; y++) {
                for (int z = 0; z < counts[2] + 2; z++) {
                    double cell = CubeModel.initial(firsts[0] + x - 1, firsts[1] + y - 1, firsts[2] + z - 1, size);
                    memory.set(ValueLayout.JAVA_DOUBLE, cells(0) + offset(x, y, z), cell);
                    memory.set(ValueLayout.JAVA_DOUBLE, cells(1) + offset(x, y, z), cell);
                }
            }
        }
    }

    private long offset(int x, int y, int z) {
        return (((long) x * (counts[1] + 2) + y) * (counts[2] + 2) + z) * Double.BYTES;
    }

    /** The ranks that share the cube. */
    public RankGrid grid() {
        return grid;
    }

    /** Does {@code steps} steps and returns how many nanoseconds all ranks took. Collective. */
    public long run(int steps) {
        job.world().barrier();
        long start = System.nanoTime();
        for (int i = 0; i < steps; i++) {
            step++;
            compute(cells(step - 1), cells(step));
            for (Face face : faces) {
                face.put();
            }
            for (Face face : faces) {
                face.await();
            }
        }
        job.world().barrier();
        return System.nanoTime() - start;
    }

    private void compute(long now, long then) {
        long plane = offset(1, 0, 0);
        long line = offset(0, 1, 0);
        for (int x = 1; x <= counts[0]; x++) {
            for (int y = 1; y <= counts[1]; y++) {
                long at = offset(x, y, 1);
                computeLine(now + at, then + at, plane, line);
            }
        }
    }

    private void computeLine(long now, long then, long plane, long line) {
        long bytes = (long) counts[2] * Double.BYTES;
        for (long z = 0; z < bytes; z += Double.BYTES) {
            long at = now + z;
            double mean = CubeModel.mean(cell(at - plane), cell(at + plane), cell(at - line), cell(at + line),
                    cell(at - Double.BYTES), cell(at + Double.BYTES));
            memory.set(ValueLayout.JAVA_DOUBLE, then + z, mean);
        }
    }

    private double cell(long at) {
        return memory.get(ValueLayout.JAVA_DOUBLE, at);
    }

    /** Gets the plane {@code x} of the cube from the ranks that have parts of it. By rank 0, after {@link #run}. */
    public void plane(int x, double[] target) {
        MemorySegment plane = MemorySegment.ofArray(target);
        Section whole = Section.rowMajor(Double.BYTES, size, size);
        int place = grid.split(0).part(x);
        for (int y = 0; y < grid.split(1).parts(); y++) {
            for (int z = 0; z < grid.split(2).parts(); z++) {
                int rank = grid.rank(place, y, z);
                Shape here = whole.range(0, grid.first(rank, 1), grid.count(rank, 1))
                        .range(1, grid.first(rank, 2), grid.count(rank, 2)).shape();
                vis.get(plane, 0, here, rank, cells(step), side(rank, 0, x - grid.first(rank, 0) + 1));
            }
        }
    }
}
