package org.pgas.coll;

import org.pgas.memory.DataChecksum;
import org.pgas.memory.MarkedCount;
import org.pgas.memory.SharedMemory;

/**
 * The words by which the members of a team meet in its collectives, seen by one member.
 *
 * <p>Each member counts its collectives: 1, 2, ..., which are the same on all, since all make the same calls in the
 * same order. The collective s has the slot s mod {@link #COUNT} of every member, into which that member puts what it
 * has to say: small data themselves, behind which the tag is stored, so that one transfer of a line brings both; of
 * others, where they lie.
 *
 * <p>A slot is written again for s + COUNT, and so the writer needs to know that every member has finished s. A member
 * says how far it has come in a line of its own, which nobody reads often, and in the slots that it publishes.
 *
 * <pre>
 * field                     writer  readers   order
 * finished                  member  members   release / acquire: the member has finished all its collectives up to this
 * slot: tag                 member  members   release / acquire: all else in the slot, and data elsewhere, are before
 * slot: finished, head, data  member  members   plain, before the tag; of the head also opaque, see countNot
 * slot: place, way, element, seal  member  members   plain, before the tag; a way that leads nowhere also before
 *                                            what is available
 * slot: available           member  members   plain 0 before the tag, then release / acquire: rounds that can be read
 * consumed: tag             member  members   release / acquire: the member has begun to consume
 * consumed: rounds          member  members   plain 0 before the tag, then release / acquire: rounds that it has read
 * record: tag               member  members   release / acquire (checked mode); the rest of the record plain, before it
 * words of a group          members  members  without checked mode, of large teams: see Groups
 * counts                    members  members  of three members and more: see Progress
 * </pre>
 *
 * <p>Tags are whole numbers of collectives, and never come again: a tag of long ago is not taken for one of now.
 *
 * <p>A word that no member can have written there ends the job: tags, and how far a member has come, which are words of
 * {@link MarkedCount}, have limits, and where data lie has a checksum (the seal). The data have one in checked mode
 * alone, behind each cell ({@link Operation}).
 */
class Slots {
    /** Slots of a member; a power of two. */
    static final int COUNT = 16;

    static final long BLOCK_BYTES = 8192;

    private static final long FINISHED = 0;
    static final long STAGING = 64;

    /** The same of memory for more data, where some members do not see what is written here. */
    static final long LARGE_STAGING = 80;

    private static final long FIRST_SLOT = 128;
    private static final long SLOT_BYTES = 128;
    private static final long CONSUMED_BYTES = 64;
    static final long RECORD_BYTES = 256;

    // in a slot
    private static final long TAG = 0;
    private static final long FINISHED_THEN = 8;
    private static final long HEAD = 16;
    static final long DATA = 24;
    static final long AVAILABLE = 24;
    static final long PLACE = 32;
    static final long WAY = 40;
    static final long ELEMENT = 48;
    private static final long SEAL = 56;

    /** Data that a slot holds. */
    static final int INLINE_BYTES = (int) (SLOT_BYTES - DATA);

    /** Data that the staging memory of a slot holds. */
    static final int MEDIUM_BYTES = 4096;

    /** Bytes that are worked on at a time, which stay in the first cache with others like them. */
    static final int PIECE_BYTES = 8192;

    // in a line of what was consumed, and in a record
    private static final long ROUNDS = 8;

    /** Rounds of a member that has read all it wants. */
    static final long ALL = MarkedCount.MOST;

    private final Surroundings around;
    private final int rank;
    private final int size;
    private final int count;
    private final long own;
    private final long[] blocks;

    /** Where in a block the lines of what was consumed begin, and the records. */
    private final long firstConsumed;

    private final long firstRecord;

    private final SlotStaging medium;

    /** Null where members look at each other. */
    private final Progress progress;

    /** The last collective that was begun here. */
    private long begun;

    /** All collectives up to this have been finished here. */
    private long finished;

    /** All collectives up to this have been finished by every member: a lower bound. */
    private long finishedByAll;

    /** Boundaries that were passed here. */
    private long passed;

    Slots(Surroundings around) {
        this(around, COUNT);
    }

