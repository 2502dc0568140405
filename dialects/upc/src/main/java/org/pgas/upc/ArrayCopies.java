package org.pgas.upc;

import java.lang.foreign.MemorySegment;

import org.pgas.Event;
import org.pgas.LocalCompletion;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;
import org.pgas.vis.GlobalShape;
import org.pgas.vis.Shape;

/** Copies between ranges of shared arrays, of any block sizes, and private memory. */
record ArrayCopies(UpcCore core) {
    private void check(String call, String argument, SharedArray array, long from, long count) {
        core.begin(call);
        if (array == null || !array.isOf(core)) {
            throw core.refusals.bad(call, argument + (array == null ? " is null" : " belongs to another Upc"));
        }
        if (count < 0) {
            throw core.refusals.bad(call, "count is " + count + ": legal are 0 and more");
        }
        if (from < 0 || from > array.elements() - count) {
            throw core.refusals.bad(call,
                    count + " elements from " + from + " on are outside the " + array.elements() + " of "
                            + argument);
        }
    }

    private void checkBoth(String call, SharedArray dst, long dstFrom, SharedArray src, long srcFrom, long count) {
        check(call, "dst", dst, dstFrom, count);
        check(call, "src", src, srcFrom, count);
        if (dst.elementBytes() != src.elementBytes()) {
            throw core.refusals.bad(call, "elements of dst have " + dst.elementBytes() + " bytes, those of src "
                    + src.elementBytes() + ": they must have as many");
        }
        // other places than these are compared by the copy, in checked mode
        if (dst.base() == src.base() && dst.layout().equals(src.layout()) && count > 0
                && Math.abs(dstFrom - srcFrom) < count) {
            throw core.refusals.bad(call, count + " elements from " + srcFrom + " and from " + dstFrom
                    + " on of one array overlap");
        }
    }

    Event copy(String call, SharedArray dst, long dstFrom, SharedArray src, long srcFrom, long count) {
        checkBoth(call, dst, dstFrom, src, srcFrom, count);
        try {
            return core.lists.copyNb(dst.shape(dstFrom, count), src.shape(srcFrom, count));
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    private void given(String call, String argument, MemorySegment memory, GlobalShape shape) {
        if (shape.bytes() > 0) {
            core.given(call, argument, memory);
        }
    }

    Event put(String call, SharedArray dst, long from, MemorySegment src, long srcOffset, long count) {
        check(call, "dst", dst, from, count);
        GlobalShape shape = dst.shape(from, count);
        given(call, "src", src, shape);
        try {
            return core.lists.putNb(shape, src, srcOffset, Shape.contiguous(shape.bytes()), LocalCompletion.DEFER);
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }

    Event get(String call, MemorySegment dst, long dstOffset, SharedArray src, long from, long count) {
        check(call, "src", src, from, count);
        GlobalShape shape = src.shape(from, count);
        given(call, "dst", dst, shape);
        try {
            return core.lists.getNb(dst, dstOffset, Shape.contiguous(shape.bytes()), shape);
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }
}
