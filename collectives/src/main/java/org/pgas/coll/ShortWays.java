package org.pgas.coll;

import java.lang.foreign.MemorySegment;

import org.pgas.events.CollectiveEvent;
import org.pgas.events.Recorder;
import org.pgas.memory.SharedMemory;

/**
 * Blocking collectives of few bytes, while no other is under way: straight on, without any object. A member puts its
 * data into its slot, or into the staging memory of it, and reads those of others. In shared memory they look as an
 * {@link Operation} of one round does, and meet such ones of other members.
 *
 * <p>Whatever fails between the beginning and the last word that is read, the slot is published, as broken if it has no
 * data, and finished, so that other members go on. Touched by the thread that begins the member's collectives.
 */
final class ShortWays {
    private static final int NOBODY = -1;

    private final Member member;
    private final Slots slots;
    private final Surroundings around;
    private final int rank;
    private final int size;
    private final int spins;
    private final SlotWait wait;

    /** Null in a team that has none. */
    private final Groups groups;

    // of the collective under way

    private Form form;
    private int root;
    private long head;
    private long staged;
    private long sequence;

    /** The own data, of a collective that reads others' too. */
    private long own;

    /** Bytes of each member that are read from bundles of groups, or 0. */
    private long grouped;

    /** The group of the bundle that was looked for last. */
    private int group;

    /** Whether that bundle has data. */
    private boolean hasBundle;

    /** The least that the slots read so far said of how far their members had come. */
    private long least;

    /** A member that called something else, or has no data, and what its slot says. */
    private int odd;

    private long oddHead;

    /** While events are recorded. */
    private CollectiveEvent event;

    ShortWays(Member member) {
        this.member = member;
        this.slots = member.slots;
        this.around = member.around;
        this.rank = member.rank;
        this.size = member.size;
        this.spins = around.spins();
        this.wait = new SlotWait(member);
        this.groups = Groups.of(around, slots);
    }

    /** Whether so much, over all blocks of a member, goes this way now. */
    boolean fits(long bytes) {
        return bytes <= Slots.MEDIUM_BYTES && member.isIdle();
    }

    // Steps

    /** A collective for which this member writes nothing. */
    private void beginReading(Form nextForm, int nextRoot, long bytes, long stagedBytes) {
        event = Recorder.isOn() ? Recorder.collective() : null;
        form = nextForm;
        root = nextRoot;
        head = nextForm.head(nextRoot, bytes);
        staged = stagedBytes;
        least = Long.MAX_VALUE;
        odd = NOBODY;
        grouped = 0;
        sequence = slots.begin();
    }

    /** A collective for which this member writes; returns where. */
    private long beginWriting(Form nextForm, int nextRoot, long bytes, long stagedBytes) {
        beginReading(nextForm, nextRoot, bytes, stagedBytes);
        if (!slots.isFree(sequence)) {
            awaitFree();
        }
        try {
            return slots.data(rank, slots.ownSlot(sequence), sequence, stagedBytes);
        } catch (Throwable e) {
            giveUp();
            throw e;
        }
    }

    /** Publishes what this member writes. */
    private void publish(MemorySegment source, long data, long bytes) {
        try {
            SharedMemory.copyInForPeer(source, 0, data, bytes);
        } catch (Throwable e) {
            giveUp();
            throw e;
        }
        publish();
    }

    /** Tells the other members that this one has no data for them. It takes none either. */
    private void giveUp() {
        head |= Form.BROKEN;
        // others may have called something else, have more, and wait for us
        slots.consumedUnseen(sequence);
        publish();
        finish();
    }

    private void awaitFree() {
        for (int i = 0; i < spins; i++) {
            if (slots.isFree(sequence)) {
                return;
            }
            Thread.onSpinWait();
        }
        around.await(wait.free(form, root, sequence));
    }

    private void publish() {
        long slot = slots.ownSlot(sequence);
        boolean isCounted = grouped > 0 && (head & Form.BROKEN) == 0 && !groups.isAlone(rank);
        slots.publish(slot, sequence, isCounted ? head | Form.COUNTED : head);
        boolean hasArrived = !isCounted;
        try {
            if (isCounted) {
                groups.arrive(sequence, head, grouped);
                hasArrived = true;
            }
        } finally {
            if (!hasArrived) {
                Slots.countNot(slot);
            }
            around.ringAll();
        }
    }

    /** Waits for a member's slot; returns where its data are. */
    private long await(int peer) {
        long slot = slots.slot(peer, sequence);
        if (!Slots.isPublished(slot, sequence)) {
            awaitLong(peer, slot);
        }
        least = Math.min(least, slots.finishedThen(peer, slot, sequence));
        long found = Slots.head(slot);
        if (found != head) {
            notice(peer, found);
            return member.scratch(2 * Slots.PIECE_BYTES);
        }
        return slots.data(peer, slot, sequence, staged);
    }

    // Groups

