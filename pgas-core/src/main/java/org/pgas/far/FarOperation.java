package org.pgas.far;

import java.lang.foreign.MemorySegment;

import org.pgas.EventCategory;
import org.pgas.memory.SharedMemory;
import org.pgas.message.PayloadCore;
import org.pgas.place.ClientMemory;
import org.pgas.regions.Packing;
import org.pgas.regions.Regions;

/**
 * An operation under way on a peer's memory that is not mapped here. An object of the {@link FarOperations} table, used
 * again and again.
 *
 * <p>Written by the initiating thread before the first message of the operation, then by the handlers of its replies,
 * which run one at a time; the messages order the two.
 */
public final class FarOperation {
    final int index;

    /** Tells the uses of this object apart. Guarded by the table. */
    private int generation;

    /** In the list of free operations. Guarded by the table. */
    FarOperation nextFree;

    private FarSink sink;
    private FarThread thread;
    private EventCategory category;
    private boolean counted;

    /** Whether devices carry it out, or parts of it: then nothing orders it with messages. */
    private boolean direct;

    private int peer;

    /** Replies that are still to come. */
    private int missing;

    private long value;

    /** Where what replies bring goes; null when it goes nowhere, or to {@link #value} alone. */
    private MemorySegment target;
    private long targetOffset;

    /** Which parts of the target take what replies bring, relative to the offset; null: all from there on. */
    private Regions regions;

    /** Width of a value that goes to the target. */
    private int valueBytes;

    FarOperation(int index) {
        this.index = index;
    }

    FarOperation begin(FarSink newSink, FarThread initiator, EventCategory newCategory, boolean isCounted,
            int newPeer) {
        sink = newSink;
        thread = initiator;
        category = newCategory;
        counted = isCounted;
        peer = newPeer;
        missing = 1;
        direct = false;
        return this;
    }

    /** Devices carry it out, which tell the end of each of its pieces. */
    void direct(int pieces) {
        direct = true;
        missing = pieces;
    }

    /** Where {@code replies} replies put what they bring. */
    public void into(MemorySegment newTarget, long offset, int replies) {
        target = newTarget;
        targetOffset = offset;
        missing = replies;
    }

    /** On regions of this rank's memory: where {@link #expect} replies put what they bring, or what is sent. */
    FarOperation on(MemorySegment memory, long offset, Regions newRegions) {
        target = memory;
        targetOffset = offset;
        regions = newRegions;
        return this;
    }

    void expect(int replies) {
        missing = replies;
    }

    /** What is sent is nothing that replies bring. */
    void forgetMemory() {
        target = null;
        regions = null;
    }

    MemorySegment memory() {
        return target;
    }

    long memoryOffset() {
        return targetOffset;
    }

    Regions regions() {
        return regions;
    }

    FarThread thread() {
        return thread;
    }

    FarSink sink() {
        return sink;
    }

    /** Where the value goes that the one reply brings. */
    void valueInto(MemorySegment newTarget, long offset, int bytes) {
        into(newTarget, offset, 1);
        valueBytes = bytes;
    }

    /** What peers send back with their replies: 32 bits of index, 32 of generation. */
    public long handle() {
        return index & 0xFFFF_FFFFL | (long) generation << 32;
    }

    static int index(long handle) {
        return (int) handle;
    }

    boolean isUnder(long handle, int source) {
        return handle == handle() && source == peer && sink != null;
    }

    int peer() {
        return peer;
    }

    EventCategory category() {
        return category;
    }

    /** What a value get or an atomic operation has brought. */
    long value() {
        return value;
    }

    /** Takes the value that the one reply brings. */
    void arrived(long brought) {
        value = brought;
        if (target == null) {
            return;
        }
        if (target.isAccessibleBy(Thread.currentThread())) {
            ClientMemory.store(target, targetOffset, brought, valueBytes);
        } else {
            byte[] data = new byte[valueBytes];
            ClientMemory.store(MemorySegment.ofArray(data), 0, brought, valueBytes);
            thread.keep(target, targetOffset, data);
        }
    }

    /** Takes the number and the data that the answer to a step brings. */
    void stepped(long brought, PayloadCore data) {
        value = brought;
        if (data.bytes() > 0) {
            arrived(0, data);
        }
    }

    /** Takes what one reply of a get brings, which belongs {@code position} bytes into its target. */
    void arrived(long position, PayloadCore data) {
        if (regions != null) {
            arrivedForRegions(position, data);
            return;
        }
        long offset = targetOffset + position;
        if (target.isAccessibleBy(Thread.currentThread())) {
            data.copyTo(0, target, offset, data.bytes());
        } else {
            thread.keep(target, offset, data.toByteArray());
        }
    }

    private void arrivedForRegions(long position, PayloadCore data) {
        if (position < 0 || position > regions.bytes() - data.bytes()) {
            throw new IllegalArgumentException(data.bytes() + " bytes at position " + position + " of a get of "
                    + regions.bytes() + " bytes: a message was damaged");
        }
        if (target.isAccessibleBy(Thread.currentThread())) {
            Packing.unpack(regions, target, targetOffset, position, SharedMemory.everything(), data.address(),
                    data.bytes());
        } else {
            thread.keep(target, targetOffset, regions, position, data.toByteArray());
        }
    }

    /** Notes a reply; says whether it was the last. */
    boolean isLastReply() {
        return --missing == 0;
    }

    /** Tells its sink, and the counts of its thread. */
    void complete() {
        sink.completed(this);
        if (counted) {
            if (direct) {
                thread.direct().completed(this); // first: see FarThread.hasMessagesUnderWay
            }
            thread.nonBlocking().completed(this);
        }
    }

    /** Ends this use. */
    void end() {
        generation++;
        sink = null;
        thread = null;
        target = null;
        regions = null;
    }
}
