package org.pgas.heap.blocks;

import java.nio.ByteOrder;
import java.util.concurrent.ThreadLocalRandom;

import org.pgas.GlobalPointer;
import org.pgas.memory.SharedMemory;

/**
 * Where what lies in the memory of a heap, in native byte order; all places are distances from its base. Nothing but
 * these bytes knows anything of the heap, so it survives in a file.
 *
 * <pre>
 * offset  bytes  field     writer                                  reader      order
 * 0       8      kind      a rank that makes, recovers, destroys   all         release, after all others / acquire
 * 8       8      magic     a rank that makes, destroys             the opener  plain, before the kind
 * 16      8      bytes     the rank that makes it                  the opener  plain, before the kind
 * 24      8      seed      the rank that makes it                  the opener  plain, before the kind
 * 32      4      ranks     the rank that makes it                  the opener  plain, before the kind
 * 36      4      stripes   the rank that makes it                  the opener  plain, before the kind
 * 40      8      checksum  the rank that makes it                  the opener  plain, before the kind
 * 64      8      handles   the opener, the closer                  statistics  atomic add / opaque
 * 128     16     lock      see {@link HeapLock}
 * 144     8      free      the holder of the lock                  statistics  plain / opaque: granules of FREE blocks
 * 192     40     map       the holder of the lock                  the same    plain: bit b says that bin b has blocks
 * 256     2,176  heads     the holder of the lock                  the same    plain: by bin, its first block
 * 2,432   4,352  counts    the holder of the lock                  statistics  plain / opaque: by bin, allocated, freed
 * 6,784   1,408  caches    see {@link BlockCache}: one for each stripe of each rank
 *                blocks    see {@link Blocks}, up to the end
 * </pre>
 *
 * <p>The counts are of blocks that were taken from the bins and given back to them; those that went through a cache are
 * counted there. A rank has a few caches, stripes, so that its threads seldom meet in one; of a job with more ranks
 * than the heap was made for, some share.
 */
public record HeapLayout(long base, long bytes, long seed, int ranks, int stripes) {
    public static final int ALIGNMENT = 128;

    public static final int HANDLES = 64;
    public static final int LOCK = 128;
    public static final int FREE = 144;
    public static final int MAP = 192;
    public static final int HEADS = 256;
    public static final int COUNTS = 2432;
    public static final int CACHES = 6784;

    private static final int MAGIC_AT = 8;
    private static final int BYTES_AT = 16;
    private static final int SEED_AT = 24;
    private static final int RANKS_AT = 32;
    private static final int STRIPES_AT = 36;
    private static final int CHECKSUM_AT = 40;

    /** What has to be there to open a heap: all up to the caches. */
    public static final long HEAD_BYTES = CACHES;

    /** "PGASHEAP" for a process with the same byte order, and another number for one with the other order. */
    private static final long MAGIC = 0x5047_4153_4845_4150L;

    private static final int KIND = 0x5047_8001;
    private static final int MAX_STRIPES = 8;

    /**
     * Of a heap that was found {@link #isLaid} there. Null when that is no longer so: what is checked is what was read
     * for the fields, each word once, and not what is there by then.
     */
    public static HeapLayout read(long base) {
        long magic = SharedMemory.getLong(base + MAGIC_AT);
        long bytes = SharedMemory.getLong(base + BYTES_AT);
        long seed = SharedMemory.getLong(base + SEED_AT);
        int ranks = SharedMemory.getInt(base + RANKS_AT);
        int stripes = SharedMemory.getInt(base + STRIPES_AT);
        boolean legal = magic == MAGIC
                && SharedMemory.getLong(base + CHECKSUM_AT) == checksum(bytes, seed, ranks, stripes)
                && isLegal(ranks, stripes)
                && bytes >= leastBytes(ranks, stripes) && bytes <= GlobalPointer.MAX_SEGMENT_BYTES;
        return legal ? new HeapLayout(base, bytes, seed, ranks, stripes) : null;
    }

