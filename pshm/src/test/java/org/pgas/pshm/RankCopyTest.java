package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A rank of another host, which its launcher shows here. */
class RankCopyTest {
    private static final int SIZE = 2;

    @TempDir
    Path base;

    @Test
    void whoJoinsFindsARankOfAnotherHostThatHasNoProcessHere() throws Exception {
        try (HostedJob job = HostedJob.create(base, "j", SIZE, Map.of())) {
            CompletableFuture<Membership> joining = CompletableFuture
                    .supplyAsync(() -> Ranks.join(job.directory(), 0, SIZE));
            while (job.rank(0).state() != RankView.State.JOINED) {
                assertFalse(joining.isDone(), joining::toString);
                Thread.onSpinWait();
            }
            RankCopy copy = job.copy(0);
            job.show(1, copy);
            Membership rank = joining.get(1, TimeUnit.MINUTES);
            assertEquals(copy, job.copy(1));
            JobView view = JobView.look(job.directory());
            RankStatus shown = view.ranks().get(1);
            assertEquals(0, shown.view().pid());
            assertTrue(shown.alive() && shown.isElsewhere(), shown::toString);
            assertEquals(Map.of(), shown.counters());
            assertEquals(RankView.ELSEWHERE, shown.view().activity());
            assertEquals(List.of(), view.remarks());
            rank.leave();
            assertEquals(RankView.State.LEFT, job.rank(0).state());
            job.remove();
        }
    }

    @Test
    void aCopyIsSeenAsARankWithoutAProcess() {
        RankCopy copy = new RankCopy(RankView.State.JOINED, true, 1, 7, 0, "TEST", "configuration");
        assertEquals(new RankView(RankView.State.JOINED, 0, 1, "computing", true), copy.view());
        RankCopy joining = new RankCopy(RankView.State.JOINING, false, 0, 7, 1, "TEST", "configuration");
        assertEquals(new RankView(RankView.State.JOINING, 0, RankView.UNKNOWN, "waiting for others to join", false),
                joining.view());
        assertEquals(new RankCopy(RankView.State.JOINING, false, 0, 7, 0, "TEST", "configuration"),
                joining.withoutActivity());
    }

    @Test
    void aRankThatIsShownIsNeverTakenForDeadAndItsJobIsSweptWithoutIt() {
        try (HostedJob job = HostedJob.create(base, "j", SIZE, Map.of())) {
            job.show(1, new RankCopy(RankView.State.JOINED, false, 0, 0, 0, "TEST", "configuration"));
            ControlFile control = ControlFile.open(job.directory(), SIZE);
            try (JobLocks locks = JobLocks.look(control)) {
                Liveness liveness = new Liveness(control, locks);
                assertFalse(liveness.hasDied(1));
                assertEquals(Life.UNKNOWN, liveness.life(1));
            }
            Departure.killStaying(control, pid -> {
                throw new AssertionError("process " + pid + " was to be killed");
            });
            assertTrue(DirectoryState.of(control).told());
            control.abandon();
            job.remove();
        }
    }
}
