package org.pgas.mpi;

import org.pgas.regions.Regions;

/**
 * Where a type map begins and ends, by the rules of MPI:
 *
 * <ul>
 * <li>Without marks the lower bound is the least displacement of all elements, and the upper bound the greatest end of
 * one, plus what rounds the extent up to a multiple of the largest alignment of the elements, as a C compiler pads a
 * struct.
 * <li>{@link Datatype#resized} and {@link Datatype#subarray} set marks, and remove those that were there. A type that
 * is made of marked types, if only in part, begins at the lowest of its lower marks and ends at the highest of its
 * upper marks, wherever its elements are, and is not padded.
 * <li>A type without elements and without marks begins and ends at 0.
 * </ul>
 *
 * <p>Nothing is beyond {@link Regions#MOST}: else an {@link ArithmeticException}.
 *
 * @param isEmpty whether there are no elements; {@code low} and {@code high} are 0 then
 * @param low the least displacement of an element
 * @param high the greatest end of an element
 * @param isMarked whether there are marks, which come in pairs; {@code lowMark} and {@code highMark} are 0 if not
 * @param alignment the largest of all elements; 1 if there are none
 */
record Bounds(boolean isEmpty, long low, long high, boolean isMarked, long lowMark, long highMark, int alignment) {
    static final Bounds NONE = new Bounds(true, 0, 0, false, 0, 0, 1);

    Bounds {
        within(low);
        within(high);
        within(lowMark);
        within(highMark);
    }

    static Bounds of(Basic basic) {
        return new Bounds(false, 0, basic.span, false, 0, 0, basic.alignment);
    }

    static long within(long number) {
        if (number > Regions.MOST || number < -Regions.MOST) {
            throw new ArithmeticException(number + " is beyond 2^61");
        }
        return number;
    }

    long lower() {
        return isMarked ? lowMark : low;
    }

    long upper() {
        if (isMarked) {
            return highMark;
        }
        // a round up of what is not negative
        return low + (high - low + alignment - 1) / alignment * alignment;
    }

    long extent() {
        return within(upper() - lower());
    }

    /** Those of several copies, of which the lowest is moved by {@code first} and the highest by {@code last}. */
    Bounds at(long first, long last) {
        return new Bounds(isEmpty, isEmpty ? 0 : Math.addExact(low, first), isEmpty ? 0 : Math.addExact(high, last),
                isMarked, isMarked ? Math.addExact(lowMark, first) : 0, isMarked ? Math.addExact(highMark, last) : 0,
                alignment);
    }

    /** Those of {@code count} copies, {@code stride} apart. */
    Bounds times(long count, long stride) {
        if (count == 0) {
            return NONE;
        }
        long reach = Math.multiplyExact(count - 1, stride);
        return at(Math.min(0, reach), Math.max(0, reach));
    }

    /** Those of both. */
    Bounds with(Bounds other) {
        boolean empty = isEmpty && other.isEmpty;
        boolean marked = isMarked && other.isMarked;
        return new Bounds(empty, isEmpty ? other.low : other.isEmpty ? low : Math.min(low, other.low),
                isEmpty ? other.high : other.isEmpty ? high : Math.max(high, other.high), isMarked || other.isMarked,
                marked ? Math.min(lowMark, other.lowMark) : isMarked ? lowMark : other.lowMark,
                marked ? Math.max(highMark, other.highMark) : isMarked ? highMark : other.highMark,
                Math.max(alignment, other.alignment));
    }

    Bounds resized(long lower, long extent) {
        return new Bounds(isEmpty, low, high, true, lower, Math.addExact(lower, extent), alignment);
    }
}
