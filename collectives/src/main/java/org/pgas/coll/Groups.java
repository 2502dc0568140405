package org.pgas.coll;

import org.pgas.memory.MarkedCount;
import org.pgas.memory.SharedMemory;

/**
 * The members of a large team in groups of consecutive ranks. In a gather, a reduction to one, and an all-gather and an
 * all-reduce of few bytes, the last member of a group to write its slot puts what the group's members have written
 * behind each other into a bundle. So what reads from all reads a bundle of each group, and not a slot of each member,
 * which would be as many lines of memory.
 *
 * <p>No member waits for others to make a bundle: each counts its arrival behind its slot, and the one that makes the
 * count complete finds all slots of the group. A member that carries out the collective in another way, or could not
 * give its data, is not counted, which its slot says ({@link Form#COUNTED}); then the group has no bundle. It has one
 * without data when a member has called something else. Others read the slots in both cases; that a group has no
 * bundle they find out when they have looked for it as long as a wait spins.
 *
 * <p>The words of a group are in the block of its first member. They are written again when a slot may be: when all
 * members have finished the collective that used them before.
 *
 * <pre>
 * field      writer               readers         order
 * arrived    the group's members  the same        compare-and-exchange: all their slots are before
 * tag        the last of them     other members   release / acquire: all else in the bundle is before
 * finished   the last of them     other members   plain, before the tag: how far all members of the group had come
 * head       the last of them     other members   plain, before the tag: as in the members' slots, or 0 without data
 * data       the last of them     other members   plain, before the tag
 * </pre>
 */
final class Groups {
    /** From so many members on the model in docs/SCALING.md has groups ahead, or no more than 5 % behind. */
    static final int LEAST_MEMBERS = 8;

    // in the words of a group; the first 128 bytes are a pair of lines, and the count is in another one
    private static final long TAG = 0;
    private static final long FINISHED = 8;
    private static final long HEAD = 16;
    private static final long DATA = 24;
    private static final long ARRIVED = 192;
    private static final long DATA_BYTES = ARRIVED - DATA;

    /** The head of a bundle without data: no call has it. */
    private static final long WITHOUT_DATA = 0;

    private static final int LARGE_MEMBERS = 64;

    /** In a count of arrivals: more than any group has members. 2^47 collectives can be counted so, in years. */
    private static final int ARRIVALS = 16;

    private final Surroundings around;
    private final Slots slots;
    private final int rank;
    private final int size;
    private final int width;

    Groups(Surroundings around, Slots slots, int width) {
        this.around = around;
        this.slots = slots;
        this.width = width;
        rank = around.rank();
        size = around.size();
    }

    /**
     * Of a team, or null where this member uses none: in a small team; where ranks share cores, and moving lines is
     * little beside handing a core on; and in a team that is checked, since its members have records of their calls in
     * that place.
     */
    static Groups of(Surroundings around, Slots slots) {
        return around.size() < LEAST_MEMBERS || around.spins() == 0 || around.isChecked()
                || around.neighbourhoods() != null
                        ? null
                        : new Groups(around, slots, width(around.size()));
    }

    /**
     * Members of a group: what they say of 8 bytes each is in one line, of larger teams in two that are fetched as one.
     */
    static int width(int members) {
        return members < LARGE_MEMBERS ? 4 : 8;
    }

    /** Whether there are so many bytes of each member that a bundle has room for them. */
    boolean fit(long bytes) {
        return bytes > 0 && bytes * width <= DATA_BYTES;
    }

    /** The group of a member. */
    int of(int member) {
        return member / width;
    }

    /** The first member of a group. */
    int first(int group) {
        return group * width;
    }

    /** Behind the last member of a group. */
    int end(int group) {
        return Math.min(size, first(group) + width);
    }

    /** Whether a member is the only one of its group, which has no bundle. */
    boolean isAlone(int member) {
        return end(of(member)) - first(of(member)) == 1;
    }

    /** Where the data of a member of a group are in its bundle. */
    long data(int member, long sequence, long bytes) {
        return words(of(member), sequence) + DATA + member % width * bytes;
    }