    /** Of a team that may have members that do not see what is written here. */
    static Slots of(Surroundings around) {
        return around.neighbourhoods() != null ? CopiedSlots.make(around) : new Slots(around);
    }

    /** With fewer slots: tests want them used again soon. */
    Slots(Surroundings around, int count) {
        this.around = around;
        this.count = count;
        firstConsumed = FIRST_SLOT + count * SLOT_BYTES;
        firstRecord = firstConsumed + count * CONSUMED_BYTES;
        rank = around.rank();
        size = around.size();
        blocks = new long[size];
        medium = new SlotStaging(around, this, STAGING, MEDIUM_BYTES, count);
        for (int member = 0; member < size; member++) {
            blocks[member] = around.block(member);
        }
        own = blocks[rank];
        progress = Progress.of(around, firstRecord + count * RECORD_BYTES);
    }

    /** Begins the next collective. */
    long begin() {
        return ++begun;
    }

    /** Collectives that were begun here. */
    long begun() {
        return begun;
    }

    /** Whether this member may write what belongs to collective {@code sequence}; an acquire when so. */
    boolean isFree(long sequence) {
        return sequence - count <= finishedByAll || hasBecomeFree(sequence);
    }

    private boolean hasBecomeFree(long sequence) {
        return progress == null ? haveAllFinished(sequence) : haveAllPassed(sequence);
    }

    private boolean haveAllPassed(long sequence) {
        passBoundaries();
        long boundary = boundary(sequence);
        if (!progress.haveAllPassed(boundary)) {
            return false;
        }
        finishedByAll = boundary * half();
        return true;
    }

    private boolean haveAllFinished(long sequence) {
        long least = Long.MAX_VALUE;
        for (int member = 0; member < size; member++) {
            long reached = finishedBy(member);
            if (Long.compareUnsigned(reached, finished + count) > 0) {
                throw around.damaged(blocks[member] + FINISHED, "collectives: team rank " + member + " has finished "
                        + reached + " collectives: legal are 0.." + (finished + count));
            }
            if (reached < sequence - count) {
                return false;
            }
            least = Math.min(least, reached);
        }
        finishedByAll = least;
        return true;
    }

    private long finishedBy(int member) {
        // SYNC: finished; what that member read of our slots it has read
        return member == rank ? finished : MarkedCount.count(SharedMemory.getLongAcquire(blocks[member] + FINISHED));
    }

    /** Whether {@code member} has not finished what used the slots of {@code sequence} before. */
    boolean holdsUp(int member, long sequence) {
        return finishedBy(member) < (progress == null ? sequence - count : boundary(sequence) * half());
    }

    /** The boundary that all have to pass before the slots of {@code sequence} are free. */
    private long boundary(long sequence) {
        return Math.ceilDiv(sequence - count, half());
    }

    /** Whether {@code member} has begun what used the slots of {@code sequence} before, as far as its words show. */
    boolean hasBegunBefore(int member, long sequence) {
        return hasBegun(member, sequence - count);
    }

    /**
     * Whether {@code member} has begun collective {@code sequence}, as far as its words show: that it writes for it, or
     * reads in rounds. A member that only reads, in one round, shows nothing. No member waits for it.
     */
    boolean hasBegun(int member, long sequence) {
        // later ones have later tags in the same words
        return SharedMemory.getLongAcquire(slot(member, sequence) + TAG) >= sequence
                || SharedMemory.getLongAcquire(consumedLine(member, sequence) + TAG) >= sequence;
    }

    /**
     * Says that everything up to {@code sequence} has been finished here: all that it reads has been read. Others are
     * told now and then, often enough for all to go on: each member tells of every half COUNT of them, and one at
     * sequence s needs no more than the first such number from s - COUNT on.
     *
     * @return whether the others were told: they may sleep until then
     */
    boolean finish(long sequence) {
        long before = finished;
        finished = sequence;
        if (before / half() == sequence / half()) {
            return false;
        }
        // SYNC: finished
        store(own + FINISHED, MarkedCount.word(sequence), Long.BYTES);
        if (progress != null) {
            passBoundaries();
        }
        return true;
    }

