package org.pgas.upc;

import java.lang.foreign.MemorySegment;

import org.pgas.LocalCompletion;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;
import org.pgas.vis.GlobalShape;
import org.pgas.vis.Memvec;
import org.pgas.vis.Shape;

/**
 * Copies of lists of regions, whose entries may be of different threads: regions of any lengths, and of one length. The
 * calls are described at {@link Upc}, whose own they are.
 */
final class IndexedCopies {
    private final UpcCore core;
    private final Synchronisation synchronisation;
    private final ListArguments lists;

    IndexedCopies(UpcCore core, Synchronisation synchronisation) {
        this.core = core;
        this.synchronisation = synchronisation;
        this.lists = new ListArguments(core);
    }

    // What follows makes no object for a call: shapes are found again, and a thread's lists of numbers are used again.

    private void copy(String call, GlobalShape dst, GlobalShape src) {
        try {
            core.lists.copy(dst, src);
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    private UpcHandle copyAsync(String call, GlobalShape dst, GlobalShape src) {
        try {
            return synchronisation.handle(core.lists.copyNb(dst, src));
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    private void put(String call, GlobalShape dst, MemorySegment src, Shape from) {
        lists.given(call, "src", src, from.bytes());
        try {
            core.lists.put(dst, src, 0, from);
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    private UpcHandle putAsync(String call, GlobalShape dst, MemorySegment src, Shape from) {
        lists.given(call, "src", src, from.bytes());
        try {
            return synchronisation.handle(core.lists.putNb(dst, src, 0, from, LocalCompletion.DEFER));
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    private void get(String call, MemorySegment dst, Shape to, GlobalShape src) {
        lists.given(call, "dst", dst, to.bytes());
        try {
            core.lists.get(dst, 0, to, src);
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    private UpcHandle getAsync(String call, MemorySegment dst, Shape to, GlobalShape src) {
        lists.given(call, "dst", dst, to.bytes());
        try {
            return synchronisation.handle(core.lists.getNb(dst, 0, to, src));
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    private GlobalShape global(String call, ListSide side) {
        return core.shapes.globalVector(call, side.places, side.lengths, side.count);
    }

    private Shape local(String call, ListSide side) {
        return core.shapes.vector(call, side.places, side.lengths, side.count);
    }

    /** Checks a call, and takes both lists apart into the thread's sides; false if both are empty. */
    private boolean vlists(String call, int dstcount, SharedMemvec[] dstlist, int srccount, SharedMemvec[] srclist) {
        core.begin(call);
        if (!lists.hasEntries(call, dstcount, srccount)) {
            return false;
        }
        ListSide dst = lists.shared(call, core.sides().dst(), "dstlist", dstlist, dstcount);
        ListSide src = lists.shared(call, core.sides().src(), "srclist", srclist, srccount);
        lists.totals(call, dst.bytes, src.bytes);
        lists.apart(call, dst, src);
        return true;
    }

    /** As {@link #vlists}. */
    private boolean putVlists(String call, int dstcount, SharedMemvec[] dstlist, int srccount, Memvec[] srclist) {
        core.begin(call);
        if (!lists.hasEntries(call, dstcount, srccount)) {
            return false;
        }
        ListSide to = lists.shared(call, core.sides().dst(), "dstlist", dstlist, dstcount);
        ListSide from = lists.local(call, core.sides().src(), "srclist", srclist, srccount);
        lists.totals(call, to.bytes, from.bytes);
        return true;
    }

    /** As {@link #vlists}. */
    private boolean getVlists(String call, int dstcount, Memvec[] dstlist, int srccount, SharedMemvec[] srclist) {
        core.begin(call);
        if (!lists.hasEntries(call, dstcount, srccount)) {
            return false;
        }
        ListSide to = lists.local(call, core.sides().dst(), "dstlist", dstlist, dstcount);
        ListSide from = lists.shared(call, core.sides().src(), "srclist", srclist, srccount);
        lists.totals(call, to.bytes, from.bytes);
        return true;
    }

    void memcpyVlist(int dstcount, SharedMemvec[] dstlist, int srccount, SharedMemvec[] srclist) {
        String call = "Upc.memcpyVlist";
        if (vlists(call, dstcount, dstlist, srccount, srclist)) {
            copy(call, global(call, core.sides().dst()), global(call, core.sides().src()));
        }
    }

    void memputVlist(int dstcount, SharedMemvec[] dstlist, int srccount, MemorySegment src, Memvec[] srclist) {
        String call = "Upc.memputVlist";
        if (putVlists(call, dstcount, dstlist, srccount, srclist)) {
            put(call, global(call, core.sides().dst()), src, local(call, core.sides().src()));
        }
    }

    void memgetVlist(int dstcount, MemorySegment dst, Memvec[] dstlist, int srccount, SharedMemvec[] srclist) {
        String call = "Upc.memgetVlist";
        if (getVlists(call, dstcount, dstlist, srccount, srclist)) {
            get(call, dst, local(call, core.sides().dst()), global(call, core.sides().src()));
        }
    }

    UpcHandle memcpyVlistAsync(int dstcount, SharedMemvec[] dstlist, int srccount, SharedMemvec[] srclist) {
        String call = "Upc.memcpyVlistAsync";
        return vlists(call, dstcount, dstlist, srccount, srclist)
                ? copyAsync(call, global(call, core.sides().dst()), global(call, core.sides().src()))
                : UpcHandle.COMPLETE;
    }

    UpcHandle memputVlistAsync(int dstcount, SharedMemvec[] dstlist, int srccount, MemorySegment src,
            Memvec[] srclist) {
        String call = "Upc.memputVlistAsync";
        return putVlists(call, dstcount, dstlist, srccount, srclist)
                ? putAsync(call, global(call, core.sides().dst()), src, local(call, core.sides().src()))
                : UpcHandle.COMPLETE;
    }

    UpcHandle memgetVlistAsync(int dstcount, MemorySegment dst, Memvec[] dstlist, int srccount,
            SharedMemvec[] srclist) {
        String call = "Upc.memgetVlistAsync";
        return getVlists(call, dstcount, dstlist, srccount, srclist)
                ? getAsync(call, dst, local(call, core.sides().dst()), global(call, core.sides().src()))
                : UpcHandle.COMPLETE;
    }

    /** Checks a call; false if both lists are empty. */
    private boolean ilists(String call, int dstcount, long[] dstlist, long dstlen, int srccount, long[] srclist,
            long srclen) {
        core.begin(call);
        if (!lists.hasEntries(call, dstcount, srccount)) {
            return false;
        }
        lists.shared(call, "dstlist", dstlist, dstcount, "dstlen", dstlen);
        lists.shared(call, "srclist", srclist, srccount, "srclen", srclen);
        lists.totals(call, dstcount * dstlen, srccount * srclen);
        lists.apart(call, dstlist, dstcount, dstlen, srclist, srccount, srclen);
        return true;
    }

    /** As {@link #ilists}. */
    private boolean putIlists(String call, int dstcount, long[] dstlist, long dstlen, int srccount, long[] srclist,
            long srclen) {
        core.begin(call);
        if (!lists.hasEntries(call, dstcount, srccount)) {
            return false;
        }
        lists.shared(call, "dstlist", dstlist, dstcount, "dstlen", dstlen);
        lists.local(call, "srclist", srclist, srccount, "srclen", srclen);
        lists.totals(call, dstcount * dstlen, srccount * srclen);
        return true;
    }

    /** As {@link #ilists}. */
    private boolean getIlists(String call, int dstcount, long[] dstlist, long dstlen, int srccount, long[] srclist,
            long srclen) {
        core.begin(call);
        if (!lists.hasEntries(call, dstcount, srccount)) {
            return false;
        }
        lists.local(call, "dstlist", dstlist, dstcount, "dstlen", dstlen);
        lists.shared(call, "srclist", srclist, srccount, "srclen", srclen);
        lists.totals(call, dstcount * dstlen, srccount * srclen);
        return true;
    }

    private GlobalShape global(String call, long[] list, int count, long length) {
        return core.shapes.globalIndexed(call, length, list, count);
    }

    private Shape local(String call, long[] list, int count, long length) {
        return core.shapes.indexed(call, length, list, count);
    }

    void memcpyIlist(int dstcount, long[] dstlist, long dstlen, int srccount, long[] srclist, long srclen) {
        String call = "Upc.memcpyIlist";
        if (ilists(call, dstcount, dstlist, dstlen, srccount, srclist, srclen)) {
            copy(call, global(call, dstlist, dstcount, dstlen), global(call, srclist, srccount, srclen));
        }
    }

    void memputIlist(int dstcount, long[] dstlist, long dstlen, int srccount, MemorySegment src, long[] srclist,
            long srclen) {
        String call = "Upc.memputIlist";
        if (putIlists(call, dstcount, dstlist, dstlen, srccount, srclist, srclen)) {
            put(call, global(call, dstlist, dstcount, dstlen), src, local(call, srclist, srccount, srclen));
        }
    }

    void memgetIlist(int dstcount, MemorySegment dst, long[] dstlist, long dstlen, int srccount, long[] srclist,
            long srclen) {
        String call = "Upc.memgetIlist";
        if (getIlists(call, dstcount, dstlist, dstlen, srccount, srclist, srclen)) {
            get(call, dst, local(call, dstlist, dstcount, dstlen), global(call, srclist, srccount, srclen));
        }
    }

    UpcHandle memcpyIlistAsync(int dstcount, long[] dstlist, long dstlen, int srccount, long[] srclist, long srclen) {
        String call = "Upc.memcpyIlistAsync";
        return ilists(call, dstcount, dstlist, dstlen, srccount, srclist, srclen)
                ? copyAsync(call, global(call, dstlist, dstcount, dstlen), global(call, srclist, srccount, srclen))
                : UpcHandle.COMPLETE;
    }

    UpcHandle memputIlistAsync(int dstcount, long[] dstlist, long dstlen, int srccount, MemorySegment src,
            long[] srclist, long srclen) {
        String call = "Upc.memputIlistAsync";
        return putIlists(call, dstcount, dstlist, dstlen, srccount, srclist, srclen)
                ? putAsync(call, global(call, dstlist, dstcount, dstlen), src, local(call, srclist, srccount, srclen))
                : UpcHandle.COMPLETE;
    }

    UpcHandle memgetIlistAsync(int dstcount, MemorySegment dst, long[] dstlist, long dstlen, int srccount,
            long[] srclist, long srclen) {
        String call = "Upc.memgetIlistAsync";
        return getIlists(call, dstcount, dstlist, dstlen, srccount, srclist, srclen)
                ? getAsync(call, dst, local(call, dstlist, dstcount, dstlen), global(call, srclist, srccount, srclen))
                : UpcHandle.COMPLETE;
    }
}
