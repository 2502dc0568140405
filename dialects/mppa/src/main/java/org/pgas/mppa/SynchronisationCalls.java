package org.pgas.mppa;

import java.lang.foreign.MemorySegment;

import org.pgas.Endpoint;
import org.pgas.Event;
import org.pgas.PgasException;
import org.pgas.Segment;
import org.pgas.Team;
import org.pgas.WaitCondition;
import org.pgas.team.TeamCore;

/**
 * The operations of {@link Mppa} on 64-bit words, at offsets that make them aligned.
 *
 * <pre>
 * field   writer          reader       order
 * recent  who has waited  all threads  volatile: a hint
 * </pre>
 */
abstract sealed class SynchronisationCalls extends SparseCalls permits QueueCalls {
    /** Not the primordial one: bound to memory in which somebody has waited. Null at first. */
    private volatile Endpoint recent;

    SynchronisationCalls(Team team, SegmentRegistry registry) {
        super(team, registry);
    }

    /** Completes, where the segment is, all that this thread has put, poked and added there before. Source: mppa_async_fence. */
    public final void fence(MppaSegment segment, MppaEvent event) {
        begin("Mppa.fence", event);
        any("Mppa.fence", segment)[0].rma.fence();
    }

    /** Reads a word. Source: mppa_async_peek without an event. */
    public final long peek(MppaSegment segment, long offset) {
        Member member = one("Mppa.peek", segment, null);
        checkWord("Mppa.peek", segment, member, offset);
        return member.atomics.peek(member.rank, member.base + offset);
    }

    /** Reads a word into {@code result}. Source: mppa_async_peek. */
    public final void peek(MppaSegment segment, long offset, MemorySegment result, long resultOffset, MppaEvent event) {
        Member member = one("Mppa.peek", segment, event);
        checkWord("Mppa.peek", segment, member, offset);
        try {
            await(member.atomics.peekNb(result, resultOffset, member.rank, member.base + offset));
        } catch (PgasException e) {
            throw named("Mppa.peek", e);
        }
    }

    /** Operations of one process on a segment are ordered: none is left under way. */
    private static void await(Event event) {
        if (event != Event.DONE) {
            event.await();
        }
    }

    /** Replaces a word; complete at the next {@link #fence}. Source: mppa_async_poke. */
    public final void poke(MppaSegment segment, long offset, long value) {
        Member member = written("Mppa.poke", segment, null);
        if (member == null) {
            pokeAll(segment, offset, value);
            return;
        }
        checkWord("Mppa.poke", segment, member, offset);
        member.atomics.poke(member.rank, member.base + offset, value);
    }

    private void pokeAll(MppaSegment segment, long offset, long value) {
        Member[] members = all("Mppa.poke", segment);
        for (Member member : members) {
            checkWord("Mppa.poke", segment, member, offset);
        }
        for (Member member : members) {
            member.atomics.poke(member.rank, member.base + offset, value);
        }
    }

    /** Adds {@code addend}, with its sign, to a word, wrapping around; complete at the next {@link #fence}. Source: mppa_async_postadd. */
    public final void postAdd(MppaSegment segment, long offset, int addend) {
        Member member = written("Mppa.postAdd", segment, null);
        if (member == null) {
            postAddAll(segment, offset, addend);
            return;
        }
        checkWord("Mppa.postAdd", segment, member, offset);
        member.atomics.postAdd(member.rank, member.base + offset, addend);
    }

    private void postAddAll(MppaSegment segment, long offset, int addend) {
        Member[] members = all("Mppa.postAdd", segment);
        for (Member member : members) {
            checkWord("Mppa.postAdd", segment, member, offset);
        }
        for (Member member : members) {
            member.atomics.postAdd(member.rank, member.base + offset, addend);
        }
    }

    /** Sets a word to 0 and answers the value before. Source: mppa_async_fetchclear without an event. */
    public final long fetchClear(MppaSegment segment, long offset) {
        Member member = one("Mppa.fetchClear", segment, null);
        checkWord("Mppa.fetchClear", segment, member, offset);
        return member.atomics.fetchClear(member.rank, member.base + offset);
    }

