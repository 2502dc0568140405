package org.pgas.ga;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import org.pgas.atomics.Scale;
import org.pgas.refusal.Failures;

/** Operations on the elements of patches, one by one, and copies of patches: each process on its own part. */
final class PatchOperations {
    /** So many elements of other processes at a time are gotten, to work with them. */
    private static final long MOST = 1 << 16;

    private final GaCore core;

    PatchOperations(GaCore core) {
        this.core = core;
    }

    /** What is done with a row of a patch. */
    @FunctionalInterface
    interface RowUpdate {
        void update(Cursor row, long count);
    }

    /** What is done with a row of a target and those of the sources: {@code rows[0]} is that of the target. */
    @FunctionalInterface
    interface RowCombination {
        void combine(Cursor[] rows, long count);
    }

    /** Updates all elements of a patch. Collective. */
    void update(String call, GaPatch patch, Object argument, RowUpdate step) {
        core.begin(call, patch, argument);
        core.run(call, () -> OwnPart.forEach(patch, part -> {
            Cursor row = part.cursor(part.lo());
            Cursor.forEachRow(part.extents(), count -> step.update(row, count), row);
        }));
    }

    /** Makes all elements of {@code target} out of those at the same places of the sources. Collective. */
    void combine(String call, Object argument, RowCombination step, GaPatch target, GaPatch... sources) {
        core.begin(call, argument, target, Arrays.toString(sources));
        for (GaPatch source : sources) {
            checkAlike(call, target, source);
        }
        core.run(call, () -> forEachSection(call, step, target, sources));
    }

