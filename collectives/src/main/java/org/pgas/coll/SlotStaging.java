package org.pgas.coll;

import org.pgas.ErrorCode;
import org.pgas.memory.DataChecksum;
import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;

/**
 * Memory for the data of a team's slots, of one size. Each member has its own, made when it is first needed. The others
 * find it by two words of the member's block: its place and a checksum. Only the thread that advances the member
 * touches this.
 *
 * <pre>
 * field          writer  readers  order
 * staging place  member  members  release, once, after its check / acquire after a later tag of that member
 * check          member  members  plain, before the place
 * </pre>
 */
final class SlotStaging {
    private final Surroundings around;
    private final Slots slots;
    private final int rank;

    /** Where in a block the place stands. */
    private final long word;

    private final long bytes;
    private final int count;

    /** Where that of each member lies here; 0 is not known yet. */
    private final long[] addresses;

    /** The own one, for giving it back: the words of the team may be gone before. */
    private long ownPlace;

    /**
     * @param bytes of a slot's data
     * @param count of slots
     */
    SlotStaging(Surroundings around, Slots slots, long word, long bytes, int count) {
        this.around = around;
        this.slots = slots;
        this.word = word;
        this.bytes = bytes;
        this.count = count;
        rank = around.rank();
        addresses = new long[around.size()];
    }

    /** Where a member's data of a slot lie. */
    long address(int member, long slot) {
        long base = addresses[member];
        if (base == 0) {
            base = around.address(member == rank ? make() : find(member));
            addresses[member] = base;
        }
        return base + slot * bytes;
    }

    private long make() {
        long own = around.block(rank);
        ownPlace = around.allocate(count * bytes);
        SharedMemory.putLong(own + word + Long.BYTES, DataChecksum.mixed(word, ownPlace));
        // SYNC: staging place; a member that finds it finds its checksum
        slots.store(own + word, ownPlace, 2 * Long.BYTES);
        return ownPlace;
    }

    private long find(int member) {
        long at = around.block(member) + word;
        // SYNC: staging place
        long place = SharedMemory.getLongAcquire(at);
        if (SharedMemory.getLong(at + Long.BYTES) != DataChecksum.mixed(word, place)
                || !around.isPlace(place, count * bytes)) {
            throw Refusals.of(around.jobRank(rank))
                    .error(ErrorCode.RESOURCE, "collectives", "the staging memory of rank " + around.jobRank(member)
                            + " is at place " + place
                            + " of the file area, which is impossible: another process has written into the files "
                            + "of the job");
        }
        return place;
    }

    /** Gives back the own one, which nobody reads any more. The blocks, maybe gone, are not touched. */
    void close() {
        if (addresses[rank] != 0) {
            addresses[rank] = 0;
            around.free(ownPlace);
        }
    }
}
