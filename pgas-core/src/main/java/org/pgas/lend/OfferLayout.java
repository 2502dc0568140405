package org.pgas.lend;

import org.pgas.memory.SharedArea;
import org.pgas.memory.SharedMemory;

/**
 * An offer in memory: client memory of a rank that peers may read and write out of their own processes.
 *
 * <pre>
 * card, a piece of the owner's part of the area; r is a job rank
 * offset     bytes  field       writer    reader     order
 * 0          8      generation  the owner all ranks  release when it begins, volatile when it ends; 0: none / acquire
 * 8          8      note        the owner all ranks  plain, before generation: an address in the owner's process
 * 16         8      nonce       the owner all ranks  plain, before generation
 * 24         8      check       the owner all ranks  plain, before generation
 * 128 + 64 r 8      inside      rank r    the owner  getAndAdd, before a look at generation / volatile, after its end
 *
 * note, memory of the owner's process alone, which peers read as they would read the client memory itself
 * 0          8      nonce
 * 8          8      generation; 0: none
 * 16         8      address of the memory
 * 24         8      its bytes
 * 32         8      check
 * </pre>
 *
 * <p>A peer writes only where the note says, and believes the note only if it has the nonce of the card: so a card that
 * was damaged, or a process that is another one, is found out by a read that harms nobody.
 *
 * <p>The owner stores generation 0 and then looks which peers are inside; a peer says that it is inside and then looks
 * at the generation. So either the owner sees the peer, and waits for it, or the peer sees the end, and copies nothing.
 */
public final class OfferLayout {
    public static final int GENERATION = 0;
    public static final int NOTE = 8;
    public static final int NONCE = 16;
    public static final int CHECK = 24;

    static final int NOTE_NONCE = 0;
    static final int NOTE_GENERATION = 8;
    static final int NOTE_ADDRESS = 16;
    static final int NOTE_LENGTH = 24;
    static final int NOTE_CHECK = 32;
    public static final int NOTE_BYTES = 40;

    /** A ticket holds a place, in units of its alignment, above so many bits of a generation. */
    private static final int GENERATION_BITS = 24;

    /** The last one that a piece is used for. */
    static final long MOST_GENERATIONS = (1L << GENERATION_BITS) - 1;

    private static final int PLACE_SHIFT = Integer.numberOfTrailingZeros(SharedArea.ALIGNMENT);
    private static final int INSIDE = 128;
    private static final int LINE = 64;

    private OfferLayout() {}

    public static long bytes(int ranks) {
        return INSIDE + (long) ranks * LINE;
    }

    /** Address of the word that says how many threads of that rank are inside. */
    public static long inside(long card, int jobRank) {
        return card + INSIDE + (long) jobRank * LINE;
    }

    /** The name of an offer, never 0; 0 when its place is too far for one. */
    static long ticket(long place, long generation) {
        long unit = place >>> PLACE_SHIFT;
        return unit >>> Long.SIZE - 1 - GENERATION_BITS != 0 ? 0 : unit << GENERATION_BITS | generation;
    }

    public static long place(long ticket) {
        return ticket >>> GENERATION_BITS << PLACE_SHIFT;
    }

    static long generation(long ticket) {
        return ticket & MOST_GENERATIONS;
    }

    static long check(long... words) {
        long sum = 0x9E37_79B9_7F4A_7C15L;
        for (long word : words) {
            sum = (sum ^ word) * 0xBF58_476D_1CE4_E5B9L;
            sum ^= sum >>> 29;
        }
        return sum;
    }

    /** Whether a card is whole, and of that rank. */
    static boolean isWhole(long card, int jobRank, long generation) {
        return SharedMemory.getLong(card + CHECK) == check(jobRank, generation, SharedMemory.getLong(card + NOTE),
                SharedMemory.getLong(card + NONCE));
    }
}
