package org.pgas.upc;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

import org.pgas.Event;
import org.pgas.LocalCompletion;
import org.pgas.PgasException;
import org.pgas.vis.GlobalShape;
import org.pgas.vis.Memvec;
import org.pgas.vis.Shape;

/** Copies of lists of regions, whose entries may be of different threads: regions of any lengths, and of one length. */
abstract sealed class IndexedCopies extends ContiguousCopies permits StridedCopies {
    IndexedCopies(UpcCore core) {
        super(core);
    }

    private ListArguments lists(String call) {
        core.begin(call);
        return new ListArguments(core, call);
    }

    /** Runs a call below this one; its errors get the name of the call that the program has made. */
    private UpcHandle start(String call, Supplier<Event> transfer) {
        try {
            return handle(transfer.get());
        } catch (PgasException e) {
            throw core.named(call, e);
        }
    }

    private void run(String call, Runnable transfer) {
        try {
            transfer.run();
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

    /** The two sides of a copy of shared memory. */
    private record Copy(GlobalShape dst, GlobalShape src) {}

    /** The two sides of a put or a get. */
    private record Transfer(GlobalShape shared, Shape local) {}

    private Copy vlists(String call, int dstcount, SharedMemvec[] dstlist, int srccount, SharedMemvec[] srclist) {
        ListArguments lists = lists(call);
        if (!lists.hasEntries(dstcount, srccount)) {
            return null;
        }
        ListSide dst = lists.shared(core.sides().dst(), "dstlist", dstlist, dstcount);
        ListSide src = lists.shared(core.sides().src(), "srclist", srclist, srccount);
        lists.totals(dst.bytes, src.bytes);
        lists.apart(dst, src);
        return new Copy(global(call, dst), global(call, src));
    }

    private Transfer putVlists(String call, int dstcount, SharedMemvec[] dstlist, int srccount, MemorySegment src,
            Memvec[] srclist) {
        ListArguments lists = lists(call);
        if (!lists.hasEntries(dstcount, srccount)) {
            return null;
        }
        ListSide to = lists.shared(core.sides().dst(), "dstlist", dstlist, dstcount);
        ListSide from = lists.local(core.sides().src(), "srclist", srclist, srccount);
        lists.totals(to.bytes, from.bytes);
        lists.given("src", src, from.bytes);
        return new Transfer(global(call, to), local(call, from));
    }

    private Transfer getVlists(String call, int dstcount, MemorySegment dst, Memvec[] dstlist, int srccount,
            SharedMemvec[] srclist) {
        ListArguments lists = lists(call);
        if (!lists.hasEntries(dstcount, srccount)) {
            return null;
        }
        ListSide to = lists.local(core.sides().dst(), "dstlist", dstlist, dstcount);
        ListSide from = lists.shared(core.sides().src(), "srclist", srclist, srccount);
        lists.totals(to.bytes, from.bytes);
        lists.given("dst", dst, to.bytes);
        return new Transfer(global(call, from), local(call, to));
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
        Copy copy = vlists("Upc.memcpyVlist", dstcount, dstlist, srccount, srclist);
        if (copy != null) {
            run("Upc.memcpyVlist", () -> core.lists.copy(copy.dst, copy.src));
        }
    }

    /** As {@link #memcpyVlist}, from regions of one private memory. Errors besides: regions outside {@code src}. Source: upc_memput_vlist. */
    public void memputVlist(int dstcount, SharedMemvec[] dstlist, int srccount, MemorySegment src, Memvec[] srclist) {
        Transfer put = putVlists("Upc.memputVlist", dstcount, dstlist, srccount, src, srclist);
        if (put != null) {
            run("Upc.memputVlist", () -> core.lists.put(put.shared, src, 0, put.local));
        }
    }

    /** As {@link #memcpyVlist}, to regions of one private memory. Errors besides: regions outside {@code dst}. Source: upc_memget_vlist. */
    public void memgetVlist(int dstcount, MemorySegment dst, Memvec[] dstlist, int srccount, SharedMemvec[] srclist) {
        Transfer get = getVlists("Upc.memgetVlist", dstcount, dst, dstlist, srccount, srclist);
        if (get != null) {
            run("Upc.memgetVlist", () -> core.lists.get(dst, 0, get.local, get.shared));
        }
    }

    /** As {@link #memcpyVlist}, with a handle: see {@link #memcpyAsync}. Source: upc_memcpy_vlist_async. */
    public UpcHandle memcpyVlistAsync(int dstcount, SharedMemvec[] dstlist, int srccount, SharedMemvec[] srclist) {
        Copy copy = vlists("Upc.memcpyVlistAsync", dstcount, dstlist, srccount, srclist);
        return copy == null ? UpcHandle.COMPLETE
                : start("Upc.memcpyVlistAsync", () -> core.lists.copyNb(copy.dst, copy.src));
    }

    /** As {@link #memputVlist}, with a handle: see {@link #memcpyAsync}. Source: upc_memput_vlist_async. */
    public UpcHandle memputVlistAsync(int dstcount, SharedMemvec[] dstlist, int srccount, MemorySegment src,
            Memvec[] srclist) {
        Transfer put = putVlists("Upc.memputVlistAsync", dstcount, dstlist, srccount, src, srclist);
        return put == null ? UpcHandle.COMPLETE
                : start("Upc.memputVlistAsync",
                        () -> core.lists.putNb(put.shared, src, 0, put.local, LocalCompletion.DEFER));
    }

    /** As {@link #memgetVlist}, with a handle: see {@link #memcpyAsync}. Source: upc_memget_vlist_async. */
    public UpcHandle memgetVlistAsync(int dstcount, MemorySegment dst, Memvec[] dstlist, int srccount,
            SharedMemvec[] srclist) {
        Transfer get = getVlists("Upc.memgetVlistAsync", dstcount, dst, dstlist, srccount, srclist);
        return get == null ? UpcHandle.COMPLETE
                : start("Upc.memgetVlistAsync", () -> core.lists.getNb(dst, 0, get.local, get.shared));
    }

    private Copy ilists(String call, int dstcount, long[] dstlist, long dstlen, int srccount, long[] srclist,
            long srclen) {
        ListArguments lists = lists(call);
        if (!lists.hasEntries(dstcount, srccount)) {
            return null;
        }
        lists.shared("dstlist", dstlist, dstcount, "dstlen", dstlen);
        lists.shared("srclist", srclist, srccount, "srclen", srclen);
        lists.totals(dstcount * dstlen, srccount * srclen);
        lists.apart(dstlist, dstcount, dstlen, srclist, srccount, srclen);
        return new Copy(core.shapes.globalIndexed(call, dstlen, dstlist, dstcount),
                core.shapes.globalIndexed(call, srclen, srclist, srccount));
    }

    private Transfer putIlists(String call, int dstcount, long[] dstlist, long dstlen, int srccount,
            MemorySegment src, long[] srclist, long srclen) {
        ListArguments lists = lists(call);
        if (!lists.hasEntries(dstcount, srccount)) {
            return null;
        }
        lists.shared("dstlist", dstlist, dstcount, "dstlen", dstlen);
        lists.local("srclist", srclist, srccount, "srclen", srclen);
        lists.totals(dstcount * dstlen, srccount * srclen);
        lists.given("src", src, srccount * srclen);
        return new Transfer(core.shapes.globalIndexed(call, dstlen, dstlist, dstcount),
                core.shapes.indexed(call, srclen, srclist, srccount));
    }

    private Transfer getIlists(String call, int dstcount, MemorySegment dst, long[] dstlist, long dstlen,
            int srccount, long[] srclist, long srclen) {
        ListArguments lists = lists(call);
        if (!lists.hasEntries(dstcount, srccount)) {
            return null;
        }
        lists.local("dstlist", dstlist, dstcount, "dstlen", dstlen);
        lists.shared("srclist", srclist, srccount, "srclen", srclen);
        lists.totals(dstcount * dstlen, srccount * srclen);
        lists.given("dst", dst, dstcount * dstlen);
        return new Transfer(core.shapes.globalIndexed(call, srclen, srclist, srccount),
                core.shapes.indexed(call, dstlen, dstlist, dstcount));
    }

    /**
     * Copies {@code srccount} regions of {@code srclen} bytes, where {@code srclist} points, in their order, to {@code dstcount} regions of {@code dstlen}
     * bytes. Blocking. All else as of {@link #memcpyVlist}. Errors besides: lengths that are not above 0. Source: upc_memcpy_ilist.
     */
    public void memcpyIlist(int dstcount, long[] dstlist, long dstlen, int srccount, long[] srclist, long srclen) {
        Copy copy = ilists("Upc.memcpyIlist", dstcount, dstlist, dstlen, srccount, srclist, srclen);
        if (copy != null) {
            run("Upc.memcpyIlist", () -> core.lists.copy(copy.dst, copy.src));
        }
    }

    /** As {@link #memcpyIlist}; {@code srclist} are offsets in {@code src}. Source: upc_memput_ilist. */
    public void memputIlist(int dstcount, long[] dstlist, long dstlen, int srccount, MemorySegment src, long[] srclist,
            long srclen) {
        Transfer put = putIlists("Upc.memputIlist", dstcount, dstlist, dstlen, srccount, src, srclist, srclen);
        if (put != null) {
            run("Upc.memputIlist", () -> core.lists.put(put.shared, src, 0, put.local));
        }
    }

    /** As {@link #memcpyIlist}; {@code dstlist} are offsets in {@code dst}. Source: upc_memget_ilist. */
    public void memgetIlist(int dstcount, MemorySegment dst, long[] dstlist, long dstlen, int srccount, long[] srclist,
            long srclen) {
        Transfer get = getIlists("Upc.memgetIlist", dstcount, dst, dstlist, dstlen, srccount, srclist, srclen);
        if (get != null) {
            run("Upc.memgetIlist", () -> core.lists.get(dst, 0, get.local, get.shared));
        }
    }

    /** As {@link #memcpyIlist}, with a handle: see {@link #memcpyAsync}. Source: upc_memcpy_ilist_async. */
    public UpcHandle memcpyIlistAsync(int dstcount, long[] dstlist, long dstlen, int srccount, long[] srclist,
            long srclen) {
        Copy copy = ilists("Upc.memcpyIlistAsync", dstcount, dstlist, dstlen, srccount, srclist, srclen);
        return copy == null ? UpcHandle.COMPLETE
                : start("Upc.memcpyIlistAsync", () -> core.lists.copyNb(copy.dst, copy.src));
    }

    /** As {@link #memputIlist}, with a handle: see {@link #memcpyAsync}. Source: upc_memput_ilist_async. */
    public UpcHandle memputIlistAsync(int dstcount, long[] dstlist, long dstlen, int srccount, MemorySegment src,
            long[] srclist, long srclen) {
        Transfer put = putIlists("Upc.memputIlistAsync", dstcount, dstlist, dstlen, srccount, src, srclist, srclen);
        return put == null ? UpcHandle.COMPLETE
                : start("Upc.memputIlistAsync",
                        () -> core.lists.putNb(put.shared, src, 0, put.local, LocalCompletion.DEFER));
    }

    /** As {@link #memgetIlist}, with a handle: see {@link #memcpyAsync}. Source: upc_memget_ilist_async. */
    public UpcHandle memgetIlistAsync(int dstcount, MemorySegment dst, long[] dstlist, long dstlen, int srccount,
            long[] srclist, long srclen) {
        Transfer get = getIlists("Upc.memgetIlistAsync", dstcount, dst, dstlist, dstlen, srccount, srclist, srclen);
        return get == null ? UpcHandle.COMPLETE
                : start("Upc.memgetIlistAsync", () -> core.lists.getNb(dst, 0, get.local, get.shared));
    }
}
