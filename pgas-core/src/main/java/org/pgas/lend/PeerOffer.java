package org.pgas.lend;

import java.lang.foreign.MemorySegment;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.PeerProcess;

/**
 * Client memory of a peer that this rank reads and writes by itself, with one copy from process to process, until its
 * owner ends the offer. Any thread.
 *
 * <p>What it has copied when it says so is there: for the owner too, once it has synchronised with this rank.
 *
 * <p>Nothing is written into a process that is not the owner: the owner's own note was found in it when this was made,
 * each piece looks before whether the offer lasts and the job goes on, which it does not for long when a rank has died,
 * and {@link PeerProcess} makes sure of the process again a few times a second. What is left is a thread that is
 * stopped after these looks and before the system call until the owner has died and its number is used again, by a
 * process of the same user that has memory at that address: the system has no such call that names a process for good.
 *
 * <pre>
 * field   writer             reader             order
 * broken  threads that copy  threads that copy  volatile
 * words in shared memory: see OfferLayout
 * </pre>
 */
public final class PeerOffer {
    /** From so many bytes on a system call, half a microsecond, is quicker than what messages cost both ranks. */
    public static final long LEAST_BYTES = 1 << 10;

    /** The owner's wait for the end of transfers is as long as one of these at most. */
    private static final long PIECE_BYTES = 1 << 20;

    private final Offers offers;
    private final PeerProcess process;
    private final long card;
    private final int origin;
    private final long generation;
    private final long address;
    private final long length;

    /** The system refuses, or the memory is no more: it will not be better. */
    private volatile boolean broken;

    public PeerOffer(Offers offers, PeerProcess process, long card, int origin, long generation, long address,
            long length) {
        this.offers = offers;
        this.process = process;
        this.card = card;
        this.origin = origin;
        this.generation = generation;
        this.address = address;
        this.length = length;
    }

    /**
     * Copies to {@code offset} of the memory. Says whether it did: if not, a part may have been written, and messages
     * do the same again, or find out what is wrong.
     */
    public boolean put(long offset, MemorySegment source, long sourceOffset, long bytes) {
        return copy(true, offset, source, sourceOffset, bytes);
    }

    /** The reverse of {@link #put}. */
    public boolean get(MemorySegment target, long targetOffset, long offset, long bytes) {
        return copy(false, offset, target, targetOffset, bytes);
    }

    private boolean copy(boolean put, long offset, MemorySegment local, long localOffset, long bytes) {
        if (broken || offset < 0 || bytes < 0 || offset > length - bytes) {
            return false;
        }
        try {
            return offers.beginCopy() && copyInside(put, offset, local, localOffset, bytes);
        } finally {
            offers.endCopy();
        }
    }

    private boolean copyInside(boolean put, long offset, MemorySegment local, long localOffset, long bytes) {
        long inside = OfferLayout.inside(card, origin);
        // SYNC: offer; before the look at the generation
        SharedMemory.getAndAddLong(inside, 1);
        boolean whole = true;
        try {
            for (long done = 0; done < bytes && whole; done += PIECE_BYTES) {
                long piece = Math.min(PIECE_BYTES, bytes - done);
                whole = lasts() && (put ? process.write(address + offset + done, local, localOffset + done, piece)
                        : process.read(address + offset + done, local, localOffset + done, piece));
            }
            if (!whole) {
                broken = !isReadable(offset) || !isReadable(offset + bytes - 1);
            }
        } finally {
            SharedMemory.getAndAddLong(inside, -1);
        }
        return whole;
    }

    private boolean lasts() {
        return offers.mayCopy() && SharedMemory.getLongAcquire(card + OfferLayout.GENERATION) == generation;
    }

    /** After a copy that failed: if it was the local side that the system did not like, the next may do. */
    private boolean isReadable(long offset) {
        return lasts() && process.read(address + offset, MemorySegment.ofArray(new byte[1]), 0, 1);
    }
}