    /** A collective of few bytes, for which all write and which all read, in the groups of a large team. */
    private long beginGrouped(Form nextForm, long bytes) {
        own = beginWriting(nextForm, NOBODY, bytes, bytes);
        group(bytes);
        return own;
    }

    /** The collective that was begun goes in groups, where there are such. */
    private void group(long bytes) {
        if (groups != null && groups.fit(bytes)) {
            grouped = bytes;
            group = NOBODY;
        }
    }

    /** Whether a member is in the group of the root: that one writes nothing, so this group has no bundle. */
    private boolean isBesideRoot(int peer) {
        return root != NOBODY && groups.of(peer) == groups.of(root);
    }

    /** Waits for the data of a member; returns where they are. */
    private long dataOf(int peer) {
        if (peer == rank) {
            return own;
        }
        if (grouped == 0 || isBesideRoot(peer) || groups.isAlone(peer)) {
            return await(peer);
        }
        if (group != groups.of(peer)) {
            group = groups.of(peer);
            hasBundle = awaitBundle();
        }
        return hasBundle ? groups.data(peer, sequence, grouped) : await(peer);
    }

    /** Waits for the bundle of the group; false if there is none with data of this collective. */
    private boolean awaitBundle() {
        for (int i = 0; !groups.isPublished(group, sequence); i++) {
            if (i == spins) {
                around.await(wait.collected(form, root, sequence, group, groups));
                if (!groups.isPublished(group, sequence)) {
                    return false;
                }
                break;
            }
            Thread.onSpinWait();
        }
        if (!groups.has(group, sequence, head)) {
            return false;
        }
        least = Math.min(least, groups.finishedThen(group, sequence));
        return true;
    }

    private void notice(int peer, long found) {
        odd = peer;
        oddHead = found;
        if (!slots.isFree(sequence)) {
            awaitFree();
        }
        // the other may have more, and wait for us
        slots.consumedUnseen(sequence);
        around.ringAll();
    }

    private void awaitLong(int peer, long slot) {
        for (int i = 0; i < spins; i++) {
            Thread.onSpinWait();
            if (slots.isPublished(peer, slot, sequence)) {
                return;
            }
        }
        around.await(wait.published(form, root, sequence, peer));
    }

    private void finish() {
        if (slots.finish(sequence)) {
            around.ringAll();
        }
        if (event != null) {
            finishEvent();
        }
    }

    private void finishEvent() {
        around.record(event, form, root, Form.bytes(head), sequence, false);
        event = null;
    }

    /** After the slots of all other members have been read. */
    private void seenAll() {
        slots.finishedByAll(least);
    }

    private void refuseOdd() {
        if (odd != NOBODY) {
            throw oddHead == (head | Form.BROKEN) ? member.broken(form, odd)
                    : member.mismatch(form, odd, head, oddHead);
        }
    }

    // Data as they are

    void broadcast(int root, MemorySegment target, MemorySegment source, long bytes) {
        if (rank == root) {
            writeAll(Form.BROADCAST, root, source, bytes, bytes);
            copyOwn(source, 0, target, 0, bytes);
        } else {
            read(Form.BROADCAST, root, target, 0, bytes, bytes);
        }
    }

    void scatter(int root, MemorySegment target, MemorySegment source, long bytes) {
        if (rank == root) {
            writeAll(Form.SCATTER, root, source, bytes, bytes * size);
            copyOwn(source, rank * bytes, target, 0, bytes);
        } else {
            read(Form.SCATTER, root, target, rank * bytes, bytes, bytes * size);
        }
    }

    private void writeAll(Form form, int root, MemorySegment source, long bytes, long stagedBytes) {
        long data = beginWriting(form, root, bytes, stagedBytes);
        publish(source, data, stagedBytes);
        finish();
    }

    /** What a root reads, in the groups of a large team. */
    private void writeForRoot(Form form, int root, MemorySegment source, long bytes) {
        long data = beginWriting(form, root, bytes, bytes);
        if (groups != null && !isBesideRoot(rank)) {
            group(bytes);
        }
        publish(source, data, bytes);
        finish();
    }

    private void read(Form form, int root, MemorySegment target, long from, long bytes, long stagedBytes) {
        beginReading(form, root, bytes, stagedBytes);
        try {
            long data = await(root);
            if (odd == NOBODY) {
                SharedMemory.copyOutOfPeer(data + from, target, 0, bytes);
            }
        } finally {
            finish();
        }
        refuseOdd();
    }

    private static void copyOwn(MemorySegment source, long from, MemorySegment target, long to, long bytes) {
        if (source != target || from != to) {
            SharedMemory.copy(source, from, target, to, bytes);
        }
    }

    void gather(int root, MemorySegment target, MemorySegment source, long bytes) {
        if (rank != root) {
            writeForRoot(Form.GATHER, root, source, bytes);
            return;
        }
        beginReading(Form.GATHER, root, bytes, bytes);
        group(bytes);
        readAll(target, source, 0, 0, bytes);
    }

