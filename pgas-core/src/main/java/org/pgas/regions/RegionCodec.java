package org.pgas.regions;

import org.pgas.memory.SharedMemory;

/**
 * Cuts the packed form of regions into fragments that a message has room for, and describes the regions of each to the
 * rank that owns the memory; {@link RegionFragment} reads that. A fragment is a description, and behind it, when data
 * travel along, so many bytes of the packed form. The cuts depend on the regions and the room only, so they can be
 * counted before the first is sent.
 *
 * <p>A description is a multiple of 8 bytes long, in words of 8. A nest is described as such, whatever the number of
 * its runs, where that is shorter and leaves half of the room for data; everything else as the runs that the fragment
 * covers. Offsets are absolute.
 *
 * <pre>
 * word     runs                                     nest
 * 0        bits 0..7: 1                             bits 0..7: 2
 *          bits 8..31: number of runs               bits 8..31: number of levels
 *          bits 32..63: bytes of the fragment       bits 32..63: bytes of the fragment
 * 1, 2...  for each run,                            position in the packed form,
 *          bits 0..40: offset, 41..63: length       offset of the first run, bytes of a run,
 *                                                   count and stride of each level from the innermost
 * </pre>
 *
 * <p>Fragments end where a run ends, or a multiple of 16 bytes behind its beginning: so no element is in two, if runs
 * are whole elements, and no aligned word, if they are aligned.
 */
public final class RegionCodec {
    /** Smallest legal room: for one run, and for so many bytes of data that a cut moves on. */
    public static final int LEAST_ROOM = 32;

    /** Largest legal room. */
    public static final int MOST_ROOM = 1 << 20;

    static final int RUNS = 1;
    static final int NEST = 2;
    static final int COUNT_SHIFT = 8;
    static final int COUNT_MASK = (1 << 24) - 1;
    static final int BYTES_SHIFT = 32;

    /** Room for an offset in a segment, and above it for the length of a run's part in one fragment. */
    static final int OFFSET_BITS = 41;

    static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;

    /** Words of a nest's description before its levels. */
    static final int NEST_WORDS = 4;

    /** The largest elements, in bytes. */
    private static final int GRAIN = 16;

    private RegionCodec() {}

    /** Data bytes of the fragment at {@code position}: those that fit into {@code room} with their description. */
    public static long fits(Regions regions, long position, int room) {
        assert room >= LEAST_ROOM && room <= MOST_ROOM;
        long rest = regions.bytes() - position;
        if (!(regions instanceof Nest nest && isShort(nest, room))) {
            return fitsRuns(regions, position, rest, room);
        }
        long most = room - nestBytes(nest);
        return rest <= most ? rest : most - ((position + most) % nest.run() & GRAIN - 1);
    }

    private static long fitsRuns(Regions regions, long position, long rest, int room) {
        long run = regions.runAt(position);
        long done = position - regions.position(run);
        long budget = room - Long.BYTES;
        long fits = 0;
        while (fits < rest) {
            budget -= Long.BYTES;
            long left = length(regions, run) - done;
            if (left > budget) {
                return fits + Math.max(0, budget - (done + budget & GRAIN - 1));
            }
            fits += left;
            budget -= left;
            done = 0;
            run++;
        }
        return fits;
    }

    /** Number of fragments, each with the data that fit. */
    public static long fragments(Regions regions, int room) {
        long fragments = 0;
        for (long position = 0; position < regions.bytes(); position += fits(regions, position, room)) {
            fragments++;
        }
        return fragments;
    }

    /**
     * Writes the description of the fragment of {@code bytes} bytes at {@code position}, which is what {@link #fits}
     * says of {@code room}, to {@code address}.
     *
     * @param base what the offsets of the regions are relative to; with it, they are from 0 to below 2 to the 41st
     * @return length of the description in bytes
     */
    public static int encode(Regions regions, long base, long position, long bytes, int room, long address) {
        return regions instanceof Nest nest && isShort(nest, room)
                ? encodeNest(nest, base, position, bytes, address)
                : encodeRuns(regions, base, position, bytes, address);
    }

    private static int encodeNest(Nest nest, long base, long position, long bytes, long address) {
        SharedMemory.putLong(address, head(NEST, nest.levels(), bytes));
        SharedMemory.putLong(address + 8, position);
        SharedMemory.putLong(address + 16, base + nest.offset(0));
        SharedMemory.putLong(address + 24, nest.run());
        long at = address + 32;
        for (int level = 0; level < nest.levels(); level++, at += 16) {
            SharedMemory.putLong(at, nest.counts[level]);
            SharedMemory.putLong(at + 8, nest.strides[level]);
        }
        return nestBytes(nest);
    }

    private static int encodeRuns(Regions regions, long base, long position, long bytes, long address) {
        long run = regions.runAt(position);
        long done = position - regions.position(run);
        long at = address + Long.BYTES;
        for (long rest = bytes; rest > 0; run++, at += Long.BYTES) {
            long length = Math.min(length(regions, run) - done, rest);
            SharedMemory.putLong(at, base + offset(regions, run) + done | length << OFFSET_BITS);
            rest -= length;
            done = 0;
        }
        int description = (int) (at - address);
        SharedMemory.putLong(address, head(RUNS, description / Long.BYTES - 1, bytes));
        return description;
    }

    private static long head(int kind, int count, long bytes) {
        return kind | (long) count << COUNT_SHIFT | bytes << BYTES_SHIFT;
    }

    private static int nestBytes(Nest nest) {
        return nestBytes(nest.levels());
    }

    static int nestBytes(int levels) {
        return (NEST_WORDS + 2 * levels) * Long.BYTES;
    }

    /** Whether a nest's levels are less than the runs that may fill such a room. */
    private static boolean isShort(Nest nest, int room) {
        long runs = room / nest.run() + 2;
        return nestBytes(nest) <= room / 2 && nestBytes(nest) <= (1 + runs) * Long.BYTES;
    }

    /** As the method of the regions, but for a call that the compiler knows, though callers have all kinds of them. */
    private static long offset(Regions regions, long run) {
        if (regions instanceof IndexedRuns list) {
            return list.offset(run);
        }
        return regions instanceof Nest nest ? nest.offset(run) : ((VectorRuns) regions).offset(run);
    }

    private static long length(Regions regions, long run) {
        if (regions instanceof IndexedRuns list) {
            return list.length(run);
        }
        return regions instanceof Nest nest ? nest.length(run) : ((VectorRuns) regions).length(run);
    }
}
