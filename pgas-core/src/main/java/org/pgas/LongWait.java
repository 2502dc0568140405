package org.pgas;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.pgas.spi.Conduit;
import org.pgas.spi.WaitRecord;

/**
 * What is told of one wait that takes long: that it does, at doubling intervals, and once that the ranks it waits for wait for this one.
 *
 * <p>Of the waiting thread alone.
 */
final class LongWait {
    private static final long SECOND = 1_000_000_000;

    /** A peer's wait counts as one that goes on when it is as old as this: what ends a wait in good order takes microseconds. */
    private static final long SETTLED = SECOND / 2;

    private final Conduit conduit;
    private final Warnings warnings;
    private final long start;

    /** Nanoseconds from the beginning of the wait to the next look of each kind; none when they do not fit. */
    private long nextTale;

    private long nextSearch;

    LongWait(Conduit conduit, Warnings warnings, long start) {
        this.conduit = conduit;
        this.warnings = warnings;
        this.start = start;
        nextTale = warnings.isOff(Setting.WARN_WAIT) ? Long.MAX_VALUE : Math.max(1, warnings.longWaitNanos());
        nextSearch = warnings.isOff(Setting.WARN_COLLECTIVES) ? Long.MAX_VALUE : SECOND;
    }

    /** One look, a few times a second or more often: cheap until something is due. */
    void look(Awaited awaited, int[] missing, long now) {
        long waited = now - start;
        if (waited >= nextSearch) {
            List<Integer> circle = circle(missing, now);
            nextSearch = circle == null ? waited + SECOND : Long.MAX_VALUE;
            if (circle != null && conduit.rank() == circle.stream().mapToInt(each -> each).min().orElse(-1)) {
                warnings.raise(Setting.WARN_COLLECTIVES, describe(circle, awaited));
            }
        }
        if (waited >= nextTale && !awaited.isMet()) {
            nextTale = waited > Long.MAX_VALUE / 4 ? Long.MAX_VALUE : 2 * waited;
            warnings.raise(Setting.WARN_WAIT, Waiting.message(conduit, awaited, missing,
                    String.format(Locale.ROOT, "has waited %.1f s", waited / 1e9)));
        }
    }

    /** Ranks of which each waits for the next and the last for this one, which is the first; null when there are none. */
    private List<Integer> circle(int[] missing, long now) {
        for (int first : missing) {
            List<Integer> path = new ArrayList<>(List.of(conduit.rank()));
            for (int next = first; next >= 0 && !path.contains(next);) {
                path.add(next);
                WaitRecord wait = conduit.waitOf(next);
                next = wait == null || now - wait.since() < SETTLED ? -1 : wait.rank();
                if (next == conduit.rank()) {
                    return path;
                }
            }
        }
        return null;
    }

    private String describe(List<Integer> circle, Awaited awaited) {
        StringBuilder text = new StringBuilder("ranks wait for each other: ");
        for (int i = 0; i < circle.size(); i++) {
            WaitRecord wait = i == 0 ? null : conduit.waitOf(circle.get(i));
            String what = i == 0 ? awaited.describe() : wait == null ? "" : wait.text();
            text.append("rank ").append(circle.get(i)).append(" for rank ").append(circle.get((i + 1) % circle.size()))
                    .append(what.isEmpty() ? "" : " in " + what).append("; ");
        }
        return text
                + "members call the collectives of a team in one order, and whoever takes several locks takes them in one order";
    }
}
