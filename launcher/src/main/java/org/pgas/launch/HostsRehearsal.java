package org.pgas.launch;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

import org.pgas.Job;
import org.pgas.JobConfig;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.pshm.HostedJob;

/**
 * Two ranks that do over a network what those of {@link Rehearsal} do in shared memory. Run once after a build, so that
 * java can keep the classes that ranks of several hosts load for all later starts.
 */
final class HostsRehearsal {
    private static final int RANKS = 2;

    private HostsRehearsal() {}

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        Settings settings = Settings.read(Map.of());
        HostedJob made = HostedJob.create(settings.path(Setting.DIR), "rehearsal-" + ProcessHandle.current().pid(),
                RANKS, settings.environment());
        try (made) {
            FutureTask<Void> other = new FutureTask<>(() -> rehearse(made, 1), null);
            Thread.ofPlatform().start(other);
            rehearse(made, 0);
            other.get();
        } finally {
            made.remove();
        }
    }

    private static void rehearse(HostedJob made, int rank) {
        JobConfig config = JobConfig.builder().place(made.directory(), rank, RANKS)
                .set(Setting.NEIGHBOURHOODS, Integer.toString(RANKS)).set(Setting.JOIN_TIMEOUT, "20s")
                .set(Setting.WIRE, "tcp").set(Setting.WIRE_HOST, "127.0.0.1").set(Setting.WIRE_PLAIN, "off")
                .set(Setting.WIRE_ONESIDED, "off").build();
        try (Job job = Job.join(config)) {
            Rehearsal.rehearse(job, 1 - rank);
        }
    }
}
