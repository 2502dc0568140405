package org.pgas.lend;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

import org.pgas.memory.SharedMemory;
import org.pgas.wait.AwaitedWithoutCall;

/** One offer of this rank: see {@link OfferLayout}. {@link Offers} makes and ends it, under its lock but to wait. */
public final class Offer implements AwaitedWithoutCall {
    // Fields and orders: OfferLayout

    private final int ranks;
    private final long place;
    private final long card;

    private final MemorySegment note;

    private long generation;

    /** Not to be collected while a peer may be inside. */
    private MemorySegment memory;

    private int slot;

    /** {@code note} is in memory of this process that lasts as long as this object, which {@link Offers} keeps. */
    public Offer(int ranks, long place, long card, MemorySegment note) {
        this.ranks = ranks;
        this.place = place;
        this.card = card;
        this.note = note;
    }

    /** Begins; {@code slot} is that of the segment. */
    public void begin(int jobRank, int newSlot, MemorySegment newMemory, long nonce) {
        slot = newSlot;
        memory = newMemory;
        generation++;
        note(OfferLayout.NOTE_NONCE, nonce);
        note(OfferLayout.NOTE_GENERATION, generation);
        note(OfferLayout.NOTE_ADDRESS, memory.address());
        note(OfferLayout.NOTE_LENGTH, memory.byteSize());
        note(OfferLayout.NOTE_CHECK,
                OfferLayout.check(nonce, generation, memory.address(), memory.byteSize()));
        SharedMemory.putLong(card + OfferLayout.NOTE, note.address());
        SharedMemory.putLong(card + OfferLayout.NONCE, nonce);
        SharedMemory.putLong(card + OfferLayout.CHECK, OfferLayout.check(jobRank, generation, note.address(), nonce));
        // SYNC: offer; a peer that finds the generation finds the card and the note
        SharedMemory.putLongRelease(card + OfferLayout.GENERATION, generation);
    }

    /** Ends, but for the peers that are inside. */
    public void end() {
        // SYNC: offer; before the look for peers that are inside
        SharedMemory.putLongVolatile(card + OfferLayout.GENERATION, 0);
        note(OfferLayout.NOTE_GENERATION, 0);
        note(OfferLayout.NOTE_NONCE, 0);
    }

    private void note(int offset, long value) {
        note.set(ValueLayout.JAVA_LONG, offset, value);
    }

    /**
     * Keeps the memory from being collected until this JVM ends: a peer that is stopped inside the system call goes on
     * some time, and writes. A hook is what the JVM holds for so long.
     */
    void keep() {
        MemorySegment kept = memory;
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> Reference.reachabilityFence(kept), "pgas-offer"));
        } catch (IllegalStateException e) {
            // the JVM ends at this moment
            return;
        }
    }

    /** When nobody is inside any more. */
    void forget() {
        memory = null;
    }

    boolean isUsable() {
        return generation < OfferLayout.MOST_GENERATIONS;
    }

    int slot() {
        return slot;
    }

    /** The name by which peers find it; 0 when it cannot have one. */
    public long ticket() {
        return OfferLayout.ticket(place, generation);
    }

    /** Whether nobody is inside, after {@link #end}. */
    @Override
    public boolean isMet() {
        for (int rank = 0; rank < ranks; rank++) {
            if (isInside(rank)) {
                return false;
            }
        }
        return true;
    }

    private boolean isInside(int rank) {
        // SYNC: offer
        return SharedMemory.getLongVolatile(OfferLayout.inside(card, rank)) != 0;
    }

    @Override
    public int[] missing() {
        return java.util.stream.IntStream.range(0, ranks).filter(this::isInside).toArray();
    }

    @Override
    public String describe() {
        return "the end of transfers by peers to client memory that is being given back";
    }
}
