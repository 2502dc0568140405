package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

import org.junit.jupiter.api.function.Executable;
import org.pgas.Job;
import org.pgas.Team;
import org.pgas.atomics.DoubleAtomicDomain;
import org.pgas.atomics.FairMutex;
import org.pgas.atomics.IntAtomicDomain;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Ranks;

/**
 * Somebody truncates the file of a segment: updates of it are errors, interpreted and compiled, and the process goes
 * on. In one neighbourhood: only who maps a file finds it truncated.
 */
@RankDefaults(segment = "64k", neighbourhoods = 1)
class TruncatedFileTest {
    private static final int ROUNDS = 20_000;

    @RankTest(ranks = 2, settings = {"pgas.checks=off", "pgas.names=on"})
    void shouldReportAnUpdateOfATruncatedFile(Job job, Ranks ranks) throws IOException {
        Team team = job.world();
        LongAtomicDomain longs = LongAtomicDomain.create(team);
        IntAtomicDomain ints = IntAtomicDomain.create(team);
        DoubleAtomicDomain doubles = DoubleAtomicDomain.create(team);
        FairMutex mutex = FairMutex.create(team, 1, 1024);
        team.barrier();
        Endings.assertEnds(job, () -> {
            if (job.rank() != 0) {
                return;
            }
            try (FileChannel file = FileChannel.open(ranks.jobDirectory().resolve("seg-1-0"),
                    StandardOpenOption.WRITE)) {
                file.truncate(0);
            }
            Executable[] updates = {() -> longs.compareAndSwap(1, 64, 0, 1), () -> ints.compareAndSwap(1, 64, 0, 1),
                () -> longs.fetchAdd(1, 64, 1), () -> ints.fetchAdd(1, 64, 1), () -> longs.swap(1, 64, 1),
                () -> ints.swap(1, 64, 1), () -> longs.xor(1, 64, 1), () -> doubles.add(1, 64, 1), mutex::tryLock,
                mutex::lock};
            for (Executable update : updates) {
                for (int round = 0; round < 20; round++) {
                    Endings.assertFault("update", update);
                }
            }
            for (int round = 0; round < ROUNDS; round++) {
                longs.compareAndSwap(0, 64, round, round + 1);
            }
            Endings.assertFault("compare-and-swap", () -> longs.compareAndSwap(1, 64, 0, 1));
            assertEquals(ROUNDS, longs.get(0, 64));
        }, "seg-1-0", "was truncated");
    }
}
