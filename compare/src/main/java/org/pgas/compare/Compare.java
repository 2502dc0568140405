package org.pgas.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import org.pgas.compare.programs.Host;
import org.pgas.compare.programs.Selection;
import org.pgas.compare.programs.Workshop;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./pgas bench compare}, of the source tree: the library beside others, in turns. */
@Command(name = "pgas bench compare", description = "Measures the library beside C, MPI and others, in turns on two cores, and prints a table: what is lost first.", sortOptions = false, usageHelpAutoWidth = true, exitCodeListHeading = "%nThe exit code:%n", exitCodeList = {
    "0:everything that is there was measured; with --guard, no ratio is above its band",
    "1:a program failed, a file could not be written, or a ratio is above its band",
    "2:the command line is wrong, or a file named there cannot be used"}, footer = {"",
        "Variables: JAVA_HOME (a JDK 25), JAVA_FLAGS (more options for the library's ranks), CC (gcc), GASNET (as --gasnet),",
        "ARMCI (prefix of the original ARMCI library, built with MPICH), ROUNDS (as --rounds)."})
public final class Compare implements Callable<Integer> {
    private static final int FULL_ROUNDS = 7;
    private static final int QUICK_ROUNDS = 2;
    private static final int GUARD_ROUNDS = 3;
    private static final int MOST_ROUNDS = 100_000;
    private static final int MOST_REPETITIONS = 1001;
    private static final int LONGEST_RUN = 10_000;
    private static final int LONGEST_WARM_UP = 1000;

    @Spec
    private CommandSpec spec;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help.")
    private boolean help;

    @Option(names = "--quick", description = "2 rounds instead of 7.")
    private boolean quick;

    @Option(names = "--rounds", paramLabel = "N", description = "How often all programs take turns.")
    private Integer rounds;

    @Option(names = "--repetitions", paramLabel = "N", description = "Runs of a row that count, in each round (default: ${DEFAULT-VALUE}).")
    private int repetitions = 11;

    @Option(names = "--run-ms", paramLabel = "N", description = "How long a run takes (default: ${DEFAULT-VALUE}).")
    private int runMillis = 20;

    @Option(names = "--warm-ms", paramLabel = "N", description = "Shortest warm-up of a row (default: ${DEFAULT-VALUE}).")
    private int warmMillis = 300;

    @Option(names = "--cores", paramLabel = "A,B", hideParamSyntax = true, split = ",", description = "The two cores to use (default: the first two this process may use).")
    private List<Integer> cores = new ArrayList<>();

    @Option(names = "--rows", paramLabel = "SET", description = "table: the rows of the published table; all: every row there is (default: ${DEFAULT-VALUE}).")
    private String set = "table";

    @Option(names = "--only", paramLabel = "TEXT", description = "Only rows whose name contains this, such as put8, msg, gups, vis, coll, mpi, start, kmers.")
    private String only = "";

    @Option(names = "--ranks", paramLabel = "N,...", hideParamSyntax = true, split = ",", description = "Only rows of jobs of so many ranks, such as 2,4 (default: all).")
    private List<Integer> ranks = new ArrayList<>();

    @Option(names = "--mixed", description = "This library's ranks run every row there is for a moment "
            + "before they measure any, as a program would that uses everything.")
    private boolean mixed;

    @Option(names = "--libraries", paramLabel = "NAME,...", hideParamSyntax = true, split = ",", description = "Only these: c pgas ring-mto ring-oto below openmpi openmpi-rdma mpich gasnet aeron queue pcj armci armci-mpi (default: all that are installed).")
    private List<String> libraries = new ArrayList<>();

    @Option(names = "--gasnet", paramLabel = "DIR", description = "Prefix of an installed GASNet-EX with smp conduit.")
    private Path gasnet;

    @Option(names = "--out", paramLabel = "DIR", description = "Writes there README.md, results.csv, and index.html with charts.")
    private Path out;

    @Option(names = "--keep", paramLabel = "FILE", description = "Keeps the figures of each round in a file, as results.csv.")
    private Path keep;

