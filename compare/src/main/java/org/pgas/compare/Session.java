package org.pgas.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.pgas.compare.RowEntry.Mark;
import org.pgas.compare.programs.Bounds;
import org.pgas.compare.programs.Line;
import org.pgas.compare.programs.Outcome;
import org.pgas.compare.programs.Program;
import org.pgas.compare.programs.Selection;
import org.pgas.compare.programs.Start;
import org.pgas.compare.programs.Workshop;

/**
 * Measures: in each round every program in turn, so that what the machine does for a while meets all of them.
 *
 * <p>A program that fails is told of and passed over; the others go on.
 */
final class Session {
    private static final int HELLO_TIMES = 3;
    private static final Outcome NO_SUCH_JOB = new Outcome(List.of(), "", 0, "", "");

    private final Workshop workshop;
    private final Selection selection;
    private final Set<String> libraries;
    private final PrintWriter log;
    private final Bounds bounds;
    private final List<Program> programs = new ArrayList<>();
    private final Map<String, String> versions = new LinkedHashMap<>();
    private final List<String> absent = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final List<Measured> measured = new ArrayList<>();

    /**
     * @param selection for how long
     * @param libraries the libraries: their lines are kept
     * @param bounds of the time that each run of a program may take
     */
    Session(Workshop workshop, Selection selection, Set<String> libraries, PrintWriter log, Bounds bounds) {
        this.workshop = workshop;
        this.selection = selection;
        this.libraries = Set.copyOf(libraries);
        this.log = log;
        this.bounds = bounds;
    }

    /** Compiles, and tells what cannot be measured here, once. */
    void prepare(List<Program> candidates) throws IOException, InterruptedException {
        for (Program program : candidates) {
            if (program.libraries().stream().noneMatch(libraries::contains)) {
                continue;
            }
            Optional<String> problem = program.prepare(workshop);
            if (problem.isPresent()) {
                absent.add(program.title() + ": " + Published.words(problem.get()));
                say(program.title() + " is not measured: " + problem.get());
            } else {
                programs.add(program);
                if (!program.version().isEmpty()) {
                    versions.put(program.title(), program.version());
                }
            }
        }
    }

    /** One round of rows that programs print, with a job for each number of ranks. */
    void measure(int round, RowSet lines) throws IOException, InterruptedException {
        for (int count : lines.ranks()) {
            for (Program program : programs) {
                List<String> names = of(program, lines).names(count);
                if (!names.isEmpty() && program.takes(count)) {
                    Selection wanted = selection.of(names);
                    Outcome outcome = outcome(
                            () -> workshop.run(program.starts(count, wanted), bounds.ofRows(wanted, count)));
                    keep(round, count, program, outcome.lines());
                    judge(round, count, program.title(), outcome);
                }
            }
        }
    }

    /** Behind all other rows only a few are worth the time, unless all are asked for. */
    private RowSet of(Program program, RowSet lines) {
        return program.libraries().contains(Library.PGAS_MIXED.word()) && !selection.isMixed()
                ? lines.with(Mark.MIXED)
                : lines;
    }

    private interface Run {
        Outcome outcome() throws IOException, InterruptedException;
    }

    /** What a program does to this process is its failure as well, and the others go on. */
    private static Outcome outcome(Run run) throws IOException, InterruptedException {
        try {
            return run.outcome();
        } catch (RuntimeException e) {
            return Outcome.failed("an error of the comparison", e.toString());
        }
    }

    private void keep(int round, int ranks, Program program, List<Line> lines) {
        lines.stream().map(program::named).filter(line -> libraries.contains(line.library()))
                .forEach(line -> measured.add(new Measured(round, ranks, line)));
    }

    private void judge(int round, int ranks, String title, Outcome outcome) {
        if (!outcome.isGood()) {
            String words = title + " with " + ranks + (ranks == 1 ? " rank" : " ranks") + " failed in round " + round;
            failures.add(words + " (" + outcome.cause() + ")");
            say(words + ": " + outcome.problem());
        }
    }

    /** How long an empty job takes, for each library that has such jobs; of several in a row, the median. */
    void measureJobs(int round, RowSet rows) throws IOException, InterruptedException {
        for (RowEntry entry : rows.of(Group.JOBS)) {
            for (Program program : programs) {
                if (libraries.contains(program.libraries().getFirst())) {
                    measureJob(round, entry, program);
                }
            }
        }
    }

    private void measureJob(int round, RowEntry entry, Program program)
            throws IOException, InterruptedException {
        List<Long> nanos = new ArrayList<>();
        // once more than counts: the first may have to build, and finds nothing in the caches
        for (int i = 0; i <= HELLO_TIMES; i++) {
            Duration bound = i == 0 && program.mayBuild() ? bounds.build() : bounds.ofJob(entry.ranks());
            Outcome outcome = outcome(() -> hello(program, entry.ranks(), bound));
            if (outcome == NO_SUCH_JOB) {
                return;
            }
            if (!outcome.isGood()) {
                judge(round, entry.ranks(), program.title() + ", an empty job", outcome);
                return;
            }
            if (i > 0) {
                nanos.add(outcome.nanos());
            }
        }
        nanos.sort(null);
        measured.add(new Measured(round, entry.ranks(), new Line(program.libraries().getFirst(), entry.row(), 0,
                nanos.get(HELLO_TIMES / 2), nanos.getFirst(), nanos.getLast())));
    }

    private Outcome hello(Program program, int ranks, Duration bound) throws IOException, InterruptedException {
        List<Start> hello = program.hello(ranks, selection);
        return hello.isEmpty()
                ? NO_SUCH_JOB
                : workshop.runSilent(hello.stream().map(workshop.host()::onBoth).toList(), bound);
    }

    /** The examples, by what they say of their own speed. */
    void measurePrograms(int round, RowSet rows, Examples examples) throws IOException, InterruptedException {
        if (!libraries.contains(Library.PGAS.word())) {
            return;
        }
        for (RowEntry entry : rows.of(Group.PROGRAMS)) {
            Outcome outcome = outcome(
                    () -> workshop.runSilent(List.of(workshop.host().onBoth(examples.start(entry))), bounds.build()));
            Optional<Line> line = outcome.isGood() ? examples.line(entry, outcome.text()) : Optional.empty();
            line.ifPresent(found -> measured.add(new Measured(round, entry.ranks(), found)));
            judge(round, entry.ranks(), entry.row(), outcome.isGood() && line.isEmpty()
                    ? Outcome.failed("no figure printed", "it did not say how fast it was:\n" + outcome.text())
                    : outcome);
        }
    }

    Measurements measurements() {
        return new Measurements(measured);
    }

    Map<String, String> versions() {
        return versions;
    }

    List<String> absent() {
        return absent;
    }

    List<String> failures() {
        return failures;
    }

    private void say(String words) {
        log.println("compare: " + words);
        log.flush();
    }
}
