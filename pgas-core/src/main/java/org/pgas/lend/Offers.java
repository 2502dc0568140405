package org.pgas.lend;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import org.pgas.PgasException;
import org.pgas.area.EndpointDirectory;
import org.pgas.memory.SharedArea;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.AreaParts;
import org.pgas.spi.Conduit;
import org.pgas.spi.JobEnd;
import org.pgas.spi.Member;
import org.pgas.spi.PeerProcess;
import org.pgas.spi.Processes;
import org.pgas.wait.Waiting;

/**
 * Client memory of this rank that its peers may read and write out of their own processes, and how they find it
 * ({@link PeerOffer}). Native memory that nobody can take away while a peer is at it: of the global arena or an
 * automatic one, or of an arena that the library closes itself. What the program may close at any time, and arrays,
 * which the collector moves, are reached by messages only.
 *
 * <p>Any thread.
 *
 * <pre>
 * field    writer                       reader                       order
 * copying  threads that copy            thread that closes the job   volatile, before a look at closed / after closed
 * closed   thread that closes the job   threads that copy            volatile, before a look at copying / after copying
 * words in shared memory: see OfferLayout
 * </pre>
 */
public final class Offers {
    /** Below it, memory is not offered: transfers so small go by messages. */
    private static final long LEAST_BYTES = PeerOffer.LEAST_BYTES;

    private static final long CLOSE_PATIENCE_NANOS = 1_000_000_000;

    /** The class of the scopes of automatic arenas; null where it does not tell them from others. */
    private static final Class<?> AUTOMATIC = automatic();

    private final Waiting waiting;
    private final JobEnd jobEnd;
    private final Processes processes;
    private final Member membership;
    private final AreaParts parts;
    private final SharedArea area;
    private final EndpointDirectory directory;
    private final boolean enabled;

    /** Scopes that the library ends itself. Guarded by {@code this}, as are the next four. */
    private final Set<Object> owned = Collections.newSetFromMap(new IdentityHashMap<>());

    private final List<Offer> live = new ArrayList<>();
    private final Deque<Offer> spare = new ArrayDeque<>();

    /** Null until something is offered: to find one takes milliseconds of every start. */
    private SecureRandom random;

    /** The place of the tickets, by segment slot; 0 until there is one. */
    private long table;

    /** Copies of this rank's own threads that are under way. */
    private final AtomicInteger copying = new AtomicInteger();

    /** Written by the close, before it looks at {@link #copying}; read by a copying thread, after counting itself. */
    private volatile boolean closed;

    public Offers(Waiting waiting, Conduit conduit, SharedArea area, EndpointDirectory directory, boolean enabled) {
        this.waiting = waiting;
        jobEnd = conduit.end();
        processes = conduit.processes();
        membership = conduit.member();
        parts = conduit.area();
        this.area = area;
        this.directory = directory;
        this.enabled = enabled;
    }

    private static Class<?> automatic() {
        Class<?> found = Arena.ofAuto().scope().getClass();
        try (Arena shared = Arena.ofShared()) {
            return found == shared.scope().getClass() ? null : found;
        }
    }

    public boolean isEnabled() {
        return enabled;
    }

    /** Only the library closes {@code scope}, after what was made over its memory. First give it to {@link #disown}. */
    public synchronized void own(MemorySegment.Scope scope) {
        owned.add(scope);
    }

    /** The reverse of {@link #own}. */
    public synchronized void disown(MemorySegment.Scope scope) {
        owned.remove(scope);
    }

    /** Offers the memory of a segment, 0 being that of the attach; null when it is not to be reached so. */
    public synchronized Offer make(MemorySegment memory, int slot) {
        if (!enabled || closed || !memory.isNative() || memory.byteSize() < LEAST_BYTES || !stays(memory)) {
            return null;
        }
        try {
            Offer offer = spare.poll();
            if (offer == null) {
                long place = area.allocate(OfferLayout.bytes(membership.size()));
                offer = new Offer(membership.size(), place, area.address(place),
                        Arena.ofAuto().allocate(OfferLayout.NOTE_BYTES, Long.BYTES));
            }
            if (table == 0) {
                table = area.allocate((long) EndpointDirectory.SLOTS * Long.BYTES);
                directory.offers(table);
            }
            if (random == null) {
                random = new SecureRandom();
            }
            offer.begin(membership.rank(), slot, memory, random.nextLong());
            live.add(offer);
            tell(slot, offer.ticket());
            return offer;
        } catch (PgasException e) {
            // no room in the area: messages need none
            return null;
        }
    }

