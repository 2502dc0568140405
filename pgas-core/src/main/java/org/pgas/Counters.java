package org.pgas;

import java.util.StringJoiner;

import org.pgas.rank.RankCounters;

/**
 * What this rank had counted at one moment. From {@link Job#counters()}. Immutable; any thread.
 *
 * <p>Complete for what the calling thread has done, and for what it knows of others to be done, as after a join of the
 * thread; what others do meanwhile may be missing. Handlers are counted when the poll that has run them goes on.
 */
public final class Counters {
    private final long[] values;

    Counters(RankCounters counters) {
        Counter[] all = Counter.values();
        values = new long[all.length];
        for (Counter counter : all) {
            values[counter.ordinal()] = counters.value(counter);
        }
    }

    /** How often, how many bytes, or how many nanoseconds, as the counter says; since this rank has joined. */
    public long value(Counter counter) {
        return values[counter.ordinal()];
    }

    /** Those that are not 0, such as "puts 3, put bytes 12288". */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ");
        for (Counter counter : Counter.values()) {
            if (value(counter) != 0) {
                text.add(counter.label() + " " + value(counter));
            }
        }
        return text.toString();
    }
}
