package org.pgas.barrier;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.pgas.memory.DataChecksum;
import org.pgas.memory.MarkedCount;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Activity;
import org.pgas.spi.Bells;
import org.pgas.spi.Conduit;
import org.pgas.spi.SyncLane;
import org.pgas.wait.Awaited;

/**
 * A barrier with any number of phases under way: each rank counts its arrivals in a cache line of its own; phase p is
 * complete when every rank's count is at least p. Counts never wrap ({@link MarkedCount}).
 *
 * <p>This one is flat. Per barrier a rank writes one line and reads the others', so two ranks pay one line transfer in
 * each direction, the least there can be. {@link #of} makes one with a tree above the counts where members are many
 * ({@link TreeLane}), and one that is copied where they share no memory ({@link CopiedLane}).
 *
 * <p>The job ends unless what is read is a word that this library has written there. A count is never less than it was,
 * and never further ahead than a member can have come. A word that a member tells with its arrival has a check beside
 * it.
 *
 * <pre>
 * field            writer        reader      order
 * count of rank r  threads of r  all ranks   getAndAdd (full) / acquire
 * told by rank r   threads of r  all ranks   plain, before the count, and read after it; two words and their checks,
 *                                            by parity of the phase: the next phase writes the one that nobody reads
 * sleepers         sleepers      arrivers    volatile after the getAndAdd, which is volatile too: they keep their order
 * reached          this rank     this rank   release / acquire: a thread that skips the counts inherits their acquire
 * </pre>
 */
public class BarrierLane {
    /** Offset of the words that are told, each with its check. */
    private static final int TOLD = 8;

    private static final int TOLD_BYTES = 2 * Long.BYTES;

    /** Bytes of a line that its member writes. */
    static final int LINE_BYTES = TOLD + 2 * TOLD_BYTES;

    /** With so many members a lane has a tree: by the model of docs/SCALING.md it takes no more time than without. */
    public static final int TREE_MEMBERS = 9;

    /** Words below one of a tree: by the model the least time of all, or nearly, for 9 to 256 members. */
    public static final int TREE_WIDTH = 4;

    /** Bytes of a line: two cache lines. */
    public static final int BYTES = 128;

    /** Arrivals by which no member is ahead of the others: each phase under way is an object of its own. */
    private static final long FAR = 1L << 31;

    private final Conduit conduit;
    private final Bells bells;
    private final String name;
    private final long base;
    private final int stride;
    private final int[] jobRanks;
    private final int size;
    private final long own;
    private final long sleepers;

    /** A lower bound of every rank's count; saves looking at all of them again for phases known to be over. */
    private final AtomicLong reached = new AtomicLong();

    /** A lane of the whole job, also of one of several neighbourhoods. */
    public static BarrierLane of(Conduit conduit, SyncLane lane) {
        return of(conduit, Lines.of(conduit, lane), IntStream.range(0, conduit.member().size()).toArray(),
                conduit.member().rank());
    }

    /**
     * A lane of any set of members, also of several neighbourhoods.
     *
     * @param jobRanks where each member lives; not copied
     * @param member which of them arrives here
     */
    public static BarrierLane of(Conduit conduit, Lines lines, int[] jobRanks, int member) {
        if (conduit.copies() != null) {
            return CopiedLane.make(conduit, lines, jobRanks, member);
        }
        return jobRanks.length < TREE_MEMBERS ? new BarrierLane(conduit, lines, jobRanks, member)
                : TreeLane.make(conduit, lines, jobRanks, member);
    }

    /**
     * The lines of a lane, one for each member.
     *
     * @param name of what they are, for people
     * @param base address of the line of member 0
     * @param stride bytes from one member's line to the next one's: {@link #BYTES} or more
     */
    public record Lines(String name, long base, int stride) {
        static Lines of(Conduit conduit, SyncLane lane) {
            return new Lines(lane.words(), conduit.lanes().address(lane), conduit.lanes().stride());
        }
    }

    BarrierLane(Conduit conduit, Lines lines, int[] jobRanks, int member) {
        this.conduit = conduit;
        bells = conduit.bells();
        name = lines.name();
        base = lines.base();
        stride = lines.stride();
        this.jobRanks = jobRanks;
        size = jobRanks.length;
        own = line(member);
        sleepers = bells.sleepersAddress();
    }

