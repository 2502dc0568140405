package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.JobEndedException;
import org.pgas.memory.SharedMemory;

/** Ranks that wait for others to join, and that watch over a job together. */
class CompanionsTest {
    /** So many take turns to look at the launcher. */
    private static final int MANY = 20;

    /** Longer than a rank polls for others before it sleeps. */
    private static final long POLLING_NANOS = 100_000_000;

    @TempDir
    Path base;

    private static CompletableFuture<Membership> join(HostedJob job, int rank) {
        return CompletableFuture.supplyAsync(() -> Ranks.join(job.directory(), rank, job.size()),
                Ranks::start);
    }

    private static void awaitAsleep(ControlFile control, int rank, CompletableFuture<Membership> joining) {
        while (SharedMemory.getIntAcquire(control.slot(rank, ControlLayout.SLEEPING)) == 0) {
            assertFalse(joining.isDone(), joining::toString);
            Thread.onSpinWait();
        }
    }

    private static int bell(ControlFile control, int rank) {
        return SharedMemory.getIntAcquire(control.slot(rank, ControlLayout.BELL));
    }

    /** It sleeps no more, or was rung for. */
    private static void assertWoken(ControlFile control, int before) {
        boolean sleeps = SharedMemory.getIntAcquire(control.slot(0, ControlLayout.SLEEPING)) != 0;
        assertTrue(!sleeps || bell(control, 0) != before);
    }

    @Test
    void whoJoinsLastWakesThoseThatWait() {
        try (HostedJob job = HostedJob.create(base, "j", 2, Map.of())) {
            ControlFile control = ControlFile.open(job.directory(), 2);
            CompletableFuture<Membership> first = join(job, 0);
            awaitAsleep(control, 0, first);
            int before = bell(control, 0);
            Membership last = Ranks.join(job.directory(), 1, 2);
            assertWoken(control, before);
            last.leave();
            first.join().leave();
            control.abandon();
        }
    }

    /** More of them than carriers, none of which may be kept. */
    @Test
    void virtualThreadsJoinAndKeepNoCarrier() {
        int size = 2 * Runtime.getRuntime().availableProcessors() + 1;
        try (HostedJob job = HostedJob.create(base, "j", size, Map.of())) {
            List<CompletableFuture<Membership>> joining = new ArrayList<>();
            for (int rank = 0; rank < size - 1; rank++) {
                joining.add(joinVirtually(job, rank));
            }
            ControlFile control = ControlFile.open(job.directory(), size);
            while (IntStream.range(0, size - 1).anyMatch(rank -> control.state(rank) != RankView.State.JOINED)) {
                Thread.onSpinWait();
            }
            LockSupport.parkNanos(POLLING_NANOS);
            joining.add(joinVirtually(job, size - 1));
            List<Membership> ranks = joining.stream().map(CompletableFuture::join).toList();
            for (int rank = 0; rank < size; rank++) {
                assertEquals(0, bell(control, rank), "rank " + rank + " slept");
            }
            ranks.forEach(Membership::leave);
            control.abandon();
        }
    }

    private static CompletableFuture<Membership> joinVirtually(HostedJob job, int rank) {
        return CompletableFuture.supplyAsync(() -> Ranks.join(job.directory(), rank, job.size()),
                task -> Thread.ofVirtual().start(task));
    }

    @Test
    void theLastRankOfAnotherHostThatIsShownWakesThoseThatWait() {
        try (HostedJob job = HostedJob.create(base, "j", 3, Map.of())) {
            ControlFile control = ControlFile.open(job.directory(), 3);
            CompletableFuture<Membership> first = join(job, 0);
            awaitAsleep(control, 0, first);
            int before = bell(control, 0);
            RankCopy copy = job.copy(0);
            job.show(1, copy);
            assertTrue(before == bell(control, 0), "it was woken before all were there");
            job.show(2, copy);
            assertWoken(control, before);
            first.join().leave();
            control.abandon();
            job.remove();
        }
    }

    @Test
    void manyRanksSeeThatTheirLauncherIsGone() throws Exception {
        try (HostedJob job = HostedJob.create(base, "j", MANY, Map.of());
                OtherProcess launcher = OtherProcess.sleeping()) {
            ControlFile control = ControlFile.open(job.directory(), MANY);
            ProcessIdentity identity = launcher.identity();
            SharedMemory.putLong(control.header(ControlLayout.LAUNCHER_PID), identity.pid());
            SharedMemory.putLong(control.header(ControlLayout.LAUNCHER_START), identity.start());
            List<Membership> ranks = Ranks.joinAll(job.directory(), MANY);
            ranks.forEach(Membership::checkRunning);
            Posix.kill(identity.pid(), Posix.SIGKILL);
            for (Membership rank : ranks) {
                JobEndedException ended = assertThrows(JobEndedException.class, () -> awaitEnd(rank));
                assertTrue(ended.getMessage().contains("the launcher (pid " + identity.pid() + ") is gone"),
                        ended::getMessage);
            }
            ranks.forEach(Membership::leave);
            control.abandon();
        }
    }

    private static void awaitEnd(Membership rank) {
        while (true) {
            rank.checkRunning();
            Thread.onSpinWait();
        }
    }
}
