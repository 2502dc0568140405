package org.pgas.launch;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.pgas.Job;
import org.pgas.JobConfig;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.pshm.HostedJob;

/**
 * Two ranks, in this process, that do what those of most programs do, and live until they have looked at each other.
 * Run once after a build, so that java can keep the classes that they load for all later starts. Its argument: 1 for
 * ranks of one host, 2 for those of two, which are connected over a network.
 */
final class RanksRehearsal {
    private static final int RANKS = 2;

    /** Longer than a rank waits before it looks whether others live. */
    private static final long LIFE_MILLIS = 500;

    private RanksRehearsal() {}

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        String hosts = args[0];
        Settings settings = Settings.read(Map.of());
        HostedJob made = HostedJob.create(settings.path(Setting.DIR), "rehearsal-" + ProcessHandle.current().pid(),
                RANKS, settings.environment());
        try (made) {
            FutureTask<Void> other = new FutureTask<>(() -> {
                rehearse(made, 1, hosts);
                return null;
            });
            Thread.ofPlatform().daemon().start(other);
            rehearse(made, 0, hosts);
            other.get();
        } finally {
            made.remove();
        }
    }

    private static void rehearse(HostedJob made, int rank, String hosts) throws InterruptedException {
        JobConfig config = JobConfig.builder().place(made.directory(), rank, RANKS)
                .set(Setting.NEIGHBOURHOODS, hosts).set(Setting.JOIN_TIMEOUT, "20s")
                .set(Setting.WIRE, "tcp").set(Setting.WIRE_HOST, "127.0.0.1").set(Setting.WIRE_PLAIN, "off")
                .set(Setting.WIRE_ONESIDED, "off").build();
        try (Job job = Job.join(config)) {
            Rehearsal.rehearse(job, 1 - rank);
            new CountDownLatch(1).await(LIFE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}
