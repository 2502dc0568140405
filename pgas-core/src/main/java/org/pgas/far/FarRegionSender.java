package org.pgas.far;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

import org.pgas.EventCategory;
import org.pgas.message.ArgumentPacking;
import org.pgas.message.Messenger;
import org.pgas.place.ClientMemory;
import org.pgas.regions.Packing;
import org.pgas.regions.RegionCodec;
import org.pgas.regions.RegionFragment;
import org.pgas.regions.Regions;

/**
 * The initiator's side of operations on regions of memory that is not mapped here: cuts them into fragments, packs
 * these and sends them. As {@link FarSender} otherwise.
 *
 * <p>A fragment is written to memory of its thread first, and copied into the ring from there: packing scattered bytes
 * takes longer than a copy, and a message that is claimed and being written holds up those behind it.
 */
final class FarRegionSender {
    private final Messenger messenger;
    private final FarOperations operations;

    /** Most bytes of a fragment and its description. */
    private final int room;

    FarRegionSender(Messenger messenger, FarOperations operations, int room) {
        this.messenger = messenger;
        this.operations = operations;
        this.room = room;
    }

    /**
     * Begins an operation on regions of this rank's memory, to be sent next. Throws if this thread may not touch that
     * memory.
     */
    FarOperation begin(FarThread thread, FarSink sink, EventCategory category, int peer, MemorySegment memory,
            long memoryOffset, Regions regions) {
        touch(memory, memoryOffset, regions);
        return operations.begin(thread, sink, category, peer).on(memory, memoryOffset, regions);
    }

    /** Memory that this thread may not touch is refused before anything is sent. */
    private static void touch(MemorySegment memory, long offset, Regions regions) {
        memory.get(ValueLayout.JAVA_BYTE, offset + regions.low());
    }

    /** Puts them to {@code target} of what is bound to that endpoint. */
    boolean put(FarOperation operation, int endpoint, long offset, Regions target, boolean immediate) {
        return send(operation, endpoint, offset, target, null, immediate);
    }

    /** Every run of the target is whole elements. */
    boolean accumulate(FarOperation operation, int endpoint, long offset, Regions target, Scaling scaling,
            boolean immediate) {
        return send(operation, endpoint, offset, target, scaling, immediate);
    }

    /** {@code scaling} is null for a put. */
    private boolean send(FarOperation operation, int endpoint, long offset, Regions target, Scaling scaling,
            boolean immediate) {
        // when all is sent, the operation may be complete, and its object be another one's
        FarThread thread = operation.thread();
        FarSink sink = operation.sink();
        EventCategory category = operation.category();
        int peer = operation.peer();
        MemorySegment source = operation.memory();
        long sourceOffset = operation.memoryOffset();
        Regions sourceRegions = operation.regions();
        operation.forgetMemory();
        int head = scaling == null ? FarMessages.REGIONS_PUT : FarMessages.REGIONS_ACCUMULATE;
        int code = scaling == null ? 0 : FarMessages.code(scaling.type());
        long handle = operation.handle();
        boolean whole = false;
        try {
            MemorySegment stage = thread.staging(room);
            for (long done = 0, bytes; done < target.bytes(); done += bytes) {
                bytes = RegionCodec.fits(target, done, room);
                int description = RegionCodec.encode(target, offset, done, bytes, room, stage.address());
                Packing.pack(sourceRegions, source, sourceOffset, done, stage, description, bytes);
                long place = FarMessages.place(FarMessages.at(endpoint, 0), code, done + bytes == target.bytes());
                int[] arguments = scaling == null ? ArgumentPacking.NONE
                        : thread.operands(handle, place, scaling.real(), scaling.imaginary());
                if (!messenger.requestMedium(peer, head, handle, place, arguments, stage, 0,
                        (int) (description + bytes), immediate && done == 0)) {
                    return false;
                }
            }
            whole = true;
            return FarOperations.sent(thread, sink, category, peer);
        } finally {
            if (!whole) {
                operations.giveBack(operation); // its last message was not sent, so nobody answers
            }
        }
    }

    /** Gets {@code source} of what is bound to that endpoint. */
    boolean get(FarOperation operation, int endpoint, long offset, Regions source, boolean immediate) {
        FarThread thread = operation.thread();
        FarSink sink = operation.sink();
        int peer = operation.peer();
        long handle = operation.handle();
        boolean begun = false;
        boolean whole = false;
        try {
            MemorySegment stage = thread.staging(room);
            operation.expect(Math.toIntExact(RegionCodec.fragments(source, room)));
            for (long done = 0, bytes; done < source.bytes(); done += bytes) {
                bytes = RegionCodec.fits(source, done, room);
                int description = RegionCodec.encode(source, offset, done, bytes, room, stage.address());
                if (!messenger.requestMedium(peer, FarMessages.REGIONS_GET, handle,
                        FarMessages.at(endpoint, done), ArgumentPacking.NONE, stage,
                        0, description, immediate && !begun)) {
                    return false;
                }
                begun = true;
            }
            whole = true;
            return FarOperations.sent(thread, sink, EventCategory.GET, peer);
        } finally {
            // answers to what was sent of a broken get may still come, so its object is not used again
            if (!whole && !begun) {
                operations.giveBack(operation);
            }
        }
    }

    /** As {@link #accumulate}, to memory of this rank's own: the same fragments, which no message carries. */
    void accumulateHere(FarThread thread, ClientMemory own, long offset, Regions target, Scaling scaling,
            MemorySegment source, long sourceOffset, Regions sourceRegions) {
        touch(source, sourceOffset, sourceRegions);
        MemorySegment stage = thread.staging(room);
        RegionFragment fragment = thread.fragment();
        for (long done = 0, bytes; done < target.bytes(); done += bytes) {
            bytes = RegionCodec.fits(target, done, room);
            int description = RegionCodec.encode(target, offset, done, bytes, room, stage.address());
            Packing.pack(sourceRegions, source, sourceOffset, done, stage, description, bytes);
            fragment.begin(stage.address(), (int) (description + bytes));
            own.accumulate(fragment, thread.batch(), scaling.type(), scaling.real(), scaling.imaginary());
        }
        Reference.reachabilityFence(stage);
    }
}
