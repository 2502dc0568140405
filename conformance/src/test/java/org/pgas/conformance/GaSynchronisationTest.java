package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;

import org.pgas.Job;
import org.pgas.ga.Ga;
import org.pgas.ga.GaArray;
import org.pgas.ga.GaType;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Mutexes and fences of global arrays. */
@RankDefaults(ranks = {1, 3}, segment = "0")
@AcrossNeighbourhoods
class GaSynchronisationTest {
    private static final int ROUNDS = 50;

    @RankTest
    void shouldLetOneProcessAtATimeHoldAMutex(Job job) {
        int mutexes = 5;
        Ga ga = Ga.initialize(job);
        GaArray a = ga.create(GaType.C_LONG, new long[]{mutexes}, "counters", null);
        a.zero();
        ga.createMutexes(mutexes);
        long[] value = new long[1];
        MemorySegment memory = MemorySegment.ofArray(value);
        for (int i = 0; i < ROUNDS * mutexes; i++) {
            int mutex = i % mutexes;
            long[] at = {mutex};
            ga.lock(mutex);
            a.get(at, at, memory);
            value[0]++;
            ga.initFence();
            a.put(at, at, memory);
            ga.fence();
            ga.unlock(mutex);
        }
        ga.sync();
        for (int mutex = 0; mutex < mutexes; mutex++) {
            long[] at = {mutex};
            a.get(at, at, memory);
            assertEquals((long) ROUNDS * ga.nnodes(), value[0]);
        }
        ga.destroyMutexes();
        ga.terminate();
    }

    @RankTest
    void shouldRefuseMutexesThatAreMisused(Job job) {
        Ga ga = Ga.initialize(job);
        assertIllegal("Ga.lock", () -> ga.lock(0), "no mutexes");
        assertIllegal("Ga.destroyMutexes", ga::destroyMutexes, "no mutexes");
        assertIllegal("Ga.createMutexes", () -> ga.createMutexes(0), "number is 0");
        ga.createMutexes(2);
        assertIllegal("Ga.createMutexes", () -> ga.createMutexes(2), "already");
        assertIllegal("Ga.lock", () -> ga.lock(2), "mutex 2", "0..1");
        assertIllegal("Ga.unlock", () -> ga.unlock(1), "Ga.unlock");
        ga.sync();
        if (ga.nodeid() == 0) {
            ga.lock(1);
            assertIllegal("Ga.lock", () -> ga.lock(1), "Ga.lock");
            ga.unlock(1);
        }
        ga.sync();
        ga.destroyMutexes();
        ga.createMutexes(1);
        ga.terminate();
    }
}
