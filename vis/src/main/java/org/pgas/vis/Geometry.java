package org.pgas.vis;

import org.pgas.PgasException;
import org.pgas.regions.Nest;
import org.pgas.regions.Regions;

/**
 * What a shape was made of, part by part as the user gave it: what messages name by its number, and what is searched
 * for overlaps. {@link Regions} know neither any more.
 *
 * <p>Immutable; any thread. Checked when made: no offset and no volume is beyond {@link Regions#MOST}.
 */
abstract sealed class Geometry permits ListGeometry, NestGeometry {
    /** What {@link #overlap} answers for regions that all are apart. */
    static final String NO_OVERLAP = "";

    /** Of regions that the user has not given one by one. */
    static Geometry of(Regions regions) {
        if (regions instanceof Nest nest) {
            long[] counts = new long[nest.levels()];
            long[] strides = new long[counts.length];
            for (int level = 0; level < counts.length; level++) {
                counts[level] = nest.count(level);
                strides[level] = nest.stride(level);
            }
            long origin = nest.bytes() == 0 ? 0 : nest.offset(0);
            return NestGeometry.of(Call.of("Shape"), NestGeometry.Naming.LEVELS, origin, nest.run(), counts, strides);
        }
        long[] offsets = new long[(int) regions.runs()];
        long[] lengths = new long[offsets.length];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = regions.offset(i);
            lengths[i] = regions.length(i);
        }
        return ListGeometry.vector(Call.of("Shape"), offsets, lengths);
    }

    /** Normalised. */
    abstract Regions regions();

    /** The same geometry at another place, {@code offset} bytes behind. */
    abstract Geometry at(long offset);

    /** Which two regions have a byte in common, in words; {@link #NO_OVERLAP} when none are known to. */
    abstract String overlap();

    /**
     * The first part that is not within {@code size} bytes of memory when the geometry is at {@code base} of it, as the
     * beginning of a sentence that goes on with the memory's name; null when all are within.
     *
     * @param role what the geometry is of, such as "the target"
     */
    abstract String outside(String role, long base, long size);

    /**
     * Describes, as a sentence, the first part with regions that are not multiples of {@code bytes} long. There is such
     * a part if {@link #regions} have such a region.
     *
     * @param role what the geometry is of, such as "the target"
     */
    abstract String fraction(String role, int bytes);

    /**
     * The first part that brings regions to places that are no multiples of {@code bytes}, a power of two, when the
     * geometry is at {@code base}, as the beginning of a sentence that goes on with "a multiple of". There is one where
     * that is so of {@link #regions}.
     */
    abstract String misaligned(String role, long base, int bytes);

    static boolean isInside(long base, long offset, long bytes, long size) {
        long start = base + offset;
        boolean wrapped = ((base ^ start) & (offset ^ start)) < 0;
        return !wrapped && start >= 0 && start <= size - bytes;
    }

    /** As the user gave it: the transfer's offset and the shape's. */
    static String place(long base, long offset) {
        if (offset == 0) {
            return "offset " + base;
        }
        return "offset " + base + (offset < 0 ? " - " + -offset : " + " + offset);
    }

    static PgasException tooFar(Call call, String what) {
        return call.bad(what + ": legal are offsets from -2^61 to 2^61 and a volume up to 2^61 bytes");
    }
}
