package org.pgas.faults.limits;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.pgas.faults.FaultClass;
import org.pgas.faults.HarnessException;
import org.pgas.faults.HarnessFault;
import org.pgas.faults.Ledger;
import org.pgas.faults.NotTried;
import org.pgas.faults.Plan;
import org.pgas.faults.Scratch;
import org.pgas.faults.Trial;
import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.jobs.RunningJob;

/** Jobs in places that have too little of something. */
public final class Limits implements FaultClass {
    static final String NAME = "limits";

    /** A JVM needs time to start, and to find out that it cannot. That is not the time that is measured. */
    private static final int PATIENCE = 5;

    private static final Pattern NOT_OURS = Pattern
            .compile("(?m)^(\\[\\d+\\] )?Exception in thread \"[^\"]*\" (?!org\\.pgas\\.)");

    private final Predicate<LimitCase> chosen;

    /** All cases. */
    public Limits() {
        this(each -> true);
    }

    Limits(Predicate<LimitCase> chosen) {
        this.chosen = chosen;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Too little of something";
    }

    @Override
    public String description() {
        return """
                Programs that want much (segments, rings, collectives, teams, windows, files, output) run where there is
                little: directories for shared memory of 4, 9, 16 and 64 MiB, as containers have them, also full from
                the beginning, filled while the job runs, and without inodes; limits on open files, processes, address
                space and the size of files; control groups of 128 MiB and of few processes; directories that cannot be
                written, are missing, or belong to others; and full disks for output, timelines and files; and a umask
                that takes rights from the owner.

                Survived means: it works, or the job ends, with an exit code other than 0 and a message that names what
                is short and what helps (where every rank fails alike, on every rank); no
                signal but that of the kernel's out-of-memory killer, which the message then names; and no process, no
                file and no report of a crashed JVM is left. Below what a JVM needs to start, its own message has to do
                (the script `pgas` looks at `ulimit -n` before it starts one, and says what helps).
                """;
    }

    @Override
    public String bound(Plan plan) {
        return "the job is over " + plan.within(PATIENCE) + " after its start, that of its JVMs included";
    }

    @Override
    public void run(Plan plan, Ledger ledger) throws Exception {
        List<LimitCase> cases = LimitCases.all().stream().filter(chosen)
                .filter(each -> plan.chooses(each.kind())).toList();
        List<Future<?>> under = new ArrayList<>();
        try (ExecutorService jobs = Executors.newFixedThreadPool(plan.parallel())) {
            for (int i = 0; i < cases.size(); i++) {
                int number = i;
                under.add(jobs.submit(() -> {
                    tryCase(plan, ledger, cases.get(number), number);
                    return null;
                }));
            }
        }
        for (Future<?> each : under) {
            each.get();
        }
    }

    private static void tryCase(Plan plan, Ledger ledger, LimitCase limitCase, int number)
            throws IOException, InterruptedException {
        if (limitCase.place().impossible() != null) {
            ledger.add(new NotTried(NAME, limitCase.kind(), limitCase.place().impossible()));
            return;
        }
        Path scratch = Files.createDirectory(plan.scratch().resolve(NAME + "-" + number));
        try {
            String problem = outcome(limitCase, scratch, plan.within().multipliedBy(PATIENCE));
            ledger.add(new Trial(NAME, limitCase.kind(), 0, problem.isEmpty(), -1, problem.isEmpty()
                    ? ""
                    : limitCase.ranks() + " ranks " + limitCase.options() + " " + limitCase.steps() + ": " + problem));
        } catch (HarnessException e) {
            ledger.add(HarnessFault.of(NAME, limitCase.kind(), 0, e));
        } finally {
            Scratch.remove(scratch);
        }
    }

    private static String outcome(LimitCase limitCase, Path scratch, Duration patience)
            throws IOException, InterruptedException, HarnessException {
        Path directory = Files.createDirectory(scratch.resolve("jobs"));
        Path output = scratch.resolve("output");
        List<String> options = new ArrayList<>(
                List.of("-J-XX:ErrorFile=" + scratch + "/hs_err_pid%p.log"));
        if (limitCase.options().stream().noneMatch(each -> each.startsWith("--heap"))) {
            options.add("--heap=64m");
        }
        limitCase.options().forEach(each -> options.add(each.replace("DIR", directory.toString())));
        JobPlan job = new JobPlan(limitCase.place().hasDefaultDirectory() ? null : directory, limitCase.ranks(),
                options,
                Hungry.class.getName(),
                steps(limitCase, directory),
                limitCase.place().words(directory), Map.of());
        try (RunningJob running = RunningJob.start(job, output)) {
            if (running.awaitGone(System.nanoTime(), patience) < 0) {
                return "it still runs after " + patience.toSeconds() + " s:\n" + running.output();
            }
            String text = running.output();
            if (running.code() == Place.NOT_MADE) {
                throw new HarnessException("the place could not be made:\n" + text);
            }
            String problem = judge(limitCase, running.code(), text);
            if (problem.isEmpty()) {
                problem = leftovers(limitCase, scratch, running);
            }
            return problem.isEmpty() ? "" : problem + "; exit code " + running.code() + "\n" + text;
        }
    }

    private static List<String> steps(LimitCase limitCase, Path directory) {
        Stream<String> first = limitCase.onEveryRank() ? Stream.of(Hungry.TOGETHER) : Stream.empty();
        return Stream.concat(first, limitCase.steps().stream().map(each -> each.replace("DIR", directory.toString())))
                .toList();
    }

    private static String judge(LimitCase limitCase, int code, String text) {
        if (text.contains(Place.LEFT)) {
            return "a file is left";
        }
        if (code == 0) {
            return !limitCase.mayWork() ? "it should have failed"
                    : text.contains(Hungry.DONE) || limitCase.steps().isEmpty() ? "" : "it did not do its steps";
        }
        if (limitCase.message() == null) {
            return "";
        }
        if (text.contains("SIGBUS") || text.contains("SIGSEGV") || text.contains("SIGABRT")) {
            return "it crashed";
        }
        if (NOT_OURS.matcher(text).find()) {
            return "an exception is not the library's";
        }
        if (!limitCase.message().matcher(text).find()) {
            return "no message like \"" + limitCase.message() + "\"";
        }
        for (int rank = 0; rank < limitCase.ranks() && limitCase.onEveryRank(); rank++) {
            String own = "[" + rank + "] " + Hungry.FAILED;
            String said = String.join("\n", text.lines().filter(line -> line.startsWith(own)).toList());
            if (!limitCase.message().matcher(said).find()) {
                return "no message on rank " + rank;
            }
        }
        return "";
    }

    private static String leftovers(LimitCase limitCase, Path scratch, RunningJob running) throws IOException {
        List<Path> files = running.files().stream().filter(path -> !isWanted(path)).toList();
        if (!files.isEmpty()) {
            return "files are left: " + files;
        }
        try (Stream<Path> reports = Files.list(scratch)) {
            return limitCase.message() != null
                    && reports.anyMatch(path -> path.getFileName().toString().startsWith("hs_err"))
                            ? "a JVM has crashed"
                            : "";
        }
    }

    /** What programs and places make on purpose. */
    private static boolean isWanted(Path path) {
        String name = path.getFileName().toString();
        return name.startsWith("file-") || name.equals(Hungry.FILLER) || name.equals("kept")
                || path.toString().contains("/o/")
                || name.equals("o") || name.startsWith("t.json");
    }
}
