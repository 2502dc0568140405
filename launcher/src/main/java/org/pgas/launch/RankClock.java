package org.pgas.launch;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * Turns the times in a rank's recording into {@link System#nanoTime}, which is the same clock in all processes of a
 * host.
 *
 * <p>A JVM may tell the time of its events by a counter of the processor, and has its own estimate of the counter's
 * frequency; so recordings of two processes drift apart. The life cycle's events carry both times, from which the times
 * between are interpolated. Where none was recorded, the system's clock is trusted.
 */
final class RankClock {
    private static final long NANOS_OF_SECOND = 1_000_000_000;

    /** By recorded time, what to add to it. */
    private final TreeMap<Long, Long> offsets = new TreeMap<>();

    private final long fallback = System.nanoTime() - nanos(Instant.now());

    /** At {@code recorded} in the recording, it was {@code nanoTime}. */
    void observe(Instant recorded, long nanoTime) {
        long time = nanos(recorded);
        offsets.put(time, nanoTime - time);
    }

    /** In ascending order of its argument, ascending. */
    long nanoTime(Instant recorded) {
        long time = nanos(recorded);
        Map.Entry<Long, Long> before = offsets.floorEntry(time);
        Map.Entry<Long, Long> after = offsets.ceilingEntry(time);
        if (before == null || after == null) {
            Map.Entry<Long, Long> nearest = before == null ? after : before;
            return time + (nearest == null ? fallback : nearest.getValue());
        }
        long span = after.getKey() - before.getKey();
        double part = span == 0 ? 0 : (double) (time - before.getKey()) / span;
        return time + before.getValue() + Math.round(part * (after.getValue() - before.getValue()));
    }

    private static long nanos(Instant instant) {
        return instant.getEpochSecond() * NANOS_OF_SECOND + instant.getNano();
    }
}
