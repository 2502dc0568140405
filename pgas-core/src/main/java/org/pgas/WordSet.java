package org.pgas;

import java.util.Objects;

import org.pgas.place.SegmentCore;
import org.pgas.refusal.Refusals;
import org.pgas.wait.WordScan;

/**
 * Words of one width of this rank's segment that are waited for or tested together, with one condition and one value
 * for all.
 *
 * <p>Words can be {@linkplain #exclude excluded}. When all are, or the set is empty, there is nothing to wait for: any
 * answers {@link #NO_INDEX}, some 0, all true, and every wait returns at once. So a loop that excludes what it has
 * dealt with ends by itself.
 *
 * <p><b>Callers.</b> {@link LocalWords#ints} and {@link LocalWords#longs} make a set. One thread at a time uses it; any
 * number of sets may name the same words. Waits and tests allocate nothing.
 *
 * <p>Order, waking and errors are those of {@link LocalWords}. An index is that of the word's offset when the set was
 * made. A value for ints must be an int; ints, unsigned ones too, are given as Java widens them.
 *
 * <p>Source: OpenSHMEM 1.5, 9.10 (shmem_wait_until_any, _all, _some and shmem_test_any, _all, _some).
 */
public final class WordSet {
    /** The answer when no word fulfils the condition, or none is left in the set. */
    public static final int NO_INDEX = -1;

    private final LocalWords words;
    private final int width;
    private final long[] offsets;
    private final boolean[] excluded;
    private final WordScan scan;

    /** The segment in which the scan's addresses lie. */
    private SegmentCore segment;

    WordSet(String call, LocalWords words, int width, long[] offsets) {
        this.words = words;
        this.width = width;
        this.offsets = offsets.clone();
        excluded = new boolean[offsets.length];
        scan = new WordScan(width, this.offsets);
        resolve(call);
    }

    /** Checks that the words are there, again if another segment has been bound since. */
    private void resolve(String call) {
        SegmentCore bound = words.segment(call);
        if (bound != segment) {
            for (int index = 0; index < offsets.length; index++) {
                scan.address(index, words.address(call, bound, offsets[index], width));
            }
            segment = bound;
        }
    }

    /** Words, excluded ones included. */
    public int size() {
        return offsets.length;
    }

    /** Takes a word out of later waits and tests. Idempotent. */
    public void exclude(int index) {
        change("WordSet.exclude", index, true);
    }

    /** Takes an excluded word in again. Idempotent. */
    public void include(int index) {
        change("WordSet.include", index, false);
    }

    private void change(String call, int index, boolean out) {
        if (index < 0 || index >= offsets.length) {
            throw refusals().outside(call, "index", index, offsets.length);
        }
        if (excluded[index] != out) {
            excluded[index] = out;
            scan.include(excluded);
        }
    }

    /**
     * Blocks until a word fulfils the condition; returns its index. Fair: the search begins behind the word that the
     * last any of this set found, so no word that keeps fulfilling the condition is passed over more than once per
     * other word.
     */
    public int waitUntilAny(WaitCondition condition, long value) {
        return await("WordSet.waitUntilAny", WordScan.Goal.ANY, condition, value, null) ? scan.found() : NO_INDEX;
    }

    /** As {@link #waitUntilAny}, without blocking: {@link #NO_INDEX} if no word fulfils the condition now. */
    public int testAny(WaitCondition condition, long value) {
        return test("WordSet.testAny", WordScan.Goal.ANY, condition, value, null) ? scan.found() : NO_INDEX;
    }

    /**
     * Blocks until at least one word fulfils the condition; writes the indices of all that do to the beginning of
     * {@code indices}, ascending, and returns how many there are. Error: {@code indices} is shorter than the set.
     */
    public int waitUntilSome(int[] indices, WaitCondition condition, long value) {
        checkRoom("WordSet.waitUntilSome", indices);
        return await("WordSet.waitUntilSome", WordScan.Goal.SOME, condition, value, indices) ? scan.found() : 0;
    }

    /** As {@link #waitUntilSome}, without blocking: 0 if no word fulfils the condition now. */
    public int testSome(int[] indices, WaitCondition condition, long value) {
        checkRoom("WordSet.testSome", indices);
        return test("WordSet.testSome", WordScan.Goal.SOME, condition, value, indices) ? scan.found() : 0;
    }

    /** Blocks until each word has been seen to fulfil the condition since the call, not all at one time necessarily. */
    public void waitUntilAll(WaitCondition condition, long value) {
        await("WordSet.waitUntilAll", WordScan.Goal.ALL, condition, value, null);
    }

    /** Whether every word fulfils the condition, each when it is looked at. Never blocks. */
    public boolean testAll(WaitCondition condition, long value) {
        return test("WordSet.testAll", WordScan.Goal.ALL, condition, value, null) || scan.includedCount() == 0;
    }

    /** False when there is nothing to wait for. */
    private boolean await(String call, WordScan.Goal goal, WaitCondition condition, long value, int[] indices) {
        begin(call, goal, condition, value, indices);
        if (scan.includedCount() == 0) {
            return false;
        }
        if (!scan.isMet()) {
            words.waiting().await(scan);
            // what is read after a close is no longer the segment
            words.segment(call);
        }
        return true;
    }

    /** Looks, and once more after the library has had a chance to make progress; see {@link LocalWords#testInt}. */
    private boolean test(String call, WordScan.Goal goal, WaitCondition condition, long value, int[] indices) {
        begin(call, goal, condition, value, indices);
        if (scan.includedCount() == 0) {
            return false;
        }
        if (scan.isMet()) {
            return true;
        }
        words.waiting().makeProgress();
        begin(call, goal, condition, value, indices);
        return scan.isMet();
    }

    private void begin(String call, WordScan.Goal goal, WaitCondition condition, long value, int[] indices) {
        words.self().checkUnrestricted(call);
        Objects.requireNonNull(condition, "condition");
        if (width == 4 && value != (int) value) {
            throw refusals().bad(call,
                    "value " + value + " is no int: legal for ints are " + Integer.MIN_VALUE + ".."
                            + Integer.MAX_VALUE + ", unsigned ones as Java widens them");
        }
        resolve(call);
        scan.begin(call, goal, condition, value, indices);
    }

    private Refusals refusals() {
        return words.self().refusals();
    }

    private void checkRoom(String call, int[] indices) {
        if (indices.length < offsets.length) {
            throw refusals().bad(call,
                    "room for " + indices.length + " indices: a set of " + offsets.length + " words needs "
                            + offsets.length);
        }
    }

    @Override
    public String toString() {
        return "WordSet(" + offsets.length + (width == 4 ? " ints)" : " longs)");
    }
}
