package org.pgas.vis;

/**
 * Hashes of what shapes are made of; the upper bits are those to use. Of a few numbers, a sum of products that do not
 * wait for each other, since it is most of the time that finding takes; of lists, four sums side by side for the same
 * reason.
 */
final class ContentHash {
    private static final long A = 0x9E3779B97F4A7C15L;
    private static final long B = 0xC2B2AE3D27D4EB4FL;
    private static final long C = 0xD6E8FEB86659FD93L;
    private static final long D = 0xA0761D6478BD642FL;
    private static final long E = 0xE7037ED1A0B428DBL;
    private static final long F = 0x8EBC6AF09C88C6E3L;
    private static final long G = 0x589965CC75374CC3L;

    private ContentHash() {}

    static long ofNumbers(int form, long base, long bytes, long count0, long stride0, long count1, long stride1) {
        return (form * A + base * B) + (bytes * C + count0 * D) + (stride0 * E + count1 * F) + stride1 * G;
    }

    static long ofPlace(long pointer, Shape shape) {
        return pointer * A + System.identityHashCode(shape) * B;
    }

    private static long mix(long hash, long number) {
        return Long.rotateLeft(hash ^ number, 29) * A;
    }

    private static long end(long a, long b, long c, long d) {
        return mix(mix(a, b), mix(c, d));
    }

    /** Goes on from {@code hash}, which is of what comes before the list. */
    static long ofList(long hash, long[] list, int count) {
        long a = hash;
        long b = B;
        long c = C;
        long d = D;
        int i = 0;
        for (; i < count - 3; i += 4) {
            a = mix(a, list[i]);
            b = mix(b, list[i + 1]);
            c = mix(c, list[i + 2]);
            d = mix(d, list[i + 3]);
        }
        for (; i < count; i++) {
            a = mix(a, list[i]);
        }
        return end(a, b, c, d);
    }

    /** Of few levels, from {@code first} of the counts on. */
    static long ofNest(long hash, long[] counts, int first, long[] strides, int levels) {
        long a = hash;
        long b = B;
        for (int i = 0; i < levels; i++) {
            a = mix(a, counts[first + i]);
            b = mix(b, strides[i]);
        }
        return mix(a, b);
    }

    /** As of longs. */
    static long ofNest(long hash, int[] counts, int first, int[] strides, int levels) {
        long a = hash;
        long b = B;
        for (int i = 0; i < levels; i++) {
            a = mix(a, counts[first + i]);
            b = mix(b, strides[i]);
        }
        return mix(a, b);
    }

    /** As of a list of longs that are these times {@code factor}. */
    static long ofList(long hash, int[] list, int count, long factor) {
        long a = hash;
        long b = B;
        long c = C;
        long d = D;
        int i = 0;
        for (; i < count - 3; i += 4) {
            a = mix(a, list[i] * factor);
            b = mix(b, list[i + 1] * factor);
            c = mix(c, list[i + 2] * factor);
            d = mix(d, list[i + 3] * factor);
        }
        for (; i < count; i++) {
            a = mix(a, list[i] * factor);
        }
        return end(a, b, c, d);
    }

    static long ofRegions(Memvec[] regions) {
        long a = A;
        long b = B;
        for (Memvec region : regions) {
            if (region == null) {
                return 0;
            }
            a = mix(a, region.offset());
            b = mix(b, region.length());
        }
        return mix(a, b);
    }

    /** As of regions that are at these offsets. */
    static long ofRegions(long[] offsets, long[] lengths) {
        long a = A;
        long b = B;
        for (int i = 0; i < offsets.length; i++) {
            a = mix(a, offsets[i]);
            b = mix(b, lengths[i]);
        }
        return mix(a, b);
    }

    static long ofHead(int form, long bytes, int count) {
        return form * A + bytes * B + count * C;
    }
}
