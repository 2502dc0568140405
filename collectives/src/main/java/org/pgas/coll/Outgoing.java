package org.pgas.coll;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.DataChecksum;
import org.pgas.memory.SharedMemory;

/** What a member writes for others in one collective. Touched by the holder of the turn. */
final class Outgoing {
    /** Cells of a buffer for each block, of which readers read some while the writer fills others. */
    private static final int DEPTH = 4;

    /** The same of small cells. */
    private static final int DEPTH_ONE_WAY = 8;

    /** Of any buffer. */
    static final int MOST_DEPTH = DEPTH_ONE_WAY;

    /** Ways in which data that are not in one round are found; the low bits of a word of the slot. */
    static final long NOWHERE = 0;

    static final long IN_BUFFER = 1;
    static final long IN_SEGMENT = 2;
    static final long WAY_MASK = 0xFF;

    /** The depth of a buffer stands above the way. */
    static final int DEPTH_SHIFT = 8;

    private static final long TABLE_ALIGNMENT = 64;
    private static final int NO_PLACE = -1;

    private final Operation operation;
    private final Member member;
    private final Slots slots;
    private final Form form;
    private final int rank;
    private final int size;
    private final long cell;
    private final Parts parts;
    private final MemorySegment source;

    /** From what is written in one round to what is written in the next. */
    private final long step;

    private final long rounds;

    private long produced;
    private long slot;
    private long place = NO_PLACE;
    private long base;
    private boolean inSegment;

    /** The source could not be read, or is not what it should be. */
    private boolean broken;

    /** Rounds that every reader has consumed: a lower bound. */
    private long leastConsumed;

    /** The members of other neighbourhoods that take in what all readers read; null until that is first asked. */
    private int[] takers;

    Outgoing(Operation operation, MemorySegment source, Parts parts, long step) {
        this.operation = operation;
        this.member = operation.member;
        this.slots = operation.slots;
        this.form = operation.form;
        this.rank = operation.rank;
        this.size = operation.size;
        this.cell = operation.cell;
        this.source = source;
        this.parts = parts;
        this.step = step;
        long most = 0;
        for (int peer = 0; peer < size; peer++) {
            if (operation.isReadBy(peer)) {
                most = Math.max(most, Math.ceilDiv(parts.bytes(peer), cell));
            }
        }
        rounds = most;
    }

    /** Bytes of the table before the cells of a buffer: how many bytes there are for each reader. */
    static long tableBytes(Form form, int size) {
        return form.isVaried() && form.isPerReader()
                ? Math.ceilDiv((long) size * Long.BYTES, TABLE_ALIGNMENT) * TABLE_ALIGNMENT
                : 0;
    }

    /** Blocks for others: nobody reads its own in a buffer. */
    private int lanes() {
        return form.isPerReader() ? size - 1 : 1;
    }

    /** Which of the lanes of the buffer of {@code writer} is that of {@code reader}. */
    static int lane(int writer, int reader) {
        return reader < writer ? reader : reader - 1;
    }

    private long depth() {
        return Math.clamp(rounds, 1, form.isOneWay() ? DEPTH_ONE_WAY : DEPTH);
    }

    /** Rounds that can be read already. */
    long produced() {
        return produced;
    }

    boolean isProduced() {
        return produced == rounds;
    }

    /** Publishes the slot; small data with it. {@code noSource}: what should have made the source has failed. */
    void begin(boolean noSource) {
        broken = noSource;
        slot = slots.ownSlot(operation.sequence);
        if (operation.isOneShot()) {
            beginOneShot();
        } else {
            chooseWay();
            SharedMemory.putLong(slot + Slots.ELEMENT, operation.elementBytes);
            Slots.seal(slot, operation.sequence, head());
        }
        slots.publish(slot, operation.sequence, operation.isOneShot() && broken ? head() | Form.BROKEN : head());
        member.ringAll();
    }

