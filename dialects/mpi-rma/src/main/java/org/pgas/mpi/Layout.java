package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.regions.CopyPlan;
import org.pgas.regions.Nest;
import org.pgas.regions.Regions;
import org.pgas.vis.Shape;
import org.pgas.vis.inside.Shapes;

/**
 * Which bytes any number of elements of a datatype take, an extent apart. A number of elements is <em>direct</em> if
 * one shape that is kept stands for all of them: where the bytes of one are a nest of loops, and where not many of a
 * list come together. All others are seen as rows of <em>units</em>: shapes of a list, a step apart, of which some are
 * one shape at a time, so that a shape never needs much more memory than the type does.
 *
 * <p>Immutable but for the shapes that it remembers; any thread.
 */
final class Layout {
    /** A power of two. */
    private static final int REMEMBERED = 8;

    private static final Shape NO_BYTES = Shape.contiguous(0);

    private final Flat flat;
    private final long extent;
    private final long bytes;
    private final boolean isNest;

    /** Whether an element is one run. */
    private final boolean isRun;

    private final long start;

    /** Units that one shape has at most. */
    private final long most;

    /**
     * Shapes of so many units, by a hash of the number. Racy: each is immutable and says what it is, and one that is
     * lost is made again.
     */
    private final Row[] recent = new Row[REMEMBERED]; // any thread | any thread | plain

    /** What {@link #overlap} has last found; null while nobody has asked. Racy as the others. */
    private Looked looked; // any thread | any thread | plain

    /** Some units, and their packed form: one shape for each direction, since a shape remembers one plan. */
    static final class Row {
        final Shape shape;
        private final long units;
        private final Shape packed;
        private final Shape unpacked;

        private Row(long units, Shape shape) {
            this.units = units;
            this.shape = shape;
            this.packed = Shape.contiguous(shape.bytes());
            this.unpacked = Shape.contiguous(shape.bytes());
        }

        CopyPlan packing() {
            return Shapes.plan(shape, packed);
        }

        CopyPlan unpacking() {
            return Shapes.plan(unpacked, shape);
        }

        /** Copies this row's bytes to their packed form if {@code packs}, else from there. */
        void copy(boolean packs, MemorySegment memory, long base, MemorySegment packedForm, long at) {
            if (packs) {
                packing().copy(memory, base, packedForm, at);
            } else {
                unpacking().copy(packedForm, at, memory, base);
            }
        }
    }

    private record Looked(long count, String overlap) {}

    Layout(Flat flat, long extent) {
        this.flat = flat;
        this.extent = extent;
        this.bytes = Math.multiplyExact(flat.unit().bytes(), flat.repeat());
        this.isNest = flat.unit() instanceof Nest;
        this.isRun = flat.repeat() == 1 && flat.unit().isContiguous();
        this.start = flat.unit().low();
        this.most = isNest ? Long.MAX_VALUE : Math.max(1, Flat.MOST_LISTED / flat.unit().runs());
    }

    /** Of an element. */
    long bytes() {
        return bytes;
    }

    /** Whether {@code count} elements are one run, which begins at {@link #start}. */
    boolean isRun(long count) {
        return isRun && (count <= 1 || bytes == extent);
    }

    long start() {
        return start;
    }

    boolean isDirect(long count) {
        return isNest || rows(count) == 1 && units(count) <= most;
    }

    /** Whether {@code count} elements can be one shape, of whatever size. */
    boolean isShape(long count) {
        return count == 0 || isDirect(count) || flat.runs() <= Flat.MOST_RUNS / count;
    }

    /** Of a number that may be direct or not, in which case it is neither small nor kept. */
    Shape shape(long count) {
        if (count == 0 || bytes == 0) {
            return row(0).shape;
        }
        if (isDirect(count)) {
            return row(units(count)).shape;
        }
        return Shapes.of(NO_BYTES, Flat.copies(flat.regions(), count, extent));
    }

    /** Rows of units that {@code count} elements are, an extent apart. */
    long rows(long count) {
        return flat.repeat() == 1 || flat.step() * flat.repeat() == extent ? 1 : count;
    }

    /** Units in each of these rows. */
    long units(long count) {
        return rows(count) == count && count != 1 ? flat.repeat() : count * flat.repeat();
    }

    /** Units that one shape should have of rows that are {@code units} long. */
    long unitsTogether(long units) {
        return Math.min(units, most);
    }

    /**
     * Units that one shape should have to take {@code bytes} bytes of packed form from {@code position} on, which is in
     * unit {@code first} of a row of {@code units}: of nests, of which any number is a shape soon made, as many as
     * begin there and are whole.
     */
    long unitsFrom(long position, long bytes, long first, long units) {
        if (!isNest) {
            return unitsTogether(units);
        }
        boolean isBegun = position % unitBytes() != 0;
        return isBegun ? 1 : Math.max(1, Math.min(units - first, bytes / unitBytes()));
    }

    long unitBytes() {
        return flat.unit().bytes();
    }

    /** From a unit to the next one of a row. */
    long step() {
        return flat.repeat() == 1 ? extent : flat.step();
    }

    long extent() {
        return extent;
    }

    /** The first units of a row. */
    Row row(long units) {
        int place = (int) (units * 0x9E37_79B9_7F4A_7C15L >>> -Integer.numberOfTrailingZeros(REMEMBERED));
        Row found = recent[place];
        if (found == null || found.units != units) {
            Regions regions = units == 0 ? Regions.EMPTY : Flat.copies(flat.unit(), units, step());
            found = new Row(units, Shapes.of(NO_BYTES, regions));
            recent[place] = found;
        }
        return found;
    }

    /**
     * Which bytes of {@code count} elements are in two runs, in words; empty where none are known to be: as with
     * shapes, the search gives up where it would take too long. Elements further apart than one is long do not meet, so
     * a few of them tell of all.
     */
    String overlap(long count) {
        if (count == 0 || bytes == 0) {
            return "";
        }
        Looked known = looked;
        if (known == null || known.count != count && !(known.count > count && known.overlap.isEmpty())) {
            long decisive = Math.max(1, decisive(flat.unit(), flat.repeat(), flat.step(), extent));
            String overlap = count <= decisive ? overlapOf(count) : overlapOf(decisive);
            known = new Looked(overlap.isEmpty() && count >= decisive ? Long.MAX_VALUE : count, overlap);
            looked = known;
        }
        return known.overlap;
    }

    /** Where so many copies, {@code distance} apart, do not meet, none do. A copy is {@code repeat} units. */
    private static long decisive(Regions unit, long repeat, long step, long distance) {
        long span = unit.high() - unit.low() + Math.abs((repeat - 1) * step);
        return distance == 0 ? 2 : Math.ceilDiv(span, Math.abs(distance));
    }

    private String overlapOf(long count) {
        if (isNest) {
            return row(count).shape.overlap();
        }
        if (rows(count) > 1) {
            return flat.runs() <= Flat.MOST_RUNS / count ? shape(count).overlap() : "";
        }
        long units = Math.min(units(count), decisive(flat.unit(), 1, 0, step()));
        return flat.unit().runs() <= Flat.MOST_RUNS / units ? row(units).shape.overlap() : "";
    }
}
