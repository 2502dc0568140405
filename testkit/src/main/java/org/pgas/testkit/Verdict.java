package org.pgas.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Makes one failure of everything that went wrong on the ranks. */
final class Verdict {
    private record Failure(int rank, Outcome outcome) {}

    private final int size;
    private final Mode mode;
    private final List<Failure> failures = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final TreeMap<Integer, String> dumps = new TreeMap<>();

    Verdict(int size, Mode mode) {
        this.size = size;
        this.mode = mode;
    }

    void failed(int rank, Outcome outcome) {
        failures.add(new Failure(rank, outcome));
    }

    void late(List<Integer> late, String when, List<String> stacks) {
        for (int i = 0; i < late.size(); i++) {
            int rank = late.get(i);
            problems.add(Ranks.describe(rank, size, mode) + " did not finish " + when);
            dumps.put(rank, stacks.get(i));
        }
    }

    void stopped(int rank, String how) {
        notes.add(Ranks.describe(rank, size, mode) + ": " + how);
    }

    void leftBehind(List<String> files) {
        if (!files.isEmpty() && problems.stream().noneMatch(each -> each.startsWith("the job left"))) {
            problems.add("the job left files behind: " + files);
        }
    }

    boolean isFailure() {
        return !failures.isEmpty() || !problems.isEmpty();
    }

    /** The first failure of a rank's own; one without assumptions if there is one; null if no body failed. */
    private Failure cause() {
        Failure best = null;
        for (Failure each : failures) {
            if (best == null || weight(each) > weight(best)) {
                best = each;
            }
        }
        return best;
    }

    private static int weight(Failure failure) {
        return failure.outcome.isConsequence() ? 0 : failure.outcome.isAborted() ? 1 : 2;
    }

    /** One line. */
    String summary() {
        Failure cause = cause();
        if (cause == null || weight(cause) < 2 && !problems.isEmpty()) {
            return problems.getFirst();
        }
        return describe(cause);
    }

    private String describe(Failure failure) {
        Throwable thrown = failure.outcome.failure();
        boolean plain = (thrown instanceof AssertionError || thrown instanceof TestAbortedException)
                && thrown.getMessage() != null;
        return Ranks.describe(failure.rank, size, mode) + (failure.outcome.isAborted() ? " aborted: " : " failed: ")
                + (plain ? thrown.getMessage() : thrown);
    }

    Throwable failure(List<? extends Rank> ranks, Seed.Scope seeds) {
        if (!isFailure()) {
            return null;
        }
        Failure cause = cause();
        String message = message(ranks, seeds);
        Throwable failure = failure(message, cause);
        for (Failure each : failures) {
            if (each != cause) {
                var other = new AssertionFailedError(describe(each), each.outcome.failure());
                other.setStackTrace(new StackTraceElement[0]);
                failure.addSuppressed(other);
            }
        }
        return failure;
    }

    private Throwable failure(String message, Failure cause) {
        Throwable thrown = cause == null ? null : cause.outcome.failure();
        if (thrown instanceof TestAbortedException && problems.isEmpty()) {
            return new TestAbortedException(message, thrown);
        }
        if (thrown instanceof AssertionFailedError assertion && assertion.isExpectedDefined()
                && assertion.isActualDefined()) {
            return new AssertionFailedError(message, assertion.getExpected(), assertion.getActual(), thrown);
        }
        return new AssertionFailedError(message, thrown);
    }

    private String message(List<? extends Rank> ranks, Seed.Scope seeds) {
        var text = new StringBuilder(summary());
        for (String problem : problems) {
            if (!text.toString().equals(problem)) {
                text.append('\n').append(problem);
            }
        }
        notes.forEach(note -> text.append('\n').append(note));
        if (seeds.used()) {
            text.append('\n').append(seeds.replay());
            seeds.mentioned();
        }
        dumps.forEach((rank, dump) -> section(text, "threads of " + Ranks.describe(rank, size, mode), dump));
        for (int rank = 0; rank < size; rank++) {
            String output = ranks.get(rank).output();
            if (!output.isEmpty()) {
                section(text, "output of " + Ranks.describe(rank, size, mode), output);
            }
        }
        return text.toString();
    }

    private static void section(StringBuilder text, String title, String lines) {
        text.append('\n').append(title).append(":\n").append(lines.stripTrailing().indent(4).stripTrailing());
    }
}