    /** Where each member lives; not a copy. */
    public int[] jobRanks() {
        return jobRanks;
    }

    /** Whether lines of some members are copies here, which change when this rank, or a neighbour, polls. */
    boolean isCopied() {
        return false;
    }

    public long line(int rank) {
        return base + (long) rank * stride;
    }

    /** Counts this rank as arrived and returns the phase it arrived at, 1 for the first. A release. */
    public long arrive() {
        // before the count is read, which other threads of this rank may move on meanwhile
        long known = reached.getAcquire();
        long phase = counted(known);
        if (climb(phase, known)) {
            ring();
        }
        return phase;
    }

    /**
     * As {@link #arrive()}, for the last time: what the lane is made of may be freed when {@link #isCounted} says that
     * all have come so far, since this touches nothing of it after the count. {@link #isComplete} may never say so.
     */
    public long arriveLast() {
        long phase = counted(reached.getAcquire());
        ring();
        return phase;
    }

    private long counted(long known) {
        long word = count(own);
        long before = MarkedCount.count(word);
        if (isImpossible(before, known)) {
            throw damaged(own, word, known);
        }
        return before + 1;
    }

    /** Wakes members that sleep, after something that they may wait for. */
    void ring() {
        if (SharedMemory.getIntVolatile(sleepers) != 0) {
            bells.ringAll();
        }
    }

    /**
     * After an arrival: does what is to be done besides the count in the line.
     *
     * @param known the least that every count has
     * @return whether members that sleep may have waited for this arrival
     */
    boolean climb(long phase, long known) {
        return true;
    }

    /** Counts one more in this rank's line; the word before. */
    long count(long line) {
        // SYNC: barrier arrival; a thread that reads this count sees everything stored before
        return SharedMemory.getAndAddLong(line, MarkedCount.STEP);
    }

    /** As {@link #arrive()}, and tells the others a word. One thread at a time. */
    public long arrive(long word) {
        long phase = arrivals() + 1;
        long place = told(own, phase);
        SharedMemory.putLong(place, word);
        SharedMemory.putLong(place + Long.BYTES, check(phase, word));
        return arrive();
    }

    /**
     * What a member has told with its arrival at {@code phase}. The phase is complete, and this rank has not yet
     * arrived at the next but one.
     */
    public long told(int member, long phase) {
        long place = told(line(member), phase);
        long word = SharedMemory.getLong(place);
        if (SharedMemory.getLong(place + Long.BYTES) != check(phase, word)) {
            throw conduit.damaged(place, "what rank " + jobRanks[member] + " tells in the " + name
                    + " of phase " + phase + ", 0x" + Long.toHexString(word) + ", does not fit its check");
        }
        return word;
    }

    private static long told(long line, long phase) {
        return line + TOLD + TOLD_BYTES * (phase & 1);
    }

    private static long check(long phase, long word) {
        return DataChecksum.mixed(DataChecksum.mixed(phase, word), phase);
    }

    /** Phases at which this rank has arrived. */
    public long arrivals() {
        return MarkedCount.count(SharedMemory.getLongAcquire(own));
    }

    /** Whether every rank has arrived at {@code phase}; an acquire when so. */
    public boolean isComplete(long phase) {
        long known = reached.getAcquire();
        if (known >= phase) {
            return true;
        }
        long least = least(phase, known);
        if (least == 0) {
            return false;
        }
        reached.setRelease(MarkedCount.count(least));
        return true;
    }

    /** Whether every rank has counted its arrival at {@code phase}, by {@link #arriveLast} too; an acquire when so. */
    public boolean isCounted(long phase) {
        return least(phase, reached.getAcquire()) != 0;
    }

    /** The least word of all counts, or 0 if one is below {@code phase}. */
    private long least(long phase, long known) {
        long arrived = MarkedCount.word(phase);
        long least = Long.MAX_VALUE;
        long line = base;
        for (int rank = 0; rank < size; rank++) {
            // SYNC: barrier arrival
            long word = SharedMemory.getLongAcquire(line);
            if (word != arrived && !isAhead(word, arrived, line, known)) {
                return 0;
            }
            least = Math.min(least, word);
            line += stride;
        }
        return least;
    }

