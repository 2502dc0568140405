package org.pgas.testkit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assertions;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the tests of sample classes and keeps what came of each. */
final class SampleRun {
    private final Map<String, TestExecutionResult> results = new LinkedHashMap<>();

    private SampleRun() {}

    static SampleRun of(Class<?>... samples) {
        return of(Map.of(), samples);
    }

    /** With parameters of JUnit's configuration. */
    static SampleRun of(Map<String, String> configuration, Class<?>... samples) {
        var run = new SampleRun();
        var request = LauncherDiscoveryRequestBuilder.request().configurationParameters(configuration)
                .selectors(Stream.of(samples).map(DiscoverySelectors::selectClass).toList()).build();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            private final List<String> names = new ArrayList<>();

            @Override
            public void executionStarted(TestIdentifier test) {
                names.add(test.getDisplayName());
            }

            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                names.removeLast();
                // a container that is well is not interesting
                if (test.isTest() || result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                    run.results.put(
                            (names.isEmpty() ? ""
                                    : names.getLast().replace("(Job)", "()").replace("(Job, Ranks)", "()") + " ")
                                    + test.getDisplayName().replace("(Job)", "()"),
                            result);
                }
            }
        });
        return run;
    }

    /** Their names, such as {@code putsArrive() 2 ranks, threads}, in order of execution. */
    List<String> names() {
        return List.copyOf(results.keySet());
    }

    TestExecutionResult result(String name) {
        TestExecutionResult result = results.get(name);
        Assertions.assertNotNull(result, () -> name + " was not run, but " + results);
        return result;
    }

    /** What a test failed or was aborted with. */
    Throwable failure(String name) {
        return result(name).getThrowable().orElseThrow(() -> new AssertionError(name + " passed"));
    }

    String message(String name) {
        return failure(name).getMessage();
    }

    SampleRun assertAllPassed(int count) {
        results.forEach((name, result) -> result.getThrowable().ifPresent(failure -> Assertions.fail(name, failure)));
        Assertions.assertEquals(count, results.size(), () -> "tests: " + results);
        return this;
    }
}
