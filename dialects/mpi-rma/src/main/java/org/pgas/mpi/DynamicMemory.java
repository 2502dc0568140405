package org.pgas.mpi;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

import org.pgas.ErrorCode;
import org.pgas.mpi.AttachedSegments.Binding;
import org.pgas.refusal.Failures;

/**
 * What is attached to a dynamic window. Origins check their ranges by the {@link DynamicTable} before anything moves;
 * mapped memory they reach then by themselves, and other memory only its
 * rank knows.
 *
 * <p>A displacement is a base and an offset. A base is never 0 and, for 1,023 attachments in the same row, never the
 * same.
 */
final class DynamicMemory {
    private static final int SLOT_SHIFT = 40;
    private static final int GENERATION_SHIFT = 53;
    private static final int GENERATIONS = 1023;
    private static final long OFFSET_MASK = (1L << SLOT_SHIFT) - 1;

    private final DynamicTable table;

    /** Null when nothing is mapped. */
    private final AttachedSegments segments;

    private final Part[] parts;

    /** By rank, whether it is of another neighbourhood; null when none is. */
    private final boolean[] elsewhere;

    /** By slot, mapped memory that ranks elsewhere reach. */
    private final Map<Integer, Region> served = new HashMap<>();
    private final int rank;
    private final WindowRefusals refusals;

    /** By slot. Written under {@code this}, as all that follow; read by the thread that runs handlers too. */
    private MemorySegment[] memory = new MemorySegment[64];

    private int[] generations = new int[64];

    /** Null of what is reached by messages. */
    private Binding[] bindings = new Binding[64];

    private long stamps;

    /**
     * By rank and slot, what was reached there last. Racy: a thread that misses what another has found finds it again.
     */
    private final Region[][] known; // any thread | any thread | plain

    /** {@code parts}: what stands for the ranks' memory that is reached by messages. */
    DynamicMemory(DynamicTable table, AttachedSegments segments, Part[] parts, boolean[] elsewhere, int rank,
            WindowRefusals refusals) {
        this.table = table;
        this.segments = segments;
        this.parts = parts;
        this.elsewhere = elsewhere;
        this.rank = rank;
        this.refusals = refusals;
        this.known = new Region[table.ranks()][0];
    }

    /** Makes {@code region} accessible; answers its base. */
    synchronized long attach(MemorySegment region) {
        if (region.byteSize() > OFFSET_MASK + 1) {
            throw refusals.bad("Window.attach", region.byteSize() + " bytes: legal are 1.." + (OFFSET_MASK + 1));
        }
        int slot = freeSlot(region);
        if (slot == memory.length) {
            memory = Arrays.copyOf(memory, 2 * slot);
            generations = Arrays.copyOf(generations, 2 * slot);
            bindings = Arrays.copyOf(bindings, 2 * slot);
        }
        long row = table.make(rank, slot);
        Binding binding = segments == null ? null : segments.acquire(region);
        memory[slot] = region;
        bindings[slot] = binding;
        generations[slot] = generations[slot] % GENERATIONS + 1;
        stamps++;
        long base = base(slot);
        table.change(row, DynamicTable.WORDS, binding == null
                ? () -> DynamicTable.write(row, base, region.byteSize(), stamps)
                : () -> binding.write(row, base, region, stamps));
        if (elsewhere != null && binding != null) {
            serve(slot, row, region.byteSize());
        }
        return base;
    }

    /** Nobody knows the displacement yet. */
    private void serve(int slot, long row, long bytes) {
        try {
            served.put(slot, segments.reach(rank, row, bytes, stamps, true));
        } catch (RuntimeException | Error e) {
            Failures.giveBack(e, () -> detach(base(slot)));
            throw e;
        }
    }

    /** The first free one, which may be the next to come; refuses what overlaps. */
    private int freeSlot(MemorySegment region) {
        int free = memory.length;
        for (int slot = memory.length - 1; slot >= 0; slot--) {
            if (memory[slot] == null) {
                free = slot;
            } else if (memory[slot].asOverlappingSlice(region).isPresent()) {
                throw refusals.bad("Window.attach", "the memory overlaps what is attached at displacement "
                        + base(slot) + ": detach that first, or attach what both cover at once");
            }
        }
        if (free == DynamicTable.MOST) {
            throw refusals.error(ErrorCode.RESOURCE, "Window.attach",
                    DynamicTable.MOST + " regions are attached already: detach one first");
        }
        return free;
    }

