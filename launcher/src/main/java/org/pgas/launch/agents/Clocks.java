package org.pgas.launch.agents;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * By how much the clock of the other side's host is ahead of this one's, by beats that have gone there and back: that
 * is known as exactly as half the time that the quickest of them took. Clocks of two hosts go at different speeds, so
 * one comparison is kept of each minute, of a long job of each few, and between two of them the difference is taken to
 * change evenly. Any thread.
 */
public final class Clocks {
    private static final long FIRST_SPAN_NANOS = 60_000_000_000L;

    /** So many comparisons are kept at most. */
    private static final int MOST_MARKS = 256;

    /**
     * The quickest beat of a span.
     *
     * @param theirs when it was, by the other clock
     * @param trip how long it took there and back
     */
    private record Mark(long theirs, long trip, long ahead) {
        Mark quicker(Mark other) {
            return other.trip < trip ? other : this;
        }
    }

    /** All guarded by this. */
    private boolean hasHeard;
    private long theirs;
    private long heardAt;
    private List<Mark> marks = new ArrayList<>();
    private long spanNanos = FIRST_SPAN_NANOS;

    /** When the span of the last mark began, by the other clock. */
    private long spanBegin;

    /** Knows nothing yet. */
    public Clocks() {}

    /** What to say now. */
    public synchronized Beat next(long now) {
        return new Beat(now, theirs, hasHeard ? now - heardAt : -1);
    }

    /** The other side has said that. */
    public synchronized void heard(Beat beat, long now) {
        hasHeard = true;
        theirs = beat.clock();
        heardAt = now;
        long trip = now - beat.echo() - beat.heldNanos();
        if (beat.heldNanos() >= 0 && trip >= 0) {
            note(new Mark(beat.clock(), trip, beat.clock() - (now - trip / 2)));
        }
    }

    private void note(Mark mark) {
        if (marks.isEmpty() || mark.theirs - spanBegin >= spanNanos) {
            if (marks.size() == MOST_MARKS) {
                thinOut();
            }
            spanBegin = mark.theirs;
            marks.add(mark);
        } else {
            marks.set(marks.size() - 1, marks.getLast().quicker(mark));
        }
    }

    /** From now on spans are twice as long. */
    private void thinOut() {
        List<Mark> fewer = new ArrayList<>();
        for (int i = 0; i < marks.size(); i += 2) {
            fewer.add(marks.get(i).quicker(marks.get(Math.min(i + 1, marks.size() - 1))));
        }
        marks = fewer;
        spanNanos *= 2;
    }

    /**
     * What the clock here showed when the one there showed its argument, in nanoseconds each, as far as is known by
     * now; empty before a beat has gone there and back.
     */
    public synchronized Optional<LongUnaryOperator> toHere() {
        if (marks.isEmpty()) {
            return Optional.empty();
        }
        List<Mark> known = List.copyOf(marks);
        return Optional.of(time -> time - ahead(known, time));
    }

    private static long ahead(List<Mark> known, long time) {
        int low = 0;
        int high = known.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) / 2;
            if (known.get(middle).theirs - time <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        Mark before = known.get(low);
        if (before.theirs - time >= 0 || low == known.size() - 1) {
            return before.ahead;
        }
        Mark after = known.get(low + 1);
        double part = (double) (time - before.theirs) / (after.theirs - before.theirs);
        return before.ahead + Math.round(part * (after.ahead - before.ahead));
    }
}