    /** Whether there can be a heap of so many ranks with so many caches each. */
    static boolean isLegal(int ranks, int stripes) {
        return ranks >= 1 && ranks <= GlobalPointer.MAX_RANKS && stripes >= 1 && stripes <= MAX_STRIPES
                && Integer.bitCount(stripes) == 1;
    }

    /** How many caches a rank gets: as many of its threads may run at once, a power of two. */
    public static int stripes(int ranks, int processors) {
        int each = Math.clamp(processors / ranks, 2, MAX_STRIPES);
        return Integer.highestOneBit(each);
    }

    /** What a heap needs that has room for one small block. */
    public static long leastBytes(int ranks, int stripes) {
        return CACHES + BlockCache.BYTES * ranks * stripes + Bins.MIN_GRANULES * Bins.GRANULE_BYTES;
    }

    /** Lays an empty heap that nobody sees yet. {@code bytes}: at least {@link #leastBytes}. */
    public static HeapLayout lay(long base, long bytes, int ranks, int stripes) {
        SharedMemory.putLongVolatile(base, 0);
        SharedMemory.fill(base, (byte) 0, CACHES + BlockCache.BYTES * ranks * stripes);
        SharedMemory.putLong(base + MAGIC_AT, MAGIC);
        SharedMemory.putLong(base + BYTES_AT, bytes);
        long seed = ThreadLocalRandom.current().nextLong();
        SharedMemory.putLong(base + SEED_AT, seed);
        SharedMemory.putInt(base + RANKS_AT, ranks);
        SharedMemory.putInt(base + STRIPES_AT, stripes);
        SharedMemory.putLong(base + CHECKSUM_AT, checksum(bytes, seed, ranks, stripes));
        return new HeapLayout(base, bytes, seed, ranks, stripes);
    }

    /** Of the words from the magic on, in their order; the two numbers of 4 bytes are one word, as they lie. */
    private static long checksum(long bytes, long seed, int ranks, int stripes) {
        boolean low = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        long counts = Integer.toUnsignedLong(low ? ranks : stripes) | (long) (low ? stripes : ranks) << Integer.SIZE;
        return mix(mix(mix(mix(0, MAGIC), bytes), seed), counts);
    }

    private static long mix(long sum, long word) {
        long mixed = (sum ^ word) * 0x9E3779B97F4A7C15L;
        return mixed ^ mixed >>> 29;
    }

    /** Whether a heap was laid there, be it in use, or left by a process that died. Says nothing of its contents. */
    public static boolean isLaid(long base) {
        return read(base) != null;
    }

    /** The kind, if a heap is there and may be used; else 0. */
    public static long kind(long base) {
        // SYNC: heap; a thread that finds the kind finds the rest
        long kind = SharedMemory.getLongAcquire(base);
        return kind >>> 32 == KIND && isLaid(base) ? kind : 0;
    }

    /** Whether that is what {@link #publish} made, which is never made again. */
    public static boolean isThere(long base, long kind) {
        return SharedMemory.getLongAcquire(base) == kind;
    }

    public static void publish(long base) {
        // SYNC: heap
        SharedMemory.putLongRelease(base, (long) KIND << 32 | ThreadLocalRandom.current().nextInt() & 0xFFFF_FFFFL);
    }

    /** Makes handles useless, before a thread that is alone with the heap changes it. */
    public static void retract(long base) {
        SharedMemory.putLongVolatile(base, 0);
    }

    /** There is no heap any more. */
    public static void destroy(long base) {
        retract(base);
        SharedMemory.putLong(base + MAGIC_AT, 0);
    }

    public int cacheCount() {
        return ranks * stripes;
    }

    public long cache(int index) {
        return base + CACHES + BlockCache.BYTES * index;
    }

    /** Of all caches, the first of a rank's; a rank beyond those it was made for uses another's. */
    public int firstCache(int jobRank) {
        return jobRank % ranks * stripes;
    }

    public Blocks blocks() {
        long first = CACHES + BlockCache.BYTES * cacheCount();
        return new Blocks(base, first, bytes & -Bins.GRANULE_BYTES, seed);
    }
}