    /**
     * Passes those that are reached, but none that is too far ahead of another member: its word may still count an
     * earlier one then. So much apart are only members that have gone on after collectives which failed.
     */
    private void passBoundaries() {
        while (passed < finished / half()
                && (passed < Progress.AHEAD || progress.haveAllPassed(passed + 1 - Progress.AHEAD))) {
            progress.pass(++passed);
        }
    }

    /** Publishes a word, and of members that do not see it {@code bytes} from there on, which were written before. */
    void store(long address, long word, long bytes) {
        SharedMemory.putLongRelease(address, word);
    }

    /** The cells of a round were written for their readers, of which a later word tells. */
    void staged(Outgoing outgoing, long round) {
        // they see it
    }

    /** The same of what lies before the cells. */
    void tabled(Outgoing outgoing) {
        // they see it
    }

    /** The collective that used the words of this one before; less than 1 if none has. */
    long before(long sequence) {
        return sequence - count;
    }

    private int half() {
        return Math.max(1, count / 2);
    }

    /** Which of the slots is that of a collective. */
    final long index(long sequence) {
        return sequence & count - 1;
    }

    /** Address of a member's slot. */
    long slot(int member, long sequence) {
        return blocks[member] + FIRST_SLOT + index(sequence) * SLOT_BYTES;
    }

    long ownSlot(long sequence) {
        return own + FIRST_SLOT + index(sequence) * SLOT_BYTES;
    }

    /** Publishes what has been written to the own slot, and everything before. */
    void publish(long slot, long sequence, long head) {
        SharedMemory.putLong(slot + FINISHED_THEN, MarkedCount.word(finished));
        SharedMemory.putLong(slot + HEAD, head);
        // SYNC: tag
        store(slot + TAG, sequence, SLOT_BYTES);
    }

    /** Whether a slot has been published for that collective; an acquire when so. */
    static boolean isPublished(long slot, long sequence) {
        // SYNC: tag
        return SharedMemory.getLongAcquire(slot + TAG) == sequence;
    }

    /** As {@link #isPublished(long, long)}, of a slot that is not used again before the caller has read it. */
    boolean isPublished(int member, long slot, long sequence) {
        // SYNC: tag
        long tag = SharedMemory.getLongAcquire(slot + TAG);
        if (tag == sequence) {
            return true;
        }
        if (!isEarlier(tag, sequence)) {
            throw around.damaged(slot + TAG, "collectives: the slot of team rank " + member + " for collective "
                    + sequence + " is that of " + tag + ": legal are it, every " + count + "th before, and 0");
        }
        return false;
    }

    /** Whether a tag may be that of a collective which used the same words before; 0 when none has. */
    boolean isEarlier(long tag, long sequence) {
        return tag == 0 || tag > 0 && tag < sequence && index(sequence - tag) == 0;
    }

    /** Says where the data lie: what has been written of it to the slot goes with the head that is published next. */
    static void seal(long slot, long sequence, long head) {
        SharedMemory.putLong(slot + SEAL, seal(sequence, head, SharedMemory.getLong(slot + PLACE),
                SharedMemory.getLong(slot + WAY), SharedMemory.getLong(slot + ELEMENT)));
    }

    private static long seal(long sequence, long head, long place, long way, long element) {
        return DataChecksum.mixed(DataChecksum.mixed(DataChecksum.mixed(DataChecksum.mixed(sequence, head), place),
                way), element);
    }

    /** Checks where a published slot says that its data lie: the words that were read are those that were sealed. */
    void checkSeal(int member, long slot, long sequence, long place, long way, long element) {
        if (SharedMemory.getLong(slot + SEAL) != seal(sequence, head(slot), place, way, element)) {
            throw around.damaged(slot + PLACE, "collectives: where the data of team rank " + member + " for collective "
                    + sequence + " lie, place " + place + ", way 0x" + Long.toHexString(way) + ", elements of "
                    + element
                    + " bytes, does not fit its checksum");
        }
    }

    /** What a published slot says of the call. */
    static long head(long slot) {
        return SharedMemory.getLong(slot + HEAD) & ~Form.COUNTED;
    }

