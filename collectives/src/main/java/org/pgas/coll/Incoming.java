package org.pgas.coll;

import org.pgas.ErrorCode;
import org.pgas.memory.SharedMemory;

/** What a member reads of others in one collective. Touched by the holder of the turn. */
final class Incoming {
    private final Operation operation;
    private final Member member;
    private final Slots slots;
    private final Form form;
    private final int rank;
    private final int size;
    private final long cell;
    private final Parts parts;

    /** Where in a writer's source each reader's block lies, on all members alike; null if all read one block. */
    private final Parts lanes;

    private final boolean[] seen;
    private final long[] bases;
    private final long[] ways;
    private final long[] rounds;
    private boolean allSeen;
    private long allRounds;
    private long consumed;

    Incoming(Operation operation, Parts parts, Parts lanes) {
        this.operation = operation;
        this.member = operation.member;
        this.slots = operation.slots;
        this.form = operation.form;
        this.rank = operation.rank;
        this.size = operation.size;
        this.cell = operation.cell;
        this.parts = parts;
        this.lanes = lanes;
        seen = new boolean[size];
        bases = new long[size];
        ways = new long[size];
        rounds = new long[size];
        for (int peer = 0; peer < size; peer++) {
            if (operation.reads(peer)) {
                rounds[peer] = Math.ceilDiv(parts.bytes(peer), cell);
            }
        }
    }

    void begin() {
        if (!operation.isOneShot()) {
            slots.beginConsuming(operation.sequence);
        }
    }

    /** Whether everything has been read. */
    boolean isConsumed() {
        return allSeen && consumed == allRounds;
    }

    /** Rounds that have been read of everybody; {@link Slots#ALL} at the end. */
    long consumed() {
        return isConsumed() ? Slots.ALL : consumed;
    }

    /** Rounds that have been read of everybody. */
    long rounds() {
        return consumed;
    }

    /**
     * Takes the next round if all writers have it ready; whether they had. {@code most}: rounds that may be taken now.
     */
    boolean consume(long most) {
        if (!seeAll() || consumed == allRounds || consumed >= most) {
            return false;
        }
        for (int peer = 0; peer < size; peer++) {
            if (!isReadyAndPossible(peer)) {
                return false;
            }
        }
        operation.takeUnlessFailed(consumed);
        consumed++;
        if (isConsumed()) {
            lookForFailures();
        }
        publish();
        return true;
    }

    private void publish() {
        if (!operation.isOneShot()) {
            slots.consumed(operation.sequence, consumed());
            member.ringAll();
        }
    }

    private boolean isReadyAndPossible(int peer) {
        if (rounds[peer] <= consumed || operation.isOneShot()) {
            return true;
        }
        long slot = slots.slot(peer, operation.sequence);
        long available = Slots.available(slot);
        long most = consumed + (ways[peer] >>> Outgoing.DEPTH_SHIFT);
        // a writer waits for the slowest reader, unless it has nothing to write
        if (available < 0 || available > most && available != Slots.ALL) {
            throw member.around.damaged(slot + Slots.AVAILABLE, form.call() + ": team rank " + peer + " has written "
                    + available + " rounds of collective " + operation.sequence + ": legal are " + consumed + ".."
                    + most);
        }
        return available > consumed;
    }

    /** As it looks to a thread that may not hold the turn. */
    private boolean isReady(int peer) {
        return rounds[peer] <= consumed || operation.isOneShot()
                || Slots.available(slots.slot(peer, operation.sequence)) > consumed;
    }

    /** Whether all writers have published their slots. */
    private boolean seeAll() {
        if (allSeen) {
            return true;
        }
        boolean all = true;
        for (int peer = 0; peer < size; peer++) {
            if (operation.reads(peer) && !seen[peer]) {
                all &= see(peer);
            }
        }
        if (all) {
            allSeen = true;
            for (long some : rounds) {
                allRounds = Math.max(allRounds, some);
            }
            if (allRounds == 0) {
                publish();
            }
        }
        return all;
    }

    private boolean see(int peer) {
        long slot = slots.slot(peer, operation.sequence);
        if (!slots.isPublished(peer, slot, operation.sequence)) {
            return false;
        }
        seen[peer] = true;
        long head = Slots.head(slot);
        long expected = form.head(operation.root,
                !form.isVaried() ? operation.total : form.isPerReader() ? 0 : parts.bytes(peer));
        if (head == (expected | Form.BROKEN)) {
            refuse(peer, member.broken(form, peer));
        } else if (head != expected) {
            refuse(peer, member.mismatch(form, peer, expected, head));
        } else if (rounds[peer] > 0 || Outgoing.tableBytes(form, size) > 0) {
            find(peer, slot);
        }
        return true;
    }

    private void refuse(int peer, Throwable why) {
        operation.fail(why);
        rounds[peer] = 0;
        if (operation.isOneShot()) {
            // the other may have more, and wait for us
            slots.consumedUnseen(operation.sequence);
        }
    }

