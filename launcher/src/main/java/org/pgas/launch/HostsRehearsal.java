package org.pgas.launch;

import java.util.Map;

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

    public static void main(String[] args) throws InterruptedException {
        Settings settings = Settings.read(Map.of());
        HostedJob made = HostedJob.create(settings.path(Setting.DIR), "rehearsal-" + ProcessHandle.current().pid(),
                RANKS, settings.environment());
        try (made) {
            Thread other = Thread.ofPlatform().start(() -> rehearse(made, 1));
            rehearse(made, 0);
            other.join();
        } finally {
            made.remove();
        }
    }

    private static void rehearse(HostedJob made, int rank) {
        JobConfig config = JobConfig.builder().place(made.directory(), rank, RANKS)
                .set(Setting.NEIGHBOURHOODS, Integer.toString(RANKS)).set(Setting.WIRE, "tcp").build();
        try (Job job = Job.join(config)) {
            Rehearsal.rehearse(job, 1 - rank);
        }
    }
}
