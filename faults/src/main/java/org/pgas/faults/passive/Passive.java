package org.pgas.faults.passive;

import java.nio.file.Files;
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
import org.pgas.faults.jobs.JobPlan;
import org.pgas.faults.jobs.RunningJob;

/** A target that computes. */
public final class Passive implements FaultClass {
    private static final int MOST_ROUNDS = 20;
    private static final int FIELDS = 5;

    /** Of the median of an operation between neighbourhoods. */
    private static final long MOST_MICROS = 1_000;

    private static final Duration PATIENCE = Duration.ofSeconds(300);

    private final boolean isPrompt;

    /**
     * @param isPrompt whether operations between neighbourhoods have to be over in a time: not in a build, whose host
     * may be busy
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
                that has done each of them before; a line of several calls is measured as one. In one job that memory
                is mapped; in another one the ranks are of two neighbourhoods, and rank 1's own thread of the wire does
                what rank 0 asks for.

                All are done in these two jobs. Survived: each operation is over while the word is still set, and
                between neighbourhoods the median of its times is 1 ms at most, a line's divided by its calls (two to
                twelve). Where the host lets rank 0 wait for longer than rank 1 computes, it is done again, up to six
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
        return isPrompt ? "between neighbourhoods " + MOST_MICROS + " µs for each call in the median" : "";
    }

    @Override
    public void run(Plan plan, Ledger ledger) throws Exception {
        for (int neighbourhoods = 1; neighbourhoods <= 2; neighbourhoods++) {
            run(plan, ledger, neighbourhoods);
        }
    }

    private void run(Plan plan, Ledger ledger, int neighbourhoods) throws Exception {
        int rounds = Math.min(plan.tries(), MOST_ROUNDS);
        String where = neighbourhoods == 1 ? "" : " between neighbourhoods";
        JobPlan job = JobPlan
                .of(plan.scratch().resolve("jobs"), 2, Origin.class.getName(), Integer.toString(rounds))
                .with("--neighbourhoods", Integer.toString(neighbourhoods));
        Files.createDirectories(job.directory());
        String text;
        int code;
        try (RunningJob running = RunningJob.start(job, plan.scratch().resolve("output"))) {
            running.awaitGone(System.nanoTime(), PATIENCE);
            code = running.code();
            text = running.output();
        } finally {
            Scratch.remove(job.directory());
        }
        List<String[]> told = text.lines().filter(line -> line.contains(Origin.TOLD))
                .map(line -> line.substring(line.indexOf(Origin.TOLD)).split("\t", FIELDS)).toList();
        List<Detail> operations = told.stream().map(fields -> operation(fields, where)).toList();
        String late = operations.stream().filter(each -> !each.good()).map(each -> each.words() + ": " + each.wrong())
                .collect(Collectors.joining("\n"));
        String slow = isPrompt && neighbourhoods > 1 ? slow(told) : "";
        boolean survived = code == 0 && !operations.isEmpty() && late.isEmpty() && slow.isEmpty();
        operations.forEach(ledger::add);
        ledger.add(
                new Trial(name(),
                        "every one-sided operation" + where + ", " + rounds + (rounds == 1 ? " time" : " times each"),
                        0, survived, -1,
                        survived ? "" : late + slow + "\nthe job ended with " + code + ":\n" + text));
    }

    /** Those whose calls take too long in the median, a line each. */
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
