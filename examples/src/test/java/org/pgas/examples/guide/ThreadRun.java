package org.pgas.examples.guide;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the tests of a class, in this JVM. */
final class ThreadRun {
    private static final String CLASS_PATH = "java.class.path";

    private final List<Throwable> failures = new ArrayList<>();
    private int tests;

    /**
     * The failures.
     *
     * @param classes where its class file is: tests whose ranks are JVMs pass their class path on
     * @param neighbourhoods of tests that say nothing of them
     */
    static List<Throwable> of(Class<?> type, Path classes, int neighbourhoods) throws Exception {
        ThreadRun run = new ThreadRun();
        var request = LauncherDiscoveryRequestBuilder.request().selectors(selectClass(type))
                .configurationParameter("org.pgas.testkit.neighbourhoods", Integer.toString(neighbourhoods)).build();
        String classPath = System.setProperty(CLASS_PATH,
                System.getProperty(CLASS_PATH) + File.pathSeparator + classes.toAbsolutePath());
        try {
            Place.listening(() -> {
                LauncherFactory.create().execute(request, run.new Listener());
                return null;
            });
        } finally {
            System.setProperty(CLASS_PATH, classPath);
        }
        if (run.tests == 0 && run.failures.isEmpty()) {
            throw new AssertionError(type.getName() + " has no test that runs");
        }
        return run.failures;
    }

    private final class Listener implements TestExecutionListener {
        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            tests += test.isTest() ? 1 : 0;
            if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                failures.add(result.getThrowable().orElseThrow());
            }
        }
    }
}