    @Option(names = "--from", paramLabel = "FILE", description = "Measures nothing: makes table and page from results.csv of an earlier run.")
    private Path from;

    @Option(names = "--guard", description = "A few stable rows beside C only, in two minutes: have ratios risen above the bands in jmh/guard.csv?")
    private boolean guard;

    @Option(names = "--record", description = "With --guard: writes what was measured into jmh/guard.csv instead.")
    private boolean record;

    @Option(names = "--root", hidden = true, description = "The source tree.")
    private Path root = Path.of("").toAbsolutePath();

    @Option(names = "--benchmarks", hidden = true, description = "Class path of the ranks that are measured.")
    private String benchmarks = "";

    private Compare() {}

    /** See {@code --help}. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Compare()).setExecutionExceptionHandler((e, line, result) -> {
            if (e instanceof InputException) {
                line.getErr().println("compare: " + e.getMessage());
                return 2;
            }
            if (e instanceof IOException) {
                line.getErr().println("compare: " + e);
                return 1;
            }
            throw e;
        });
    }

    /** A file that the command line names and that cannot be used. */
    static final class InputException extends RuntimeException {
        private static final long serialVersionUID = 1;

        InputException(String message) {
            super(message);
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        RowSet rows = rows();
        if (from != null) {
            return new Output(out, null, stdout()).write(earlier(rows));
        }
        Host host = host();
        try (Workshop workshop = new Workshop(host)) {
            return guard ? guard(workshop) : compare(workshop, rows);
        }
    }

    private void check() {
        checkRange("--rounds", rounds == null ? 1 : rounds, 1, MOST_ROUNDS);
        // as the programs have them
        checkRange("--repetitions", repetitions, 1, MOST_REPETITIONS);
        checkRange("--run-ms", runMillis, 1, LONGEST_RUN);
        checkRange("--warm-ms", warmMillis, 0, LONGEST_WARM_UP);
        if (!List.of("table", "all").contains(set)) {
            throw wrong("--rows " + set + ": there are table and all");
        }
        for (String library : libraries) {
            if (Library.of(library).isEmpty()) {
                throw wrong("--libraries " + library + ": there are "
                        + Arrays.stream(Library.values()).map(Library::word).collect(Collectors.joining(", ")));
            }
        }
        if (record && !guard) {
            throw wrong("--record goes with --guard");
        }
        if (guard && !(only.isEmpty() && libraries.isEmpty())) {
            throw wrong("--guard measures what jmh/guard.csv names: leave out --only and --libraries");
        }
    }

    private void checkRange(String name, int number, int least, int most) {
        if (number < least || number > most) {
            throw wrong(name + " " + number + ": legal are " + least + ".." + most);
        }
    }

    private ParameterException wrong(String words) {
        return new ParameterException(spec.commandLine(), words);
    }

    private RowSet rows() {
        RowSet all = RowSet.read().only(only);
        RowSet chosen = set.equals("all") ? all : all.shown();
        RowSet mine = ranks.isEmpty() ? chosen : chosen.ofRanks(ranks);
        if (mine.entries().isEmpty()) {
            throw wrong("no row of set " + set + " has '" + only + "' in its name"
                    + (ranks.isEmpty() ? "" : " and so many ranks: " + ranks));
        }
        return mine;
    }

    private Report earlier(RowSet rows) throws IOException {
        if (!Files.isReadable(from)) {
            throw new InputException("--from: " + from + " cannot be read");
        }
        try {
            ResultsText.Content content = ResultsText.read(Files.readAllLines(from));
            return new Report(content.head(), content.measurements(), rows, reasons());
        } catch (IllegalArgumentException e) {
            throw new InputException("--from: " + from + ": " + e.getMessage());
        }
    }

    private Reasons reasons() throws IOException {
        Path file = root.resolve("jmh/comparison/reasons.csv");
        try {
            return Reasons.read(file);
        } catch (IllegalArgumentException e) {
            throw new InputException(file + ": " + e.getMessage());
        }
    }

