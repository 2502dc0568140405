package org.pgas.bench;

import org.HdrHistogram.Histogram;

/** Times of single operations, from all rounds together, in nanoseconds; {@code count} is how many were timed. */
record Percentiles(long count, long p50, long p90, long p99, long p999, long max) {
    static Percentiles of(Histogram nanos) {
        return new Percentiles(nanos.getTotalCount(), nanos.getValueAtPercentile(50), nanos.getValueAtPercentile(90),
                nanos.getValueAtPercentile(99), nanos.getValueAtPercentile(99.9), nanos.getMaxValue());
    }
}
