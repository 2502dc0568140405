package org.pgas.mppa;

import java.lang.foreign.MemorySegment;

import org.pgas.Endpoint;
import org.pgas.Event;
import org.pgas.PgasException;
import org.pgas.Segment;
import org.pgas.WaitCondition;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * The operations of {@link Mppa} on 64-bit words, at offsets that make them aligned. The calls are described there.
 *
 * <pre>
 * field   writer                    reader       order
 * recent  a thread that has waited  all threads  volatile: a hint
 * </pre>
 */
final class Words {
    /** Not the primordial one: bound to memory in which somebody has waited. Null at first. */
    private volatile Endpoint recent;

    private final Access access;

    Words(Access access) {
        this.access = access;
    }

    void fence(MppaSegment segment, MppaEvent event) {
        access.begin("Mppa.fence", event);
        access.any("Mppa.fence", segment)[0].rma.fence();
    }

    private Member word(String call, MppaSegment segment, long offset, MppaEvent event) {
        Member member = access.one(call, segment, event);
        access.checkWord(call, segment, member, offset);
        return member;
    }

    /** All members of a segment that {@link Access#written} has found none of. */
    private Member[] words(String call, MppaSegment segment, long offset) {
        Member[] members = access.all(call, segment);
        for (Member member : members) {
            access.checkWord(call, segment, member, offset);
        }
        return members;
    }

    long peek(MppaSegment segment, long offset) {
        Member member = word("Mppa.peek", segment, offset, null);
        return member.atomics.peek(member.rank, member.base + offset);
    }

    void peek(MppaSegment segment, long offset, MemorySegment result, long resultOffset, MppaEvent event) {
        Member member = word("Mppa.peek", segment, offset, event);
        try {
            await(member.atomics.peekNb(result, resultOffset, member.rank, member.base + offset));
        } catch (PgasException e) {
            throw Refusals.named("Mppa.peek", e);
        }
    }

    /** Operations of one process on a segment are ordered: none is left under way. */
    private static void await(Event event) {
        if (event != Event.DONE) {
            event.await();
        }
    }

    void poke(MppaSegment segment, long offset, long value) {
        Member single = access.written("Mppa.poke", segment, null);
        if (single != null) {
            access.checkWord("Mppa.poke", segment, single, offset);
            single.atomics.poke(single.rank, single.base + offset, value);
            return;
        }
        for (Member member : words("Mppa.poke", segment, offset)) {
            member.atomics.poke(member.rank, member.base + offset, value);
        }
    }

    void postAdd(MppaSegment segment, long offset, int addend) {
        Member single = access.written("Mppa.postAdd", segment, null);
        if (single != null) {
            access.checkWord("Mppa.postAdd", segment, single, offset);
            single.atomics.postAdd(single.rank, single.base + offset, addend);
            return;
        }
        for (Member member : words("Mppa.postAdd", segment, offset)) {
            member.atomics.postAdd(member.rank, member.base + offset, addend);
        }
    }

    long fetchClear(MppaSegment segment, long offset) {
        Member member = word("Mppa.fetchClear", segment, offset, null);
        return member.atomics.fetchClear(member.rank, member.base + offset);
    }

    void fetchClear(MppaSegment segment, long offset, MemorySegment result, long resultOffset, MppaEvent event) {
        Member member = word("Mppa.fetchClear", segment, offset, event);
        try {
            await(member.atomics.fetchClearNb(result, resultOffset, member.rank, member.base + offset));
        } catch (PgasException e) {
            throw Refusals.named("Mppa.fetchClear", e);
        }
    }

    long fetchAdd(MppaSegment segment, long offset, int addend) {
        Member member = word("Mppa.fetchAdd", segment, offset, null);
        return member.atomics.fetchAdd(member.rank, member.base + offset, addend);
    }

    void fetchAdd(MppaSegment segment, long offset, int addend, MemorySegment result, long resultOffset,
            MppaEvent event) {
        Member member = word("Mppa.fetchAdd", segment, offset, event);
        try {
            await(member.atomics.fetchAddNb(result, resultOffset, member.rank, member.base + offset, addend));
        } catch (PgasException e) {
            throw Refusals.named("Mppa.fetchAdd", e);
        }
    }

    void evalCond(MemorySegment local, long localOffset, long value, WaitCondition condition, MppaEvent event) {
        String call = "Mppa.evalCond";
        access.begin(call, event);
        access.checkLocal(call, local);
        if (condition == null) {
            throw access.refusals.bad(call, "the condition is null");
        }
        TeamCore.of(access.team).local().source(call, local, localOffset, Long.BYTES);
        try {
            if (local.isNative() && awaitMapped(local.address() + localOffset, value, condition, event)) {
                return;
            }
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
        LocalWord word = new LocalWord(call, local, localOffset, value, condition);
        if (event == null) {
            TeamCore.of(access.team).await(word);
        } else {
            event.add(TeamCore.of(access.team).event(word, false));
        }
    }

    /** The same of a word in mapped memory that is bound to an endpoint of this rank; false when there is none. */
    private boolean awaitMapped(long address, long value, WaitCondition condition, MppaEvent event) {
        return awaitMapped(access.job.endpoint(), address, value, condition, event)
                || awaitMapped(recent, address, value, condition, event)
                || awaitElsewhere(address, value, condition, event);
    }

    private boolean awaitElsewhere(long address, long value, WaitCondition condition, MppaEvent event) {
        for (Endpoint each : access.job.endpoints().list()) {
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
