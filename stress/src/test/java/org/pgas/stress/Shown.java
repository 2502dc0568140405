package org.pgas.stress;

import java.util.Collection;

import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.TestList;

/** What runs of a test have shown. */
final class Shown {
    /** Fewer samples show nothing. */
    static final long LEAST_SAMPLES = 1000;

    private Shown() {}

    static Class<?> testClass(String test) {
        try {
            return Class.forName(TestList.getInfo(test).binaryName());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    static boolean isTwin(String test) {
        return testClass(test).isAnnotationPresent(Weakened.class);
    }

    /** Whether it has hardly run, or is a twin that was not caught. What has failed is not tried again. */
    static boolean nothing(String test, Collection<TestResult> results) {
        return results.stream().allMatch(result -> result.status() == Status.NORMAL)
                && (samples(results) < LEAST_SAMPLES || isTwin(test) && forbidden(results) == 0);
    }

    static long samples(Collection<TestResult> results) {
        return results.stream().mapToLong(TestResult::getTotalCount).sum();
    }

    static long forbidden(Collection<TestResult> results) {
        return results.stream().flatMap(result -> result.grading().gradingResults.values().stream())
                .filter(state -> state.expect == Expect.FORBIDDEN).mapToLong(state -> state.count).sum();
    }
}