    private long base(int slot) {
        return (long) generations[slot] << GENERATION_SHIFT | (long) slot << SLOT_SHIFT;
    }

    /** Ends what begins at {@code displacement}. */
    synchronized void detach(long displacement) {
        int slot = slot(displacement);
        if (!isAt(slot, displacement)) {
            throw refusals.bad("Window.detach", "nothing is attached at displacement " + displacement
                    + ": give what Window.attach has answered");
        }
        memory[slot] = null;
        served.remove(slot);
        long row = table.row(rank, slot);
        table.change(row, 1, () -> DynamicTable.clear(row));
        Binding binding = bindings[slot];
        bindings[slot] = null;
        if (binding != null) {
            segments.release(binding);
        }
    }

    private boolean isAt(int slot, long base) {
        return slot < memory.length && memory[slot] != null && base(slot) == base;
    }

    private static int slot(long displacement) {
        return (int) (displacement >>> SLOT_SHIFT) & DynamicTable.MOST - 1;
    }

    /**
     * Where {@code target} has all of {@code [displacement + low, displacement + high)} attached, in one region: a
     * {@link Region} of mapped memory, or what stands for all that is reached by messages; null when
     * it has not.
     */
    Part find(int target, long displacement, long low, long high) {
        int slot = slot(displacement);
        long row = table.row(target, slot);
        if (row == 0) {
            return null;
        }
        long base = DynamicTable.base(row);
        if (base == 0 || base != (displacement & ~OFFSET_MASK)) {
            return null;
        }
        long length = DynamicTable.length(row);
        long stamp = DynamicTable.stamp(row);
        boolean mapped = DynamicTable.isMapped(row);
        if (!DynamicTable.isStill(row, base) || !isInside(displacement & OFFSET_MASK, low, high, length)) {
            return null;
        }
        if (!mapped || elsewhere != null && elsewhere[target]) {
            return parts[target];
        }
        Region[] regions = known[target];
        Region region = slot < regions.length ? regions[slot] : null;
        return region != null && region.stamp == stamp ? region : reach(target, slot, row, base, length, stamp);
    }

    private Region reach(int target, int slot, long row, long base, long length, long stamp) {
        Region region = segments.reach(target, row, length, stamp, false);
        if (!DynamicTable.isStill(row, base)) {
            return null;
        }
        Region[] regions = known[target];
        if (slot >= regions.length) {
            regions = Arrays.copyOf(regions, Math.max(slot + 1, 2 * regions.length));
        }
        regions[slot] = region;
        known[target] = regions;
        return region;
    }

    /** Whatever the words say that were read from the table: no region is longer than offsets reach. */
    private static boolean isInside(long offset, long low, long high, long length) {
        return length >= 0 && length <= OFFSET_MASK + 1 && low <= high && low >= -offset && high <= length - offset;
    }

    /** What is attached here at {@code displacement}, for handlers. */
    synchronized MemorySegment at(long displacement) {
        int slot = slot(displacement);
        if (!isAt(slot, displacement & ~OFFSET_MASK)) {
            throw refusals.untold().bad("Window.detach", "a transfer to displacement " + displacement
                    + " came after that was detached: synchronise before you detach");
        }
        return memory[slot];
    }

    /**
     * What is attached there as a region, if neighbours reach it by themselves and ranks elsewhere by messages; null of
     * other memory. Refuses what {@link #at} refuses.
     */
    Region served(long displacement) {
        if (elsewhere == null) {
            return null;
        }
        synchronized (this) {
            at(displacement);
            return served.get(slot(displacement));
        }
    }

    /** Whether something of {@code region} is attached. */
    synchronized boolean hasAttached(MemorySegment region) {
        for (MemorySegment each : memory) {
            if (each != null && each.asOverlappingSlice(region).isPresent()) {
                return true;
            }
        }
        return false;
    }

    /** Detaches all, when no rank uses the window any more. */
    synchronized void close() {
        Arrays.fill(memory, null);
        served.clear();
        if (segments != null) {
            segments.close();
        }
        table.free(rank);
    }

    /** Offset in the region at that displacement. */
    static long offset(long displacement) {
        return displacement & OFFSET_MASK;
    }
}
