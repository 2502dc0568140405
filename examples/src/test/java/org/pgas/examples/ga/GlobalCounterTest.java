package org.pgas.examples.ga;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.examples.grid.RankGrid;
import org.pgas.examples.matrix.Dense;
import org.pgas.examples.matrix.Patch;
import org.pgas.testkit.RankTest;

final class GlobalCounterTest {
    private static final int TASKS = 1000;

    @RankTest(ranks = {1, 3})
    void shouldDealOutEachNumberOnceAfterEveryReset(Job job) {
        RankGrid grid = RankGrid.of(job.size(), 1, TASKS);
        GlobalArrays arrays = GlobalArrays.initialise(job, GlobalArrays.bytes(grid) + GlobalCounter.bytes());
        GlobalArray drawn = arrays.create("drawn", grid);
        int home = job.size() - 1;
        GlobalCounter counter = arrays.createCounter(home);
        MemorySegment one = MemorySegment.ofArray(new double[]{1});
        Dense layout = Dense.rowMajor(1, 1);
        for (int round = 1; round <= 3; round++) {
            for (long task = counter.readInc(); task < TASKS; task = counter.readInc()) {
                drawn.accumulate(new Patch(0, (int) task, 1, 1), one, layout);
            }
            arrays.sync();
            double[] times = new double[TASKS];
            drawn.getRow(0, times);
            for (double time : times) {
                assertEquals(round, time);
            }
            if (job.rank() == 0) {
                counter.reset();
            }
            arrays.sync();
        }
        counter.destroy();
        drawn.destroy();
        arrays.terminate();
    }
}