    /**
     * Whether a word is already past the arrival, though it is not the word of the arrival. Most words that are not
     * past it lack just this arrival, and need no other check.
     */
    private boolean isAhead(long word, long arrived, long line, long known) {
        if (word == arrived - MarkedCount.STEP) {
            return false;
        }
        if (isImpossible(MarkedCount.count(word), known)) {
            throw damaged(line, word, known);
        }
        return word > arrived;
    }

    static boolean isImpossible(long count, long known) {
        return Long.compareUnsigned(count - known, FAR) >= 0;
    }

    /** What is possible at most of counts that are known to be {@code least} at least. */
    static long most(long least) {
        return least + FAR - 1;
    }

    private RuntimeException damaged(long line, long word, long least) {
        return damaged(line, countOf((int) ((line - base) / stride)), word, least, most(least));
    }

    /** The count of a member, for people. */
    String countOf(int member) {
        return "the count of rank " + jobRanks[member];
    }

    /** @param what the word is, for people */
    RuntimeException damaged(long place, String what, long word, long least, long most) {
        long count = MarkedCount.count(word);
        return conduit.damaged(place, what + " in the " + name + " is "
                + (MarkedCount.isCount(count) ? Long.toString(count)
                        : "0x" + Long.toHexString(word) + ", which is no count")
                + ": legal are " + least + ".." + most);
    }

    /** The least that every count is known to have. */
    long reached() {
        return reached.getAcquire();
    }

    /** Every count was read, and has that at least. */
    void reach(long count) {
        reached.setRelease(count);
    }

    /** As {@link #isComplete}, for a caller that has arrived at that phase, which its own count must say. */
    public boolean isMet(long phase) {
        if (isComplete(phase)) {
            return true;
        }
        long word = SharedMemory.getLongAcquire(own);
        if (word < MarkedCount.word(phase)) {
            throw damaged(own, word, phase);
        }
        return false;
    }

    /** Job ranks of the members that have not arrived. */
    public int[] missing(long phase) {
        int[] ranks = new int[size];
        int count = 0;
        for (int rank = 0; rank < size; rank++) {
            if (SharedMemory.getLongAcquire(line(rank)) < MarkedCount.word(phase)) {
                ranks[count++] = jobRanks[rank];
            }
        }
        return java.util.Arrays.copyOf(ranks, count);
    }

    /** As {@link #missing}, for a member that waits for the phase, which is complete by then if none is missing. */
    public int[] missingOrFinish(long phase) {
        int[] missing = missing(phase);
        if (missing.length == 0) {
            finish(phase);
        }
        return missing;
    }

    /** All counts are there: does what is left. */
    void finish(long phase) {
        // nothing: they are all that counts
    }

    /** What to wait for when {@code phase} is not complete soon. */
    public Awaited phase(long phase, Activity activity, String name) {
        return new Phase(phase, activity, name, false);
    }

    /** What to wait for after {@link #arriveLast}. */
    public Awaited lastPhase(long phase, Activity activity, String name) {
        return new Phase(phase, activity, name, true);
    }

    private final class Phase implements Awaited {
        private final long phase;
        private final Activity activity;
        private final String name;
        private final boolean isLast;

        Phase(long phase, Activity activity, String name, boolean isLast) {
            this.phase = phase;
            this.activity = activity;
            this.name = name;
            this.isLast = isLast;
        }

        @Override
        public boolean isMet() {
            return isLast ? isCounted(phase) : BarrierLane.this.isMet(phase);
        }

        @Override
        public Activity activity() {
            return activity;
        }

        @Override
        public int[] missing() {
            return isLast ? BarrierLane.this.missing(phase) : missingOrFinish(phase);
        }

        @Override
        public String describe() {
            return describePhase(phase, name);
        }
    }

    public String describePhase(long phase, String name) {
        return name + " " + phase + ": " + (size - missing(phase).length) + " of " + size + " ranks arrived";
    }
}
