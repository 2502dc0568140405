package org.pgas.wait;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

import org.pgas.Setting;
import org.pgas.rank.Warnings;
import org.pgas.spi.Conduit;
import org.pgas.spi.Topology;
import org.pgas.spi.WaitRecord;

/**
 * What is told of one wait that takes long: that it does, at doubling intervals, once that the ranks it waits for wait
 * for this one, and that its time is over.
 *
 * <p><b>Circles.</b> A rank needs another for good only if the other has yet to make a call for it
 * ({@link Awaited#absent}), and only as long as it does nothing but wait: what is begun goes on in every wait. So a
 * collective that all members have begun is no part of a circle, however long it takes. A circle counts when each
 * member found the next one absent at a look later than the beginning of the next one's wait, and uses the library by
 * one thread; and when all that is found once more after each has looked anew, and thus taken in what it was sent in
 * between.
 *
 * <p>Of the waiting thread alone.
 */
public final class LongWait {
    private static final long SECOND = 1_000_000_000;

    /** A sleeper looks twice as often. */
    private static final long LEAST_COUNTED = 100_000_000;

    /** The members of a circle, this rank first, and what each of them waited in. */
    private record Circle(List<Integer> ranks, List<WaitRecord> waits) {
        boolean isOf(Circle other) {
            return ranks.equals(other.ranks)
                    && IntStream.range(0, waits.size())
                            .allMatch(i -> waits.get(i).age().isOfSameWait(other.waits.get(i).age()));
        }

        boolean hasLookedSince(long time) {
            return waits.stream().allMatch(wait -> wait.age().hasLookedSince(time));
        }

        /** The lowest member that shows its part tells of a circle; if this rank shows another need, only it knows. */
        boolean isToldBy(int rank) {
            return waits.getFirst().rank() != ranks.get(1)
                    || ranks.stream().mapToInt(each -> each).min().orElse(-1) == rank;
        }
    }

    private final Conduit conduit;
    private final Warnings warnings;
    private final long start;
    private final long timeoutNanos;

    /** From one search for circles to the next. */
    private final long searchNanos;

    /** Nanoseconds from the beginning of the wait to the next look of each kind; none when they do not fit. */
    private long nextTale;

    private long nextSearch;

    /** The circle that was found last and is to be found again, and when that was; null when there is none. */
    private Circle found;

    private long foundAt;

    /** For {@link #isLate}: what has counted so far, and when it was looked last. */
    private long countedNanos;

    private long lookedAt;

    /** @param timeoutNanos of the wait; 0 is none */
    public LongWait(Conduit conduit, Warnings warnings, long start, long timeoutNanos) {
        this.conduit = conduit;
        this.warnings = warnings;
        this.start = start;
        this.timeoutNanos = timeoutNanos;
        lookedAt = start;
        nextTale = warnings.isOff(Setting.WARN_WAIT) ? Long.MAX_VALUE : Math.max(1, warnings.longWaitNanos());
        searchNanos = Math.min(SECOND, warnings.longWaitNanos());
        nextSearch = warnings.isOff(Setting.WARN_COLLECTIVES) ? Long.MAX_VALUE : searchNanos;
    }

    /**
     * Whether the time of this wait is over, at a look. Little counts from look to look: while this process was
     * stopped, those it waits for could not be seen, and may have been stopped with it.
     */
    public boolean isLate(long now) {
        if (timeoutNanos == 0) {
            return false;
        }
        countedNanos += Math.min(now - lookedAt, Math.clamp(timeoutNanos / 8, LEAST_COUNTED, SECOND));
        lookedAt = now;
        return countedNanos > timeoutNanos;
    }

    /** One look, a few times a second or more often: cheap until something is due. */
    public void look(Awaited awaited, int[] missing, long now) {
        long waited = now - start;
        if (waited >= nextSearch && !awaited.isMet()) {
            nextSearch = waited + searchNanos;
            search(awaited, now);
        }
        if (waited >= nextTale && !awaited.isMet()) {
            nextTale = waited > Long.MAX_VALUE / 4 ? Long.MAX_VALUE : 2 * waited;
            warnings.raise(Setting.WARN_WAIT, Waiting.message(conduit, awaited, missing,
                    String.format(Locale.ROOT, "has waited %.1f s", waited / 1e9)));
        }
    }

    private void search(Awaited awaited, long now) {
        Circle circle = circle(awaited.absent());
        boolean again = circle != null && found != null && circle.isOf(found);
        if (again && circle.hasLookedSince(foundAt) && circle.isToldBy(conduit.member().rank()) && !awaited.isMet()) {
            nextSearch = Long.MAX_VALUE;
            warnings.raise(Setting.WARN_COLLECTIVES, describe(circle, awaited));
        } else if (!again) {
            found = circle;
            foundAt = now;
        }
    }

    /** Ranks of which each waits for the next, and the last for this one, the first; null when there are none. */
    private Circle circle(int[] absent) {
        WaitRecord own = conduit.diagnosis().waitOf(conduit.member().rank());
        // of several threads, or not of this wait
        if (own == null || !own.alone() || own.age().number() != start) {
            return null;
        }
        for (int first : absent) {
            Circle circle = circle(own, first);
            if (circle != null) {
                return circle;
            }
        }
        return null;
    }

    private Circle circle(WaitRecord own, int first) {
        List<Integer> ranks = new ArrayList<>(List.of(conduit.member().rank()));
        List<WaitRecord> waits = new ArrayList<>(List.of(own));
        for (int next = first; next >= 0 && next != conduit.member().rank();) {
            WaitRecord wait = ranks.contains(next) ? null : conduit.diagnosis().waitOf(next);
            if (wait == null || !wait.alone() || !isNeeded(waits.getLast(), wait)) {
                return null;
            }
            ranks.add(next);
            waits.add(wait);
            next = wait.rank();
        }
        return ranks.size() > 1 && waits.getLast().rank() == conduit.member().rank() && isNeeded(waits.getLast(), own)
                ? new Circle(ranks, waits)
                : null;
    }

    /** Whether the rank that waits still needed the other one after that one had begun its own wait. */
    private static boolean isNeeded(WaitRecord wait, WaitRecord other) {
        return wait.age().hasLookedSince(other.age().begun());
    }

    private String describe(Circle circle, Awaited awaited) {
        List<Integer> ranks = circle.ranks();
        Topology topology = conduit.topology();
        StringBuilder text = new StringBuilder("ranks wait for each other: ");
        for (int i = 0; i < ranks.size(); i++) {
            String what = i == 0 ? awaited.describe() : circle.waits().get(i).text();
            text.append(topology.describe(ranks.get(i))).append(" for ")
                    .append(topology.describe(ranks.get((i + 1) % ranks.size())))
                    .append(what.isEmpty() ? "" : " in " + what).append("; ");
        }
        return text
                + "members call the collectives of a team in one order, and a thread takes several locks in one order";
    }
}
