package org.pgas.atomics;

import java.lang.foreign.MemorySegment;
import java.util.Set;

import org.pgas.DataType;
import org.pgas.Event;
import org.pgas.Opcode;
import org.pgas.Team;
import org.pgas.team.TeamCore;

/**
 * The remote synchronisation operations of the MPPA interface on 64-bit words: an atomic domain with ready-made
 * orderings. A segment of that interface is a rank here.
 *
 * <p>Creation and {@link #destroy} are collective; operations are one-sided, by any thread of any member, loopback
 * included; none in a restricted context (see {@link org.pgas.Job}). Offsets are multiples of 8. Legal use and errors:
 * {@link AtomicDomain}.
 *
 * <p><b>Order.</b> All operations of one thread on the words of one rank take effect in the order of the program; each
 * is an acquire and a release. So {@link #poke} costs a full fence: a later {@link #peek} of another word is not done
 * before it. Those without a result are complete when they return. Those with an event have their result when it is
 * synchronised.
 *
 * <p>Source: MPPA 8.1.2-8.3. Addends are 64-bit numbers here.
 */
public final class MppaAtomics {
    private static final int ORDERED = AtomicFlags.REL | AtomicFlags.ACQ;

    private static final Set<Opcode> OPERATIONS = Set.of(Opcode.GET, Opcode.SET, Opcode.ADD, Opcode.SWAP, Opcode.FADD);

    private final LongAtomicDomain domain;

    private MppaAtomics(LongAtomicDomain domain) {
        this.domain = domain;
    }

    /** Collective. */
    public static MppaAtomics create(Team team) {
        TeamCore.of(team).checkUnrestricted("MppaAtomics.create");
        return new MppaAtomics(LongAtomicDomain.create(team, DataType.I64, OPERATIONS, AtomicFlags.NONE));
    }

    /**
     * The operations through a TM-pair: ranks are job ranks. Not collective, and never destroyed; checked mode does not
     * tell its uses from those of domains.
     */
    public static MppaAtomics of(Team pair) {
        return new MppaAtomics(LongAtomicDomain.ofPair(pair, OPERATIONS));
    }

    /** The team: the operations reach words of its members. */
    public Team team() {
        return domain.team();
    }

    /** Ends it: operations afterwards are errors. Collective, but no barrier, as {@link AtomicDomain#destroy}. */
    public void destroy() {
        TeamCore.of(team()).checkUnrestricted("MppaAtomics.destroy");
        domain.destroy();
    }

    /** Reads the word. Source: mppa_async_peek without an event. */
    public long peek(int rank, long offset) {
        TeamCore.of(team()).checkUnrestricted("MppaAtomics.peek");
        return domain.apply(rank, offset, Opcode.GET, 0, 0, ORDERED);
    }

    /** Reads the word into {@code result}. Source: mppa_async_peek. */
    public Event peekNb(MemorySegment result, long resultOffset, int rank, long offset) {
        TeamCore.of(team()).checkUnrestricted("MppaAtomics.peekNb");
        return domain.applyNb(result, resultOffset, rank, offset, Opcode.GET, 0, 0, ORDERED);
    }

    /** Replaces the word. Source: mppa_async_poke. */
    public void poke(int rank, long offset, long value) {
        TeamCore.of(team()).checkUnrestricted("MppaAtomics.poke");
        domain.apply(rank, offset, Opcode.SET, value, 0, ORDERED);
    }

    /** Adds to the word, wrapping around. Source: mppa_async_postadd. */
    public void postAdd(int rank, long offset, long addend) {
        TeamCore.of(team()).checkUnrestricted("MppaAtomics.postAdd");
        domain.add(rank, offset, addend);
    }

    /** Sets the word to 0 and returns the value before. Source: mppa_async_fetchclear without an event. */
    public long fetchClear(int rank, long offset) {
        TeamCore.of(team()).checkUnrestricted("MppaAtomics.fetchClear");
        return domain.swap(rank, offset, 0);
    }

    /** Sets the word to 0; the value before goes to {@code result}. Source: mppa_async_fetchclear. */
    public Event fetchClearNb(MemorySegment result, long resultOffset, int rank, long offset) {
        TeamCore.of(team()).checkUnrestricted("MppaAtomics.fetchClearNb");
        return domain.applyNb(result, resultOffset, rank, offset, Opcode.SWAP, 0, 0, ORDERED);
    }

    /** Adds, wrapping around; returns the value before. Source: mppa_async_fetchadd without an event. */
    public long fetchAdd(int rank, long offset, long addend) {
        TeamCore.of(team()).checkUnrestricted("MppaAtomics.fetchAdd");
        return domain.fetchAdd(rank, offset, addend);
    }

    /** Adds to the word, wrapping around; the value before goes to {@code result}. Source: mppa_async_fetchadd. */
    public Event fetchAddNb(MemorySegment result, long resultOffset, int rank, long offset, long addend) {
        TeamCore.of(team()).checkUnrestricted("MppaAtomics.fetchAddNb");
        return domain.applyNb(result, resultOffset, rank, offset, Opcode.FADD, addend, 0, ORDERED);
    }
}