    private boolean stays(MemorySegment memory) {
        MemorySegment.Scope scope = memory.scope();
        return scope.getClass() == AUTOMATIC || scope.equals(Arena.global().scope()) || owned.contains(scope);
    }

    private void tell(int slot, long ticket) {
        // SYNC: tickets
        SharedMemory.putLongRelease(area.address(table) + (long) slot * Long.BYTES, ticket);
    }

    /**
     * Returns when no peer is at the memory any more, nor will be. Null does nothing. Throws what a wait throws: when
     * the job has ended, or the peer is lost. Whether that one was at the memory when it died or still is, this rank
     * cannot tell, so the memory stays.
     */
    public void end(Offer offer) {
        if (offer == null || !take(offer)) {
            return;
        }
        offer.end();
        try {
            waiting.await(offer);
        } catch (RuntimeException e) {
            keepUnlessMet(offer);
            throw e;
        }
        giveBack(offer);
    }

    private static void keepUnlessMet(Offer offer) {
        if (!offer.isMet()) {
            offer.keep();
        }
    }

    private synchronized boolean take(Offer offer) {
        if (live.remove(offer)) {
            tell(offer.slot(), 0);
            return true;
        }
        return false;
    }

    private synchronized void giveBack(Offer offer) {
        offer.forget();
        if (offer.isUsable()) {
            spare.add(offer);
        }
    }

    /**
     * When the membership ends, before its mappings go: waits for peers at this rank's memory and for this rank's
     * threads at theirs. After that these threads could not say any more that they are done. A second at most. Memory
     * at which a peer is for longer, stopped as it must be, stays until the JVM ends.
     */
    public synchronized void close() {
        closed = true;
        live.forEach(Offer::end);
        long start = System.nanoTime();
        while (!(copying.get() == 0 && live.stream().allMatch(Offer::isMet))
                && System.nanoTime() - start < CLOSE_PATIENCE_NANOS) {
            Thread.yield();
        }
        live.forEach(Offers::keepUnlessMet);
    }

    /** A thread of this rank is going to copy; says whether it may. {@link #endCopy} follows in any case. */
    boolean beginCopy() {
        copying.getAndIncrement();
        return mayCopy();
    }

    /** Whether copies of this rank may go on: a peer stays one process while the job lasts and this rank is in it. */
    public boolean mayCopy() {
        return !closed && !jobEnd.hasEnded();
    }

    void endCopy() {
        copying.getAndDecrement();
    }

    /** What a peer offers of a segment of its own; null when it does not, or cannot be reached. */
    public PeerOffer find(int jobRank, int slot) {
        long place = enabled && jobRank != membership.rank() ? directory.offers(jobRank) : 0;
        if (place == 0 || !area.isPlace(place)) {
            return null;
        }
        // SYNC: tickets
        return findTicket(jobRank, SharedMemory.getLongAcquire(area.address(place) + (long) slot * Long.BYTES));
    }

    /** A peer's offer of that name; null if it ended, or the system or {@code pgas.cma} bars it. A few system calls. */
    public PeerOffer findTicket(int peer, long ticket) {
        long place = OfferLayout.place(ticket);
        if (ticket == 0 || !enabled || peer == membership.rank() || !area.isPlace(place)
                || place / parts.bytes() != peer) {
            return null;
        }
        PeerProcess process = processes.process(peer);
        if (process == null) {
            return null;
        }
        long card = area.address(place);
        long generation = OfferLayout.generation(ticket);
        // SYNC: offer
        if (generation == 0 || SharedMemory.getLongAcquire(card + OfferLayout.GENERATION) != generation
                || !OfferLayout.isWhole(card, peer, generation)) {
            return null;
        }
        MemorySegment note = MemorySegment.ofArray(new long[OfferLayout.NOTE_BYTES / Long.BYTES]);
        if (!process.read(SharedMemory.getLong(card + OfferLayout.NOTE), note, 0, OfferLayout.NOTE_BYTES)) {
            return null;
        }
        long nonce = SharedMemory.getLong(card + OfferLayout.NONCE);
        long address = word(note, OfferLayout.NOTE_ADDRESS);
        long bytes = word(note, OfferLayout.NOTE_LENGTH);
        boolean isTrue = word(note, OfferLayout.NOTE_NONCE) == nonce
                && word(note, OfferLayout.NOTE_GENERATION) == generation
                && word(note, OfferLayout.NOTE_CHECK) == OfferLayout.check(nonce, generation, address, bytes);
        return isTrue ? new PeerOffer(this, process, card, membership.rank(), generation, address, bytes) : null;
    }

    private static long word(MemorySegment note, int offset) {
        return note.get(ValueLayout.JAVA_LONG, offset);
    }
}
