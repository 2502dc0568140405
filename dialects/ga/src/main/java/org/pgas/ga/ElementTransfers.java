package org.pgas.ga;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

import org.pgas.LocalCompletion;
import org.pgas.atomics.Scale;
import org.pgas.vis.Shape;

/**
 * Transfers of single elements, anywhere in an array. Those of neighbours are copied one by one; of each other process
 * all go together, as one shape.
 *
 * <pre>
 * field  writer      reader      order
 * spare  any thread  any thread  exchanged, given back by release
 * </pre>
 */
final class ElementTransfers {
    private final GaCore core;
    private final Layout layout;
    private final long[] offsets;
    private final PatchChecks checks;
    private final int bytes;

    /** For the next call, or null while one has it. */
    private final AtomicReference<ElementPlace> spare = new AtomicReference<>();

    ElementTransfers(GaCore core, Layout layout, long[] offsets, PatchChecks checks) {
        this.core = core;
        this.layout = layout;
        this.offsets = offsets;
        this.checks = checks;
        this.bytes = layout.type.bytes();
    }

    /**
     * Elements at the subscripts, and those of {@code memory}, one behind the other; {@code scale} of an accumulate.
     */
    record Elements(String call, TransferWay way, Scale scale, MemorySegment memory, long offset, long[] subscripts,
            int count) {}

    void move(Elements all) {
        check(all);
        ElementPlace place = take();
        GaNbHandle handle = new GaNbHandle();
        try {
            int[] far = moveNear(all, place);
            if (far != null) {
                moveFar(all, place, far, handle);
            }
            handle.complete(true);
        } catch (RuntimeException e) {
            throw checks.refusal(all.call, all.memory, e);
        }
        spare.setRelease(place);
    }

    private ElementPlace take() {
        ElementPlace known = spare.getAndSet(null);
        return known == null ? new ElementPlace(layout, offsets) : known;
    }

    private void check(Elements all) {
        core.enter(all.call);
        checks.open(all.call);
        if (all.count < 0) {
            throw checks.bad(all.call, "n is " + all.count + ": legal are 0 and more");
        }
        long needed = (long) all.count * layout.ndim;
        if (all.subscripts == null || needed > all.subscripts.length) {
            throw checks.bad(all.call, "subscripts: " + (all.subscripts == null ? "the array is null"
                    : "the array has " + all.subscripts.length + " entries") + ": " + all.count + " elements take "
                    + needed + ", one for each dimension of each");
        }
        checks.memory(all.call, all.memory, all.offset, (double) all.count * bytes, all.way == TransferWay.GET);
        for (int i = 0; i < all.count; i++) {
            checks.subscript(all.call, all.subscripts, i * layout.ndim);
        }
    }

    /** Answers how many elements there are of each process that is no neighbour; null when all are of neighbours. */
    private int[] moveNear(Elements all, ElementPlace place) {
        int[] far = null;
        for (int i = 0; i < all.count; i++) {
            place.find(all.subscripts, i * layout.ndim);
            if (core.near[place.owner]) {
                moveOne(all, place, all.offset + (long) i * bytes);
            } else {
                far = far == null ? new int[core.nproc] : far;
                far[place.owner]++;
            }
        }
        return far;
    }

    private void moveOne(Elements all, ElementPlace place, long here) {
        switch (all.way) {
            case PUT -> core.rma.put(place.owner, place.offset, all.memory, here, bytes);
            case GET -> core.rma.get(all.memory, here, place.owner, place.offset, bytes);
            case ACCUMULATE -> core.accumulator.accumulate(place.owner, place.offset, all.scale, all.memory, here,
                    bytes);
        }
    }

    private void moveFar(Elements all, ElementPlace place, int[] counts, GaNbHandle handle) {
        long[][] theirs = new long[counts.length][];
        long[][] ours = new long[counts.length][];
        for (int proc = 0; proc < counts.length; proc++) {
            theirs[proc] = new long[counts[proc]];
            ours[proc] = new long[counts[proc]];
        }
        int[] found = new int[counts.length];
        for (int i = 0; i < all.count; i++) {
            place.find(all.subscripts, i * layout.ndim);
            if (!core.near[place.owner]) {
                int at = found[place.owner]++;
                theirs[place.owner][at] = place.offset;
                ours[place.owner][at] = all.offset + (long) i * bytes;
            }
        }
        for (int proc = 0; proc < counts.length; proc++) {
            if (counts[proc] > 0) {
                moveFar(all, proc, theirs[proc], ours[proc], handle);
            }
        }
    }

    private void moveFar(Elements all, int proc, long[] theirs, long[] ours, GaNbHandle handle) {
        Shape there = core.shapes.indexed(all.call, bytes, theirs, theirs.length);
        Shape here = core.shapes.indexed(all.call, bytes, ours, ours.length);
        if (all.way == TransferWay.GET) {
            handle.note(core.vis.getNb(all.memory, 0, here, proc, 0, there));
        } else if (!there.overlap().isEmpty()) {
            // an element that is named more than once: one behind the other
            for (int i = 0; i < theirs.length; i++) {
                moveFarOne(all, proc, theirs[i], ours[i], handle);
            }
        } else if (all.way == TransferWay.PUT) {
            handle.note(core.vis.putNb(proc, 0, there, all.memory, 0, here, LocalCompletion.DEFER));
        } else {
            handle.note(core.vis.accumulateNb(proc, 0, there, all.scale, all.memory, 0, here,
                    LocalCompletion.DEFER));
        }
    }

    private void moveFarOne(Elements all, int proc, long there, long here, GaNbHandle handle) {
        handle.note(all.way == TransferWay.PUT
                ? core.rma.putNb(proc, there, all.memory, here, bytes, LocalCompletion.DEFER)
                : core.accumulator.accumulateNb(proc, there, all.scale, all.memory, here, bytes,
                        LocalCompletion.DEFER));
    }

    long readInc(String call, long[] subscript, long inc) {
        core.enter(call);
        checks.subscript(call, subscript, 0);
        if (!layout.type.isInteger()) {
            throw checks.bad(call, "its elements are of type " + layout.type + ": legal are " + GaType.C_INT + " and "
                    + GaType.C_LONG);
        }
        if (layout.type == GaType.C_INT && inc != (int) inc) {
            throw checks.bad(call, "inc is " + inc + ": legal are " + Integer.MIN_VALUE + ".." + Integer.MAX_VALUE);
        }
        ElementPlace place = take();
        place.find(subscript, 0);
        int owner = place.owner;
        long offset = place.offset;
        spare.setRelease(place);
        return layout.type == GaType.C_INT ? core.ints.fetchAdd(owner, offset, (int) inc)
                : core.longs.fetchAdd(owner, offset, inc);
    }

    /** The process that has an element; -1 outside the array. */
    int locate(long[] subscript) {
        for (int d = 0; d < layout.ndim; d++) {
            if (subscript[d] < 0 || subscript[d] >= layout.dims[d]) {
                return -1;
            }
        }
        int[] block = new int[layout.ndim];
        Arrays.setAll(block, d -> layout.axes[d].block(subscript[d]));
        return layout.dealing.owner(block);
    }
}
