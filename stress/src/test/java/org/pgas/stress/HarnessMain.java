package org.pgas.stress;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.Verbosity;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.collectors.DiskWriteCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.ForkedTestConfig;
import org.openjdk.jcstress.infra.runners.Runner;
import org.openjdk.jcstress.infra.runners.SpinLoopStyle;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.infra.runners.TestList;
import org.openjdk.jcstress.os.AffinityMode;
import org.openjdk.jcstress.os.NodeType;
import org.openjdk.jcstress.os.SchedulingClass;
import org.openjdk.jcstress.vm.CompileMode;

/**
 * jcstress' runners of some tests, one after the other in one JVM, which ends when whoever started it does.
 *
 * <p>jcstress itself starts a JVM for each test, and some more to look what flags there are: that takes longer than the
 * tests. What a fork would do is done here: the directives for the compiler are those of the test that runs.
 */
final class HarnessMain {
    private static final ObjectName DIAGNOSTICS = name("com.sun.management:type=DiagnosticCommand");

    /**
     * So often a test that has shown nothing is run again, since other work kept its actors from running at the same
     * time.
     */
    private static final int AGAIN = 100;

    private static final int AGAIN_MILLIS = 1000;

    private HarnessMain() {}

    /**
     * The file for the results, the milliseconds of a test, of an iteration, the flags of the JVM, and the tests'
     * names.
     */
    public static void main(String[] args) throws Exception {
        Thread.ofPlatform().daemon().start(HarnessMain::endWithTheStarter);
        Path results = Path.of(args[0]);
        int millis = Integer.parseInt(args[1]);
        int iteration = Math.min(millis, Integer.parseInt(args[2]));
        List<String> flags = List.of(args[3].split(" "));
        Path directives = results.resolveSibling("directives");
        var collector = new DiskWriteCollector(results.toString());
        boolean goesOn = true;
        for (int i = 4; i < args.length && goesOn; i++) {
            List<TestResult> shown = new ArrayList<>();
            goesOn = run(args[i], new Measures(iteration, millis / iteration), flags, directives, shown);
            for (int again = 0; again < AGAIN && goesOn && Shown.nothing(args[i], shown); again++) {
                goesOn = run(args[i], new Measures(AGAIN_MILLIS, 1), flags, directives, shown);
            }
            shown.forEach(collector::add);
        }
        collector.close();
        // actors that have not ended would keep the JVM
        System.exit(0);
    }

    /** Whether no actor is left that would disturb the next run. */
    private static boolean run(String name, Options options, List<String> flags, Path directives,
            List<TestResult> results) throws Exception {
        TestInfo test = TestList.getInfo(name);
        var actors = new SchedulingClass(AffinityMode.NONE, test.threads(), NodeType.PACKAGE);
        // not split: that multiplies the runs by nine
        var config = new TestConfig(options, test, 1, flags, CompileMode.UNIFIED, actors);
        try (var text = new PrintWriter(Files.newBufferedWriter(directives))) {
            config.generateDirectives(text, new Verbosity(0));
        }
        System.out.println(name);
        diagnose("compilerDirectivesClear");
        // by its name alone, in the directory that this JVM was started in: of a path with a space the command would
        // see two arguments
        diagnose("compilerDirectivesAdd", directives.getFileName().toString());
        Runner<?> runner = (Runner<?>) Class.forName(test.generatedRunner()).getConstructor(ForkedTestConfig.class)
                .newInstance(new ForkedTestConfig(config));
        TestResult result = runner.run();
        result.setConfig(config);
        results.add(result);
        return !runner.forceExit();
    }

    /** Options that are not read from arguments: that would look for processors first, for seconds. */
    private static final class Measures extends Options {
        /** Of the heap, as jcstress takes it of one of 256 MiB. */
        private static final int FOOTPRINT_MB = 16;

        private final int millis;
        private final int iterations;

        Measures(int millis, int iterations) {
            super(new String[0]);
            this.millis = millis;
            this.iterations = iterations;
        }

        @Override
        public int getTime() {
            return millis;
        }

        @Override
        public int getIterations() {
            return iterations;
        }

        @Override
        public int getStrideSize() {
            return Harness.STRIDE;
        }

        @Override
        public int getStrideCount() {
            return Harness.STATES / Harness.STRIDE;
        }

        @Override
        public int getMaxFootprintMb() {
            return FOOTPRINT_MB;
        }

        /** Spinning would take the processor from the actor that is waited for, where there is other work. */
        @Override
        public SpinLoopStyle getSpinStyle() {
            return SpinLoopStyle.THREAD_YIELD;
        }
    }

    private static void diagnose(String command, String... arguments) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        Object told = arguments.length == 0 ? server.invoke(DIAGNOSTICS, command, new Object[0], new String[0])
                : server.invoke(DIAGNOSTICS, command, new Object[]{arguments}, new String[]{String[].class.getName()});
        System.out.print(told);
    }

    private static ObjectName name(String name) {
        try {
            return new ObjectName(name);
        } catch (JMException e) {
            throw new AssertionError(e);
        }
    }

    /** Nobody writes to the standard input: it ends when the process at its other end does. */
    private static void endWithTheStarter() {
        try {
            while (System.in.read() >= 0) {
                // not for us
            }
        } catch (IOException e) {
            // an end, too
        }
        Runtime.getRuntime().halt(1);
    }
}
