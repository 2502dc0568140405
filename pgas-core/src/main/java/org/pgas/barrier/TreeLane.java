package org.pgas.barrier;

import org.pgas.memory.MarkedCount;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Conduit;

/**
 * A lane of many members: above their counts stands a tree of words, each of which is raised to the least of those
 * below it. A phase is complete when the word at the root says so, the only one that members look at while they wait.
 *
 * <p>The member that arrives last of those below a word raises it, and goes on to the one above. No member does
 * anything for others between its arrival and the end of the phase, so one that computes meanwhile holds up nobody, and
 * any number of phases may be under way, as in a flat lane. A member reads three lines at most to know whether it is
 * the last of its four, one of four goes on, and all read the root: a few lines for each member in all, where a flat
 * lane moves one for each pair.
 *
 * <p>Why no raise is lost: each writes its word before it reads those beside it, both volatile. So of several at once
 * the one whose write comes last in the order of all of them sees what the others have written. What is read on the way
 * up was written by a release and is read by an acquire, so the root hands on all that was stored before any arrival.
 *
 * <p>The words are in the second half of the first members' lines, one in each, level after level from the lowest. A
 * word is never less than it was, and never more than one below it, the own count among them: the job ends where it is.
 *
 * <pre>
 * field         writer                           reader                          order
 * word of tree  who arrives last of those below  who raises the one above it; of  compare-and-exchange / volatile, of
 *                                                the root all                     the root acquire
 * sleepers      sleepers                         who has raised the root          volatile, after the exchange
 * </pre>
 */
final class TreeLane extends BarrierLane {
    /** Words below one. By the model of docs/SCALING.md the least time of all, or nearly, for 9 to 256 members. */
    static final int WIDTH = 4;

    /** By the model, with fewer members a flat lane takes no more time. */
    static final int LEAST_MEMBERS = 9;

    /** Within a line; the member writes what is before it. */
    private static final int WORD = 64;

    private final int member;
    private final int width;

    /** Of each level: how many words it has. Level 0 are the members' counts; of the last there is one, the root. */
    private final int[] counts;

    /** Of each level above 0: the member whose line has its first word. */
    private final int[] firsts;

    private final int top;

    TreeLane(Conduit conduit, Lines lines, int[] jobRanks, int member, int width) {
        super(conduit, lines, jobRanks, member);
        this.member = member;
        this.width = width;
        int levels = 1;
        for (int words = jobRanks.length; words > 1; words = above(words)) {
            levels++;
        }
        top = levels - 1;
        counts = new int[levels];
        firsts = new int[levels];
        counts[0] = jobRanks.length;
        for (int level = 1; level < levels; level++) {
            counts[level] = above(counts[level - 1]);
            firsts[level] = level == 1 ? 0 : firsts[level - 1] + counts[level - 1];
        }
    }

    /**
     * The result is declared as {@code BarrierLane}, so the JVM verifies the caller without this class, and a job of
     * few ranks never loads it.
     */
    static BarrierLane make(Conduit conduit, Lines lines, int[] jobRanks, int member) {
        return new TreeLane(conduit, lines, jobRanks, member, WIDTH);
    }

    private int above(int words) {
        return (words + width - 1) / width;
    }

    private long address(int level, int index) {
        return level == 0 ? line(index) : line(firsts[level] + index) + WORD;
    }

    @Override
    boolean climb(long phase, long known) {
        int index = member;
        long least = MarkedCount.word(phase);
        long floor = known;
        for (int level = 1; level <= top; level++) {
            index /= width;
            if (level > 1) {
                // another thread of this rank may have arrived at a later phase before this one has come so far
                long before = word(level, index, known);
                floor = MarkedCount.count(before);
                least = before + MarkedCount.STEP;
            }
            long lowest = lowest(level - 1, index, least, floor);
            if (lowest == 0 || !raise(level, index, lowest, known)) {
                return false;
            }
        }
        return true;
    }

    /** The least word of a level below the one of this index, or 0 if one of them is less than {@code least}. */
    private long lowest(int level, int index, long least, long floor) {
        int end = Math.min((index + 1) * width, counts[level]);
        long lowest = Long.MAX_VALUE;
        for (int each = index * width; each < end; each++) {
            // SYNC: barrier arrival
            long word = word(level, each, floor);
            if (word < least) {
                return 0;
            }
            lowest = Math.min(lowest, word);
        }
        return lowest;
    }

    /** Whether this call has raised the word. */
    private boolean raise(int level, int index, long lowest, long known) {
        long seen = word(level, index, known);
        while (seen < lowest) {
            // SYNC: barrier arrival
            long found = SharedMemory.compareAndExchangeLong(address(level, index), seen, lowest);
            if (found == seen) {
                return true;
            }
            seen = found;
        }
        // who has raised it so far goes on
        return false;
    }

    /** A word, read volatile, whose count is not below {@code floor}. */
    private long word(int level, int index, long floor) {
        long word = SharedMemory.getLongVolatile(address(level, index));
        if (isImpossible(MarkedCount.count(word), floor)) {
            throw damaged(level, index, word, floor, most(floor));
        }
        return word;
    }

    @Override
    public boolean isComplete(long phase) {
        long known = reached();
        if (known >= phase) {
            return true;
        }
        // SYNC: barrier arrival
        long word = SharedMemory.getLongAcquire(address(top, 0));
        long count = MarkedCount.count(word);
        if (isImpossible(count, known)) {
            throw damaged(top, 0, word, known, most(known));
        }
        if (count < phase) {
            return false;
        }
        long own = arrivals();
        if (count > own) {
            throw damaged(top, 0, word, known, own);
        }
        reach(count);
        return true;
    }

    private RuntimeException damaged(int level, int index, long word, long least, long most) {
        if (level == 0) {
            return damaged(line(index), countOf(index), word, least, most);
        }
        int first = index;
        int last = index;
        for (int below = level; below > 0; below--) {
            first *= width;
            last = Math.min((last + 1) * width, counts[below - 1]) - 1;
        }
        return damaged(address(level, index), "the least count of members " + first + " to " + last, word, least, most);
    }
}
