package org.pgas.coll;

/**
 * The words of a team that has members which do not see them: what this member writes is sent to those.
 *
 * <p>Data of up to a frame of the wire are one round: more rounds cost a way there and back for each that has no room,
 * and one behind the last for its room. What all need goes to all while it is small, and else once to each
 * neighbourhood.
 */
final class CopiedSlots extends Slots {
    private static final int LARGE_BYTES = 64 << 10;

    private final Surroundings around;
    private final int rank;
    private final Crossing crossing;
    private final SlotStaging large;

    /** Where data for all lie that the next slot to be published tells of, beside it; 0 is nowhere. */
    private long unpublished;

    private long unpublishedBytes;

    private CopiedSlots(Surroundings around) {
        super(around);
        this.around = around;
        rank = around.rank();
        crossing = new Crossing(around.neighbourhoods());
        large = new SlotStaging(around, this, LARGE_STAGING, LARGE_BYTES, COUNT);
    }

    /**
     * The result is declared as {@code Slots}, so the JVM verifies the caller without this class, and a job of one
     * neighbourhood never loads it.
     */
    static Slots make(Surroundings around) {
        return new CopiedSlots(around);
    }

    @Override
    int mostInOneRound() {
        return LARGE_BYTES;
    }

    @Override
    void store(long address, long word, long bytes) {
        around.beginChange();
        super.store(address, word, bytes);
        around.endChange(address, bytes);
    }

    @Override
    void close() {
        super.close();
        large.close();
    }

    @Override
    void staged(Outgoing outgoing, long round) {
        outgoing.sendCells(round, crossing);
    }

    @Override
    void tabled(Outgoing outgoing) {
        outgoing.sendTable(crossing);
    }

    @Override
    void publish(long slot, long sequence, long head) {
        if (unpublished != 0) {
            around.copy(unpublished, wholeLongs(unpublishedBytes));
            unpublished = 0;
        }
        super.publish(slot, sequence, head);
    }

    private static long wholeLongs(long bytes) {
        return bytes + Long.BYTES - 1 & -Long.BYTES;
    }

    @Override
    long data(int member, long slot, long sequence, long bytes) {
        if (bytes > MEDIUM_BYTES) {
            return large.address(member, index(sequence));
        }
        long data = super.data(member, slot, sequence, bytes);
        if (bytes > INLINE_BYTES && member == rank) {
            unpublished = data;
            unpublishedBytes = bytes;
        }
        return data;
    }
}
