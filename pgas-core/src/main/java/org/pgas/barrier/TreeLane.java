package org.pgas.barrier;

import org.pgas.memory.MarkedCount;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Conduit;

/**
 * A lane of many members: above their counts stands a tree of words, each of which is raised to the least of those
 * below it. A phase is complete when the word at the root says so, the only one that members look at while they wait.
 *
 * <p>The member that arrives last of those below a word raises it, and goes on to the one above. After its arrival no
 * member does anything for others, so one that computes meanwhile holds up nobody, and any number of phases may be
 * under way, as in a flat lane. A member reads three lines at most to know whether it is the last of its four, one of
 * four goes on, and all read the root: a few lines for each member in all, where a flat lane moves one for each pair.
 *
 * <p>Why no raise is lost: each member writes its word before it reads those beside it, both volatile. So of several
 * members at once, the one that writes last in the order of all these writes sees what the others have written. The
 * member that makes the least of the words greater finds every word above what its own was before. What is read on the
 * way up was written by a release and is read by an acquire, so the root hands on all that was stored before any
 * arrival.
 *
 * <p>A member may be held up between its count and the words above, or vanish there. Then those that wait find that
 * none is missing, and raise the words themselves ({@link #finish}).
 *
 * <p>The words are in the second half of the first members' lines, one in each, level after level from the lowest. A
 * word is never less than it was, and never more than one below it, the own count among them: the job ends where it is.
 *
 * <pre>
 * field         writer                      reader                              order
 * word of tree  the last member below it    the member that raises the one      compare-and-exchange / volatile, of
 *               to arrive, or one that      above it; of the root all           the root acquire
 *               waits
 * sleepers      sleepers                    the member that raised the root     volatile, after the exchange
 * </pre>
 */
final class TreeLane extends BarrierLane {
    /** Within a line; the member writes what is before it. */
    private static final int WORD = 64;

    /** No word. */
    private static final long RAISED_BY_OTHERS = -1;

    private final int member;
    private final int width;

    /** How many words each level has. Level 0 are the members' counts; the last level has one word, the root. */
    private final int[] counts;

    /** For each level above 0: the member that has the level's first word in its line. */
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
        return new TreeLane(conduit, lines, jobRanks, member, TREE_WIDTH);
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
        long before = MarkedCount.word(phase - 1);
        for (int level = 1; level <= top; level++) {
            index /= width;
            long lowest = lowest(level - 1, index, before, known);
            before = lowest == 0 ? RAISED_BY_OTHERS : raise(level, index, lowest, known, true);
            if (before == RAISED_BY_OTHERS) {
                return false;
            }
        }
        return true;
    }

    /**
     * The least word of a level below the one of this index; 0 if one of them is no more than {@code before}, which one
     * of them was until now: then the least is what it was, and the member that made it so sees to the words above.
     */
    private long lowest(int level, int index, long before, long known) {
        int end = Math.min((index + 1) * width, counts[level]);
        long lowest = Long.MAX_VALUE;
        for (int each = index * width; each < end; each++) {
            // SYNC: barrier arrival
            long word = checked(level, each, SharedMemory.getLongVolatile(address(level, each)), known);
            if (word <= before) {
                return 0;
            }
            lowest = Math.min(lowest, word);
        }
        return lowest;
    }

    /**
     * What the word was until this call has raised it, or {@link #RAISED_BY_OTHERS}.
     *
     * @param isAboveOwn whether the own count is below the word
     */
    private long raise(int level, int index, long lowest, long known, boolean isAboveOwn) {
        // as a rule it lacks one; if not, the exchange fails and says what it is
        long seen = lowest - MarkedCount.STEP;
        while (seen < lowest) {
            // SYNC: barrier arrival
            long found = SharedMemory.compareAndExchangeLong(address(level, index), seen, lowest);
            if (found == seen) {
                return found;
            }
            seen = checked(level, index, found, known);
        }
        long own = isAboveOwn ? arrivals() : Long.MAX_VALUE;
        if (MarkedCount.count(seen) > own) {
            throw damaged(level, index, seen, known, own);
        }
        return RAISED_BY_OTHERS;
    }

    private long checked(int level, int index, long word, long known) {
        if (isImpossible(MarkedCount.count(word), known)) {
            throw damaged(level, index, word, known, most(known));
        }
        return word;
    }

    /** All members have arrived, and one of them has not come so far as to raise what it has to: this one does it. */
    @Override
    void finish(long phase) {
        long known = reached();
        for (int level = 1; level <= top; level++) {
            for (int index = 0; index < counts[level]; index++) {
                long lowest = lowest(level - 1, index, MarkedCount.word(phase - 1), known);
                if (lowest != 0 && raise(level, index, lowest, known, false) != RAISED_BY_OTHERS && level == top) {
                    ring();
                }
            }
        }
    }

    @Override
    public boolean isComplete(long phase) {
        long known = reached();
        if (known >= phase) {
            return true;
        }
        // SYNC: barrier arrival
        long word = checked(top, 0, SharedMemory.getLongAcquire(address(top, 0)), known);
        long count = MarkedCount.count(word);
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
