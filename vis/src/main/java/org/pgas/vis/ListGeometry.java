package org.pgas.vis;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.pgas.regions.Regions;

/** A list of regions, of lengths of their own or of one length. */
final class ListGeometry extends Geometry {
    /** Entries that {@link #toString} shows. */
    private static final int SHOWN = 4;

    /**
     * Bytes for each entry that may be marked: to mark them takes less than to sort the entries, and 1/8 of their
     * memory.
     */
    private static final long MOST_MARKED = 512;

    private final long[] offsets;

    /** Null where all have {@link #length}. */
    private final long[] lengths;

    private final long length;

    private ListGeometry(long[] offsets, long[] lengths, long length) {
        this.offsets = offsets;
        this.lengths = lengths;
        this.length = length;
    }

    /** The arrays are copied. */
    static ListGeometry vector(Call call, long[] offsets, long[] lengths) {
        if (offsets == null || lengths == null) {
            throw call.bad((offsets == null ? "offsets" : "lengths") + " is null: give an array, which may be empty");
        }
        if (offsets.length != lengths.length) {
            throw call.bad(offsets.length + " offsets and " + lengths.length
                    + " lengths: each region needs one of either");
        }
        return vectorOf(call, offsets.clone(), lengths.clone());
    }

    /** As {@link #vector}; the arrays are kept. */
    static ListGeometry vectorOf(Call call, long[] offsets, long[] lengths) {
        return new ListGeometry(offsets, lengths, 0).checked(call);
    }

    /** The array is copied. */
    static ListGeometry indexed(Call call, long bytes, long[] offsets) {
        if (bytes < 0) {
            throw call.bad("bytes is " + bytes + ": legal are 0 and more");
        }
        if (offsets == null) {
            throw call.bad("offsets is null: give an array, which may be empty");
        }
        return indexedOf(call, bytes, offsets.clone());
    }

    /** As {@link #indexed}; the array is kept. */
    static ListGeometry indexedOf(Call call, long bytes, long[] offsets) {
        return new ListGeometry(offsets, null, call.notNegative("bytes", bytes)).checked(call);
    }

    private ListGeometry checked(Call call) {
        long total = 0;
        for (int i = 0; i < offsets.length; i++) {
            long bytes = length(i);
            if (bytes < 0) {
                throw call.bad("the length of entry " + i + " is " + bytes + ": legal are 0 and more");
            }
            if (bytes == 0) {
                continue; // its offset is ignored
            }
            if (bytes > Regions.MOST || offsets[i] < -Regions.MOST || offsets[i] > Regions.MOST - bytes) {
                throw tooFar(call, entry(i) + " leads too far");
            }
            if (bytes > Regions.MOST - total) {
                throw tooFar(call, "the entries up to entry " + i + " have too many bytes together");
            }
            total += bytes;
        }
        return this;
    }

    private long length(int i) {
        return lengths == null ? length : lengths[i];
    }

    @Override
    Regions regions() {
        return lengths == null ? Regions.indexed(length, offsets) : Regions.vector(offsets, lengths);
    }

    @Override
    Geometry at(long offset) {
        long[] shifted = new long[offsets.length];
        for (int i = 0; i < shifted.length; i++) {
            if (length(i) > 0) {
                if (offset < -2 * Regions.MOST || offset > 2 * Regions.MOST) {
                    throw tooFar(Call.of("Shape.at"), "offset " + offset + " leads too far");
                }
                shifted[i] = offsets[i] + offset;
            }
        }
        return new ListGeometry(shifted, lengths, length).checked(Call.of("Shape.at"));
    }

    @Override
    String overlap() {
        return isAscending() || isMarkedOnce() ? NO_OVERLAP : overlapOfSorted();
    }

    private boolean isAscending() {
        long end = Long.MIN_VALUE;
        for (int i = 0; i < offsets.length; i++) {
            long bytes = length(i);
            if (bytes > 0) {
                if (offsets[i] < end) {
                    return false;
                }
                end = offsets[i] + bytes;
            }
        }
        return true;
    }

