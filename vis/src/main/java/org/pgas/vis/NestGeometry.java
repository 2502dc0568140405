package org.pgas.vis;

import java.util.Arrays;

import org.pgas.regions.Regions;

/** Elements in a nest of loops; a single region is one without levels. */
final class NestGeometry extends Geometry {
    private static final long[] NO_LEVELS = {};

    /** What the levels are called where the user has given them. */
    enum Naming {
        LEVELS {
            @Override
            String level(int level, int levels) {
                return "level " + level;
            }
        },

        /** Of an array: the last one is the innermost. */
        DIMENSIONS {
            @Override
            String level(int level, int levels) {
                return "dimension " + (levels - 1 - level);
            }
        },

        CHUNKS {
            @Override
            String level(int level, int levels) {
                return "the chunks";
            }
        };

        abstract String level(int level, int levels);
    }

    private final Naming naming;
    private final long origin;
    private final long elementBytes;
    private final long[] counts;
    private final long[] strides;

    private NestGeometry(Naming naming, long origin, long elementBytes, long[] counts, long[] strides) {
        this.naming = naming;
        this.origin = origin;
        this.elementBytes = elementBytes;
        this.counts = counts;
        this.strides = strides;
    }

    static NestGeometry contiguous(Call call, long bytes) {
        if (bytes < 0) {
            throw call.bad("bytes is " + bytes + ": legal are 0 and more");
        }
        return of(call, Naming.LEVELS, 0, bytes, NO_LEVELS, NO_LEVELS);
    }

    /** The arrays are copied. Without bytes in an element, all else is ignored. */
    static NestGeometry of(Call call, Naming naming, long origin, long elementBytes, long[] counts, long[] strides) {
        if (elementBytes < 0) {
            throw call.bad("elementBytes is " + elementBytes + ": legal are 0 and more");
        }
        if (elementBytes == 0) {
            return new NestGeometry(naming, 0, 0, NO_LEVELS, NO_LEVELS);
        }
        if (counts == null || strides == null) {
            throw call.bad(
                    (counts == null ? "counts" : "strides") + " is null: give an array with an entry per level");
        }
        if (counts.length != strides.length) {
            throw call.bad(
                    counts.length + " counts and " + strides.length + " strides: each level needs one of either");
        }
        return new NestGeometry(naming, origin, elementBytes, counts.clone(), strides.clone()).checked(call);
    }

    private NestGeometry checked(Call call) {
        for (int level = 0; level < counts.length; level++) {
            if (counts[level] < 0) {
                throw call.bad("the count of " + name(level) + " is " + counts[level] + ": legal are 0 and more");
            }
        }
        if (isEmpty()) {
            return this;
        }
        if (elementBytes > Regions.MOST || origin < -Regions.MOST || origin > Regions.MOST - elementBytes) {
            throw tooFar(call, elementBytes + " bytes at offset " + origin + " lead too far");
        }
        long bytes = elementBytes;
        long low = origin;
        long high = origin + elementBytes;
        for (int level = 0; level < counts.length; level++) {
            if (bytes > Regions.MOST / counts[level]) {
                throw tooFar(call, describe(level) + ", brings the volume beyond the largest");
            }
            bytes *= counts[level];
            long more = counts[level] - 1;
            long apart = Math.abs(strides[level]); // negative still, of Long.MIN_VALUE
            if (more > 0 && (apart < 0 || apart > 2 * Regions.MOST / more)) {
                throw tooFar(call, describe(level) + ", leads too far");
            }
            long reach = more * strides[level];
            low += Math.min(0, reach);
            high += Math.max(0, reach);
            if (low < -Regions.MOST || high > Regions.MOST) {
                throw tooFar(call, describe(level) + ", leads too far");
            }
        }
        return this;
    }

    private boolean isEmpty() {
        return elementBytes == 0 || Arrays.stream(counts).anyMatch(count -> count == 0);
    }

    private String name(int level) {
        return naming.level(level, counts.length);
    }

    private String describe(int level) {
        return name(level) + ", " + counts[level] + " rounds " + strides[level] + " bytes apart";
    }

    @Override
    Regions regions() {
        return Regions.nest(origin, elementBytes, counts, strides);
    }

    @Override
    Geometry at(long offset) {
        if (isEmpty()) {
            return this;
        }
        if (offset < -2 * Regions.MOST || offset > 2 * Regions.MOST) {
            throw tooFar(Call.of("Shape.at"), "offset " + offset + " leads too far");
        }
        return new NestGeometry(naming, origin + offset, elementBytes, counts, strides).checked(Call.of("Shape.at"));
    }

    @Override
    String overlap() {
        long[] rounds = isEmpty() ? null : new NestOverlap(elementBytes, counts, strides).find();
        if (rounds == null) {
            return NO_OVERLAP;
        }
        StringBuilder where = new StringBuilder();
        long apart = 0;
        for (int level = 0; level < rounds.length; level++) {
            if (rounds[level] != 0) {
                apart += rounds[level] * strides[level];
                where.append(where.isEmpty() ? "" : " and ").append(rounds[level])
                        .append(rounds[level] == 1 ? " round" : " rounds").append(" of ").append(name(level))
                        .append(" (stride ").append(strides[level]).append(')');
            }
        }
        return "two elements of " + elementBytes + " bytes that are " + where + " apart overlap, since these make "
                + apart + " bytes";
    }

    @Override
    String outside(String role, long base, long size) {
        if (isEmpty()) {
            return null;
        }
        if (!isInside(base, origin, elementBytes, size)) {
            String what = Arrays.stream(counts).allMatch(count -> count == 1) ? role + ", "
                    : "the first element of " + role + ", ";
            return what + elementBytes + " bytes at " + place(base, origin) + ", is outside";
        }
        long low = origin;
        long high = origin;
        for (int level = 0; level < counts.length; level++) {
            long reach = (counts[level] - 1) * strides[level];
            low += Math.min(0, reach);
            high += Math.max(0, reach);
            long far = isInside(base, low, elementBytes, size) ? high : low;
            if (!isInside(base, far, elementBytes, size)) {
                return name(level) + " of " + role + ", " + counts[level] + " rounds " + strides[level]
                        + " bytes apart, leads to " + elementBytes + " bytes at " + place(base, far)
                        + ", which is outside";
            }
        }
        return null;
    }

    @Override
    String fraction(String role, int bytes) {
        return (counts.length == 0 ? role + " is " : "an element of " + role + " is ") + elementBytes + " bytes long";
    }

    @Override
    String misaligned(String role, long base, int bytes) {
        if ((base + origin & bytes - 1) != 0) {
            return role + ", which begins at " + place(base, origin) + ", is not at";
        }
        // the first levels may only make longer what follows itself without a gap
        long run = elementBytes;
        int level = 0;
        while (counts[level] == 1 || strides[level] == run) {
            run *= counts[level++];
        }
        while (counts[level] == 1 || (strides[level] & bytes - 1) == 0) {
            level++;
        }
        return name(level) + " of " + role + " has a stride of " + strides[level] + " bytes, which is not";
    }

    @Override
    public String toString() {
        String from = origin == 0 ? "" : " from offset " + origin;
        if (counts.length == 0) {
            return "contiguous(" + elementBytes + " bytes" + from + ")";
        }
        if (naming == Naming.CHUNKS) {
            return "chunked(" + counts[0] + " of " + elementBytes + " bytes, " + strides[0] + " apart" + from + ")";
        }
        return "strided(" + elementBytes + " bytes, counts " + Arrays.toString(counts) + ", strides "
                + Arrays.toString(strides) + from + ")";
    }
}