    private void beginOneShot() {
        try {
            base = slots.data(rank, slot, operation.sequence, operation.stagedBytes(parts.bytes(0)));
        } catch (RuntimeException e) {
            operation.fail(e);
            broken = true;
        }
        if (rounds > 0) {
            stage(0);
            if (operation.stagedBytes(parts.bytes(0)) > Slots.MEDIUM_BYTES) {
                slots.staged(this, 0);
            }
            produced = 1;
        }
    }

    private long head() {
        return form.head(operation.root, headBytes());
    }

    /** There will be no data, or no more of them. The buffer is kept: others may still read it. */
    void abandon() {
        place = NO_PLACE;
        slot = slots.ownSlot(operation.sequence);
        if (!operation.isOneShot()) {
            SharedMemory.putLong(slot + Slots.WAY, NOWHERE);
            slots.available(slot, Slots.ALL);
        }
        if (!Slots.isPublished(slot, operation.sequence)) {
            slots.publish(slot, operation.sequence, head() | Form.BROKEN);
        }
    }

    private long headBytes() {
        return !form.isVaried() ? operation.total : form.isPerReader() ? 0 : parts.bytes(0);
    }

    private void chooseWay() {
        long offset = operation.mayBeReadInPlace() && !broken && tableBytes(form, size) == 0
                ? member.around.offsetInSegment(source)
                : -1;
        if (offset >= 0) {
            inSegment = true;
            base = source.address();
            skipAll(offset, IN_SEGMENT);
            return;
        }
        try {
            place = member.staging.take(tableBytes(form, size) + depth() * lanes() * operation.stride);
        } catch (RuntimeException e) {
            // readers find out by the way that leads nowhere
            operation.fail(e);
            skipAll(0, NOWHERE);
            return;
        }
        base = member.around.address(place);
        for (int peer = 0; tableBytes(form, size) > 0 && peer < size; peer++) {
            SharedMemory.putLong(base + (long) peer * Long.BYTES, parts.bytes(peer));
        }
        if (tableBytes(form, size) > 0) {
            slots.tabled(this);
        }
        base += tableBytes(form, size);
        SharedMemory.putLong(slot + Slots.PLACE, place);
        SharedMemory.putLong(slot + Slots.WAY, depth() << DEPTH_SHIFT | IN_BUFFER);
        slots.available(slot, 0);
    }

    /** There is nothing to produce. */
    private void skipAll(long where, long way) {
        SharedMemory.putLong(slot + Slots.PLACE, where);
        SharedMemory.putLong(slot + Slots.WAY, way);
        slots.available(slot, Slots.ALL);
        produced = rounds;
    }

    /** Writes the next round if there is room; says whether. {@code ownConsumed}: rounds that this member has read. */
    boolean produce(long ownConsumed) {
        if (produced == rounds || produced - depth() >= least(ownConsumed)) {
            return false;
        }
        stage(produced);
        slots.staged(this, produced);
        produced++;
        slots.available(slot, produced);
        member.ringAll();
        return true;
    }

    /** Rounds that have been consumed by all readers, and by this member, which may read its own cells too. */
    private long least(long ownConsumed) {
        if (produced - depth() >= leastConsumed) {
            long least = ownConsumed;
            for (int peer = 0; peer < size; peer++) {
                if (operation.isReadBy(peer)) {
                    least = Math.min(least, consumedBy(peer));
                }
            }
            leastConsumed = least;
        }
        return leastConsumed;
    }

    /**
     * Rounds that a peer has read of this member. A peer that still wants some cannot have read more than were written.
     */
    private long consumedBy(int peer) {
        long read = slots.consumedBy(peer, operation.sequence);
        if (read < 0 || read > produced && read != Slots.ALL && produced < Math.ceilDiv(parts.bytes(peer), cell)) {
            throw slots.consumedTooMuch(peer, operation.sequence, read, produced);
        }
        return read;
    }

    private void stage(long round) {
        if (!broken) {
            try {
                copy(round);
            } catch (RuntimeException | Error e) {
                operation.fail(e);
                broken = true;
            }
        }
        if (broken) {
            sayThatNothingComes();
        }
    }

    /**
     * What has failed here makes no good data for others. Those of one round see it in the head of the slot; others
     * read what is there, and then look at this word.
     */
    private void sayThatNothingComes() {
        if (!operation.isOneShot()) {
            SharedMemory.putLong(slot + Slots.WAY, NOWHERE);
        }
    }

