package org.pgas.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import org.pgas.compare.RowEntry.Mark;
import org.pgas.compare.programs.Bounds;
import org.pgas.compare.programs.Host;
import org.pgas.compare.programs.Network;
import org.pgas.compare.programs.Program;
import org.pgas.compare.programs.Selection;
import org.pgas.compare.programs.Workshop;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./pgas bench compare}, of the source tree: the library beside others, in turns. */
@Command(name = "pgas bench compare", exitCodeListHeading = "%nThe exit code:%n", description = "Measures the library "
        + "beside C, MPI and others, in turns on two cores, and prints a table: what is lost "
        + "first.", sortOptions = false, usageHelpAutoWidth = true,
        exitCodeList = {
            "0:everything that is there was measured; with --guard, no ratio is above its band",
            "1:a program failed, a file could not be written, a ratio is above its band, or there is no band for this "
                    + "kind of processor",
            "2:the command line is wrong, or a file named there cannot be used"},
        footer = {"",
            "Variables: JAVA_HOME (a JDK 25), JAVA_FLAGS (more options for the library's ranks), CC (gcc), GASNET "
                    + "(as --gasnet),",
            "ARMCI (prefix of the original ARMCI library, built with MPICH), ROUNDS (as --rounds)."})
public final class Compare implements Callable<Integer> {
    private static final int FULL_ROUNDS = 7;
    private static final int FULL_STARTS = 10;
    private static final int QUICK_ROUNDS = 2;
    private static final int GUARD_ROUNDS = 3;
    private static final int GUARD_MORE_ROUNDS = 4;
    private static final int RECORD_ROUNDS = 7;
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

    @Option(names = "--starts", paramLabel = "N", description = "How often programs are started for rows in which "
            + "processes hand each other lines of memory, which differ from start to start (default: 10, or as many "
            + "as the rounds that are asked for).")
    private Integer starts;

    @Option(names = "--repetitions", paramLabel = "N", description = "Runs of a row that count, in each round "
            + "(default: ${DEFAULT-VALUE}).")
    private int repetitions = 11;

    @Option(names = "--run-ms", paramLabel = "N", description = "How long a run takes (default: ${DEFAULT-VALUE}).")
    private int runMillis = 20;

    @Option(names = "--warm-ms", paramLabel = "N", description = "Shortest warm-up of a row (default: "
            + "${DEFAULT-VALUE}).")
    private int warmMillis = 300;

    @Option(names = "--cores", paramLabel = "A,B", hideParamSyntax = true, split = ",", description = "The two cores "
            + "to use (default: the first two this process may use).")
    private List<Integer> cores = new ArrayList<>();

    @Option(names = "--hosts", description = "Ranks on two hosts, which reach each other by TCP, with rows of their "
            + "own: "
            + "two network namespaces of this machine, which take root and iproute2; otherwise both hosts are this "
            + "one.")
    private boolean hosts;

    @Option(names = "--rows", paramLabel = "SET", description = "table: the rows of the published table; all: every "
            + "row there is (default: ${DEFAULT-VALUE}).")
    private String set = "table";

    @Option(names = "--only", paramLabel = "TEXT", description = "Only rows whose name contains this, such as put8, "
            + "msg, gups, vis, coll, mpi, start, kmers.")
    private String only = "";

    @Option(names = "--ranks", paramLabel = "N,...", hideParamSyntax = true, split = ",", description = "Only rows "
            + "of jobs of so many ranks, such as 2,4 (default: all).")
    private List<Integer> ranks = new ArrayList<>();

    @Option(names = "--mixed", description = "Measures all rows of this library in a second pair of ranks too, which "
            + "run every row there is for a moment before they measure any, as a program would that uses everything "
            + "(otherwise only the rows that the table shows so).")
    private boolean mixed;

    @Option(names = "--libraries", paramLabel = "NAME,...", hideParamSyntax = true, split = ",",
            description = "Only these: c pgas pgas-mixed ring-mto ring-oto below openmpi openmpi-rdma mpich gasnet "
                    + "aeron queue pcj armci armci-mpi; with --hosts: tcp pgas pgas-tls pgas-ucx pgas-one-host "
                    + "tcp-java openmpi mpich gasnet pcj (default: all that are installed).")
    private List<String> libraries = new ArrayList<>();

