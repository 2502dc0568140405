package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.pshm.HostedJob;

/**
 * When the processes of a job end, by a time that passes only while nothing happens: what other work the host has does
 * not count.
 */
class SupervisorTest {
    private static final int RANKS = 3;
    private static final int KILLED = 137;
    private static final Duration PROMISED = Duration.ofSeconds(2);
    private static final Duration TOO_LONG = Duration.ofMinutes(1);

    @TempDir
    Path base;

    private HostedJob hosted;

    @BeforeEach
    void make() {
        hosted = HostedJob.create(base, "j", RANKS, Map.of());
    }

    @AfterEach
    void remove() {
        hosted.remove();
        hosted.close();
    }

    /** Goes on when there is no notice. */
    private static class MadeUpTime implements Supervisor.Time {
        private long now;

        @Override
        public long nanos() {
            return now;
        }

        @Override
        public <T> T await(BlockingQueue<T> notices, long nanos) throws InterruptedException {
            T notice = notices.poll();
            if (notice == null) {
                now += nanos;
                assertTrue(now < TOO_LONG.toNanos(), "the job goes on");
            }
            return notice;
        }

        Duration now() {
            return Duration.ofNanos(now);
        }
    }

    private Supervisor supervisor(Supervisor.Time time) {
        return new Supervisor(hosted, 64 << 20, Launcher.LONGEST_GRACE, null, time);
    }

    /**
     * A process that ends when it is killed, or when it is asked to if it obeys; and when that was. It has the number
     * of this one.
     */
    private final class MadeUpProcess extends UnstartedProcess {
        private final RankProcess rank;
        private final Supervisor supervisor;
        private final MadeUpTime time;
        private final boolean obeys;
        private Duration asked;
        private Duration killed;

        MadeUpProcess(int rank, Supervisor supervisor, MadeUpTime time, boolean obeys) {
            this.rank = new RankProcess(rank, this);
            this.supervisor = supervisor;
            this.time = time;
            this.obeys = obeys;
        }

        void end(int with) {
            endWith(with);
            supervisor.processEnded(rank);
        }

        @Override
        public void destroy() {
            asked = time.now();
            if (obeys) {
                end(143);
            }
        }

        @Override
        public Process destroyForcibly() {
            killed = time.now();
            end(KILLED);
            return this;
        }

        @Override
        public long pid() {
            return ProcessHandle.current().pid();
        }
    }

    private List<MadeUpProcess> processes(Supervisor supervisor, MadeUpTime time) {
        List<MadeUpProcess> processes = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            processes.add(new MadeUpProcess(rank, supervisor, time, rank == 2));
        }
        return processes;
    }

    private static List<RankProcess> ranks(List<MadeUpProcess> processes) {
        return processes.stream().map(each -> each.rank).toList();
    }

    @Test
    void aDeathEndsTheJobAtOnceAndEveryRankWithinTheTwoSecondsThatArePromised() throws InterruptedException {
        MadeUpTime time = new MadeUpTime();
        Supervisor supervisor = supervisor(time);
        List<MadeUpProcess> processes = processes(supervisor, time);
        processes.get(1).end(KILLED);
        JobEnd end = supervisor.supervise(ranks(processes), null);
        assertEquals(KILLED, end.code());
        assertEquals("rank 1 (pid " + processes.get(1).pid() + ") was killed by SIGKILL", end.message());
        assertFalse(hosted.end(1, "a later end"), "the end was declared");
        for (int rank : new int[]{0, 2}) {
            assertEquals(Duration.ZERO, processes.get(rank).asked, "rank " + rank);
        }
        assertNull(processes.get(2).killed, "it has ended when it was asked to");
        Duration killed = processes.get(0).killed;
        assertTrue(killed.compareTo(Launcher.LONGEST_GRACE) > 0 && killed.compareTo(PROMISED) <= 0, killed::toString);
        assertTrue(time.now().compareTo(PROMISED) <= 0, time.now()::toString);
    }

    @Test
    void anEndThatIsDeclaredIsSeenWithinATenthOfASecondThoughNoProcessHasEnded() throws InterruptedException {
        MadeUpTime time = new MadeUpTime() {
            @Override
            public <T> T await(BlockingQueue<T> notices, long nanos) throws InterruptedException {
                T notice = super.await(notices, nanos);
                hosted.end(7, "by somebody else");
                return notice;
            }
        };
        Supervisor supervisor = supervisor(time);
        List<MadeUpProcess> processes = processes(supervisor, time);
        assertEquals(7, supervisor.supervise(ranks(processes), null).code());
        assertTrue(processes.get(0).asked.compareTo(Duration.ofMillis(100)) <= 0, processes.get(0).asked::toString);
    }

    @Test
    void aJobOfWhichNotAllRanksWereStartedHasNotEndedWell() throws InterruptedException {
        MadeUpTime time = new MadeUpTime();
        Supervisor supervisor = supervisor(time);
        List<MadeUpProcess> processes = processes(supervisor, time);
        processes.forEach(each -> each.end(0));
        assertEquals(new JobEnd(1, "only some"), supervisor.supervise(ranks(processes), "only some"));
    }

    @Test
    void whatEndedItIsToldWhereNotAllRanksWereStarted() throws InterruptedException {
        MadeUpTime time = new MadeUpTime();
        Supervisor supervisor = supervisor(time);
        List<MadeUpProcess> processes = processes(supervisor, time);
        processes.get(0).end(0);
        processes.get(1).end(9);
        assertEquals(9, supervisor.supervise(ranks(processes), "only some").code());
    }

    /**
     * By the kernel, in the real time: a supervisor that looked for it, or waited for the whole of a limit, would need
     * the hour.
     */
    @Test
    void theDeathOfAProcessIsToldByItsEndAndNotFoundByALook() throws Exception {
        Supervisor supervisor = new Supervisor(hosted, 64 << 20, Duration.ofHours(1), null);
        List<RankProcess> processes = new ArrayList<>();
        try {
            for (int rank = 0; rank < RANKS; rank++) {
                ProcessBuilder sleep = new ProcessBuilder("sleep", "100000");
                processes.add(RankProcess.start(rank, RANKS, sleep, RankOutput.inherit(), supervisor::processEnded,
                        failure -> {}));
            }
            processes.get(1).kill();
            JobEnd end = supervisor.supervise(processes, null);
            assertEquals("rank 1 (pid " + processes.get(1).pid() + ") was killed by SIGKILL", end.message());
            for (RankProcess each : processes) {
                assertTrue(Trial.isGone(each.pid()), "rank " + each.rank());
            }
        } finally {
            processes.forEach(RankProcess::kill);
        }
    }
}
