package org.pgas.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.bench.page.Machine;
import org.pgas.bench.rows.Suite;
import org.pgas.launch.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * {@code pgas bench}: measures the library on this machine; prints a table, and writes a file of results and a page
 * with charts.
 *
 * <p>Found by {@link java.util.ServiceLoader} and filled by picocli; nothing for programs to call.
 */
@Command(name = "bench", description = "Measures latency, bandwidth, rates and collectives on this machine.",
        mixinStandardHelpOptions = true, sortOptions = false, usageHelpAutoWidth = true,
        exitCodeListHeading = "%nThe exit code:%n", exitCodeList = {
            "0:everything was measured and written",
            "1:a file could not be written at the end",
            "2:the command line is wrong, or a file named there cannot be used",
            "other:that of a job that failed"},
        footerHeading = "%nSuites, for --only:%n", footer = {
            "  latency bandwidth rate atomics collectives shapes locks", "",
            "Settings are taken from the environment, as in PGAS_WAIT=block pgas bench.", "",
            "In the source tree, ./pgas bench compare measures the library beside C, MPI and others: see its --help."})
public final class BenchCommand implements Subcommand {
    private static final int FULL_ROUNDS = 3;
    private static final int MOST_ROUNDS = 1000;

    @Spec
    private CommandSpec spec;

    @Option(names = {"-n",
        "--ranks"}, paramLabel = "N",
            description = "Number of ranks (default: ${DEFAULT-VALUE}). Two of them do "
                    + "what takes two; all take part in collectives and rates.")
    private int ranks = 2;

    @Option(names = "--only", paramLabel = "SUITE", split = ",", converter = SuiteName.class, description = "Measure "
            + "these suites only, such as latency,bandwidth.")
    private List<Suite> only = new ArrayList<>();

    @Option(names = "--quick", description = "Few sizes, short warm-ups and samples, one round: for a first look in "
            + "seconds, not for figures to keep.")
    private boolean quick;

    @Option(names = "--rounds", paramLabel = "N", description = "How often to measure everything, each time in new "
            + "JVMs (default: "
            + FULL_ROUNDS + ", with --quick 1).")
    private Integer rounds;

    @Option(names = "--bind", negatable = true, description = "Give each rank a core of its own, or not. Default: if "
            + "there are enough.")
    private Boolean bind;

    @Option(names = "--out", paramLabel = "PLACE", description = "The page: a file that ends in .html, or a "
            + "directory for index.html and results.json (default: pgas-bench).")
    private Path out;

    @Option(names = "--json", paramLabel = "FILE", description = "The file of results (default: beside the page).")
    private Path json;

    @Option(names = "--compare", paramLabel = "FILE", description = "The file of results of an earlier run, to "
            + "compare with.")
    private Path earlierFile;

    /** For picocli. */
    public BenchCommand() {}

    @Override
    public Integer call() throws InterruptedException, IOException {
        int count = rounds == null ? quick ? 1 : FULL_ROUNDS : rounds;
        if (count < 1 || count > MOST_ROUNDS) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "--rounds " + count + ": legal are 1.." + MOST_ROUNDS);
        }
        boolean isBound = bind == null ? ranks <= Runtime.getRuntime().availableProcessors() : bind;
        Run run = new Run(ranks, isBound, quick, err());
        run.check();
        OutputPlaces places = OutputPlaces.of(out, json);
        Results earlier = earlierFile == null ? null : earlier(places);
        places.prepare();
        String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        int code = run.measure(suites(), count);
        if (code != 0) {
            return code;
        }
        Results results = new Results(Machine.ofThisHost(), date, command(), ranks, count, isBound, quick, settings(),
                run.rows());
        Comparison comparison = earlier == null
                ? null
                : Comparison.of(results, earlier, earlierFile.toString());
        return report(results, comparison, places);
    }

    /** Read before anything is measured, also since it might be overwritten. */
    private Results earlier(OutputPlaces places) throws IOException {
        Results earlier = ResultsFile.read(earlierFile);
        if (Files.exists(places.json()) && Files.isSameFile(earlierFile, places.json())) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "--compare: " + earlierFile
                    + " would be overwritten by the results of this run: name another file with --json or --out");
        }
        return earlier;
    }

    /** In their own order, each once. */
    private List<Suite> suites() {
        return Arrays.stream(Suite.values()).filter(suite -> only.isEmpty() || only.contains(suite)).toList();
    }

    private List<String> command() {
        return spec.commandLine().getParseResult().originalArgs();
    }

    private static Map<String, String> settings() {
        Settings inForce = Settings.read(Map.of());
        Map<String, String> settings = new TreeMap<>();
        for (Setting setting : Setting.values()) {
            settings.put(setting.key(), inForce.isSet(setting) ? inForce.text(setting) : setting.fallback());
        }
        return settings;
    }

    private int report(Results results, Comparison comparison, OutputPlaces places) {
        PrintWriter stdout = spec.commandLine().getOut();
        stdout.print(new TextTable(results, comparison).text());
        stdout.flush();
        try {
            ResultsFile.write(results, places.json());
            Page page = new Page(results, comparison);
            Files.writeString(places.page(), page.text());
            stdout.println("results: " + places.json());
            stdout.println("page:    " + places.page());
            stdout.flush();
            return 0;
        } catch (IOException e) {
            err().println("pgas: bench: cannot write what was measured: " + e);
            return 1;
        }
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** A suite, refused with those that there are. */
    static final class SuiteName implements ITypeConverter<Suite> {
        @Override
        public Suite convert(String text) {
            Suite suite = Suite.ofWord(text.strip());
            if (suite == null) {
                throw new TypeConversionException(
                        "'" + text + "' is no suite: there are " + Arrays.stream(Suite.values())
                                .map(Suite::word).collect(Collectors.joining(", ")));
            }
            return suite;
        }
    }
}
