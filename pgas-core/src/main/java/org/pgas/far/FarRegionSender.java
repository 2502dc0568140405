package org.pgas.far;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

import org.pgas.AccumulateType;
import org.pgas.EventCategory;
import org.pgas.message.ArgumentPacking;
import org.pgas.message.Messenger;
import org.pgas.place.ClientMemory;
import org.pgas.regions.Packing;
import org.pgas.regions.RegionCodec;
import org.pgas.regions.RegionFragment;
import org.pgas.regions.Regions;

/**
 * The initiator's side of operations on regions of memory that is not mapped here: cuts them into fragments, packs these and sends them. As
 * {@link FarSender} otherwise.
 *
 * <p>A fragment is written to memory of its thread first, and copied into the ring from there: packing scattered bytes takes longer than a
 * copy, and a message that is claimed and being written holds up those behind it.
 */
final class FarRegionSender {
    private final Messenger messenger;
    private final FarOperations operations;

    /** Of a fragment and its description. */
    private final int room;

    FarRegionSender(Messenger messenger, FarOperations operations, int room) {
        this.messenger = messenger;
        this.operations = operations;
        this.room = room;
    }

    boolean put(FarThread thread, FarSink sink, int peer, int endpoint, long offset, Regions target,
            MemorySegment source,
            long sourceOffset, Regions sourceRegions, boolean immediate) {
        return send(thread, sink, EventCategory.PUT, FarMessages.REGIONS_PUT, 0, 0, 0, peer, endpoint, offset, target,
                source,
                sourceOffset, sourceRegions, immediate);
    }

    /** Every run of the target is whole elements. */
    boolean accumulate(FarThread thread, FarSink sink, int peer, int endpoint, long offset, Regions target,
            AccumulateType type,
            long scale, long imaginary, MemorySegment source, long sourceOffset, Regions sourceRegions,
            boolean immediate) {
        return send(thread, sink, EventCategory.RMW, FarMessages.REGIONS_ACCUMULATE, FarMessages.code(type), scale,
                imaginary, peer, endpoint, offset, target, source, sourceOffset, sourceRegions, immediate);
    }

    private boolean send(FarThread thread, FarSink sink, EventCategory category, int head, int code, long scale,
            long imaginary, int peer, int endpoint, long offset, Regions target, MemorySegment source,
            long sourceOffset,
            Regions sourceRegions, boolean immediate) {
        touch(source, sourceOffset, sourceRegions);
        MemorySegment stage = thread.staging(room);
        FarOperation operation = operations.begin(thread, sink, category, peer);
        long handle = operation.handle();
        boolean whole = false;
        try {
            for (long done = 0, bytes; done < target.bytes(); done += bytes) {
                bytes = RegionCodec.fits(target, done, room);
                int size = write(stage, target, offset, done, bytes, source, sourceOffset, sourceRegions);
                long place = FarMessages.place(FarMessages.at(endpoint, 0), code, done + bytes == target.bytes());
                if (!messenger.requestMedium(peer, head, handle, place,
                        thread.operands(handle, place, scale, imaginary), stage, 0, size, immediate && done == 0)) {
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

    /** Memory that this thread may not touch is refused before anything is sent. */
    private static void touch(MemorySegment memory, long offset, Regions regions) {
        memory.get(ValueLayout.JAVA_BYTE, offset + regions.low());
    }

    /** Writes a fragment with its data; says how many bytes it has. */
    private int write(MemorySegment stage, Regions target, long offset, long position, long bytes,
            MemorySegment source, long sourceOffset, Regions sourceRegions) {
        int description = RegionCodec.encode(target, offset, position, bytes, room, stage.address());
        Packing.pack(sourceRegions, source, sourceOffset, position, stage, description, bytes);
        return (int) (description + bytes);
    }

    boolean get(FarThread thread, FarSink sink, MemorySegment target, long targetOffset, Regions targetRegions,
            int peer, int endpoint, long offset, Regions source, boolean immediate) {
        touch(target, targetOffset, targetRegions);
        MemorySegment stage = thread.staging(room);
        FarOperation operation = operations.begin(thread, sink, EventCategory.GET, peer);
        long handle = operation.handle();
        boolean begun = false;
        boolean whole = false;
        try {
            operation.into(target, targetOffset, targetRegions,
                    Math.toIntExact(RegionCodec.fragments(source, room)));
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
    void accumulateHere(FarThread thread, ClientMemory own, long offset, Regions target, AccumulateType type,
            long scale, long imaginary, MemorySegment source, long sourceOffset, Regions sourceRegions) {
        touch(source, sourceOffset, sourceRegions);
        MemorySegment stage = thread.staging(room);
        RegionFragment fragment = thread.fragment();
        for (long done = 0, bytes; done < target.bytes(); done += bytes) {
            bytes = RegionCodec.fits(target, done, room);
            fragment.begin(stage.address(),
                    write(stage, target, offset, done, bytes, source, sourceOffset, sourceRegions));
            own.accumulate(fragment, thread.batch(), type, scale, imaginary);
        }
        Reference.reachabilityFence(stage);
    }
}
