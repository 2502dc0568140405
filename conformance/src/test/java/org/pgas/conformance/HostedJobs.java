package org.pgas.conformance;

import java.util.Map;

import org.pgas.Job;
import org.pgas.JobConfig;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.pshm.HostedJob;

/** Jobs of one rank inside a test's own JVM, for tests of a membership's beginning and end. */
final class HostedJobs {
    private static long count;

    private HostedJobs() {}

    interface Body {
        void run(Job job, HostedJob host) throws Exception;
    }

    /**
     * Runs the body as the only rank of a new job, among those of the tests, which is closed afterwards if the body has
     * not.
     */
    static void alone(Body body) throws Exception {
        String name;
        synchronized (HostedJobs.class) {
            name = "alone-" + ProcessHandle.current().pid() + "-" + count++;
        }
        try (HostedJob host = HostedJob.create(Settings.read(Map.of()).path(Setting.DIR), name, 1, Map.of())) {
            JobConfig config = JobConfig.builder().place(host.directory(), 0, 1).set(Setting.CHECKS, "off").build();
            try (Job job = Job.join(config)) {
                body.run(job, host);
            } finally {
                host.remove();
            }
        }
    }
}