    /**
     * The slot of this member is published, with its data: the last of a group to say so makes the bundle. Once for
     * each collective.
     *
     * @param head of the slot
     * @param bytes of a member's data, which lie in its slot
     */
    void arrive(long sequence, long head, long bytes) {
        if (isLast(sequence)) {
            collect(sequence, head, bytes);
        }
    }

    private boolean isLast(long sequence) {
        int group = of(rank);
        int members = end(group) - first(group);
        long place = words(group, sequence) + ARRIVED;
        // as a rule what the first to arrive finds there: to look first would move the line once more
        long before = slots.before(sequence);
        long seen = before > 0 ? MarkedCount.word(before * ARRIVALS + members) : 0;
        while (true) {
            long now = arrivedBefore(place, seen, sequence, members) + 1;
            // SYNC: bundle of a group
            long found = SharedMemory.compareAndExchangeLong(place, seen,
                    MarkedCount.word(sequence * ARRIVALS + now));
            if (found == seen) {
                return now == members;
            }
            seen = found;
        }
    }

    /** How many members of a group have arrived, as its word says. */
    private long arrivedBefore(long place, long word, long sequence, int members) {
        long count = MarkedCount.count(word);
        long counted = count / ARRIVALS;
        long arrived = count % ARRIVALS;
        boolean isLegal = MarkedCount.isCount(count) && (count == 0 || arrived > 0 && arrived <= members && counted > 0
                && (counted == sequence ? arrived < members : slots.isEarlier(counted, sequence)));
        if (!isLegal) {
            throw around.damaged(place, "collectives: the arrivals of the group of team rank " + first(of(rank))
                    + " for collective " + sequence + " are 0x" + Long.toHexString(word) + ", which are none");
        }
        return counted == sequence ? arrived : 0;
    }

    private void collect(long sequence, long head, long bytes) {
        int group = of(rank);
        long least = Long.MAX_VALUE;
        long found = head;
        for (int member = first(group); member < end(group) && found == head; member++) {
            long slot = slots.slot(member, sequence);
            found = slots.isPublished(member, slot, sequence) ? Slots.head(slot) : WITHOUT_DATA;
            if (found == head) {
                least = Math.min(least, slots.finishedThen(member, slot, sequence));
                SharedMemory.copy(slot + Slots.DATA, data(member, sequence, bytes), bytes);
            }
        }
        publish(sequence, found == head ? head : WITHOUT_DATA, slots.finishedHere(least));
    }

    /** Publishes the bundle of this member's group. */
    void publish(long sequence, long head, long least) {
        long words = words(of(rank), sequence);
        SharedMemory.putLong(words + FINISHED, MarkedCount.word(least));
        SharedMemory.putLong(words + HEAD, head);
        // SYNC: bundle of a group
        SharedMemory.putLongRelease(words + TAG, sequence);
    }

    /** Whether the bundle of a group has been published for that collective; an acquire when so. */
    boolean isPublished(int group, long sequence) {
        // SYNC: bundle of a group
        long words = words(group, sequence);
        long tag = SharedMemory.getLongAcquire(words + TAG);
        if (tag != sequence && !slots.isEarlier(tag, sequence)) {
            throw around.damaged(words + TAG, "collectives: the bundle of the group of team rank " + first(group)
                    + " for collective " + sequence + " is that of " + tag);
        }
        return tag == sequence;
    }

    /** Whether a published bundle has the data of the call of {@code head}. */
    boolean has(int group, long sequence, long head) {
        return SharedMemory.getLong(words(group, sequence) + HEAD) == head;
    }

    /** How far all members of the group had come, at the least, which is in a published bundle. */
    long finishedThen(int group, long sequence) {
        return slots.finishedThen("the group of team rank ", first(group), words(group, sequence) + FINISHED, sequence);
    }

    /** Whether a group will have no bundle, as a slot of it says: it moves the lines of all its members. */
    boolean lacksBundle(int group, long sequence) {
        for (int member = first(group); member < end(group); member++) {
            long slot = slots.slot(member, sequence);
            if (slots.isPublished(member, slot, sequence) && !Slots.isCounted(slot)) {
                return true;
            }
        }
        return false;
    }

    private long words(int group, long sequence) {
        return slots.record(first(group), sequence);
    }
}
