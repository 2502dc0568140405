package org.pgas;

/**
 * The place of a byte in the job's memory, packed into a long: (job rank, endpoint index, offset).
 *
 * <p>Pointers can be stored in shared memory, compared for equality, and swapped atomically. 0 is the null pointer, so
 * zeroed memory holds nulls.
 *
 * <pre>
 * bit 63       1, so that a pointer is never 0
 * bits 62..52  job rank, 0..2047
 * bits 51..40  endpoint index, 0..4095
 * bits 39..0   offset in the endpoint's bound segment, 0..2^40-1
 * </pre>
 *
 * <p>These widths are the library's limits on ranks, endpoints per rank and segment bytes. Static methods, any thread.
 *
 * <p>Source: GASNet-EX PEER_SEG_OFFSET; GASNet-1 3.1 ("global pointers").
 */
public final class GlobalPointer {
    /** Points nowhere. */
    public static final long NULL = 0;

    /** Largest number of ranks of a job. */
    public static final int MAX_RANKS = 1 << 11;

    /** Largest number of endpoints of a rank. */
    public static final int MAX_ENDPOINTS = 1 << 12;

    /** Largest number of bytes of a segment. */
    public static final long MAX_SEGMENT_BYTES = 1L << 40;

    private static final long NON_NULL = 1L << 63;

    private GlobalPointer() {}

    /** Packs a pointer. Error: a part outside its range. */
    public static long of(int jobRank, int endpointIndex, long offset) {
        check("job rank", jobRank, MAX_RANKS);
        check("endpoint index", endpointIndex, MAX_ENDPOINTS);
        check("offset", offset, MAX_SEGMENT_BYTES);
        return NON_NULL | (long) jobRank << 52 | (long) endpointIndex << 40 | offset;
    }

    /** Packs a pointer to the primordial endpoint's segment. */
    public static long of(int jobRank, long offset) {
        return of(jobRank, 0, offset);
    }

    public static int jobRank(long pointer) {
        return (int) (nonNull(pointer) >>> 52) & MAX_RANKS - 1;
    }

    public static int endpointIndex(long pointer) {
        return (int) (nonNull(pointer) >>> 40) & MAX_ENDPOINTS - 1;
    }

    public static long offset(long pointer) {
        return nonNull(pointer) & MAX_SEGMENT_BYTES - 1;
    }

    public static boolean isNull(long pointer) {
        return pointer == NULL;
    }

    /** The pointer {@code bytes} further (or back, when negative). Error: the offset would leave its range. */
    public static long add(long pointer, long bytes) {
        long offset = offset(pointer);
        long moved = offset + bytes;
        if (moved < 0 || moved >= MAX_SEGMENT_BYTES || ((offset ^ moved) & (bytes ^ moved)) < 0) {
            throw new PgasException(
                    ErrorCode.BAD_ARGUMENT,
                    "GlobalPointer.add: " + toString(pointer) + " plus " + bytes + " leaves the offsets 0.."
                            + (MAX_SEGMENT_BYTES - 1));
        }
        return pointer - offset + moved;
    }

    /** Bytes from {@code from} to {@code to}. Error: they point into different segments. */
    public static long distance(long from, long to) {
        if (nonNull(from) >>> 40 != nonNull(to) >>> 40) {
            throw new PgasException(
                    ErrorCode.BAD_ARGUMENT,
                    "GlobalPointer.distance: " + toString(from) + " and " + toString(to)
                            + " point into different segments");
        }
        return offset(to) - offset(from);
    }

    /** "rank 3, endpoint 0, offset 4096", or "null". */
    public static String toString(long pointer) {
        return pointer == NULL
                ? "null"
                : "rank " + jobRank(pointer) + ", endpoint " + endpointIndex(pointer) + ", offset " + offset(pointer);
    }

    private static long nonNull(long pointer) {
        if (pointer >= 0) {
            throw new PgasException(
                    ErrorCode.BAD_ARGUMENT,
                    pointer == NULL
                            ? "the null global pointer was used as a place"
                            : "0x" + Long.toHexString(pointer) + " is not a global pointer: its top bit is not set");
        }
        return pointer;
    }

    private static void check(String field, long value, long limit) {
        if (value < 0 || value >= limit) {
            throw new PgasException(
                    ErrorCode.BAD_ARGUMENT, "GlobalPointer: " + field + " " + value + " is outside 0.." + (limit - 1));
        }
    }
}
