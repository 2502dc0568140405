package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pgas.Job;
import org.pgas.JobConfig;
import org.pgas.JobEndedException;
import org.pgas.JoinException;
import org.pgas.PgasException;
import org.pgas.Setting;
import org.pgas.conformance.suites.SuiteCase;
import org.pgas.pshm.HostedJob;
import org.pgas.pshm.RankView;

/** Joining and ending, with ranks as threads: what needs more than one membership, or one that fails. */
class JoinTest {
    private final List<HostedJob> jobs = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void cleanUp() throws InterruptedException {
        threads.shutdownNow();
        assertTrue(threads.awaitTermination(Patience.SECONDS, TimeUnit.SECONDS));
        jobs.forEach(HostedJob::remove);
    }

    private HostedJob create(int size) {
        HostedJob job = HostedJob.create(null, "join-" + ProcessHandle.current().pid() + "-" + System.nanoTime(), size,
                Map.of());
        jobs.add(job);
        return job;
    }

    private static JobConfig.Builder place(HostedJob job, int rank) {
        return JobConfig.builder().place(job.directory(), rank, job.size());
    }

    private <T> List<Future<T>> onRanks(int size, IntFunction<Callable<T>> body) {
        List<Future<T>> results = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            results.add(threads.submit(body.apply(rank)));
        }
        return results;
    }

    private static Throwable failure(Future<?> result) throws InterruptedException {
        try {
            result.get();
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }

    @Test
    void shouldRefuseOnEveryRankWhenClientNamesDiffer() throws Exception {
        HostedJob hosted = create(3);
        for (Future<Job> result : onRanks(3,
                rank -> () -> Job.join(place(hosted, rank).clientName(rank == 2 ? "OTHER" : "SAME").build()))) {
            Throwable e = assertInstanceOf(JoinException.class, failure(result));
            assertTrue(e.getMessage().contains("'SAME'") && e.getMessage().contains("'OTHER'"), e.getMessage());
        }
        assertFalse(Files.exists(hosted.directory()), "the last to leave removes the files");
    }

    @Test
    void shouldRefuseOnEveryRankWhenFlagsDiffer() throws Exception {
        HostedJob hosted = create(2);
        for (Future<Job> result : onRanks(2, rank -> () -> Job.join(place(hosted, rank).flags(rank).build()))) {
            assertTrue(assertInstanceOf(JoinException.class, failure(result)).getMessage().contains("client flags"));
        }
    }

    @Test
    void shouldRefuseOnEveryRankWhenOnlySomeAreInCheckedMode() throws Exception {
        HostedJob hosted = create(2);
        for (Future<Job> result : onRanks(2, rank -> () -> Job
                .join(place(hosted, rank).set(Setting.CHECKS, rank == 0 ? "on" : "off").build()))) {
            String message = assertInstanceOf(JoinException.class, failure(result)).getMessage();
            assertTrue(message.contains("pgas.checks=on"), message);
        }
    }

    @Test
    void shouldRefuseARankThatIsTaken() throws Exception {
        HostedJob hosted = create(1);
        try (Job job = Job.join(place(hosted, 0).build())) {
            JoinException e = assertThrows(JoinException.class, () -> Job.join(place(hosted, 0).build()));
            assertTrue(e.getMessage().contains("rank 0") && e.getMessage().contains("taken"), e.getMessage());
            job.world().barrier();
        }
    }

    @Test
    void shouldNameTheRanksThatDidNotJoinInTime() {
        HostedJob hosted = create(3);
        JobConfig config = place(hosted, 1).set(Setting.JOIN_TIMEOUT, "200ms").build();
        JoinException e = assertThrows(JoinException.class, () -> Job.join(config));
        assertTrue(e.getMessage().contains("ranks 0 2 of 3"), e.getMessage());
    }

    private static JobConfig ofNeighbourhoods(HostedJob job, int rank, int count) {
        return place(job, rank).set(Setting.NEIGHBOURHOODS, Integer.toString(count)).build();
    }

    /** Until a rank waits for the others, or has failed. */
    private static void awaitJoined(HostedJob job, int rank) {
        long begin = System.nanoTime();
        while (job.rank(rank).state().compareTo(RankView.State.JOINED) < 0) {
            assertTrue(System.nanoTime() - begin < Patience.NANOS, "rank " + rank + " does not join");
            Thread.yield();
        }
    }

    /** Of several neighbourhoods a rank has more to do when all have come: nobody waits for one that cannot do it. */
    @Test
    void shouldTellAllRanksWhatFailsOnOneWhenAllHaveCome() throws Exception {
        HostedJob hosted = create(2);
        Future<Job> failing = threads.submit(() -> Job.join(ofNeighbourhoods(hosted, 1, 2)));
        awaitJoined(hosted, 1);
        Files.write(hosted.directory().resolve("board-1"), new byte[0]);
        Future<Job> other = threads.submit(() -> Job.join(ofNeighbourhoods(hosted, 0, 2)));
        String why = assertInstanceOf(JoinException.class, failure(failing)).getMessage();
        assertTrue(why.contains("board-1 was refused: it has 0 bytes"), why);
        String told = assertInstanceOf(JobEndedException.class, failure(other)).getMessage();
        assertTrue(told.contains("rank 1 has not joined: " + why), told);
        assertFalse(Files.exists(hosted.directory()), "the last to leave removes the files");
    }

    /** Whether this thread was interrupted when it had joined. */
    private static boolean isInterruptedBehindJoin(JobConfig config) {
        try (Job job = Job.join(config)) {
            boolean isInterrupted = Thread.interrupted();
            job.world().barrier();
            return isInterrupted;
        }
    }

    @Test
    void shouldJoinThoughItsThreadIsInterruptedBeforeOrWhileItWaits() throws Exception {
        for (int neighbourhoods = 1; neighbourhoods <= 2; neighbourhoods++) {
            int count = neighbourhoods;
            HostedJob hosted = create(2);
            FutureTask<Boolean> waiting = new FutureTask<>(
                    () -> isInterruptedBehindJoin(ofNeighbourhoods(hosted, 1, count)));
            Thread thread = Thread.ofPlatform().daemon().start(waiting);
            awaitJoined(hosted, 1);
            thread.interrupt();
            Future<Boolean> last = threads.submit(() -> {
                Thread.currentThread().interrupt();
                return isInterruptedBehindJoin(ofNeighbourhoods(hosted, 0, count));
            });
            assertTrue(last.get(Patience.SECONDS, TimeUnit.SECONDS), count + " neighbourhoods");
            assertTrue(waiting.get(Patience.SECONDS, TimeUnit.SECONDS), count + " neighbourhoods");
        }
    }

    @Test
    void shouldRefuseASizeThatTheJobDoesNotHave() {
        HostedJob hosted = create(2);
        JobConfig config = JobConfig.builder().place(hosted.directory(), 0, 3).build();
        JoinException e = assertThrows(JoinException.class, () -> Job.join(config));
        assertTrue(e.getMessage().contains("2 ranks") && e.getMessage().contains("3"), e.getMessage());
    }

    @Test
    void shouldBeInSeveralJobsAtOnce() throws Exception {
        HostedJob one = create(2);
        HostedJob other = create(2);
        for (Future<Long> result : onRanks(2, rank -> () -> {
            try (Job a = Job.join(place(one, rank).build()); Job b = Job.join(place(other, 1 - rank).build())) {
                a.attach(4096);
                b.attach(8192);
                a.world().rma().putLong(1 - rank, 0, 10 + rank);
                b.world().rma().putLong(rank, 0, 20 + rank);
                a.world().barrier();
                b.world().barrier();
                return a.world().rma().getLong(rank, 0) * 100 + b.world().rma().getLong(1 - rank, 0);
            }
        })) {
            long value = result.get();
            assertTrue(value == 1121 || value == 1020, "got " + value);
        }
    }

    @Test
    void shouldJoinAnotherJobAfterClosingOne() throws Exception {
        for (int round = 0; round < 20; round++) {
            HostedJob hosted = create(2);
            for (Future<Object> result : onRanks(2, rank -> () -> {
                try (Job job = Job.join(place(hosted, rank).build())) {
                    job.attach(4096);
                    job.world().barrier();
                }
                return null;
            })) {
                result.get();
            }
            assertFalse(Files.exists(hosted.directory()));
        }
    }

    @SuiteCase(suite = "UPC GUTS", programs = "global_exit_neg")
    @Test
    void shouldEndEveryMembershipWithTheCodeOfTheRankThatCallsExit() throws Exception {
        HostedJob hosted = create(3);
        AtomicInteger hooks = new AtomicInteger();
        for (Future<Object> result : onRanks(3, rank -> () -> {
            try (Job job = Job.join(place(hosted, rank).build())) {
                job.onExit(hooks::incrementAndGet);
                if (rank == 1) {
                    throw job.exit(7);
                }
                job.world().barrier();
                return null;
            }
        })) {
            assertEquals(7, assertInstanceOf(JobEndedException.class, failure(result)).exitCode());
        }
        assertEquals(7, hosted.ending().code());
        assertEquals(1, hosted.ending().rank());
        assertTrue(hooks.get() <= 3, "a hook runs at most once per rank");
    }

    @Test
    void shouldThrowTheCodeThatAProcessCanReturnWhateverTheCode() throws Exception {
        for (int code : new int[]{-1, 256, Integer.MIN_VALUE, 0x7FFF_FF2A}) {
            HostedJob hosted = create(1);
            int returned = code == 0x7FFF_FF2A ? 0x2A : 255;
            for (Future<Object> result : onRanks(1, rank -> () -> {
                try (Job job = Job.join(place(hosted, rank).build())) {
                    throw job.exit(code);
                }
            })) {
                assertEquals(returned, assertInstanceOf(JobEndedException.class, failure(result)).exitCode());
            }
            assertEquals(returned, hosted.ending().code());
        }
    }

    @Test
    void shouldGiveOneOfTheCodesWhenRanksExitTogether() throws Exception {
        for (int round = 0; round < 20; round++) {
            HostedJob hosted = create(4);
            List<Future<Object>> results = onRanks(4, rank -> () -> {
                try (Job job = Job.join(place(hosted, rank).build())) {
                    job.world().barrier();
                    throw job.exit(10 + rank);
                }
            });
            int code = hosted.ending() == null ? 0 : hosted.ending().code();
            for (Future<Object> result : results) {
                int own = assertInstanceOf(JobEndedException.class, failure(result)).exitCode();
                assertTrue(own >= 10 && own <= 13);
                assertTrue(code == 0 || code == own);
                code = own;
            }
        }
    }

    @Test
    void shouldEndTheWaitsOfRanksWhenTheLauncherEndsTheJob() throws Exception {
        HostedJob hosted = create(2);
        Future<?> waiting = threads.submit(() -> {
            try (Job job = Job.join(place(hosted, 0).build())) {
                job.world().barrier();
            }
            return null;
        });
        Job other = Job.join(place(hosted, 1).build());
        assertTrue(hosted.end(124, "took too long"));
        assertFalse(hosted.end(1, "again"));
        JobEndedException e = assertInstanceOf(JobEndedException.class, failure(waiting));
        assertEquals(124, e.exitCode());
        assertTrue(e.getMessage().contains("took too long") && e.getMessage().contains("the launcher"), e.getMessage());
        other.close();
    }

    @Test
    void shouldRefuseAMainThatWasToldHalfOfItsPlace() {
        JobConfig config = JobConfig.builder().set(Setting.JOB_DIRECTORY, "/nowhere").build();
        PgasException e = assertThrows(PgasException.class, () -> Job.join(config));
        assertTrue(e.getMessage().contains("pgas.rank"), e.getMessage());
    }
}