    /** Where the data of a writer are. */
    private void find(int peer, long slot) {
        if (operation.isOneShot()) {
            bases[peer] = slots.data(peer, slot, operation.sequence,
                    operation.stagedBytes(form.isPerReader() ? cell : parts.bytes(peer)));
            return;
        }
        long element = SharedMemory.getLong(slot + Slots.ELEMENT);
        long way = SharedMemory.getLong(slot + Slots.WAY);
        long where = SharedMemory.getLong(slot + Slots.PLACE);
        if (way != Outgoing.NOWHERE) {
            // one that leads nowhere may have come later
            slots.checkSeal(peer, slot, operation.sequence, where, way, element);
        }
        if (element != operation.elementBytes) {
            refuse(peer,
                    member.problem(ErrorCode.BAD_ARGUMENT, form, "team rank " + peer + " gave elements of " + element
                            + " bytes, and this rank of " + operation.elementBytes
                            + ": give the same type on all members"));
            return;
        }
        ways[peer] = way;
        if ((way & Outgoing.WAY_MASK) == Outgoing.IN_SEGMENT) {
            findInSegment(peer, where + (lanes == null ? 0 : lanes.offset(rank)));
        } else if ((way & Outgoing.WAY_MASK) == Outgoing.IN_BUFFER && isBuffer(where, way >>> Outgoing.DEPTH_SHIFT)) {
            findInBuffer(peer, member.around.address(where));
        } else {
            refuse(peer, member.broken(form, peer));
        }
    }

    /** Whether the cells of a buffer lie in shared memory: words that were overwritten lead elsewhere. */
    private boolean isBuffer(long place, long depth) {
        return depth > 0 && depth <= Outgoing.MOST_DEPTH && member.around.isPlace(place,
                Outgoing.tableBytes(form, size)
                        + depth * (lanes == null ? 1 : Math.max(1, size - 1)) * operation.stride);
    }

    private void findInSegment(int peer, long from) {
        bases[peer] = member.around.segmentAddress(peer, from, parts.bytes(peer));
        if (bases[peer] == 0) {
            refuse(peer, member.problem(ErrorCode.RESOURCE, form, "the segment of team rank " + peer
                    + ", where its data are, is not mapped here"));
        }
    }

    private void findInBuffer(int peer, long address) {
        long table = Outgoing.tableBytes(form, size);
        long bytes = table > 0 ? SharedMemory.getLong(address + (long) rank * Long.BYTES) : parts.bytes(peer);
        bases[peer] = address + table;
        if (bytes != parts.bytes(peer)) {
            refuse(peer, member.problem(ErrorCode.BAD_ARGUMENT, form, "team rank " + peer + " has " + bytes
                    + " bytes for this rank, which expects " + parts.bytes(peer) + ": give both the same number"));
        }
    }

    /** Address of a writer's data for this member. */
    long address(int peer, long round) {
        if (operation.isOneShot()) {
            return lanes == null ? bases[peer] : bases[peer] + rank * operation.stride;
        }
        if ((ways[peer] & Outgoing.WAY_MASK) == Outgoing.IN_SEGMENT) {
            return bases[peer] + round * cell;
        }
        long depth = ways[peer] >>> Outgoing.DEPTH_SHIFT;
        long index = lanes == null ? round % depth : round % depth * (size - 1) + Outgoing.lane(peer, rank);
        return bases[peer] + index * operation.stride;
    }

    /** What was read of a round, in checked mode. */
    void checkCells(long round) {
        for (int peer = 0; peer < size; peer++) {
            long bytes = Math.min(cell, parts.bytes(peer) - round * cell);
            if (rounds[peer] > round && bytes > 0 && isStaged(peer)) {
                operation.checkCell(peer, round, address(peer, round), bytes);
            }
        }
    }

    /** Whether the data of a writer come through memory of the library, and are what it wanted to give. */
    private boolean isStaged(int peer) {
        return operation.isOneShot() || (ways[peer] & Outgoing.WAY_MASK) == Outgoing.IN_BUFFER
                && SharedMemory.getLong(slots.slot(peer, operation.sequence) + Slots.WAY) != Outgoing.NOWHERE;
    }

    /** Looks for writers that could not read their own data: such a writer says so and goes on, so that none waits. */
    private void lookForFailures() {
        for (int peer = 0; peer < size && !operation.isOneShot(); peer++) {
            if (rounds[peer] > 0
                    && SharedMemory.getLong(slots.slot(peer, operation.sequence) + Slots.WAY) == Outgoing.NOWHERE) {
                operation.fail(member.broken(form, peer));
            }
        }
    }

    /** Whether this member waits for that writer. */
    boolean isHeldUpBy(int peer) {
        if (!operation.reads(peer)) {
            return false;
        }
        long slot = slots.slot(peer, operation.sequence);
        return !Slots.isPublished(slot, operation.sequence) || !isReady(peer);
    }
}
