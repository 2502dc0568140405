package org.pgas.wait;

import org.pgas.WaitCondition;

/**
 * Looks for words of a set that fulfil a condition, and is what a thread waits for until enough of them do. One object
 * serves all waits of a set, one after the other, so that waits allocate nothing. For one thread at a time.
 */
public final class WordScan extends LocalAwaited {
    /** How many words must fulfil the condition. */
    public enum Goal {
        /** One; the first after the one that was found last. */
        ANY,
        /** One or more; all that do. */
        SOME,
        /** Every one, each at some time. */
        ALL
    }

    private final int width;
    private final long[] offsets;
    private final long[] addresses;

    /** Indices that count, in ascending order, in the first {@link #includedCount} elements. */
    private final int[] included;

    private int includedCount;

    /** Position in {@link #included}, or just behind, where the next search for any begins. */
    private int next;

    private String call;
    private Goal goal;
    private WaitCondition condition;
    private long value;

    /** Where SOME lists what it found. */
    private int[] indices;

    /** For ANY the index found, for SOME how many, for ALL the position up to which every word was seen to fulfil. */
    private int found;

    public WordScan(int width, long[] offsets) {
        this.width = width;
        this.offsets = offsets;
        addresses = new long[offsets.length];
        included = new int[offsets.length];
        include(new boolean[offsets.length]);
    }

    public void address(int index, long address) {
        addresses[index] = address;
    }

    /** Makes every word count that is not excluded. The search for any goes on behind the word that was found last. */
    public void include(boolean[] excluded) {
        int last = next == 0 ? -1 : included[next - 1];
        includedCount = 0;
        next = 0;
        for (int index = 0; index < excluded.length; index++) {
            if (!excluded[index]) {
                included[includedCount++] = index;
                if (index <= last) {
                    next = includedCount;
                }
            }
        }
    }

    public int includedCount() {
        return includedCount;
    }

    /** Sets what {@link #isMet} looks for. */
    public void begin(String newCall, Goal newGoal, WaitCondition newCondition, long newValue, int[] newIndices) {
        call = newCall;
        goal = newGoal;
        condition = newCondition;
        value = newValue;
        indices = newIndices;
        found = 0;
    }

    public int found() {
        return found;
    }

    @Override
    public boolean isMet() {
        return switch (goal) {
            case ANY -> findAny();
            case SOME -> findSome();
            case ALL -> findAll();
        };
    }

    private boolean holds(int position) {
        return condition.holds(WordWait.read(addresses[included[position]], width), value);
    }

    private boolean findAny() {
        for (int i = 0; i < includedCount; i++) {
            int position = next + i < includedCount ? next + i : next + i - includedCount;
            if (holds(position)) {
                found = included[position];
                next = position + 1;
                return true;
            }
        }
        return false;
    }

    private boolean findSome() {
        found = 0;
        for (int position = 0; position < includedCount; position++) {
            if (holds(position)) {
                indices[found++] = included[position];
            }
        }
        return found > 0;
    }

    private boolean findAll() {
        while (found < includedCount && holds(found)) {
            found++;
        }
        return found == includedCount;
    }

    @Override
    public long longestSleepNanos() {
        return WordWait.LONGEST_SLEEP_NANOS;
    }

    /** For ALL, tells about the word that is waited for now; else about all words that are not excluded. */
    @Override
    public String describe() {
        int from = goal == Goal.ALL ? Math.min(found, includedCount - 1) : 0;
        int to = goal == Goal.ALL ? from + 1 : includedCount;
        StringBuilder text = new StringBuilder(call).append(": of ").append(includedCount)
                .append(width == 4 ? " ints, " : " longs, ")
                .append(goal == Goal.ALL ? "one is" : "none is").append(goal == Goal.ALL ? " not " : " ")
                .append(condition).append(' ').append(WordWait.text(condition, value, width)).append(':');
        int shown = Math.min(to, from + 8);
        for (int position = from; position < shown; position++) {
            int index = included[position];
            text.append(position == from ? " " : ", ").append("offset ").append(offsets[index]).append(" is ")
                    .append(WordWait.text(condition, WordWait.read(addresses[index], width), width));
        }
        return text.append(shown < to ? ", ..." : "").toString();
    }
}
