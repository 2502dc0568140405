package org.pgas.launch;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.Settings;
import org.pgas.pshm.JobView;

/** Looks at one job again and again, each some time after the one before. */
final class Looks {
    private static final Duration LEAST = Duration.ofMillis(10);
    private static final long PIECE_NANOS = 50_000_000;

    private final long interval;
    private final BooleanSupplier goesOn;
    private JobView before;
    private JobView latest;

    /** @param goesOn asked while time passes */
    Looks(JobView first, Duration interval, BooleanSupplier goesOn) {
        latest = first;
        this.interval = interval.toNanos();
        this.goesOn = goesOn;
    }

    /** The value of an option --interval; null is a second. */
    static Duration interval(String text) {
        Duration interval = text == null ? Duration.ofSeconds(1) : Settings.parseDuration(text, "--interval");
        if (interval.compareTo(LEAST) < 0) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT,
                    "--interval=" + text + " is too short: legal are " + LEAST.toMillis() + "ms and more");
        }
        return interval;
    }

    /** The value of an option --count; null is for ever. */
    static long count(Integer count) {
        if (count != null && count < 1) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "--count=" + count + ": legal are 1 and more");
        }
        return count == null ? Long.MAX_VALUE : count;
    }

    /** Waits and looks again; false when the job has ended, or nobody wants more. */
    boolean next() {
        long end = latest.nanos() + interval;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            if (!goesOn.getAsBoolean()) {
                return false;
            }
            LockSupport.parkNanos(this, Math.min(left, PIECE_NANOS));
        }
        if (!goesOn.getAsBoolean() || latest.state() == JobView.State.ABANDONED) {
            return false;
        }
        JobView found;
        try {
            found = JobView.look(latest.directory());
        } catch (PgasException e) {
            // its directory has gone, or is about to
            return false;
        }
        if (!found.isOfSameJob(latest)) {
            return false;
        }
        before = latest;
        latest = found;
        return true;
    }

    JobView latest() {
        return latest;
    }

    /** Between the latest look and the one before. */
    Rates rates() {
        return new Rates(before, latest);
    }
}
