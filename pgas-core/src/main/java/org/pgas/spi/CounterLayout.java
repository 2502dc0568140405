package org.pgas.spi;

/**
 * What a rank shows of itself in its part of the counters: a record of a wait that it is in, and blocks of counts, of
 * which each platform thread has one to itself as long as there are enough.
 *
 * <p>A part, {@link #PART_BYTES} long:
 *
 * <pre>
 *     0     4  waitSequence
 *     4     4  waitActivity
 *     8     8  waitSince
 *    16     4  waitRank
 *    20     4  waitRanks
 *    24     4  waitTextBytes
 *    28     4  threads
 *    32     8  waitLooked
 *   128   256  waitText
 *   512        blocks
 * </pre>
 *
 * <p>A block, {@link #BLOCK_BYTES} long: at 0 the identifier of the thread that has it, or 0; less than 0 it is that of
 * a thread of the transport's, which only serves other ranks. At {@link #COUNTS} it has a long for each counter. When
 * the thread of a block has ended, another thread gets the block and goes on with its counts: what a rank has counted
 * is the sum over all blocks, and only grows. The last block is for all threads that have none.
 *
 * <pre>
 * field         writer                    readers   order
 * waitSequence  the thread shown          tools     odd during a write: opaque, fence, ... release / acquire twice
 * waitSince     the thread shown          tools     as waitRank; the store of 0 that ends the wait alone, opaque
 * waitLooked    the thread shown          ranks     as waitRank; while the rest stays the same alone, opaque
 * waitActivity, waitRank, waitRanks, waitTextBytes  the thread shown  tools  between two writes of the sequence: opaque
 * waitText      the thread shown          tools     between two writes of the sequence: plain
 * threads       the taker of a block      tools     getAndAdd / acquire: blocks ever taken
 * owner         the taker of a block      threads   CAS from 0 / plain: a thread finds its own identifier there or not
 *               the rank's watcher        threads   release of 0, of a thread known to have ended / the CAS
 * counts        the block's owner         tools     opaque; in the last block getAndAdd / opaque
 * </pre>
 */
public final class CounterLayout {
    /** Bytes of a rank's part, whole pages of 4 KiB. */
    public static final int PART_BYTES = 12 << 10;

    public static final int WAIT_SEQUENCE = 0;

    /** The ordinal of a {@link Activity}. */
    public static final int WAIT_ACTIVITY = 4;

    /**
     * {@code System.nanoTime} at the wait's begin, one clock for all processes of a host, and of this host alone:
     * readers make ages of it ({@link WaitAge}); 0 when there is no wait.
     */
    public static final int WAIT_SINCE = 8;

    /**
     * Job rank that is waited for, the first of them, of those that have yet to make a call; -1 when it is not known or
     * nobody in particular.
     */
    public static final int WAIT_RANK = 16;

    /** How many ranks are waited for. */
    public static final int WAIT_RANKS = 20;

    /** Bytes of the text, 0 as long as nobody has had time to write it. */
    public static final int WAIT_TEXT_BYTES = 24;

    public static final int THREADS = 28;

    /**
     * {@code System.nanoTime} just before the wait's latest look around, at which {@link #WAIT_RANK} had yet to make a
     * call for it; 0 when it has not looked, or comes about while all that it needs wait.
     */
    public static final int WAIT_LOOKED = 32;

    /** UTF-8, such as "barrier 17 of the world team". */
    public static final int WAIT_TEXT = 128;

    public static final int WAIT_TEXT_MAX = 256;

    public static final int BLOCKS = 512;
    public static final int BLOCK_BYTES = 256;

    /** Blocks that a thread can have to itself, a power of two. */
    public static final int OWNED_BLOCKS = 32;

    /** The last one is shared. */
    public static final int BLOCK_COUNT = OWNED_BLOCKS + 1;

    /** Where a block's counts begin. */
    public static final int COUNTS = 8;

    /** Counters that fit in a block. */
    public static final int COUNTERS_MAX = (BLOCK_BYTES - COUNTS) / Long.BYTES;

    private CounterLayout() {}

    public static int block(int index) {
        return BLOCKS + index * BLOCK_BYTES;
    }
}
