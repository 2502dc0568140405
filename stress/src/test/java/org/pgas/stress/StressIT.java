package org.pgas.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.GradingResult;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Runs the jcstress tests: what a test forbids must not be seen, and what a {@link Weakened} one forbids must be.
 *
 * <p>Short in the build; {@code stress/run.sh 30m} takes as long as it is told, and also runs the code of each compiler alone.
 */
class StressIT {
    /** Long enough for a processor's reordering to be seen hundreds of times. */
    private static final Duration SHORT = Duration.ofMillis(300);

    /** For tests that showed nothing at once, since other work kept their actors from running at the same time. */
    private static final Duration AGAIN = Duration.ofSeconds(5);

    private static final int AGAIN_ROUNDS = 3;

    /** What a fork takes besides. */
    private static final Duration FORK = Duration.ofMillis(700);

    /** Fewer samples show nothing. */
    private static final long LEAST_SAMPLES = 1000;

    private final Harness harness = new Harness(Path.of(System.getProperty("stress.directory")));

    @TestFactory
    Stream<DynamicTest> whatIsForbiddenIsSeenInTwinsOnly() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "actors run at the same time, or show nothing");
        Set<String> tests = chosen();
        Map<String, List<TestResult>> results = new TreeMap<>();
        harness.clear();
        String time = System.getProperty("stress.time", "");
        if (time.isEmpty()) {
            add(results, harness.run("short", tests, SHORT, Jvm.TIERED));
        } else {
            Duration each = each(parse(time), tests.size() * Jvm.values().length);
            for (Jvm jvm : Jvm.values()) {
                add(results, harness.run(jvm.name(), tests, each, jvm));
            }
        }
        for (int round = 1; round <= AGAIN_ROUNDS; round++) {
            Set<String> open = new TreeSet<>(tests);
            open.removeIf(test -> !showsNothing(test, results.getOrDefault(test, List.of())));
            if (!open.isEmpty()) {
                add(results, harness.run("again-" + round, open, AGAIN, Jvm.TIERED));
            }
        }
        return tests.stream().map(test -> DynamicTest.dynamicTest(test,
                () -> check(test, results.getOrDefault(test, List.of()))));
    }

    /** A class of tests without a twin would pass whatever the protocol does. */
    @Test
    void everyClassOfTestsHasATwin() {
        Set<Class<?>> without = new HashSet<>();
        Set<Class<?>> with = new HashSet<>();
        for (String test : TestList.tests()) {
            Weakened weakened = testClass(test).getAnnotation(Weakened.class);
            if (weakened == null) {
                without.add(testClass(test).getEnclosingClass());
            } else {
                with.add(weakened.of().getEnclosingClass());
                assertFalse(weakened.of().isAnnotationPresent(Weakened.class), test);
            }
        }
        without.removeAll(with);
        assertEquals(Set.of(), without);
    }

    private static Set<String> chosen() {
        Pattern pattern = Pattern.compile(System.getProperty("stress.tests", ""));
        Set<String> tests = new TreeSet<>(TestList.tests());
        tests.removeIf(test -> !pattern.matcher(test).find());
        assertFalse(tests.isEmpty(), () -> "no test is named like " + pattern);
        return tests;
    }

    /** "90s", "30m" or "8h". */
    private static Duration parse(String time) {
        return Duration.parse("PT" + time);
    }

    private static Duration each(Duration all, int runs) {
        Duration each = all.dividedBy(runs).minus(FORK);
        return each.compareTo(SHORT) < 0 ? SHORT : each;
    }

    private static void add(Map<String, List<TestResult>> results, Collection<TestResult> more) {
        more.forEach(result -> results.computeIfAbsent(result.getName(), name -> new ArrayList<>()).add(result));
    }

    private static Class<?> testClass(String test) {
        try {
            return Class.forName(TestList.getInfo(test).binaryName());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isTwin(String test) {
        return testClass(test).isAnnotationPresent(Weakened.class);
    }

    /** Whether it has hardly run, or is a twin that was not caught. What has failed is not tried again. */
    private static boolean showsNothing(String test, List<TestResult> results) {
        return results.stream().allMatch(result -> result.status() == Status.NORMAL)
                && (samples(results) < LEAST_SAMPLES || isTwin(test) && forbidden(results) == 0);
    }

    private static long samples(List<TestResult> results) {
        return results.stream().mapToLong(TestResult::getTotalCount).sum();
    }

    private static long forbidden(List<TestResult> results) {
        return results.stream().flatMap(result -> result.grading().gradingResults.values().stream())
                .filter(state -> state.expect == Expect.FORBIDDEN).mapToLong(state -> state.count).sum();
    }

    private static void check(String test, List<TestResult> results) {
        assertFalse(results.isEmpty(), () -> test + " was not run");
        for (TestResult result : results) {
            assertEquals(Status.NORMAL, result.status(), () -> describe(result));
            assertTrue(isTwin(test) || result.grading().isPassed, () -> "the protocol is broken: " + describe(result));
        }
        assertTrue(samples(results) >= LEAST_SAMPLES, () -> "too few samples: " + describe(results.get(0)));
        assertTrue(!isTwin(test) || forbidden(results) > 0,
                () -> "the twin was not caught, the test proves nothing: " + describe(results.get(0)));
    }

    private static String describe(TestResult result) {
        StringBuilder text = new StringBuilder(result.getName()).append(' ').append(result.getConfig().jvmArgs);
        for (GradingResult state : result.grading().gradingResults.values()) {
            text.append("\n  ").append(state.count).append(" times ").append(state.id).append(" (").append(state.expect)
                    .append(", ").append(state.description).append(')');
        }
        Stream.of(result.getMessages(), result.getVmOut(), result.getVmErr()).flatMap(List::stream)
                .forEach(line -> text.append("\n  ").append(line));
        return text.toString();
    }
}
