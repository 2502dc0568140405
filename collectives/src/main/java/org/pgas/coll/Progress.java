package org.pgas.coll;

import org.pgas.memory.MarkedCount;
import org.pgas.memory.SharedMemory;

/**
 * How far all members of a team have come, in one word: a member that is to write its slots again reads that, and
 * not a line of each member. Members pass boundaries, at each of so many collectives; the last one of a group to pass
 * one counts for the group, so that no member waits, and few write one word.
 *
 * <p>Each word counts every fourth boundary. A member may pass one when all have passed the second one before it, of
 * which a collective that was carried out has told it anyway ({@code Slots.passBoundaries}). So no word is asked for a
 * boundary when members pass a later one of the same word.
 *
 * <pre>
 * field   writer                            readers                         order
 * group   the group's members               the same                        getAndAdd
 * all     the last members of their groups  the same, and all that write    getAndAdd / acquire: what was read is read
 * </pre>
 */
final class Progress {
    /** From so many members on the model in docs/SCALING.md has it ahead of looks at each other. */
    static final int LEAST_MEMBERS = 3;

    /** A boundary may be passed when all have passed the one that is so many before it. */
    static final int AHEAD = 2;

    /** Boundaries that are counted at the same time. */
    private static final int WORDS = 2 * AHEAD;

    private static final long LINE_BYTES = 128;

    private final Surroundings around;
    private final long groupWords;
    private final long allWords;
    private final int members;
    private final int groups;

    Progress(Surroundings around, long offset) {
        this.around = around;
        int width = Groups.width(around.size());
        int first = around.rank() / width * width;
        groupWords = around.block(first) + offset;
        allWords = around.block(0) + offset + LINE_BYTES;
        members = Math.min(width, around.size() - first);
        groups = Math.ceilDiv(around.size(), width);
    }

    /** Of a team that has words for this at {@code offset} of its blocks; null where members look at each other. */
    static Progress of(Surroundings around, long offset) {
        return around.size() < LEAST_MEMBERS || around.neighbourhoods() != null
                ? null
                : new Progress(around, offset);
    }

    /** This member has passed a boundary, 1, 2, ...: what it was to read before is read. */
    void pass(long boundary) {
        if (isLast(groupWords, boundary, members)) {
            isLast(allWords, boundary, groups);
        }
    }

    /** Counts one of so many; whether it was the last. */
    private boolean isLast(long words, long boundary, int all) {
        long word = word(words, boundary);
        // SYNC: progress
        long before = MarkedCount.count(SharedMemory.getAndAddLong(word, MarkedCount.STEP)) - earlier(boundary) * all;
        if (Long.compareUnsigned(before, all) >= 0) {
            throw damaged(word, boundary, before, all - 1);
        }
        return before == all - 1;
    }

    /** Whether all members have passed a boundary; an acquire when so. */
    boolean haveAllPassed(long boundary) {
        long word = word(allWords, boundary);
        // SYNC: progress
        long count = MarkedCount.count(SharedMemory.getLongAcquire(word));
        long passed = count - earlier(boundary) * groups;
        // less than 0 while the word counts an earlier boundary
        if (!MarkedCount.isCount(count) || passed > groups) {
            throw damaged(word, boundary, passed, groups);
        }
        return passed == groups;
    }

    private RuntimeException damaged(long word, long boundary, long count, long most) {
        throw around.damaged(word, "collectives: a count of how many have passed boundary " + boundary + " is " + count
                + ": legal are 0.." + most);
    }

    private static long word(long words, long boundary) {
        return words + (boundary - 1) % WORDS * Long.BYTES;
    }

    /** Boundaries before that the same word has counted. */
    private static long earlier(long boundary) {
        return (boundary - 1) / WORDS;
    }
}