    /** Sets a word to 0; the value before goes to {@code result}. Source: mppa_async_fetchclear. */
    public final void fetchClear(MppaSegment segment, long offset, MemorySegment result, long resultOffset,
            MppaEvent event) {
        Member member = one("Mppa.fetchClear", segment, event);
        checkWord("Mppa.fetchClear", segment, member, offset);
        try {
            await(member.atomics.fetchClearNb(result, resultOffset, member.rank, member.base + offset));
        } catch (PgasException e) {
            throw named("Mppa.fetchClear", e);
        }
    }

    /** Adds {@code addend}, with its sign, to a word, wrapping around, and answers the value before. Source: mppa_async_fetchadd without an event. */
    public final long fetchAdd(MppaSegment segment, long offset, int addend) {
        Member member = one("Mppa.fetchAdd", segment, null);
        checkWord("Mppa.fetchAdd", segment, member, offset);
        return member.atomics.fetchAdd(member.rank, member.base + offset, addend);
    }

    /** Adds {@code addend}, with its sign, to a word, wrapping around; the value before goes to {@code result}. Source: mppa_async_fetchadd. */
    public final void fetchAdd(MppaSegment segment, long offset, int addend, MemorySegment result, long resultOffset,
            MppaEvent event) {
        Member member = one("Mppa.fetchAdd", segment, event);
        checkWord("Mppa.fetchAdd", segment, member, offset);
        try {
            await(member.atomics.fetchAddNb(result, resultOffset, member.rank, member.base + offset, addend));
        } catch (PgasException e) {
            throw named("Mppa.fetchAdd", e);
        }
    }

    /**
     * That the word at {@code localOffset} of local memory fulfils a condition, compared with {@code value}: returns when it does, or
     * leaves that to {@code event}, which looks at the word while it is waited for or tested, and at no other time. An acquire.
     *
     * <p>Local memory is any that every thread may read. In a mapped segment of this process, a wait that sleeps is rung by what others do
     * with the word through an {@link Mppa}; elsewhere, and for plain stores, it finds out within a millisecond. A value that is gone again before anybody has
     * looked is missed. Errors: a word outside the memory; in a mapped segment, misaligned. Source: mppa_async_evalcond and its macros.
     */
    public final void evalCond(MemorySegment local, long localOffset, long value, WaitCondition condition,
            MppaEvent event) {
        String call = "Mppa.evalCond";
        begin(call, event);
        checkLocal(call, local);
        if (condition == null) {
            throw bad(call, "the condition is null");
        }
        TeamCore.of(team).local().source(call, local, localOffset, Long.BYTES);
        try {
            if (local.isNative() && awaitMapped(local.address() + localOffset, value, condition, event)) {
                return;
            }
        } catch (PgasException e) {
            throw named(call, e);
        }
        LocalWord word = new LocalWord(call, local, localOffset, value, condition);
        if (event == null) {
            TeamCore.of(team).await(word);
        } else {
            event.add(TeamCore.of(team).event(word, false));
        }
    }

    /** The same of a word in mapped memory that is bound to an endpoint of this rank; false when there is none. */
    private boolean awaitMapped(long address, long value, WaitCondition condition, MppaEvent event) {
        return awaitMapped(job().endpoint(), address, value, condition, event)
                || awaitMapped(recent, address, value, condition, event)
                || awaitElsewhere(address, value, condition, event);
    }

    private boolean awaitElsewhere(long address, long value, WaitCondition condition, MppaEvent event) {
        for (Endpoint each : job().endpoints().list()) {
            if (awaitMapped(each, address, value, condition, event)) {
                recent = each;
                return true;
            }
        }
        return false;
    }

    private static boolean awaitMapped(Endpoint endpoint, long address, long value, WaitCondition condition,
            MppaEvent event) {
        long offset = wordOffset(endpoint, address);
        if (offset < 0) {
            return false;
        }
        if (event == null) {
            endpoint.words().waitUntilLong(offset, condition, value);
        } else {
            event.add(endpoint.words().waitUntilLongNb(offset, condition, value));
        }
        return true;
    }

    /** Where the word is in mapped memory that is bound to an endpoint, which may be null; -1 when it is elsewhere. */
    private static long wordOffset(Endpoint endpoint, long address) {
        Segment segment = endpoint == null ? null : endpoint.segment();
        if (segment == null || !segment.isMapped()) {
            return -1;
        }
        long offset = address - segment.local().address();
        return offset >= 0 && offset <= segment.size() - Long.BYTES ? offset : -1;
    }
}
