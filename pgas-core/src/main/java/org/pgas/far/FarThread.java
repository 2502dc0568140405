package org.pgas.far;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.pgas.place.RunBatch;
import org.pgas.regions.Packing;
import org.pgas.regions.RegionFragment;
import org.pgas.regions.Regions;

/**
 * What one thread has under way, in one job, on memory that is not mapped here. Its operations complete when it is
 * gone, too: they refer to this, and nothing else has to.
 *
 * <p>For its thread alone, but for {@link #keep} and the counts. Refers to no job: threads refer to it.
 *
 * <pre>
 * field  writer                  reader                     order
 * kept   the holder of the turn  the thread that it is for  concurrent queue; before the completion is told
 * </pre>
 */
public final class FarThread {
    /**
     * What an operation brought for memory that only its thread may touch: for the bytes at an offset, or for regions
     * relative to it, from a position of their packed form on.
     */
    private record Kept(MemorySegment target, long offset, Regions regions, long position, byte[] data) {
        void land() {
            MemorySegment source = MemorySegment.ofArray(data);
            if (regions == null) {
                MemorySegment.copy(source, 0, target, offset, data.length);
            } else {
                Packing.unpack(regions, target, offset, position, source, 0, data.length);
            }
        }
    }

    private static final long STAGING_ALIGNMENT = 64;

    private final FarSet implicit;
    private final FarSet nonBlocking;

    /** Null where there are no devices. */
    private final FarSet direct;

    private final Queue<Kept> kept = new ConcurrentLinkedQueue<>();

    /** For arguments of messages that have more than four. */
    private final int[] arguments = new int[8];

    /** Where fragments of regions are written before they are sent; null until there is one. */
    private MemorySegment staging;

    private RegionFragment fragment;
    private RunBatch batch;

    private FarWait wait = new FarWait();

    /** @param haveDevices whether devices carry out transfers of this rank's */
    FarThread(int ranks, boolean haveDevices) {
        implicit = new FarSet(ranks);
        nonBlocking = new FarSet(ranks);
        direct = haveDevices ? new FarSet(ranks) : null;
    }

    /** Implicit operations outside access regions. */
    FarSet implicit() {
        return implicit;
    }

    /** All operations but blocking ones, however they are synchronised; an atomic SET is a put. */
    FarSet nonBlocking() {
        return nonBlocking;
    }

    /** Those of {@link #nonBlocking} that devices carry out. */
    FarSet direct() {
        return direct;
    }

    /** Whether operations by messages are under way with that peer, which devices would overtake. */
    boolean hasMessagesUnderWay(int peer) {
        // all first, then those of devices, which are counted as complete in the other order: so what completes in
        // between is taken for a message, which costs time only, and no message is taken for a device's
        return nonBlocking.underWay(peer) != direct.underWay(peer);
    }

    /** The arguments of one message, to be sent before the next ones are asked for. */
    int[] arguments(long handle, long place, int argument4, int argument5) {
        arguments[0] = (int) handle;
        arguments[1] = (int) (handle >>> 32);
        arguments[2] = (int) place;
        arguments[3] = (int) (place >>> 32);
        arguments[4] = argument4;
        arguments[5] = argument5;
        return arguments;
    }

    /** As {@link #arguments}, with two numbers. */
    int[] operands(long handle, long place, long first, long second) {
        arguments[6] = (int) second;
        arguments[7] = (int) (second >>> 32);
        return arguments(handle, place, (int) first, (int) (first >>> 32));
    }

    /** Native memory of at least so many bytes, for a message that is to be sent before it is asked for again. */
    public MemorySegment staging(int bytes) {
        if (staging == null || staging.byteSize() < bytes) {
            staging = Arena.ofAuto().allocate(bytes, STAGING_ALIGNMENT);
        }
        return staging;
    }

    /** Reads what is in the staging memory. */
    RegionFragment fragment() {
        if (fragment == null) {
            fragment = new RegionFragment();
        }
        return fragment;
    }

    RunBatch batch() {
        if (batch == null) {
            batch = new RunBatch();
        }
        return batch;
    }

    /** What blocking operations wait by: a thread is in one at a time. */
    FarWait blocking() {
        return wait;
    }

    /** Forgets a wait that was given up: what still completes by it is not taken for another operation's completion. */
    void giveUp() {
        wait = new FarWait();
    }

    /** By the holder of the rank's turn: keeps what belongs into memory confined to this thread. */
    void keep(MemorySegment target, long offset, byte[] data) {
        kept.add(new Kept(target, offset, null, 0, data));
    }

    /** As the other form, for regions relative to the offset. */
    void keep(MemorySegment target, long offset, Regions regions, long position, byte[] data) {
        kept.add(new Kept(target, offset, regions, position, data));
    }

    /** Puts what was kept where it belongs; by this thread, when it has seen that an operation is complete. */
    void land() {
        for (Kept next = kept.poll(); next != null; next = kept.poll()) {
            next.land();
        }
    }
}
