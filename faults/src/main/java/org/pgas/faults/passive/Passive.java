package org.pgas.faults.passive;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.pgas.faults.Detail;
import org.pgas.faults.FaultClass;
import org.pgas.faults.Ledger;
import org.pgas.faults.Plan;
import org.pgas.faults.Scratch;
import org.pgas.faults.Trial;
import org.pgas.faults.hosts.Machines;
import org.pgas.faults.hosts.Place;
import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.jobs.RunningJob;
import org.pgas.faults.jobs.Start;

/** A target that computes. */
public final class Passive implements FaultClass {
    private static final int MOST_ROUNDS = 20;
    private static final int FIELDS = 5;

    /** In place of an exit code. */
    private static final int HANGS = -1;

    /** Of the median of an operation on memory that is not mapped. */
    private static final long MOST_MICROS = 1_000;

    private static final Duration PATIENCE = Duration.ofSeconds(300);

    private final boolean isPrompt;

    /**
     * @param isPrompt whether operations on memory that is not mapped have to be over in a time: not in a build, since
     * its host may be busy
     */
    public Passive(boolean isPrompt) {
        this.isPrompt = isPrompt;
    }

    @Override
    public String name() {
        return "passive";
    }

    @Override
    public String title() {
        return "A target that computes";
    }

    @Override
    public String unit() {
        return "µs";
    }

    @Override
    public String description() {
        return """
                Rank 1 sets a word of its segment, computes for 500 ms without a call of the library, and clears the
                word. Meanwhile rank 0 does each one-sided operation on memory of rank 1, one after the other, in a JVM
                that has done each of them before; a line of several calls is measured as one. In one job that memory is
                mapped; in another one the ranks are of two neighbourhoods of a host, and in a third one of two hosts,
                which are networks of this machine where these can be made (as in [Several hosts](#several-hosts)), and
                else two addresses of it; there rank 1's own thread of the wire does what rank 0 asks for.

                All are done in these three jobs. Survived: each operation is over while the word is still set, and
                where memory is not mapped the median of its times is 1 ms at most, a line's divided by its calls (two
                to twelve). Where the host lets rank 0 wait for longer than rank 1 computes, it is done again, up to six
                times. The longest times are those of a host that runs something else in between.

                What needs the target, and so is not here: barriers, collectives and the creation of teams, windows and
                domains; active messages and remote calls, whose handlers run when the target polls or waits, or in its
                progress thread; transfers of neighbours to client memory (`Job.attach(MemorySegment)`, windows over
                arrays), which go by messages; a lock that somebody else holds, a full or empty queue; MPI's fence and
                post, start, complete, wait.
                """;
    }

    @Override
    public String bound(Plan plan) {
        return isPrompt
                ? "between neighbourhoods, and between hosts, " + MOST_MICROS + " µs for each call in the median"
                : "";
    }

    @Override
    public void run(Plan plan, Ledger ledger) throws Exception {
        run(plan, ledger, "", onOneHost(plan));
        run(plan, ledger, " between neighbourhoods", onOneHost(plan).with("--neighbourhoods", "2"));
        Path base = Scratch.ofJobs("pgas-faults-passive-");
        try {
            runOnHosts(plan, ledger, Place.find(base, Start.plain()), base);
        } finally {
            Scratch.remove(base);
        }
    }

    private void runOnHosts(Plan plan, Ledger ledger, Place place, Path base) throws Exception {
        String where = place.hindrance().isEmpty() ? " between hosts" : " between addresses of this host";
        try (Machines machines = place.machines(2, base)) {
            run(plan, ledger, where, job(plan, null).behind(machines.prefix().toArray(String[]::new))
                    .with(machines.options(List.of(1, 1))));
        }
    }

    private static JobPlan onOneHost(Plan plan) {
        return job(plan, plan.scratch().resolve("jobs"));
    }

    private static JobPlan job(Plan plan, Path directory) {
        return JobPlan.of(directory, 2, Origin.class.getName(), Integer.toString(rounds(plan)));
    }

    private static int rounds(Plan plan) {
        return Math.min(plan.tries(), MOST_ROUNDS);
    }

    private void run(Plan plan, Ledger ledger, String where, JobPlan job) throws Exception {
        int rounds = rounds(plan);
        if (job.directory() != null) {
            Scratch.make(job.directory());
        }
        String text;
        int code;
        try (RunningJob running = RunningJob.start(job, plan.scratch().resolve("output"))) {
            boolean hasEnded = running.awaitGone(System.nanoTime(), PATIENCE) >= 0;
            code = hasEnded ? running.code() : HANGS;
            text = running.output();
        } finally {
            if (job.directory() != null) {
                Scratch.remove(job.directory());
            }
        }
        List<String[]> told = text.lines().filter(line -> line.contains(Origin.TOLD))
                .map(line -> line.substring(line.indexOf(Origin.TOLD)).split("\t", FIELDS)).toList();
        List<Detail> operations = told.stream().map(fields -> operation(fields, where)).toList();
        String late = operations.stream().filter(each -> !each.good()).map(each -> each.words() + ": " + each.wrong())
                .collect(Collectors.joining("\n"));
        String slow = isPrompt && !where.isEmpty() ? slow(told) : "";
        boolean survived = code == 0 && !operations.isEmpty() && late.isEmpty() && slow.isEmpty();
        operations.forEach(ledger::add);
        ledger.add(
                new Trial(name(),
                        "every one-sided operation" + where + ", " + rounds + (rounds == 1 ? " time" : " times each"),
                        0, survived, -1,
                        survived ? "" : late + slow + "\nthe job ended with " + code + ":\n" + text));
    }

    /** The operations with calls that take too long in the median, a line each. */
    private static String slow(List<String[]> told) {
        Map<String, List<Long>> times = told.stream().collect(Collectors.groupingBy(fields -> fields[1],
                LinkedHashMap::new, Collectors.mapping(fields -> micros(fields) / Long.parseLong(fields[2]),
                        Collectors.toList())));
        return times.entrySet().stream().filter(each -> median(each.getValue()) > MOST_MICROS)
                .map(each -> "\n" + each.getKey() + ": took " + median(each.getValue())
                        + " us for each call in the median of " + each.getValue().size())
                .collect(Collectors.joining());
    }

    private static long median(List<Long> times) {
        return times.stream().sorted().skip(times.size() / 2).findFirst().orElseThrow();
    }

    private Detail operation(String[] fields, String where) {
        return new Detail(name(), fields[1] + where, Boolean.parseBoolean(fields[4]) ? ""
                : "was not over while the target computed; took " + micros(fields) + " us", micros(fields));
    }

    private static long micros(String[] fields) {
        return (Long.parseLong(fields[3]) + 999) / 1_000;
    }
}