    private void copy(long round) {
        if (!form.isPerReader()) {
            copy(round, 0, cell(0, round));
            return;
        }
        for (int peer = 0; peer < size; peer++) {
            if (peer != rank) {
                copy(round, peer, cellFor(peer, round));
            }
        }
    }

    private void copy(long round, int block, long to) {
        long bytes = Math.min(cell, parts.bytes(block) - round * cell);
        if (bytes > 0) {
            long from = parts.offset(block) + round * step;
            if (member.checked) {
                SharedMemory.putLong(to + Operation.checksumOffset(cell),
                        DataChecksum.of(operation.checksumSeed(rank, round), source, from, bytes));
            }
            SharedMemory.copyInForPeer(source, from, to, bytes);
        }
    }

    /** What the source holds is no good: readers are told so, and get nothing more. */
    void breakOff() {
        broken = true;
    }

    // For neighbourhoods that do not see it

    /**
     * Sends the cells of a round where readers are: what all read once to each neighbourhood, the others to their own.
     */
    void sendCells(long round, Crossing crossing) {
        if (broken) {
            return;
        }
        if (!form.isPerReader()) {
            sendToTakers(cell(0, round), bytesInCell(0, round), crossing);
            return;
        }
        for (int peer = 0; peer < size; peer++) {
            if (crossing.crosses(rank, peer) && operation.isReadBy(peer)) {
                send(peer, cellFor(peer, round), bytesInCell(peer, round));
            }
        }
    }

    /** Sends the table that lies before the cells. */
    void sendTable(Crossing crossing) {
        sendToTakers(base, tableBytes(form, size), crossing);
    }

    private void sendToTakers(long from, long bytes, Crossing crossing) {
        if (takers == null) {
            takers = crossing.takers(rank, operation::isReadBy);
        }
        for (int taker : takers) {
            send(taker, from, bytes);
        }
    }

    private void send(int taker, long from, long bytes) {
        if (bytes > 0) {
            long first = from & -Long.BYTES;
            member.around.copyTo(taker, first, from + bytes - first + Long.BYTES - 1 & -Long.BYTES);
        }
    }

    /** What is to be read of a cell, in checked mode with its checksum. */
    private long bytesInCell(int block, long round) {
        long bytes = Math.min(cell, parts.bytes(block) - round * cell);
        return bytes > 0 && member.checked ? operation.stride : bytes;
    }

    /** This member's own data of a round, which it has read where others do. */
    void checkCell(long round) {
        long bytes = Math.min(cell, parts.bytes(0) - round * cell);
        if (!inSegment && !broken && bytes > 0) {
            operation.checkCell(rank, round, cell(0, round), bytes);
        }
    }

    private long cell(int lane, long round) {
        return operation.isOneShot() ? base : base + (round % depth() * lanes() + lane) * operation.stride;
    }

    /** Of a form that is per reader. */
    private long cellFor(int peer, long round) {
        return operation.isOneShot() ? base + peer * operation.stride : cell(lane(rank, peer), round);
    }

    /** Address of this member's own data of a round, which others read too; of a form that is not per reader. */
    long address(long round) {
        return inSegment ? base + round * cell : cell(0, round);
    }

    /** Whether nobody needs the data any more. */
    boolean isReleased() {
        if (operation.isOneShot()) {
            return true;
        }
        for (int peer = 0; peer < size; peer++) {
            if (operation.isReadBy(peer) && slots.consumedBy(peer, operation.sequence) != Slots.ALL) {
                return false;
            }
        }
        return true;
    }

    /** Whether this member waits for that reader. */
    boolean isHeldUpBy(int peer) {
        if (operation.isOneShot() || !operation.isReadBy(peer)) {
            return false;
        }
        long read = slots.consumedBy(peer, operation.sequence);
        return isProduced() ? read != Slots.ALL : read <= produced - depth();
    }

    void end() {
        if (place != NO_PLACE) {
            member.staging.giveBack(place);
        }
    }
}
