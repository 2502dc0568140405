package org.pgas.upc;

import java.lang.foreign.MemorySegment;

import org.pgas.LocalCompletion;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;
import org.pgas.vis.GlobalShape;
import org.pgas.vis.Memvec;
import org.pgas.vis.Shape;

/**
 * Copies of lists of regions: regions of any lengths, and of one length. The entries of a list may be of different
 * threads. The calls are described at {@link Upc}. They make no object: shapes are found again, and a thread's lists of
 * numbers are used again.
 *
 * @param nb whether these are the forms with a handle; the others block, and answer {@link UpcHandle#COMPLETE}
 */
record IndexedCopies(UpcCore core, Synchronisation synchronisation, ListArguments lists, boolean nb) {
    private UpcHandle copy(String call, GlobalShape dst, GlobalShape src) {
        try {
            if (nb) {
                return synchronisation.handle(core.lists.copyNb(dst, src));
            }
            core.lists.copy(dst, src);
            return UpcHandle.COMPLETE;
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    private UpcHandle put(String call, GlobalShape dst, MemorySegment src, Shape from) {
        lists.given(call, "src", src, from.bytes());
        try {
            if (nb) {
                return synchronisation.handle(core.lists.putNb(dst, src, 0, from, LocalCompletion.DEFER));
            }
            core.lists.put(dst, src, 0, from);
            return UpcHandle.COMPLETE;
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    private UpcHandle get(String call, MemorySegment dst, Shape to, GlobalShape src) {
        lists.given(call, "dst", dst, to.bytes());
        try {
            if (nb) {
                return synchronisation.handle(core.lists.getNb(dst, 0, to, src));
            }
            core.lists.get(dst, 0, to, src);
            return UpcHandle.COMPLETE;
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

    UpcHandle memcpyVlist(int dstcount, SharedMemvec[] dstlist, int srccount, SharedMemvec[] srclist) {
        String call = nb ? "Upc.memcpyVlistAsync" : "Upc.memcpyVlist";
        if (!lists.begin(call, dstcount, srccount)) {
            return UpcHandle.COMPLETE;
        }
        ListSide dst = lists.shared(call, core.sides().dst(), "dstlist", dstlist, dstcount);
        ListSide src = lists.shared(call, core.sides().src(), "srclist", srclist, srccount);
        lists.totals(call, dst.bytes, src.bytes);
        lists.apart(call, dst, src);
        return copy(call, global(call, dst), global(call, src));
    }

    UpcHandle memputVlist(int dstcount, SharedMemvec[] dstlist, int srccount, MemorySegment src, Memvec[] srclist) {
        String call = nb ? "Upc.memputVlistAsync" : "Upc.memputVlist";
        if (!lists.begin(call, dstcount, srccount)) {
            return UpcHandle.COMPLETE;
        }
        ListSide to = lists.shared(call, core.sides().dst(), "dstlist", dstlist, dstcount);
        ListSide from = lists.local(call, core.sides().src(), "srclist", srclist, srccount);
        lists.totals(call, to.bytes, from.bytes);
        return put(call, global(call, to), src, local(call, from));
    }

    UpcHandle memgetVlist(int dstcount, MemorySegment dst, Memvec[] dstlist, int srccount, SharedMemvec[] srclist) {
        String call = nb ? "Upc.memgetVlistAsync" : "Upc.memgetVlist";
        if (!lists.begin(call, dstcount, srccount)) {
            return UpcHandle.COMPLETE;
        }
        ListSide to = lists.local(call, core.sides().dst(), "dstlist", dstlist, dstcount);
        ListSide from = lists.shared(call, core.sides().src(), "srclist", srclist, srccount);
        lists.totals(call, to.bytes, from.bytes);
        return get(call, dst, local(call, to), global(call, from));
    }

    private GlobalShape global(String call, long[] list, int count, long length) {
        return core.shapes.globalIndexed(call, length, list, count);
    }

    private Shape local(String call, long[] list, int count, long length) {
        return core.shapes.indexed(call, length, list, count);
    }

    UpcHandle memcpyIlist(int dstcount, long[] dstlist, long dstlen, int srccount, long[] srclist, long srclen) {
        String call = nb ? "Upc.memcpyIlistAsync" : "Upc.memcpyIlist";
        if (!lists.begin(call, dstcount, srccount)) {
            return UpcHandle.COMPLETE;
        }
        lists.shared(call, "dstlist", dstlist, dstcount, "dstlen", dstlen);
        lists.shared(call, "srclist", srclist, srccount, "srclen", srclen);
        lists.totals(call, dstcount * dstlen, srccount * srclen);
        lists.apart(call, dstlist, dstcount, dstlen, srclist, srccount, srclen);
        return copy(call, global(call, dstlist, dstcount, dstlen), global(call, srclist, srccount, srclen));
    }

    UpcHandle memputIlist(int dstcount, long[] dstlist, long dstlen, int srccount, MemorySegment src, long[] srclist,
            long srclen) {
        String call = nb ? "Upc.memputIlistAsync" : "Upc.memputIlist";
        if (!lists.begin(call, dstcount, srccount)) {
            return UpcHandle.COMPLETE;
        }
        lists.shared(call, "dstlist", dstlist, dstcount, "dstlen", dstlen);
        lists.local(call, "srclist", srclist, srccount, "srclen", srclen);
        lists.totals(call, dstcount * dstlen, srccount * srclen);
        return put(call, global(call, dstlist, dstcount, dstlen), src, local(call, srclist, srccount, srclen));
    }

    UpcHandle memgetIlist(int dstcount, MemorySegment dst, long[] dstlist, long dstlen, int srccount, long[] srclist,
            long srclen) {
        String call = nb ? "Upc.memgetIlistAsync" : "Upc.memgetIlist";
        if (!lists.begin(call, dstcount, srccount)) {
            return UpcHandle.COMPLETE;
        }
        lists.local(call, "dstlist", dstlist, dstcount, "dstlen", dstlen);
        lists.shared(call, "srclist", srclist, srccount, "srclen", srclen);
        lists.totals(call, dstcount * dstlen, srccount * srclen);
        return get(call, dst, local(call, dstlist, dstcount, dstlen), global(call, srclist, srccount, srclen));
    }
}
