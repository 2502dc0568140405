package org.pgas.launch;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;

import org.pgas.pshm.JobList;
import org.pgas.pshm.JobView;
import org.pgas.pshm.RankView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code pgas ps}. */
@Command(name = "ps", description = "Lists this user's jobs: ranks that have joined, age, launcher, state, and the "
        + "memory that their files take.", mixinStandardHelpOptions = true)
final class PsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private JobsOption jobs;

    @Override
    public Integer call() throws InterruptedException {
        if (jobs.areElsewhere()) {
            return jobs.runThere(spec);
        }
        return print(jobs.base(), spec.commandLine().getOut());
    }

    /**
     * Prints the jobs.
     *
     * @param base null for the default
     * @return the exit code
     */
    static int print(Path base, PrintWriter out) {
        JobList list = JobList.of(base);
        if (list.jobs().isEmpty()) {
            out.println("no jobs in " + list.directory());
        } else {
            TextTable table = new TextTable(1, List.of("JOB", "RANKS", "AGE", "LAUNCHER", "MEMORY", " STATE"));
            list.jobs().forEach(job -> table.add(row(job)));
            table.lines().forEach(out::println);
        }
        list.jobs().forEach(job -> job.remarks().forEach(remark -> out.println(job.name() + ": " + remark)));
        list.others().forEach(other -> out.println("not readable: " + other.path().getFileName() + ": " + other.why()));
        out.flush();
        return 0;
    }

    private static List<String> row(JobView job) {
        int joined = job.count(RankView.State.JOINED);
        long age = Math.max(0, Duration.between(job.begin(), Instant.now()).toNanos());
        String launcher = job.launcherPid() == 0 ? "none" : job.launcherPid() + (job.launcherAlive() ? "" : " gone");
        return List.of(job.name(), joined + "/" + job.size(), Figures.time(age), launcher,
                Figures.bytes(job.bytes()), Doing.of(job) + Doing.neighbourhoods(job));
    }
}
