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
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.GradingResult;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Runs the jcstress tests: what a test forbids must not be seen, and what a {@link Weakened} one forbids must be.
 *
 * <p>Short in the build; {@code stress/run.sh 30m} takes as long as it is told, and also runs the code of each compiler
 * alone.
 */
class StressIT {
    /** Long enough for a processor's reordering to be seen; where it is not, the harness goes on for longer. */
    private static final Duration SHORT = Duration.ofMillis(150);

    /** What a test takes besides. */
    private static final Duration BESIDES = Duration.ofMillis(100);

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
        return tests.stream().map(test -> DynamicTest.dynamicTest(test,
                () -> check(test, results.getOrDefault(test, List.of()))));
    }

    /** A class of tests without a twin would pass whatever the protocol does. */
    @Test
    void everyClassOfTestsHasATwin() {
        Set<Class<?>> without = new HashSet<>();
        Set<Class<?>> with = new HashSet<>();
        for (String test : TestList.tests()) {
            Weakened weakened = Shown.testClass(test).getAnnotation(Weakened.class);
            if (weakened == null) {
                without.add(Shown.testClass(test).getEnclosingClass());
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
        Duration each = all.dividedBy(runs).minus(BESIDES);
        return each.compareTo(SHORT) < 0 ? SHORT : each;
    }

    private static void add(Map<String, List<TestResult>> results, Collection<TestResult> more) {
        more.forEach(result -> results.computeIfAbsent(result.getName(), name -> new ArrayList<>()).add(result));
    }

    private static void check(String test, List<TestResult> results) {
        assertFalse(results.isEmpty(), () -> test + " was not run");
        for (TestResult result : results) {
            assertEquals(Status.NORMAL, result.status(), () -> describe(result));
            assertTrue(Shown.isTwin(test) || result.grading().isPassed,
                    () -> "the protocol is broken: " + describe(result));
        }
        assertTrue(Shown.samples(results) >= Shown.LEAST_SAMPLES, () -> "too few samples: " + describe(results.get(0)));
        assertTrue(!Shown.isTwin(test) || Shown.forbidden(results) > 0,
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
