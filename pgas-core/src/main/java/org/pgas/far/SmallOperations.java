package org.pgas.far;

import java.util.concurrent.atomic.AtomicBoolean;

import org.pgas.Counter;
import org.pgas.EventCategory;
import org.pgas.Setting;
import org.pgas.rank.RankCounters;
import org.pgas.rank.ThisRank;
import org.pgas.rank.Warnings;
import org.pgas.spi.Topology;

/**
 * Counts blocking operations of a few bytes on memory of ranks of other neighbourhoods, and warns once of a rank that
 * makes many ({@code pgas.warn.far}). Each waits for a message and its answer, where a neighbour's memory takes a load,
 * a store or one instruction. So a program that was written for neighbours may be slow there and not show why.
 *
 * <p>Counted are puts, gets and memsets, contiguous or of regions, atomic operations and accumulates, of 1 to
 * {@value #MOST_BYTES} bytes, when they are complete. Not counted is what does not wait, or waits by an event; what
 * goes to client memory of neighbours; a signal, which is a remedy itself; a step of a structure, which has no form
 * that does not wait.
 *
 * <p>Any thread. Allocates nothing, but for the warning. The counts are those of {@link RankCounters}: each thread adds
 * to its own, plainly. At each {@value #LOOK}th of a kind a thread sums those of all, as long as nobody has been told.
 * So a rank is told at about {@link #MANY}: up to {@value #LOOK} later for each thread and kind. A thread sees its own
 * counts completely: one that is alone with one kind tells at exactly {@link #MANY}.
 *
 * <pre>
 * field   writer                  reader              order
 * isTold  the thread that tells;  threads that count  compare-and-set / plain: a thread that has missed the store sums
 *         the constructor                             the counts again, and then does not tell
 * </pre>
 */
public final class SmallOperations {
    /** So few bytes are a number or a record. Those of several fit in one transfer, which takes no longer. */
    public static final int MOST_BYTES = 64;

    /**
     * From so many on a rank is told. To wait for them takes a time that people notice; what a program does once, such
     * as to set up its structures, takes far fewer.
     */
    public static final int MANY = 10_000;

    /** To sum the counts reads three words of each block: far more than to count. Divides {@link #MANY}. */
    private static final int LOOK = 100;

    private final RankCounters counters;
    private final Warnings warnings;
    private final Topology topology;
    private final int rank;

    /** Whether nothing is to be told any more: it has been, or the setting is off. */
    private final AtomicBoolean isTold;

    public SmallOperations(ThisRank self) {
        counters = self.rankCounters();
        warnings = self.warnings();
        topology = self.conduit().topology();
        rank = self.rank();
        isTold = new AtomicBoolean(warnings.isOff(Setting.WARN_FAR));
    }

    /**
     * Counts a blocking operation of the calling thread that is complete, if it is one of those that are counted.
     * Error: with {@code pgas.warn.far=panic} the end of the job.
     *
     * @param peer the job rank to which the memory belongs
     * @param category PUT, GET or RMW
     */
    public void completed(int peer, long bytes, EventCategory category) {
        if (bytes > MOST_BYTES || topology.neighbourhood(peer) == topology.neighbourhood(rank)) {
            return;
        }
        long count = switch (category) {
            case PUT -> counters.farPut();
            case GET -> counters.farGet();
            default -> counters.farUpdate();
        };
        if (count % LOOK == 0 && !isTold.getPlain()) {
            tellOfMany();
        }
    }

    private void tellOfMany() {
        long puts = counters.value(Counter.FAR_PUTS);
        long gets = counters.value(Counter.FAR_GETS);
        long updates = counters.value(Counter.FAR_UPDATES);
        if (puts + gets + updates >= MANY && isTold.compareAndSet(false, true)) {
            warnings.raise(Setting.WARN_FAR, describe(puts, gets, updates));
        }
    }

    /** Fits, with what a panic adds, in the text that a job ends with. */
    private String describe(long puts, long gets, long updates) {
        long most = Math.max(puts, Math.max(gets, updates));
        String kind = most == puts ? "puts" : most == gets ? "gets" : "atomic operations or accumulates";
        return "rank " + rank + ": " + (puts + gets + updates) + " blocking operations of " + MOST_BYTES
                + " bytes or less have gone to ranks of other neighbourhoods, " + most + " of them " + kind
                + ": each waits for a message and its answer, tens of microseconds or more; begin many (putNbi, "
                + "getNbi, applyNbi) and wait once (Nbi.await), tell by signals (putSignal), move ranges and batches "
                + "(getRange, Aggregator): see \"Writing for two hosts\" in docs/guide/hosts.md; "
                + Setting.WARN_FAR.key() + "=off silences this";
    }
}