    /** Whether the member that has published the slot counts its arrival at its group; racy, see {@link #countNot}. */
    static boolean isCounted(long slot) {
        return (SharedMemory.getLongOpaque(slot + HEAD) & Form.COUNTED) != 0;
    }

    /** The published slot of this member is counted nowhere, contrary to what it says. */
    static void countNot(long slot) {
        SharedMemory.putLongOpaque(slot + HEAD, head(slot));
    }

    /** How far the member had come that published the slot for that collective. */
    long finishedThen(int member, long slot, long sequence) {
        return finishedThen("team rank ", member, slot + FINISHED_THEN, sequence);
    }

    /** The same, of a word that is published with that collective; the text in front of the member is for errors. */
    long finishedThen(String whose, int member, long address, long sequence) {
        long then = MarkedCount.count(SharedMemory.getLong(address));
        if (Long.compareUnsigned(then - (sequence - count), count) >= 0) {
            throw around.damaged(address,
                    "collectives: " + whose + member + ", in collective " + sequence
                            + ", had finished " + then + ": legal are " + Math.max(0, sequence - count) + ".."
                            + (sequence - 1));
        }
        return then;
    }

    /** The least of {@code others} and of how far this member has come. */
    long finishedHere(long others) {
        return Math.min(others, finished);
    }

    /** All slots of a collective have been read: {@code least} of what they said of how far members had come. */
    void finishedByAll(long least) {
        finishedByAll = finishedHere(least);
    }

    /**
     * Address of data of {@code bytes} of a member: in its slot, or in the staging memory that belongs to it. The own
     * is made when it is first needed: without any, an error, and the slot has to be published as broken.
     */
    long data(int member, long slot, long sequence, long bytes) {
        return bytes <= INLINE_BYTES ? slot + DATA : medium.address(member, index(sequence));
    }

    /** Data that are one round at most. */
    int mostInOneRound() {
        return MEDIUM_BYTES;
    }

    /** Gives back the staging memory, which nobody reads any more. The blocks, maybe gone, are not touched. */
    void close() {
        medium.close();
    }

    /** Rounds of a published slot that can be read; an acquire. */
    static long available(long slot) {
        // SYNC: available
        return MarkedCount.count(SharedMemory.getLongAcquire(slot + AVAILABLE));
    }

    void available(long slot, long rounds) {
        // SYNC: available
        store(slot + AVAILABLE, MarkedCount.word(rounds), SLOT_BYTES - AVAILABLE);
    }

    private long consumedLine(int member, long sequence) {
        return blocks[member] + firstConsumed + index(sequence) * CONSUMED_BYTES;
    }

    /** This member begins to consume. */
    void beginConsuming(long sequence) {
        long line = consumedLine(rank, sequence);
        SharedMemory.putLong(line + ROUNDS, 0);
        store(line + TAG, sequence, CONSUMED_BYTES);
    }

    /** This member wants nothing of what others write. */
    void consumedUnseen(long sequence) {
        beginConsuming(sequence);
        consumed(sequence, ALL);
    }

    /** This member has read so many rounds of everybody. */
    void consumed(long sequence, long rounds) {
        // SYNC: consumed
        store(consumedLine(rank, sequence) + ROUNDS, MarkedCount.word(rounds), Long.BYTES);
    }

    /** Rounds that a member has read; an acquire. */
    long consumedBy(int member, long sequence) {
        long line = consumedLine(member, sequence);
        // SYNC: consumed
        return SharedMemory.getLongAcquire(line + TAG) == sequence
                ? MarkedCount.count(SharedMemory.getLongAcquire(line + ROUNDS))
                : 0;
    }

    /** The error of a member that says that it has read what it cannot have read. */
    RuntimeException consumedTooMuch(int member, long sequence, long rounds, long most) {
        throw around.damaged(consumedLine(member, sequence) + ROUNDS, "collectives: team rank " + member + " has read "
                + rounds + " rounds of collective " + sequence + ": legal are 0.." + most);
    }

    /** Address of a member's record of its call, in checked mode; else of its group's words, if it is the first. */
    long record(int member, long sequence) {
        return blocks[member] + firstRecord + index(sequence) * RECORD_BYTES;
    }
}
