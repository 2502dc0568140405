package org.pgas.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code faults/faults.sh}: tries faults, prints what did not survive, and writes the report. */
@Command(name = "faults.sh", description = "Does to real jobs what goes wrong between processes that share memory.",
        sortOptions = false, usageHelpAutoWidth = true, exitCodeListHeading = "%nThe exit code:%n", exitCodeList = {
            "0:all jobs survived", "1:some did not", "2:the command line is wrong",
            "3:the harness failed to make some trials, and all others survived"})
public final class Faults implements Callable<Integer> {
    private static final int HARNESS_FAILED = 3;
    private static final int MOST_TRIES = 10_000_000;
    private static final Path RESULTS = Path.of("faults", "results.csv");
    private static final Path REPORT = Path.of("docs", "RELIABILITY.md");

    @Spec
    private CommandSpec spec;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help.")
    private boolean help;

    @Option(names = "--only", paramLabel = "CLASS,...", hideParamSyntax = true, split = ",",
            description = "Only these classes: ${COMPLETION-CANDIDATES} (default: all).",
            completionCandidates = Names.class)
    private List<String> only = new ArrayList<>();

    @Option(names = "--tries", paramLabel = "N", description = "Jobs of each class that can have any number (rounds of "
            + "the soak) (default: ${DEFAULT-VALUE}).")
    private int tries = 300;

    @Option(names = "--for", paramLabel = "TIME", description = "Instead of --tries, how long each such class goes "
            + "on: 30s, 10m, 8h.")
    private String time = "0s";

    @Option(names = "--seed", paramLabel = "N", description = "Seed of every random choice (default: a random one, "
            + "which is printed).")
    private Long seed;

    @Option(names = "--replay", paramLabel = "SEED", description = "With one class: only the trial of this seed, as "
            + "a failure names it; it means the same only in the same version of the sources.")
    private Long replay;

    @Option(names = "--case", paramLabel = "TEXT", description = "With one class that has a fixed list of cases: "
            + "only those whose line contains TEXT.")
    private String chosenCase = "";

    @Option(names = "--within", paramLabel = "TIME", description = "How soon everything has to be over after a fault "
            + "(default: ${DEFAULT-VALUE}).")
    private String within = "2s";

    @Option(names = "--parallel", paramLabel = "N", description = "Jobs at once (default: ${DEFAULT-VALUE}).")
    private int parallel = 2;

    @Option(names = "--write", description = "Writes faults/results.csv and docs/RELIABILITY.md; classes that were "
            + "not tried keep what they had.")
    private boolean write;

    @Option(names = "--report", description = "Tries nothing: writes docs/RELIABILITY.md from faults/results.csv.")
    private boolean report;

    @Option(names = "--root", hidden = true, description = "The source tree.")
    private Path root = Path.of("").toAbsolutePath();

    private Faults() {}

    /** Names of classes, for the help. */
    static final class Names extends ArrayList<String> {
        private static final long serialVersionUID = 1L;

        Names() {
            super(Classes.ALL.stream().map(FaultClass::name).toList());
        }
    }

    /** See {@code --help}. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Faults()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        if (report) {
            writeReport(readResults());
            return 0;
        }
        List<FaultClass> chosen = chosen();
        long first = seed == null ? ThreadLocalRandom.current().nextLong(1_000_000_000_000L) : seed;
        Path scratch = Scratch.onDisk("pgas-faults-");
        try {
            Plan plan = new Plan(first, count("--tries", tries, MOST_TRIES), duration("--for", time),
                    duration("--within", within), count("--parallel", parallel, 64), replay == null ? -1 : replay,
                    scratch, chosenCase);
            return run(chosen, plan);
        } finally {
            Scratch.remove(scratch);
        }
    }

    private int run(List<FaultClass> chosen, Plan plan) throws IOException {
        System.out.println("seed " + plan.seed());
        Map<String, String> heads = new LinkedHashMap<>();
        List<Tally> tallies = new ArrayList<>();
        List<Tally> details = new ArrayList<>();
        List<NotTried> notTried = new ArrayList<>();
        List<HarnessFault> faults = new ArrayList<>();
        boolean good = true;
        for (FaultClass each : chosen) {
            Ledger ledger = new Ledger(System.out);
            long start = System.nanoTime();
            try {
                each.run(plan, ledger);
            } catch (Exception e) {
                ledger.add(HarnessFault.of(each.name(), "the whole class", plan.seed(), e));
            }
            if (ledger.trials().isEmpty() && ledger.notTried().isEmpty() && ledger.harnessFaults().isEmpty()) {
                ledger.add(new HarnessFault(each.name(), "the whole class", plan.seed(), "nothing was tried"));
            }
            long seconds = (System.nanoTime() - start) / 1_000_000_000;
            good &= ledger.failures().isEmpty();
            heads.put(each.name(), Surroundings.text(LocalDate.now(), each.bound(plan), command(each, plan), seconds));
            tallies.addAll(Tally.of(ledger.trials()));
            details.addAll(Tally.ofDetails(ledger.details()));
            notTried.addAll(ledger.notTried());
            faults.addAll(ledger.harnessFaults());
            System.out.println(each.name() + ": " + ledger.trials().size() + " jobs, "
                    + (ledger.trials().size() - ledger.failures().size()) + " survived, "
                    + ledger.harnessFaults().size() + " faults of the harness, " + seconds + " s");
        }
        if (write) {
            Results all = readResults().with(new Results(heads, tallies, details, notTried, faults));
            Files.writeString(root.resolve(RESULTS), all.text());
            // as it will be read, so that the page and the file say the same
            writeReport(readResults());
        }
        return !good ? 1 : faults.isEmpty() ? 0 : HARNESS_FAILED;
    }

    private String command(FaultClass faultClass, Plan plan) {
        Stream<String> given = spec.commandLine().getParseResult().matchedOptions().stream()
                .filter(option -> !option.hidden()
                        && !List.of("--only", "--write", "--seed").contains(option.longestName()))
                .map(option -> option.longestName() + (option.arity().max() == 0 ? "" : " " + option.getValue()));
        return Stream
                .concat(Stream.of("faults/faults.sh --only " + faultClass.name() + " --seed " + plan.seed()), given)
                .collect(Collectors.joining(" "));
    }

    private List<FaultClass> chosen() {
        for (String name : only) {
            if (Classes.ALL.stream().noneMatch(each -> each.name().equals(name))) {
                throw refusal("--only " + name + ": there are " + new Names());
            }
        }
        if (replay != null && only.size() != 1) {
            throw refusal("--replay needs --only with the one class whose trial it is");
        }
        if (!chosenCase.isEmpty() && (only.size() != 1 || write)) {
            throw refusal("--case needs --only with the one class whose case it is, and writes no report");
        }
        return Classes.ALL.stream().filter(each -> only.isEmpty() || only.contains(each.name())).toList();
    }

    private Results readResults() throws IOException {
        Path file = root.resolve(RESULTS);
        return Files.exists(file) ? Results.read(Files.readAllLines(file)) : Results.none();
    }

    private void writeReport(Results results) throws IOException {
        Files.writeString(root.resolve(REPORT), Report.text(Classes.ALL, results));
    }

    private int count(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw refusal(option + " " + value + ": legal are 1.." + most);
        }
        return value;
    }

    private Duration duration(String option, String text) {
        try {
            return Duration.parse("PT" + text);
        } catch (java.time.DateTimeException e) {
            throw refusal(option + " " + text + ": a time is a number and s, m or h, such as 30s or 8h");
        }
    }

    private ParameterException refusal(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
