package org.pgas.broken;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import org.pgas.broken.change.Cut;
import org.pgas.broken.change.Places;
import org.pgas.broken.trial.Outcome;
import org.pgas.broken.trial.Runs;
import org.pgas.broken.trial.TestClass;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code broken/broken.sh}: breaks lines one after another, and tells which of them tests have seen. */
@Command(name = "broken.sh", sortOptions = false, usageHelpAutoWidth = true, description = Broken.DESCRIPTION, //
        exitCodeListHeading = "%nThe exit code:%n", exitCodeList = {
            "0:every break that was tried was seen, or the list says why it survives",
            "1:some survived without a reason", "2:the command line is wrong",
            "3:some could not be tried, and no other survived without a reason"})
public final class Broken implements Callable<Integer> {
    static final String DESCRIPTION = "Breaks critical lines of the library, one at a time, and runs the tests that "
            + "must notice.";

    private static final int NOT_TRIED = 3;

    /** Tests have so many times what they take on the whole code, and seconds besides, for a host that is loaded. */
    private static final int TIMES = 3;
    private static final Duration BESIDES = Duration.ofSeconds(20);

    private static final Path RESULTS = Path.of("broken", "results.tsv");
    private static final Path PAGE = Path.of("broken", "README.md");

    @Spec
    private CommandSpec spec;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help.")
    private boolean help;

    @Option(names = "--only", paramLabel = "NAME,...", hideParamSyntax = true, split = ",", //
            description = "Only these breaks; a name that ends in * stands for all that begin so (default: all).")
    private List<String> only = new ArrayList<>();

    @Option(names = "--untried", description = "Only those without a result.")
    private boolean untried;

    @Option(names = "--survived", description = "Only those that have survived before.")
    private boolean survived;

    @Option(names = "--for", paramLabel = "TIME", description = "Begins no other break after this time, "
            + "such as 30m or 8h (default: tries all).")
    private String time = "";

    @Option(names = "--list", description = "Tries nothing: lists the breaks and what came of them.")
    private boolean list;

    @Option(names = "--places", arity = "2", paramLabel = "MODULE CLASS", hideParamSyntax = true, description = "Tries "
            + "nothing: shows what can be broken in a class, such as pshm org.pgas.pshm.Lane.")
    private List<String> places = new ArrayList<>();

    @Option(names = "--write", description = "Writes broken/results.tsv and broken/README.md after each break; "
            + "others keep what they had.")
    private boolean write;

    @Option(names = "--report", description = "Tries nothing: writes broken/README.md from broken/results.tsv.")
    private boolean report;

    @Option(names = "--root", hidden = true, description = "The source tree.")
    private Path root = Path.of("").toAbsolutePath();

    @Option(names = "--jar", hidden = true, description = "The jar of this module.")
    private Path jar;

    private List<Break> all;
    private Results results;

    private Broken() {}

    /** See {@code --help}. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Broken()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        if (!places.isEmpty()) {
            Tree tree = new Tree(root);
            System.out.print(Places.of(tree.bytes(places.get(0), places.get(1)),
                    tree.source(places.get(0), places.get(1))));
            return 0;
        }
        all = Breaks.all();
        results = Results.read(root.resolve(RESULTS));
        if (report) {
            write();
            return 0;
        }
        List<Break> chosen = chosen();
        if (list) {
            chosen.forEach(each -> System.out.println(each.name() + ": " + results.of(each).map(
                    result -> result.isSeen() ? "seen: " + result.what() : "survived").orElse("untried")));
            return 0;
        }
        return tryAll(chosen);
    }

    private int tryAll(List<Break> chosen) throws IOException {
        long end = time.isEmpty() ? Long.MAX_VALUE : System.nanoTime() + duration(time).toNanos();
        Runs runs = new Runs(root, jar);
        Baselines baselines = new Baselines(runs, root.resolve("broken/target/baselines.tsv"),
                root.resolve("broken/target/test-class-path"));
        int surprises = 0;
        int failures = 0;
        for (Break each : chosen) {
            if (System.nanoTime() > end) {
                System.out.println("the time is over");
                break;
            }
            try {
                Result result = tried(each, runs, baselines);
                System.out.println((result.isSeen() ? "seen      " : "SURVIVED  ") + each.name() + ", "
                        + result.seconds() + " s: " + result.what());
                surprises += !result.isSeen() && each.reason().isEmpty() ? 1 : 0;
                results.put(result);
                if (write) {
                    write();
                }
            } catch (NotTriedException | IllegalArgumentException e) {
                System.out.println("NOT TRIED " + each.name() + ": " + e.getMessage());
                failures++;
            }
        }
        return surprises > 0 ? 1 : failures > 0 ? NOT_TRIED : 0;
    }

    private Result tried(Break each, Runs runs, Baselines baselines) throws IOException, NotTriedException {
        Cut cut = new Tree(root).cut(each);
        boolean isCut = false;
        long millis = 0;
        for (TestClass test : each.tests()) {
            Baselines.Baseline whole = baselines.of(test);
            Outcome outcome = runs.broken(test, whole.reach(), cut, whole.millis() * TIMES + BESIDES.toMillis(),
                    each.name());
            isCut |= outcome.isCut();
            millis += outcome.millis();
            if (outcome.kind() == Outcome.Kind.EMPTY) {
                throw new NotTriedException(outcome.what());
            }
            if (outcome.isSeen() && outcome.isCut()) {
                return result(each, true, outcome.what(), millis);
            }
            if (outcome.isSeen()) {
                throw new NotTriedException("no JVM had loaded " + cut.className() + " when this failed, which passed "
                        + "before: " + outcome.what());
            }
        }
        if (!isCut) {
            throw new NotTriedException("no JVM of these tests loads " + cut.className() + ": " + names(each));
        }
        return result(each, false, names(each), millis);
    }

    private static Result result(Break each, boolean isSeen, String what, long millis) {
        return new Result(each.name(), each.text(), isSeen, what, (millis + 500) / 1000, LocalDate.now().toString());
    }

    private static String names(Break each) {
        return each.tests().stream().map(TestClass::simpleName).collect(Collectors.joining(", "));
    }

    private List<Break> chosen() {
        for (String name : only) {
            if (all.stream().noneMatch(each -> isMeant(name, each))) {
                throw refusal("--only " + name + ": there is no such break; --list lists them");
            }
        }
        return all.stream().filter(each -> only.isEmpty() || only.stream().anyMatch(name -> isMeant(name, each)))
                .filter(each -> !untried || results.of(each).isEmpty())
                .filter(each -> !survived || results.of(each).filter(result -> !result.isSeen()).isPresent()).toList();
    }

    private static boolean isMeant(String name, Break each) {
        return name.endsWith("*") ? each.name().startsWith(name.substring(0, name.length() - 1))
                : each.name().equals(name);
    }

    private void write() throws IOException {
        Files.writeString(root.resolve(RESULTS), results.text(all));
        Files.writeString(root.resolve(PAGE), Page.text(all, results));
    }

    private Duration duration(String text) {
        try {
            return Duration.parse("PT" + text);
        } catch (java.time.DateTimeException e) {
            throw refusal("--for " + text + ": a time is a number and s, m or h, such as 30m or 8h");
        }
    }

    private ParameterException refusal(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
