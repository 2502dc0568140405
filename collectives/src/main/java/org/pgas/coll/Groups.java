package org.pgas.coll;

import org.pgas.memory.MarkedCount;
import org.pgas.memory.SharedMemory;

/**
 * The members of a large team in groups of consecutive ranks. In a collective of few bytes in which all read what all
 * write, the first member of a group, its leader, puts what the group's members have written behind each other into a
 * bundle. So a member reads a bundle of each group, and not a slot of each member, which would be as many lines of
 * memory.
 *
 * <p>A leader that carries out the collective in another way, or could not give its own data, has no bundle for it,
 * which the head of its slot says ({@link Form#BUNDLE}); others read the slots of its members then. So they do when the
 * leader has found a slot of another call, or could not wait for all of them.
 *
 * <p>A bundle is written again when a slot may be: when all members have finished the collective that used it before.
 *
 * <pre>
 * field      writer      readers  order
 * tag        the leader  members  release / acquire: all else in the bundle is before
 * finished   the leader  members  plain, before the tag: how far all members of the group had come
 * head       the leader  members  plain, before the tag: as in the members' slots, or 0 without data
 * data       the leader  members  plain, before the tag
 * </pre>
 */
final class Groups {
    /** From so many members on the model in docs/SCALING.md has groups ahead. */
    static final int LEAST_MEMBERS = 8;

    // in a bundle
    private static final long TAG = 0;
    private static final long FINISHED = 8;
    private static final long HEAD = 16;
    private static final long DATA = 24;
    private static final long DATA_BYTES = Slots.RECORD_BYTES - DATA;

    /** No call has it. */
    private static final long WITHOUT_DATA = 0;

    private static final int LARGE_MEMBERS = 64;

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
     * Of a team, or null where this member uses none: in a small team; where ranks share cores, and a bundle would be
     * one more thread to wait for; and in a team that is checked, whose members have records of their calls in that
     * place.
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
    int leader(int group) {
        return group * width;
    }

    /** Behind the last member of a group. */
    int end(int group) {
        return Math.min(size, leader(group) + width);
    }

    boolean isLeader() {
        return rank % width == 0;
    }

    /** Where the data of a member of a group are in the leader's bundle. */
    long data(int member, long sequence, long bytes) {
        return bundle(leader(of(member)), sequence) + DATA + member % width * bytes;
    }

    /**
     * Publishes this leader's bundle.
     *
     * @param data of all members of the group, in their order
     * @param least how far they had come, at the least
     */
    void publish(long sequence, long head, long data, long bytes, long least) {
        SharedMemory.copy(data, bundle(rank, sequence) + DATA, bytes * (end(of(rank)) - rank));
        publish(sequence, head, least);
    }

    /** The same of one without data. */
    void publishNone(long sequence) {
        publish(sequence, WITHOUT_DATA, slots.finishedHere(Long.MAX_VALUE));
    }

    private void publish(long sequence, long head, long least) {
        long bundle = bundle(rank, sequence);
        SharedMemory.putLong(bundle + FINISHED, MarkedCount.word(least));
        SharedMemory.putLong(bundle + HEAD, head);
        // SYNC: bundle of a group
        SharedMemory.putLongRelease(bundle + TAG, sequence);
    }

    /** Whether a leader's bundle has been published for that collective; an acquire when so. */
    boolean isPublished(int leader, long sequence) {
        // SYNC: bundle of a group
        long bundle = bundle(leader, sequence);
        long tag = SharedMemory.getLongAcquire(bundle + TAG);
        if (tag != sequence && !slots.isEarlier(tag, sequence)) {
            throw around.damaged(bundle + TAG, "collectives: the bundle of the group of team rank " + leader
                    + " for collective " + sequence + " is that of " + tag);
        }
        return tag == sequence;
    }

    /** Whether a published bundle has the data of the call of {@code head}, of all members of the group. */
    boolean has(int leader, long sequence, long head) {
        return SharedMemory.getLong(bundle(leader, sequence) + HEAD) == head;
    }

    /** How far all members of the group had come, at the least, which is in a published bundle. */
    long finishedThen(int leader, long sequence) {
        return slots.finishedThen("the group of team rank ", leader, bundle(leader, sequence) + FINISHED, sequence);
    }

    private long bundle(int leader, long sequence) {
        return slots.record(leader, sequence);
    }
}
