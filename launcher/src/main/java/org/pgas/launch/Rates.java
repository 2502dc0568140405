package org.pgas.launch;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

import org.pgas.Counter;
import org.pgas.pshm.JobView;
import org.pgas.pshm.RankStatus;
import org.pgas.spi.WayNumber;

/** What the ranks of a job have done between two looks, per second. */
final class Rates {
    /** Counters of nanoseconds: their rate is a share of the time. */
    static final Set<Counter> TIMES = Set.copyOf(EnumSet.of(Counter.WAIT_NANOS, Counter.FULL_RING_NANOS));

    private final JobView before;
    private final JobView after;

    Rates(JobView before, JobView after) {
        this.before = before;
        this.after = after;
    }

    double seconds() {
        return Math.max(1, after.nanos() - before.nanos()) / 1e9;
    }

    /** The rate of one counter of a rank; 0 when the rank had not joined at the first look. */
    double of(int rank, Counter counter) {
        Map<Counter, Long> first = before.ranks().get(rank).counters();
        Map<Counter, Long> second = after.ranks().get(rank).counters();
        if (!first.containsKey(counter) || !second.containsKey(counter)) {
            return 0;
        }
        return (second.get(counter) - first.get(counter)) / seconds();
    }

    /** Bytes of data that a rank has sent to other neighbourhoods and taken in from there, of every kind. */
    double overTheWire(int rank) {
        return Math.max(0, wireBytes(after.ranks().get(rank)) - wireBytes(before.ranks().get(rank))) / seconds();
    }

    private static long wireBytes(RankStatus rank) {
        return rank.messages().ways().stream()
                .mapToLong(way -> way.number(WayNumber.BYTES_SENT) + way.number(WayNumber.BYTES_RECEIVED)).sum();
    }

    /** The share of the time that a rank has waited, 0..100; a wait that goes on counts too. */
    int waited(int rank) {
        double ended = of(rank, Counter.WAIT_NANOS) * seconds();
        double going = waiting(after.ranks().get(rank)) - waiting(before.ranks().get(rank));
        return Math.clamp(Math.round((ended + going) / (seconds() * 1e7)), 0, 100);
    }

    private static long waiting(RankStatus rank) {
        return rank.waiting() == null ? 0 : rank.waiting().nanos();
    }
}
