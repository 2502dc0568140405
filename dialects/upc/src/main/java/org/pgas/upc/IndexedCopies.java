package org.pgas.upc;

import java.lang.foreign.MemorySegment;

import org.pgas.LocalCompletion;
import org.pgas.PgasException;
import org.pgas.vis.GlobalShape;
import org.pgas.vis.Memvec;
import org.pgas.vis.Shape;

/** Copies of lists of regions, whose entries may be of different threads: regions of any lengths, and of one length. */
abstract sealed class IndexedCopies extends ContiguousCopies permits StridedCopies {
    private final ListArguments lists;

    IndexedCopies(UpcCore core) {
        super(core);
        this.lists = new ListArguments(core);
    }

    // What follows makes no object for a call: shapes are found again, and a thread's lists of numbers are used again.

    private void copy(String call, GlobalShape dst, GlobalShape src) {
        try {
            core.lists.copy(dst, src);
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    private UpcHandle copyAsync(String call, GlobalShape dst, GlobalShape src) {
        try {
            return handle(core.lists.copyNb(dst, src));
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    private void put(String call, GlobalShape dst, MemorySegment src, Shape from) {
        try {
            core.lists.put(dst, src, 0, from);
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    private UpcHandle putAsync(String call, GlobalShape dst, MemorySegment src, Shape from) {
        try {
            return handle(core.lists.putNb(dst, src, 0, from, LocalCompletion.DEFER));
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    private void get(String call, MemorySegment dst, Shape to, GlobalShape src) {
        try {
            core.lists.get(dst, 0, to, src);
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    private UpcHandle getAsync(String call, MemorySegment dst, Shape to, GlobalShape src) {
        try {
            return handle(core.lists.getNb(dst, 0, to, src));
        } catch (PgasException e) {
            throw core.named(call, e);
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
    private boolean putVlists(String call, int dstcount, SharedMemvec[] dstlist, int srccount, MemorySegment src,
            Memvec[] srclist) {
        core.begin(call);
        if (!lists.hasEntries(call, dstcount, srccount)) {
            return false;
        }
        ListSide to = lists.shared(call, core.sides().dst(), "dstlist", dstlist, dstcount);
        ListSide from = lists.local(call, core.sides().src(), "srclist", srclist, srccount);
        lists.totals(call, to.bytes, from.bytes);
        lists.given(call, "src", src, from.bytes);
        return true;
    }

    /** As {@link #vlists}. */
    private boolean getVlists(String call, int dstcount, MemorySegment dst, Memvec[] dstlist, int srccount,
            SharedMemvec[] srclist) {
        core.begin(call);
        if (!lists.hasEntries(call, dstcount, srccount)) {
            return false;
        }
        ListSide to = lists.local(call, core.sides().dst(), "dstlist", dstlist, dstcount);
        ListSide from = lists.shared(call, core.sides().src(), "srclist", srclist, srccount);
        lists.totals(call, to.bytes, from.bytes);
        lists.given(call, "dst", dst, to.bytes);
        return true;
    }

    /**
     * Copies the first {@code srccount} regions of {@code srclist}, in their order, to the first {@code dstcount} of {@code dstlist}: each is of one
     * thread, entries may be of different ones. Blocking.
     *
     * <p>Both lists have as many bytes in all, cut in any way; entries of 0 bytes are ignored. Regions of the source may overlap each other, those of the
     * destination neither each other nor the source's. Of two counts of 0 nothing else is looked at. Lists may be changed when the call has returned, in
     * every form.
     *
     * <p>Errors, before anything was copied, naming the entry: totals that differ; a list that is null or has fewer entries; an entry that is null or has a
     * negative length; a region that is not in its thread's shared memory; regions of the destination that overlap, in checked mode also with the source.
     * Source: upc_memcpy_vlist.
     */
    public void memcpyVlist(int dstcount, SharedMemvec[] dstlist, int srccount, SharedMemvec[] srclist) {
        String call = "Upc.memcpyVlist";
        if (vlists(call, dstcount, dstlist, srccount, srclist)) {
            copy(call, global(call, core.sides().dst()), global(call, core.sides().src()));
        }
    }

    /** As {@link #memcpyVlist}, from regions of one private memory. Errors besides: regions outside {@code src}. Source: upc_memput_vlist. */
    public void memputVlist(int dstcount, SharedMemvec[] dstlist, int srccount, MemorySegment src, Memvec[] srclist) {
        String call = "Upc.memputVlist";
        if (putVlists(call, dstcount, dstlist, srccount, src, srclist)) {
            put(call, global(call, core.sides().dst()), src, local(call, core.sides().src()));
        }
    }

    /** As {@link #memcpyVlist}, to regions of one private memory. Errors besides: regions outside {@code dst}. Source: upc_memget_vlist. */
    public void memgetVlist(int dstcount, MemorySegment dst, Memvec[] dstlist, int srccount, SharedMemvec[] srclist) {
        String call = "Upc.memgetVlist";
        if (getVlists(call, dstcount, dst, dstlist, srccount, srclist)) {
            get(call, dst, local(call, core.sides().dst()), global(call, core.sides().src()));
        }
    }

    /** As {@link #memcpyVlist}, with a handle: see {@link #memcpyAsync}. Source: upc_memcpy_vlist_async. */
    public UpcHandle memcpyVlistAsync(int dstcount, SharedMemvec[] dstlist, int srccount, SharedMemvec[] srclist) {
        String call = "Upc.memcpyVlistAsync";
        return vlists(call, dstcount, dstlist, srccount, srclist)
                ? copyAsync(call, global(call, core.sides().dst()), global(call, core.sides().src()))
                : UpcHandle.COMPLETE;
    }

    /** As {@link #memputVlist}, with a handle: see {@link #memcpyAsync}. Source: upc_memput_vlist_async. */
    public UpcHandle memputVlistAsync(int dstcount, SharedMemvec[] dstlist, int srccount, MemorySegment src,
            Memvec[] srclist) {
        String call = "Upc.memputVlistAsync";
        return putVlists(call, dstcount, dstlist, srccount, src, srclist)
                ? putAsync(call, global(call, core.sides().dst()), src, local(call, core.sides().src()))
                : UpcHandle.COMPLETE;
    }

    /** As {@link #memgetVlist}, with a handle: see {@link #memcpyAsync}. Source: upc_memget_vlist_async. */
    public UpcHandle memgetVlistAsync(int dstcount, MemorySegment dst, Memvec[] dstlist, int srccount,
            SharedMemvec[] srclist) {
        String call = "Upc.memgetVlistAsync";
        return getVlists(call, dstcount, dst, dstlist, srccount, srclist)
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
    private boolean putIlists(String call, int dstcount, long[] dstlist, long dstlen, int srccount,
            MemorySegment src, long[] srclist, long srclen) {
        core.begin(call);
        if (!lists.hasEntries(call, dstcount, srccount)) {
            return false;
        }
        lists.shared(call, "dstlist", dstlist, dstcount, "dstlen", dstlen);
        lists.local(call, "srclist", srclist, srccount, "srclen", srclen);
        lists.totals(call, dstcount * dstlen, srccount * srclen);
        lists.given(call, "src", src, srccount * srclen);
        return true;
    }

    /** As {@link #ilists}. */
    private boolean getIlists(String call, int dstcount, MemorySegment dst, long[] dstlist, long dstlen,
            int srccount, long[] srclist, long srclen) {
        core.begin(call);
        if (!lists.hasEntries(call, dstcount, srccount)) {
            return false;
        }
        lists.local(call, "dstlist", dstlist, dstcount, "dstlen", dstlen);
        lists.shared(call, "srclist", srclist, srccount, "srclen", srclen);
        lists.totals(call, dstcount * dstlen, srccount * srclen);
        lists.given(call, "dst", dst, dstcount * dstlen);
        return true;
    }

    private GlobalShape global(String call, long[] list, int count, long length) {
        return core.shapes.globalIndexed(call, length, list, count);
    }

    private Shape local(String call, long[] list, int count, long length) {
        return core.shapes.indexed(call, length, list, count);
    }

    /**
     * Copies {@code srccount} regions of {@code srclen} bytes, where {@code srclist} points, in their order, to {@code dstcount} regions of {@code dstlen}
     * bytes. Blocking. All else as of {@link #memcpyVlist}. Errors besides: lengths that are not above 0. Source: upc_memcpy_ilist.
     */
    public void memcpyIlist(int dstcount, long[] dstlist, long dstlen, int srccount, long[] srclist, long srclen) {
        String call = "Upc.memcpyIlist";
        if (ilists(call, dstcount, dstlist, dstlen, srccount, srclist, srclen)) {
            copy(call, global(call, dstlist, dstcount, dstlen), global(call, srclist, srccount, srclen));
        }
    }

    /** As {@link #memcpyIlist}; {@code srclist} are offsets in {@code src}. Source: upc_memput_ilist. */
    public void memputIlist(int dstcount, long[] dstlist, long dstlen, int srccount, MemorySegment src, long[] srclist,
            long srclen) {
        String call = "Upc.memputIlist";
        if (putIlists(call, dstcount, dstlist, dstlen, srccount, src, srclist, srclen)) {
            put(call, global(call, dstlist, dstcount, dstlen), src, local(call, srclist, srccount, srclen));
        }
    }

    /** As {@link #memcpyIlist}; {@code dstlist} are offsets in {@code dst}. Source: upc_memget_ilist. */
    public void memgetIlist(int dstcount, MemorySegment dst, long[] dstlist, long dstlen, int srccount, long[] srclist,
            long srclen) {
        String call = "Upc.memgetIlist";
        if (getIlists(call, dstcount, dst, dstlist, dstlen, srccount, srclist, srclen)) {
            get(call, dst, local(call, dstlist, dstcount, dstlen), global(call, srclist, srccount, srclen));
        }
    }

    /** As {@link #memcpyIlist}, with a handle: see {@link #memcpyAsync}. Source: upc_memcpy_ilist_async. */
    public UpcHandle memcpyIlistAsync(int dstcount, long[] dstlist, long dstlen, int srccount, long[] srclist,
            long srclen) {
        String call = "Upc.memcpyIlistAsync";
        return ilists(call, dstcount, dstlist, dstlen, srccount, srclist, srclen)
                ? copyAsync(call, global(call, dstlist, dstcount, dstlen), global(call, srclist, srccount, srclen))
                : UpcHandle.COMPLETE;
    }

    /** As {@link #memputIlist}, with a handle: see {@link #memcpyAsync}. Source: upc_memput_ilist_async. */
    public UpcHandle memputIlistAsync(int dstcount, long[] dstlist, long dstlen, int srccount, MemorySegment src,
            long[] srclist, long srclen) {
        String call = "Upc.memputIlistAsync";
        return putIlists(call, dstcount, dstlist, dstlen, srccount, src, srclist, srclen)
                ? putAsync(call, global(call, dstlist, dstcount, dstlen), src, local(call, srclist, srccount, srclen))
                : UpcHandle.COMPLETE;
    }

    /** As {@link #memgetIlist}, with a handle: see {@link #memcpyAsync}. Source: upc_memget_ilist_async. */
    public UpcHandle memgetIlistAsync(int dstcount, MemorySegment dst, long[] dstlist, long dstlen, int srccount,
            long[] srclist, long srclen) {
        String call = "Upc.memgetIlistAsync";
        return getIlists(call, dstcount, dst, dstlist, dstlen, srccount, srclist, srclen)
                ? getAsync(call, dst, local(call, dstlist, dstcount, dstlen), global(call, srclist, srccount, srclen))
                : UpcHandle.COMPLETE;
    }
}
