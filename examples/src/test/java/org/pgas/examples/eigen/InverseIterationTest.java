package org.pgas.examples.eigen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.pgas.Job;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.Mpi;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

@RankDefaults(ranks = {1, 2, 4, 6}, segment = "0")
final class InverseIterationTest {
    private static final double SHIFT = 0.75;

    @RankTest
    void shouldFindTheSmallestEigenvalueAndItsVector(Job job) {
        Mpi mpi = Mpi.of(job);
        RandomGraph graph = new RandomGraph(101, 8, SHIFT, 3);
        InverseIteration solver = new InverseIteration(mpi.world(), graph);
        double before = Double.POSITIVE_INFINITY;
        for (int i = 0; i < 8; i++) {
            assertEquals(0, solver.solve(30), 1e-12);
            double estimate = solver.improve();
            assertTrue(estimate <= before + 1e-12, estimate + " after " + before);
            before = estimate;
        }
        assertEquals(SHIFT, before, 1e-12);
        double[] vector = solver.gather();
        if (job.rank() == 0) {
            assertEquals(0, graph.distance(vector, SHIFT), 1e-6);
            for (double element : vector) {
                assertEquals(1 / Math.sqrt(101), element, 1e-7);
            }
        } else {
            assertNull(vector);
        }
        solver.free();
        mpi.finish();
    }

    /** In matrices of a row for each rank and little more, where pieces are of one element, too. */
    @RankTest
    void shouldAgreeWithOneRankWhateverThePieces(Job job) {
        Mpi mpi = Mpi.of(job);
        for (int order = Math.max(2, job.size()); order < job.size() + 15; order += 3) {
            RandomGraph graph = new RandomGraph(order, 2, SHIFT, order);
            double[] found = run(mpi.world(), graph);
            double[] alone = run(mpi.self(), graph);
            for (int i = 0; i < alone.length && job.rank() == 0; i++) {
                assertEquals(alone[i], found[i], 1e-12, order + " rows, number " + i);
            }
        }
        mpi.finish();
    }

    /** Entries, estimates, and the vector after them. */
    private static double[] run(Comm comm, RandomGraph graph) {
        InverseIteration solver = new InverseIteration(comm, graph);
        double[] numbers = new double[3 + graph.order()];
        numbers[0] = solver.entries();
        for (int i = 1; i < 3; i++) {
            solver.solve(graph.order());
            numbers[i] = solver.improve();
        }
        double[] vector = solver.gather();
        if (vector != null) {
            System.arraycopy(vector, 0, numbers, 3, vector.length);
        }
        solver.free();
        return numbers;
    }

    /** After few iterations the residual is what the whole matrix leaves of the solution. */
    @RankTest
    void shouldTellWhatIsLeftOfASystem(Job job) {
        Mpi mpi = Mpi.of(job);
        RandomGraph graph = new RandomGraph(60, 3, SHIFT, 5);
        InverseIteration solver = new InverseIteration(mpi.world(), graph);
        double[] x = solver.gather();
        double residual = solver.solve(3);
        // the solution z is gathered as a vector of length 1; how long it was follows from the estimate, 1 / (x z)
        double estimate = solver.improve();
        double[] direction = solver.gather();
        if (job.rank() == 0) {
            double along = 0;
            for (int i = 0; i < x.length; i++) {
                along += x[i] * direction[i];
            }
            double length = 1 / (estimate * along);
            double[] product = graph.times(direction);
            double square = 0;
            for (int i = 0; i < x.length; i++) {
                double left = x[i] - length * product[i];
                square += left * left;
            }
            assertTrue(residual > 1e-3, "nothing to see: " + residual);
            assertEquals(Math.sqrt(square), residual, 1e-12);
        }
        solver.free();
        mpi.finish();
    }
}
