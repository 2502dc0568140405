package org.pgas.launch;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.Settings;
import org.pgas.pshm.JobView;
import org.pgas.pshm.RankStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pgas stack}. */
@Command(name = "stack", description = "Shows where the ranks of a job are: what each waits for, and the Java stacks "
        + "of its threads. Each JVM stops for a moment to tell.", mixinStandardHelpOptions = true, sortOptions = false)
final class StackCommand implements Callable<Integer> {
    /** A JVM that is told to attach takes some time to do so. */
    private static final Duration LEAST = Duration.ofMillis(100);

    @Spec
    private CommandSpec spec;

    @Mixin
    private JobsOption jobs;

    @Option(names = "--all", description = "Also the threads of the platform and of the library.")
    private boolean all;

    @Option(names = "--timeout", paramLabel = "TIME", description = "How long to wait for the answer of a JVM. "
            + "Default: 5s.")
    private String timeout;

    @Parameters(index = "0", paramLabel = "JOB", description = "A job's name, the beginning of it, or its directory.")
    private String job;

    @Parameters(index = "1", arity = "0..1", paramLabel = "RANK", description = "This rank only.")
    private Integer only;

    @Override
    public Integer call() throws InterruptedException {
        if (jobs.areElsewhere()) {
            return jobs.runThere(spec);
        }
        Duration patience = patience();
        JobView view = jobs.look(job);
        if (only != null && (only < 0 || only >= view.size())) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + only + ": job " + view.name() + " has ranks 0.."
                    + (view.size() - 1));
        }
        // ranks that are threads share their JVM
        Map<Long, List<RankStatus>> byProcess = new LinkedHashMap<>();
        for (RankStatus rank : view.ranks()) {
            if (only == null || rank.rank() == only) {
                // those without a process have none in common either
                long key = rank.alive() && !rank.isElsewhere() ? rank.view().pid() : -1 - rank.rank();
                byProcess.computeIfAbsent(key, any -> new ArrayList<>()).add(rank);
            }
        }
        print(view, byProcess, new Jcmd(patience));
        return 0;
    }

    private Duration patience() {
        if (timeout == null) {
            return Duration.ofSeconds(5);
        }
        Duration patience = Settings.parseDuration(timeout, "--timeout");
        if (patience.compareTo(LEAST) < 0) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT,
                    "--timeout=" + timeout + " is too short: legal are " + LEAST.toMillis() + "ms and more");
        }
        return patience;
    }

    private void print(JobView job, Map<Long, List<RankStatus>> byProcess, Jcmd jcmd) {
        PrintWriter out = spec.commandLine().getOut();
        int atOnce = Math.min(byProcess.size(), Runtime.getRuntime().availableProcessors());
        try (ExecutorService threads = Executors.newFixedThreadPool(atOnce)) {
            List<CompletableFuture<List<String>>> stacks = byProcess.values().stream()
                    .map(ranks -> CompletableFuture.supplyAsync(() -> stacks(job.directory(), ranks.getFirst(), jcmd),
                            threads))
                    .toList();
            int next = 0;
            for (List<RankStatus> ranks : byProcess.values()) {
                ranks.forEach(rank -> out.println(head(job, rank)));
                stacks.get(next++).join().forEach(out::println);
                out.flush();
            }
        }
    }

    private static String head(JobView job, RankStatus rank) {
        return job.describe(rank.rank()) + (rank.view().pid() == 0 ? "" : " (pid " + rank.view().pid() + ")") + ": "
                + Doing.withState(job, rank);
    }

    private List<String> stacks(Path directory, RankStatus rank, Jcmd jcmd) {
        if (!rank.alive()) {
            return List.of();
        }
        if (Doing.isStopped(rank)) {
            // asked now, it would print its threads itself when it goes on
            return List.of("  no stacks: a signal or a debugger has stopped it (state " + rank.kernelState() + ")");
        }
        if (rank.isElsewhere()) {
            return List.of("  no stacks: its process is of another "
                    + (rank.view().pid() == 0 ? "host" : "container") + ": look there");
        }
        if (rank.isUnread()) {
            return List.of("  no stacks: its process cannot be looked at now, as when there is no descriptor left");
        }
        if (!JobView.isRank(directory, rank.view().pid())) {
            // it would get a signal, which ends many a program that is no JVM
            return List.of("  no stacks: it has left the job, or is no process of the job");
        }
        Jcmd.Answer answer = jcmd.threads(rank.view().pid());
        return answer.hasThreads()
                ? ThreadDump.lines(answer.text(), all)
                : List.of("  no stacks: " + answer.text() + " (state " + rank.kernelState() + ")");
    }
}
