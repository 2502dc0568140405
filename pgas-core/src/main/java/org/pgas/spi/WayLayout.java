package org.pgas.spi;

import org.pgas.memory.SharedMemory;

/**
 * What a rank shows of its ways to ranks of other neighbourhoods: for each rank of the job, in their order, a block of
 * {@link #BLOCK_BYTES} with the longs of {@link WayNumber}. Those of the rank itself and of its neighbours stay 0. A
 * rank writes them a few times a second, so they may be old by so much; times in them are ages.
 *
 * <pre>
 * field    writer              readers  order
 * numbers  the rank's watcher  tools    opaque: each is whole, none is ordered with another
 * </pre>
 */
public final class WayLayout {
    public static final int BLOCK_BYTES = 256;

    private WayLayout() {}

    /** Bytes of what a rank of a job of {@code size} ranks shows. */
    public static long partBytes(int size) {
        return (long) size * BLOCK_BYTES;
    }

    private static long at(long part, int peer, WayNumber number) {
        return part + (long) peer * BLOCK_BYTES + (long) number.ordinal() * Long.BYTES;
    }

    /** @param part address of what the rank shows */
    public static void put(long part, int peer, WayNumber number, long value) {
        // SYNC: numbers of a way; each is whole, none is ordered with another
        SharedMemory.putLongOpaque(at(part, peer, number), value);
    }

    /** The same number, as any process of the host reads it. */
    public static long get(long part, int peer, WayNumber number) {
        // SYNC: numbers of a way
        return SharedMemory.getLongOpaque(at(part, peer, number));
    }
}