    /**
     * Whether every byte belongs to one entry; no, too, where that has not been looked at, since entries lie so far
     * apart that sorting is quicker.
     */
    private boolean isMarkedOnce() {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = 0; i < offsets.length; i++) {
            if (length(i) > 0) {
                low = Math.min(low, offsets[i]);
                high = Math.max(high, offsets[i] + length(i));
            }
        }
        if (high - low > Math.min(MOST_MARKED * offsets.length, 1L << 36)) {
            return false;
        }
        MarkedBytes marked = new MarkedBytes(low, high);
        for (int i = 0; i < offsets.length; i++) {
            if (length(i) > 0 && !marked.mark(offsets[i], length(i))) {
                return false;
            }
        }
        return true;
    }

    private String overlapOfSorted() {
        long[] sorted = IntStream.range(0, offsets.length).filter(i -> length(i) > 0).mapToLong(i -> offsets[i])
                .sorted().toArray();
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] == sorted[i - 1]) {
                return overlap(entryAt(sorted[i], 0), entryAt(sorted[i], 1));
            }
        }
        // as no offset is there twice, each names one entry
        long[] ends = new long[sorted.length];
        for (int i = 0; i < offsets.length; i++) {
            if (length(i) > 0) {
                ends[Arrays.binarySearch(sorted, offsets[i])] = offsets[i] + length(i);
            }
        }
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] < ends[i - 1]) {
                return overlap(entryAt(sorted[i - 1], 0), entryAt(sorted[i], 0));
            }
        }
        return NO_OVERLAP;
    }

    /** The entry at this offset that comes after {@code skipped} others there. */
    private int entryAt(long offset, int skipped) {
        return IntStream.range(0, offsets.length).filter(i -> length(i) > 0 && offsets[i] == offset).skip(skipped)
                .findFirst().getAsInt();
    }

    private String overlap(int one, int other) {
        return entry(Math.max(one, other)) + " overlaps " + entry(Math.min(one, other));
    }

    private String entry(int i) {
        return "entry " + i + " (" + length(i) + " bytes at offset " + offsets[i] + ")";
    }

    @Override
    String outside(String role, long base, long size) {
        for (int i = 0; i < offsets.length; i++) {
            if (length(i) > 0 && !isInside(base, offsets[i], length(i), size)) {
                return "entry " + i + " of " + role + ", " + length(i) + " bytes at " + place(base, offsets[i])
                        + ", is outside";
            }
        }
        return null;
    }

    @Override
    String fraction(String role, int bytes) {
        int part = first(i -> length(i) % bytes != 0);
        return "entry " + part + " of " + role + " is " + length(part) + " bytes long";
    }

    @Override
    String misaligned(String role, long base, int bytes) {
        int part = first(i -> length(i) > 0 && (base + offsets[i] & bytes - 1) != 0);
        return "entry " + part + " of " + role + ", at " + place(base, offsets[part]) + ", is not at";
    }

    private int first(IntPredicate condition) {
        return IntStream.range(0, offsets.length).filter(condition).findFirst().getAsInt();
    }

    @Override
    public String toString() {
        String more = offsets.length > SHOWN ? ", ..." : "";
        IntStream shown = IntStream.range(0, Math.min(SHOWN, offsets.length));
        if (lengths == null) {
            return "indexed(" + offsets.length + " of " + length + " bytes at "
                    + shown.mapToObj(i -> "" + offsets[i]).collect(Collectors.joining(", ", "[", more + "]")) + ")";
        }
        return "vector(" + offsets.length + " regions, " + Arrays.stream(lengths).sum() + " bytes: "
                + shown.mapToObj(i -> lengths[i] + " at " + offsets[i])
                        .collect(Collectors.joining(", ", "[", more + "]"))
                + ")";
    }
}
