package org.pgas.spi;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

import org.pgas.memory.SharedMemory;

/**
 * A wait of a rank, as its part of the counters shows it. Of several waits at once it is one, which begins after the
 * one shown before has ended.
 *
 * @param activity the ordinal of a {@link Activity}, or a number that this release does not know
 * @param age when it began, and when it looked last, at which {@code rank} had yet to make a call for it; that is never
 *        when it comes about while all that it needs wait
 * @param rank job rank that is waited for, the first of them, of those that have yet to make a call; -1 when it is not
 *        known yet or nobody in particular
 * @param ranks how many are
 * @param alone whether the rank seems to use the library by one thread only, so that this wait is all that it does
 * @param text what is waited for, such as "barrier 17: 3 of 4 ranks arrived"; empty as long as nobody has had time to
 *        write it
 */
public record WaitRecord(int activity, WaitAge age, int rank, int ranks, boolean alone, String text) {
    // Fields and orders: CounterLayout.

    /** A writer that is stopped between its two marks must not hold up the reader. */
    private static final int TRIES = 1_000;

    /**
     * The wait that a part of the counters shows at this moment, or null when there is none. Never a mixture of two.
     * Any thread of any process on the host of that rank.
     *
     * @param part address of the rank's part, {@link CounterLayout#PART_BYTES} long
     */
    public static WaitRecord read(long part) {
        byte[] text = new byte[CounterLayout.WAIT_TEXT_MAX];
        for (int i = 0; i < TRIES; i++) {
            // SYNC: wait record
            int sequence = SharedMemory.getIntAcquire(part + CounterLayout.WAIT_SEQUENCE);
            if ((sequence & 1) != 0) {
                Thread.onSpinWait();
                continue;
            }
            long since = SharedMemory.getLongOpaque(part + CounterLayout.WAIT_SINCE);
            long looked = SharedMemory.getLongOpaque(part + CounterLayout.WAIT_LOOKED);
            int activity = SharedMemory.getIntOpaque(part + CounterLayout.WAIT_ACTIVITY);
            int rank = SharedMemory.getIntOpaque(part + CounterLayout.WAIT_RANK);
            int ranks = SharedMemory.getIntOpaque(part + CounterLayout.WAIT_RANKS);
            int length = Math.clamp(SharedMemory.getIntOpaque(part + CounterLayout.WAIT_TEXT_BYTES), 0, text.length);
            SharedMemory.copyOut(part + CounterLayout.WAIT_TEXT, MemorySegment.ofArray(text), 0, length);
            SharedMemory.acquireFence();
            if (SharedMemory.getIntOpaque(part + CounterLayout.WAIT_SEQUENCE) == sequence) {
                return since == 0 ? null
                        : new WaitRecord(activity, age(since, looked), rank, ranks, isOfOneThread(part),
                                new String(text, 0, length, StandardCharsets.UTF_8));
            }
        }
        return null;
    }

    /** By the one clock that all processes of a host have. */
    private static WaitAge age(long since, long looked) {
        long now = System.nanoTime();
        return new WaitAge(since, now - since, looked == 0 ? WaitAge.NEVER : now - looked, now);
    }

    /**
     * Whether one platform thread did all that the rank has counted lately, but for what a thread of the transport's
     * has served: virtual threads cannot be told apart.
     */
    private static boolean isOfOneThread(long part) {
        int owned = 0;
        for (int i = 0; i < CounterLayout.OWNED_BLOCKS; i++) {
            // SYNC: block of counters
            owned += SharedMemory.getLongOpaque(part + CounterLayout.block(i)) > 0 ? 1 : 0;
        }
        long shared = part + CounterLayout.block(CounterLayout.OWNED_BLOCKS) + CounterLayout.COUNTS;
        long others = 0;
        for (int i = 0; i < CounterLayout.COUNTERS_MAX; i++) {
            others |= SharedMemory.getLongOpaque(shared + (long) i * Long.BYTES);
        }
        return owned <= 1 && others == 0;
    }

    /** Such as "waits 4.2 s for rank 1 and 2 more: barrier 17: 3 of 6 ranks arrived". */
    public String describe() {
        double seconds = Math.max(0, age.nanos()) / 1e9;
        String who = rank < 0 ? "" : " for rank " + rank + (ranks > 1 ? " and " + (ranks - 1) + " more" : "");
        return String.format(Locale.ROOT, "waits %.1f s", seconds) + who + (text.isEmpty() ? "" : ": " + text);
    }
}
