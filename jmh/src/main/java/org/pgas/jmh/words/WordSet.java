package org.pgas.jmh.words;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs {@link LibraryBenchmark} in every place that makes sense, and writes a table; {@code atomics.sh} starts it. */
public final class WordSet {
    private static final String USAGE = "usage: WordSet [--quick] TABLE.csv";

    private final boolean quick;
    private final List<Rate> rates = new ArrayList<>();

    private WordSet(boolean quick) {
        this.quick = quick;
    }

    /** See the usage line for the arguments. */
    public static void main(String[] arguments) throws RunnerException {
        List<String> rest = new ArrayList<>(Arrays.asList(arguments));
        boolean quick = rest.remove("--quick");
        if (rest.size() != 1 || rest.getFirst().startsWith("-")) {
            throw new IllegalArgumentException(USAGE);
        }
        WordSet set = new WordSet(quick);
        set.run();
        Rate.write(set.rates, Path.of(rest.getFirst()));
    }

    private void run() throws RunnerException {
        run(1, 1, Layout.ONE_WORD);
        for (Layout layout : Layout.values()) {
            run(1, 2, layout);
        }
        for (Layout layout : Layout.values()) {
            run(2, 1, layout);
        }
    }

    /** Libraries that can do the same are in one run of the harness. */
    private void run(int processes, int threads, Layout layout) throws RunnerException {
        Set<WordLibrary> left = EnumSet.noneOf(WordLibrary.class);
        for (WordLibrary library : WordLibrary.values()) {
            if (processes == 1 || library.isBetweenProcesses()) {
                left.add(library);
            }
        }
        while (!left.isEmpty()) {
            Set<Operation> operations = left.iterator().next().operations(layout);
            List<WordLibrary> alike = left.stream().filter(each -> each.operations(layout).equals(operations)).toList();
            left.removeAll(alike);
            run(processes, threads, layout, operations.stream().filter(this::isWanted).toList(), alike);
        }
    }

    private boolean isWanted(Operation operation) {
        return !quick || operation == Operation.FETCH_ADD || operation == Operation.INCREMENT;
    }

    private void run(int processes, int threads, Layout layout, List<Operation> operations, List<WordLibrary> libraries)
            throws RunnerException {
        if (operations.isEmpty()) {
            return;
        }
        System.err
                .println("WordSet: " + processes + " x " + threads + ", " + layout.title() + ": " + operations + " by "
                        + libraries);
        var options = new OptionsBuilder().verbosity(VerboseMode.SILENT).threads(threads).shouldFailOnError(true)
                .param("processes", Integer.toString(processes)).param("layout", layout.name())
                .param("library", libraries.stream().map(WordLibrary::name).toArray(String[]::new));
        for (Operation operation : operations) {
            options.include(LibraryBenchmark.class.getName().replace(".", "\\.") + "\\." + operation.method() + "$");
        }
        if (quick) {
            options.warmupIterations(1).warmupTime(TimeValue.milliseconds(150));
            options.measurementIterations(2).measurementTime(TimeValue.milliseconds(150));
        }
        for (RunResult result : new Runner(options.build()).run()) {
            rates.add(rate(result, processes, threads, layout));
        }
    }

    private static Rate rate(RunResult result, int processes, int threads, Layout layout) {
        double[] each = iterations(result.getBenchmarkResults());
        return new Rate(processes, threads, layout, Operation.ofBenchmark(result.getParams().getBenchmark()),
                WordLibrary.valueOf(result.getParams().getParam("library")), each[each.length / 2], each[0],
                each[each.length - 1]);
    }

    /** For each iteration what the threads did, and the second process meanwhile; sorted. */
    private static double[] iterations(Collection<BenchmarkResult> forks) {
        List<Double> sums = new ArrayList<>();
        for (BenchmarkResult fork : forks) {
            for (IterationResult iteration : fork.getIterationResults()) {
                double sum = iteration.getPrimaryResult().getScore();
                for (Result<?> elsewhere : iteration.getSecondaryResults().values()) {
                    sum += elsewhere.getScore();
                }
                sums.add(sum);
            }
        }
        return sums.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }
}
