package org.pgas.broken.trial;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The JVM of a class of tests. Its first failure ends it: one is enough. */
public final class TestMain implements TestExecutionListener {
    /** Of the file of the outcome: the first line begins with one of these. */
    static final String PASSED = "passed";
    static final String FAILED = "failed";

    private static final int MOST_CHARACTERS = 300;

    private final Path outcome;
    private final AtomicInteger passed = new AtomicInteger();

    private TestMain(Path outcome) {
        this.outcome = outcome;
    }

    /** The file of the outcome, the class, tags of tests that are wanted and that are not; both may be empty. */
    public static void main(String[] arguments) {
        TestMain main = new TestMain(Path.of(arguments[0]));
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(arguments[1]));
        if (!arguments[2].isEmpty()) {
            request.filters(TagFilter.includeTags(arguments[2]));
        }
        if (!arguments[3].isEmpty()) {
            request.filters(TagFilter.excludeTags(arguments[3]));
        }
        main.run(request.build());
    }

    private void run(LauncherDiscoveryRequest request) {
        LauncherFactory.create().execute(request, this);
        end(PASSED + " " + passed.get(), 0);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.FAILED) {
            result.getThrowable().ifPresent(Throwable::printStackTrace);
            end(FAILED + " " + place(test) + ": "
                    + firstLine(result.getThrowable().map(Throwable::toString).orElse("no error")), 1);
        } else if (test.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
            passed.incrementAndGet();
        }
    }

    /** The class and the method of a test, whatever invocation of it that is. */
    private static String place(TestIdentifier test) {
        String method = test.getUniqueIdObject().getSegments().stream()
                .filter(each -> each.getType().matches("method|test-template|test-factory"))
                .map(each -> "." + each.getValue().replaceFirst("\\(.*", "")).findFirst().orElse("");
        return test.getUniqueIdObject().getSegments().stream().filter(each -> each.getType().equals("class"))
                .map(each -> each.getValue().replaceFirst(".*\\.", "")).findFirst().orElse("tests") + method;
    }

    private static String firstLine(String text) {
        String line = text.lines().findFirst().orElse("").replace('\t', ' ');
        return line.length() > MOST_CHARACTERS ? line.substring(0, MOST_CHARACTERS) + " ..." : line;
    }

    /** At once: hooks of a library that is broken may wait for ever. */
    private void end(String text, int code) {
        try {
            Files.writeString(outcome, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().halt(code);
    }
}