    @Option(names = "--gasnet", paramLabel = "DIR", description = "Prefix of an installed GASNet-EX with smp "
            + "conduit; with "
            + "--hosts, with udp conduit.")
    private Path gasnet;

    @Option(names = "--out", paramLabel = "DIR", description = "Writes there README.md, results.csv, and index.html "
            + "with charts.")
    private Path out;

    @Option(names = "--publish", description = "As --out, into the directory of this kind of processor in "
            + "jmh/comparison; makes the index there anew.")
    private boolean publish;

    @Option(names = "--keep", paramLabel = "FILE", description = "Keeps the figures of each round in a file, as "
            + "results.csv; with --guard too.")
    private Path keep;

    @Option(names = "--from", paramLabel = "FILE", description = "Measures nothing: makes table and page from "
            + "results.csv of an earlier run; with --guard, looks at what --keep has kept.")
    private Path from;

    @Option(names = "--guard", description = "A few stable rows beside C only, in some minutes: have ratios risen "
            + "above the bands of this kind of processor in jmh/guard.csv?")
    private boolean guard;

    @Option(names = "--record", description = "With --guard: writes what was measured into jmh/guard.csv instead, as "
            + "the bands of this kind of processor.")
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
        if (guard) {
            return guard();
        }
        if (from != null) {
            return earlier(rows);
        }
        try (Workshop workshop = new Workshop(host())) {
            return compare(workshop, rows);
        }
    }

    private void check() {
        checkRange("--rounds", rounds == null ? 1 : rounds, 1, MOST_ROUNDS);
        checkRange("--starts", starts == null ? 1 : starts, 1, MOST_ROUNDS);
        // as the programs have them
        checkRange("--repetitions", repetitions, 1, MOST_REPETITIONS);
        checkRange("--run-ms", runMillis, 1, LONGEST_RUN);
        checkRange("--warm-ms", warmMillis, 0, LONGEST_WARM_UP);
        if (!List.of("table", "all").contains(set)) {
            throw wrong("--rows " + set + ": there are table and all");
        }
        for (String library : libraries) {
            if (Library.measured().map(Library::word).noneMatch(library::equals)) {
                throw wrong("--libraries " + library + ": there are "
                        + Library.measured().map(Library::word).collect(Collectors.joining(", ")));
            }
        }
        if (hosts && (guard || mixed || starts != null || !set.equals("table") || !ranks.isEmpty())) {
            throw wrong("--hosts has rows of its own, of a rank on each host: leave out --guard, --mixed, --starts, "
                    + "--rows and --ranks");
        }
        if (record && !guard) {
            throw wrong("--record goes with --guard");
        }
        if (publish && !(out == null && only.isEmpty() && ranks.isEmpty() && !guard)) {
            throw wrong(
                    "--publish writes a whole page into jmh/comparison: leave out --out, --only, --ranks and --guard");
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

    private Scope scope() {
        return hosts ? Scope.TWO_HOSTS : Scope.ONE_HOST;
    }

    private RowSet rows() {
        RowSet all = RowSet.read(scope()).only(only);
        RowSet chosen = set.equals("all") ? all : all.shown();
        RowSet mine = ranks.isEmpty() ? chosen : chosen.ofRanks(ranks);
        if (mine.entries().isEmpty()) {
            throw wrong("no row of set " + set + " has '" + only + "' in its name"
                    + (ranks.isEmpty() ? "" : " and so many ranks: " + ranks));
        }
        return mine;
    }

    private int earlier(RowSet rows) throws IOException {
        ResultsText.Content content = figures();
        Output output = new Output(scope(), directory(content.head().processor()), null, stdout());
        output.prepare();
        if (publish) {
            output.keep(content.head(), content.measurements());
        }
        write(output, new Report(content.head(), content.measurements(), rows, reasons()));
        return 0;
    }

    /** Where table, page and figures go, or null. */
    private Path directory(Processor processor) {
        return publish ? publication().directory(processor) : out;
    }

    private Publication publication() {
        return new Publication(root.resolve("jmh/comparison"));
    }

    private void write(Output output, Report report) throws IOException {
        output.write(report);
        if (publish) {
            publication().index();
        }
    }

    private ResultsText.Content figures() throws IOException {
        if (!Files.isReadable(from)) {
            throw new InputException("--from: " + from + " cannot be read");
        }
        try {
            return ResultsText.read(Files.readAllLines(from));
        } catch (IllegalArgumentException e) {
            throw new InputException("--from: " + from + ": " + e.getMessage());
        }
    }

    private Reasons reasons() throws IOException {
        Path file = publication().reasons(scope());
        try {
            return Reasons.read(file, scope());
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
        Set<String> wanted = libraries.isEmpty()
                ? Library.measured().map(Library::word).collect(Collectors.toCollection(LinkedHashSet::new))
                : new LinkedHashSet<>(libraries);
        if (mixed) {
            wanted.add(Library.PGAS_MIXED.word());
        }
        return wanted;
    }

    /** What is asked for, if anything is. */
    private OptionalInt askedRounds() {
        String variable = System.getenv("ROUNDS");
        return rounds != null ? OptionalInt.of(rounds)
                : variable != null && variable.matches("[1-9]\\d{0,4}")
                        ? OptionalInt.of(Integer.parseInt(variable))
                        : OptionalInt.empty();
    }

    private int roundCount(int otherwise) {
        return askedRounds().orElse(otherwise);
    }

    private int startCount(int roundCount) {
        return hosts ? roundCount
                : starts != null ? Math.max(starts, roundCount)
                        : quick || askedRounds().isPresent() ? roundCount : Math.max(FULL_STARTS, roundCount);
    }

    private int compare(Workshop workshop, RowSet rows) throws IOException, InterruptedException {
        // first all that could fail after an hour
        Reasons reasons = reasons();
        Output output = new Output(scope(), directory(Processor.ofThisHost()), keep, stdout());
        output.prepare();
        RowSet measured = rows.withReferences(RowSet.read(scope()));
        Session session = new Session(workshop, selection(), wanted(), stderr(), Bounds.USUAL);
        List<Head.Fact> network = new ArrayList<>();
        session.prepare(hosts ? programs(workshop, network) : Surroundings.programs(gasnet));
        Examples examples = new Examples(workshop);
        int count = roundCount(quick ? QUICK_ROUNDS : FULL_ROUNDS);
        int last = startCount(count);
        for (int round = 1; round <= last; round++) {
            stderr().println("compare: round " + round + " of " + last);
            stderr().flush();
            if (round <= count) {
                session.measure(round, measured);
                session.measureJobs(round, measured);
                session.measurePrograms(round, measured, examples);
            } else {
                session.measure(round, measured.with(Mark.PAIR));
            }
            output.keep(head(workshop, Math.min(round, count), round, session, network), session.measurements());
        }
        write(output,
                new Report(head(workshop, count, last, session, network), session.measurements(), rows, reasons));
        return session.failures().isEmpty() ? 0 : 1;
    }

    /** Those for two hosts, which are made; what they are is added to the facts. */
    private List<Program> programs(Workshop workshop, List<Head.Fact> facts) throws IOException, InterruptedException {
        Network network = Network.make(workshop);
        stderr().println("compare: hosts: " + network.description());
        stderr().flush();
        facts.add(new Head.Fact("hosts", Published.words(network.description())));
        facts.add(new Head.Fact("TCP's congestion control", Network.congestionControl()));
        return Surroundings.programs(gasnet, network);
    }

    private Head head(Workshop workshop, int count, int last, Session session, List<Head.Fact> more) {
        List<String> command = Published.command(spec.commandLine().getParseResult().originalArgs());
        String words = count + (count == 1 ? " round" : " rounds")
                + (last > count ? " (" + last + " of rows in which processes hand each other lines of memory)" : "");
        List<Head.Fact> facts = new ArrayList<>(
                Surroundings.facts(workshop.host(), command, words, selection(), session.versions()));
        facts.addAll(more);
        return new Head(facts, session.absent(), session.failures());
    }

    private int guard() throws IOException, InterruptedException {
        Guard bands = bands();
        if (from != null) {
            ResultsText.Content content = figures();
            return look(bands, content.head(), content.measurements());
        }
        Processor processor = Processor.ofThisHost();
        List<Guard.Pair> pairs = record ? bands.pairs() : bands.of(processor).pairs();
        if (pairs.isEmpty()) {
            return noBands(bands, processor);
        }
        Output output = new Output(scope(), null, keep, stdout());
        output.prepare();
        try (Workshop workshop = new Workshop(host())) {
            Session session = new Session(workshop, selection(), Guard.libraries(pairs), stderr(), Bounds.USUAL);
            session.prepare(Surroundings.programs(gasnet));
            int count = roundCount(record ? RECORD_ROUNDS : GUARD_ROUNDS);
            Round keeper = round -> output.keep(head(workshop, round, round, session, List.of()),
                    session.measurements());
            guard(session, 1, count, Guard.rows(pairs), keeper);
            List<Guard.Pair> above = bands.of(processor).exceeded(session.measurements()).pairs();
            if (!record && !above.isEmpty()) {
                // a side may have been in its slow state in all of so few starts
                guard(session, count + 1, count + GUARD_MORE_ROUNDS, Guard.rows(above), keeper);
                count += GUARD_MORE_ROUNDS;
            }
            return look(bands, head(workshop, count, count, session, List.of()),
                    session.measurements());
        }
    }

    /** What happens behind each round. */
    private interface Round {
        void ended(int round) throws IOException;
    }

    private void guard(Session session, int first, int last, RowSet rows, Round keeper)
            throws IOException, InterruptedException {
        for (int round = first; round <= last; round++) {
            stderr().println("compare: guard, round " + round + " of " + last);
            stderr().flush();
            session.measure(round, rows);
            keeper.ended(round);
        }
    }

    private Path guardFile() {
        return root.resolve("jmh/guard.csv");
    }

    private Guard bands() throws IOException {
        Path file = guardFile();
        if (!Files.isReadable(file)) {
            throw new InputException(file + " cannot be read");
        }
        try {
            return Guard.parse(Files.readAllLines(file));
        } catch (IllegalArgumentException e) {
            throw new InputException(file + ": " + e.getMessage());
        }
    }

    private int noBands(Guard bands, Processor processor) {
        stderr().println("compare: " + guardFile() + " has no bands for processors of the kind " + processor.title()
                + ", only for: " + bands.processors()
                + ". Record them where nothing is suspected, or with an earlier commit: --guard --record");
        stderr().flush();
        return 1;
    }

    /** Judges what was measured, or records it. */
    private int look(Guard bands, Head head, Measurements measurements) throws IOException {
        Processor processor = head.processor();
        Guard own = bands.of(processor);
        if (own.bands().isEmpty() && !record) {
            return noBands(bands, processor);
        }
        if (!own.bands().isEmpty()) {
            Guard.Outcome outcome = own.look(measurements);
            stdout().print(outcome.text());
            stdout().flush();
            if (!record) {
                return outcome.isGood() && head.failures().isEmpty() ? 0 : 1;
            }
        }
        List<String> missing = bands.unmeasured(measurements);
        if (!missing.isEmpty() || !head.failures().isEmpty()) {
            stderr().println("compare: nothing is recorded: "
                    + (missing.isEmpty() ? "a program failed" : "not measured: " + String.join(", ", missing)));
            return 1;
        }
        Files.writeString(guardFile(), bands.recorded(processor, measurements));
        stdout().println("recorded for processors of the kind " + processor.title() + " in " + guardFile());
        stdout().flush();
        return 0;
    }

    private PrintWriter stdout() {
        return spec.commandLine().getOut();
    }

    private PrintWriter stderr() {
        return spec.commandLine().getErr();
    }
}