    private Host host() {
        List<Integer> allowed = cores.isEmpty() ? Surroundings.allowedCores() : cores;
        if (allowed.size() < 2) {
            throw wrong("two cores are needed; there are: " + allowed);
        }
        if (!Surroundings.hasTaskset()) {
            throw new InputException("taskset is missing (package util-linux)");
        }
        return new Host(root.toAbsolutePath(), benchmarks, Surroundings.java(), allowed.subList(0, 2));
    }

    private Selection selection() {
        return new Selection(List.of(), repetitions, runMillis, warmMillis, mixed);
    }

    private Set<String> wanted() {
        return libraries.isEmpty()
                ? Arrays.stream(Library.values()).map(Library::word)
                        .collect(Collectors.toCollection(LinkedHashSet::new))
                : new LinkedHashSet<>(libraries);
    }

    private int roundCount(int otherwise) {
        String variable = System.getenv("ROUNDS");
        return rounds != null ? rounds
                : variable != null && variable.matches("[1-9]\\d{0,4}")
                        ? Integer.parseInt(variable)
                        : otherwise;
    }

    private int compare(Workshop workshop, RowSet rows) throws IOException, InterruptedException {
        // first all that could fail after an hour
        Reasons reasons = reasons();
        Output output = new Output(out, keep, stdout());
        output.prepare();
        RowSet measured = rows.withReferences(RowSet.read());
        Session session = new Session(workshop, measured, selection(), wanted(), stderr());
        session.prepare(Surroundings.programs(gasnet));
        Examples examples = new Examples(workshop);
        int count = roundCount(quick ? QUICK_ROUNDS : FULL_ROUNDS);
        List<Integer> jobs = measured.entries().stream().map(RowEntry::ranks).distinct().sorted().toList();
        for (int round = 1; round <= count; round++) {
            stderr().println("compare: round " + round + " of " + count);
            stderr().flush();
            session.measure(round, jobs);
            session.measureJobs(round);
            session.measurePrograms(round, examples);
            output.keep(head(workshop, round, session), session.measurements());
        }
        output.write(new Report(head(workshop, count, session), session.measurements(), rows, reasons));
        return session.failures().isEmpty() ? 0 : 1;
    }

    private Head head(Workshop workshop, int count, Session session) {
        List<String> command = Published.command(spec.commandLine().getParseResult().originalArgs());
        return new Head(Surroundings.facts(workshop.host(), command, count, selection(), session.versions()),
                session.absent(), session.failures());
    }

    private int guard(Workshop workshop) throws IOException, InterruptedException {
        Path file = root.resolve("jmh/guard.csv");
        if (!Files.isReadable(file)) {
            throw new InputException(file + " cannot be read");
        }
        Guard bands;
        try {
            bands = Guard.parse(Files.readAllLines(file));
        } catch (IllegalArgumentException e) {
            throw new InputException(file + ": " + e.getMessage());
        }
        Session session = new Session(workshop, bands.rows(), selection(), bands.libraries(),
                stderr());
        session.prepare(Surroundings.programs(gasnet));
        int count = roundCount(GUARD_ROUNDS);
        for (int round = 1; round <= count; round++) {
            stderr().println("compare: guard, round " + round + " of " + count);
            stderr().flush();
            session.measure(round, List.of(2));
        }
        Guard.Outcome outcome = bands.look(session.measurements());
        stdout().print(outcome.text());
        stdout().flush();
        if (record) {
            List<String> missing = bands.unmeasured(session.measurements());
            if (!missing.isEmpty() || !session.failures().isEmpty()) {
                stderr().println("compare: nothing is recorded: "
                        + (missing.isEmpty() ? "a program failed" : "not measured: " + String.join(", ", missing)));
                return 1;
            }
            Files.writeString(file, bands.recorded(session.measurements()));
            stdout().println("recorded in " + file);
            stdout().flush();
            return 0;
        }
        return outcome.isGood() && session.failures().isEmpty() ? 0 : 1;
    }

    private PrintWriter stdout() {
        return spec.commandLine().getOut();
    }

    private PrintWriter stderr() {
        return spec.commandLine().getErr();
    }
}