    /** Takes {@code step} to all rows that this process has of {@code target}. */
    void forEachSection(String call, RowCombination step, GaPatch target, GaPatch... sources) {
        long most = Math.min(MOST, target.elements());
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment[] rooms = new MemorySegment[sources.length];
            OwnPart.forEach(target, part -> part.forEachSection(most, (from, to) -> {
                Cursor[] rows = new Cursor[1 + sources.length];
                rows[0] = part.cursor(from);
                for (int i = 0; i < sources.length; i++) {
                    rows[1 + i] = operand(call, sources[i], target, from, to);
                    if (rows[1 + i] == null) {
                        rooms[i] = rooms[i] != null ? rooms[i]
                                : arena.allocate(most * sources[i].array.layout.type.bytes(), Double.BYTES);
                        rows[1 + i] = fetched(call, sources[i], target, from, to, rooms[i]);
                    }
                }
                Cursor.forEachRow(OwnPart.extents(from, to), count -> step.combine(rows, count), rows);
            }));
        }
    }

    /**
     * Where the elements of a source lie that belong to a section of the target; null where they are no part of a block
     * here.
     */
    private static Cursor operand(String call, GaPatch source, GaPatch target, long[] from, long[] to) {
        OwnPart part = OwnPart.of(source.array, moved(from, target, source), moved(to, target, source));
        return part == null ? null : part.cursor(part.lo());
    }

    private static Cursor fetched(String call, GaPatch source, GaPatch target, long[] from, long[] to,
            MemorySegment room) {
        GaArray array = source.array;
        long[] strides = Cursor.denseStrides(OwnPart.extents(from, to), array.layout.type.bytes());
        fetch(call, array, moved(from, target, source), moved(to, target, source), room, 0, strides);
        return new Cursor(room, 0, strides);
    }

    /** Gets a patch to memory of the library's own. */
    static void fetch(String call, GaArray array, long[] lo, long[] hi, MemorySegment memory, long offset,
            long[] strides) {
        PatchWalk walk = array.transfers.walk(call, lo, hi);
        walk.inside(memory, offset, strides);
        walk.get(null);
        array.transfers.giveBack(walk);
    }

    /** The index in {@code to} that lies where {@code index} lies in {@code from}. */
    private static long[] moved(long[] index, GaPatch from, GaPatch to) {
        long[] found = new long[index.length];
        Arrays.setAll(found, d -> index[d] - from.lo[d] + to.lo[d]);
        return found;
    }

    /** Refuses patches of other types or extents. */
    void checkAlike(String call, GaPatch target, GaPatch source) {
        checkTypes(call, target, source);
        if (!Arrays.equals(target.extents(), source.extents())) {
            throw core.refusals.bad(call, source + " and " + target + " have other extents: legal are "
                    + Arrays.toString(target.extents()));
        }
    }

    void checkTypes(String call, GaPatch target, GaPatch source) {
        checkOwn(call, source.array);
        checkOwn(call, target.array);
        if (target.array.type() != source.array.type()) {
            throw core.refusals.bad(call, source + " is of type " + source.array.type() + ": legal is "
                    + target.array.type() + ", that of " + target.array);
        }
    }

    /** Refuses an array that is destroyed, or another Ga's. */
    void checkOwn(String call, GaArray array) {
        array.checks.open(call);
        if (array.core != core) {
            throw core.refusals.bad(call, array + " was made by another Ga: legal are those of this one");
        }
    }

    /** Copies a patch to another one, with the dimensions in reverse order or not. Collective. */
    void copy(String call, boolean trans, GaPatch source, GaPatch target) {
        core.begin(call, trans, source, target);
        checkTypes(call, target, source);
        long[] extents = source.extents();
        boolean isSame = Arrays.equals(trans ? reversed(extents) : extents, target.extents());
        if (!isSame && (trans || source.elements() != target.elements())) {
            throw core.refusals.bad(call, source + " does not fit " + target + (trans
                    ? ": its extents in reverse order are legal"
                    : ": legal are patches of as many elements"));
        }
        core.run(call, () -> OwnPart.forEach(target, part -> {
            if (isSame) {
                copyPart(call, trans, source, target, part);
            } else {
                copyRows(call, source, target, part);
            }
        }));
    }

    private static long[] reversed(long[] given) {
        long[] reversed = new long[given.length];
        Arrays.setAll(reversed, d -> given[given.length - 1 - d]);
        return reversed;
    }

    private static void copyPart(String call, boolean trans, GaPatch source, GaPatch target, OwnPart part) {
        long[] from = new long[part.lo().length];
        Arrays.setAll(from, d -> part.lo()[d] - target.lo[d]);
        long[] to = new long[from.length];
        Arrays.setAll(to, d -> part.hi()[d] - target.lo[d]);
        long[] lo = trans ? reversed(from) : from;
        long[] hi = trans ? reversed(to) : to;
        for (int d = 0; d < lo.length; d++) {
            lo[d] += source.lo[d];
            hi[d] += source.lo[d];
        }
        fetch(call, source.array, lo, hi, target.array.own, part.at(),
                trans ? reversed(part.strides()) : part.strides());
    }

    /** Copies between patches of other extents, in the order of their elements: row by row of the target. */
    private void copyRows(String call, GaPatch source, GaPatch target, OwnPart part) {
        long[] dense = Cursor.denseStrides(target.extents(), 1);
        long position = 0;
        for (int d = 0; d < dense.length; d++) {
            position += (part.lo()[d] - target.lo[d]) * dense[d];
        }
        Cursor place = part.cursor(part.lo());
        Cursor order = new Cursor(MemorySegment.NULL, position, dense);
        GaNbHandle handle = new GaNbHandle();
        Cursor.forEachRow(part.extents(), count -> {
            long done = 0;
            while (done < count) {
                done += copyRun(call, source, order.at + done, count - done, target.array, place.at
                        + done * target.array.layout.type.bytes(), handle);
            }
        }, place, order);
        handle.complete(true);
    }

    /**
     * Gets what lies in one row of the source from element {@code position} on; answers how many elements these are.
     */
    private static long copyRun(String call, GaPatch source, long position, long most, GaArray target, long at,
            GaNbHandle handle) {
        long[] extents = source.extents();
        long[] lo = new long[extents.length];
        long rest = position;
        for (int d = extents.length - 1; d >= 0; d--) {
            lo[d] = source.lo[d] + rest % extents[d];
            rest /= extents[d];
        }
        int last = extents.length - 1;
        long count = Math.min(most, source.hi[last] - lo[last] + 1);
        long[] hi = lo.clone();
        hi[last] += count - 1;
        long[] strides = new long[extents.length];
        strides[last] = target.layout.type.bytes();
        PatchWalk walk = source.array.transfers.walk(call, lo, hi);
        walk.inside(target.own, at, strides);
        walk.get(handle);
        source.array.transfers.giveBack(walk);
        return count;
    }

    /** Replaces a square matrix by the mean of it and its transpose. Collective. */
    void symmetrize(GaArray array) {
        String call = "GaArray.symmetrize";
        GaPatch whole = array.whole();
        core.begin(call, array);
        checkMatrix(call, array);
        if (array.layout.dims[0] != array.layout.dims[1] || array.type().isInteger()) {
            throw array.checks.bad(call, "legal are square matrices of floats, doubles and complex numbers");
        }
        core.sync();
        try (Arena arena = Arena.ofConfined()) {
            long bytes = Math.max(array.layout.type.bytes(), array.own.byteSize());
            MemorySegment transposed = arena.allocate(bytes, Double.BYTES);
            Throwable problem = Failures.of(() -> OwnPart.forEach(whole, part -> fetch(call, array,
                    reversed(part.lo()), reversed(part.hi()), transposed, part.at(), reversed(part.strides()))));
            // nothing is changed before all have read
            core.agree(call, problem, 0);
            OwnPart.forEach(whole, part -> addHalves(part, transposed));
        }
        core.sync();
    }

    private static void addHalves(OwnPart part, MemorySegment transposed) {
        Scale half = part.array().layout.type.number(0.5);
        ElementRows rows = part.array().layout.type.rows();
        Cursor row = part.cursor(part.lo());
        Cursor other = new Cursor(transposed, part.at(), part.strides());
        Cursor.forEachRow(part.extents(), count -> rows.add(row, half, row, half, other, count), row, other);
    }

    /** Refuses arrays of other than two dimensions. */
    void checkMatrix(String call, GaArray array) {
        checkOwn(call, array);
        if (array.layout.ndim != 2) {
            throw array.checks.bad(call, "it has " + array.layout.ndim + " dimensions: legal are 2");
        }
    }
}