    void allGather(MemorySegment target, MemorySegment source, long bytes) {
        publish(source, beginGrouped(Form.ALL_GATHER, bytes), bytes);
        readAll(target, source, 0, 0, bytes);
    }

    void exchange(MemorySegment target, MemorySegment source, long bytes) {
        publish(source, beginWriting(Form.EXCHANGE, NOBODY, bytes, bytes * size), bytes * size);
        readAll(target, source, rank * bytes, rank * bytes, bytes);
    }

    /** Reads from {@code from} in the data of everybody else, and from {@code ownFrom} in the own. */
    private void readAll(MemorySegment target, MemorySegment source, long from, long ownFrom, long bytes) {
        try {
            copyOwn(source, ownFrom, target, rank * bytes, bytes);
            for (int peer = 0; peer < size; peer++) {
                if (peer != rank) {
                    SharedMemory.copyOutOfPeer(dataOf(peer) + from, target, peer * bytes, bytes);
                }
            }
            seenAll();
        } finally {
            finish();
        }
        refuseOdd();
    }

    // Reductions

    void reduceToOne(int root, MemorySegment target, MemorySegment source, Reduction reduction, long bytes) {
        if (rank != root) {
            writeForRoot(Form.REDUCE_TO_ONE, root, source, bytes);
            return;
        }
        beginReading(Form.REDUCE_TO_ONE, root, bytes, bytes);
        group(bytes);
        foldTo(target, ownInScratch(source, bytes), 0, size, reduction, bytes);
    }

    void reduceToAll(MemorySegment target, MemorySegment source, Reduction reduction, long bytes) {
        long data = beginGrouped(Form.REDUCE_TO_ALL, bytes);
        publish(source, data, bytes);
        foldTo(target, data, 0, size, reduction, bytes);
    }

    void scan(MemorySegment target, MemorySegment source, Reduction reduction, long bytes) {
        foldTo(target, writeForHigher(Form.SCAN, source, bytes), 0, rank + 1, reduction, bytes);
    }

    void exscan(MemorySegment target, MemorySegment source, Reduction reduction, long bytes) {
        long own = writeForHigher(Form.EXSCAN, source, bytes);
        if (rank == 0) {
            finish();
        } else {
            foldTo(target, own, 0, rank, reduction, bytes);
        }
    }

    private long writeOwn(Form form, MemorySegment source, long bytes) {
        long data = beginWriting(form, NOBODY, bytes, bytes);
        publish(source, data, bytes);
        return data;
    }

    /** The highest rank writes for nobody. */
    private long writeForHigher(Form form, MemorySegment source, long bytes) {
        if (rank < size - 1) {
            return writeOwn(form, source, bytes);
        }
        beginReading(form, NOBODY, bytes, bytes);
        return ownInScratch(source, bytes);
    }

    private long ownInScratch(MemorySegment source, long bytes) {
        long place = member.scratch(2 * Slots.PIECE_BYTES) + Slots.PIECE_BYTES;
        SharedMemory.copyIn(source, 0, place, bytes);
        return place;
    }

    private void foldTo(MemorySegment target, long ownData, int from, int to, Reduction reduction, long bytes) {
        try {
            long result = fold(ownData, from, to, reduction.kernel(), bytes / reduction.elementBytes());
            if (odd == NOBODY) {
                SharedMemory.copyOut(result, target, 0, bytes);
            }
        } finally {
            finish();
        }
        refuseOdd();
    }

    /** Address of the left fold of the operands of ranks {@code from} to {@code to - 1}. */
    private long fold(long ownData, int from, int to, ReductionKernel kernel, long count) {
        own = ownData;
        long accumulator = member.scratch(2 * Slots.PIECE_BYTES);
        long left = dataOf(from);
        for (int peer = from + 1; peer < to; peer++) {
            kernel.fold(left, dataOf(peer), accumulator, count);
            left = accumulator;
        }
        if (form == Form.REDUCE_TO_ALL) {
            seenAll();
        }
        return left;
    }

    /** All-reduce of one number of 8 bytes, given and returned as its bits. */
    long reduceToAll(long bits, ReductionKernel kernel) {
        long data = beginGrouped(Form.REDUCE_TO_ALL, Long.BYTES);
        SharedMemory.putLong(data, bits);
        publish();
        long result;
        try {
            result = SharedMemory.getLong(fold(data, 0, size, kernel, 1));
        } finally {
            finish();
        }
        refuseOdd();
        return result;
    }

    /** Broadcast of one number of 8 bytes, given and returned as its bits. */
    long broadcast(int root, long bits) {
        if (rank == root) {
            long data = beginWriting(Form.BROADCAST, root, Long.BYTES, Long.BYTES);
            SharedMemory.putLong(data, bits);
            publish();
            finish();
            return bits;
        }
        beginReading(Form.BROADCAST, root, Long.BYTES, Long.BYTES);
        long result;
        try {
            result = SharedMemory.getLong(await(root));
        } finally {
            finish();
        }
        refuseOdd();
        return result;
    }
}
