package org.pgas.vis;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.pgas.GlobalPointer;
import org.pgas.regions.Regions;

/**
 * Which bytes of several ranks' memory a transfer takes, and in which order: like a {@link Shape}, but its regions may
 * lie in any segments of the job. An immutable value, checked when it is made. Any thread may use it, any number of
 * times, with {@link GlobalTransfers}.
 *
 * <pre>{@code
 * // a distributed array of doubles, in blocks of 100, dealt to all ranks
 * GlobalShape array = GlobalShape.blockCyclic(800, 8 * elements, job.size(), 0);
 * GlobalShape some = array.range(8 * 1000, 8 * 50);              // elements 1000..1049
 * GlobalShape column = array.select(8 * 7, Shape.chunked(8, rows, 8 * columns));
 * }</pre>
 *
 * <p><b>Units.</b> Bytes. Ranks are job ranks, as in {@link GlobalPointer}; offsets are in the segment of the
 * primordial endpoint.
 *
 * <p><b>Legal.</b> Regions of a source may overlap. Those of a target may not: the first transfer to it checks that.
 * Regions of 0 bytes and empty lists are legal and move nothing; a pointer to 0 bytes is not looked at, and may be
 * null.
 *
 * <p><b>Cost.</b> The first transfer finds what each rank has of it, and how it matches the shape that it is paired
 * with. A transfer between the same two shapes does not pay again (but two global shapes that cut each other into more
 * than 65536 pieces are matched so many at a time). A block-cyclic array costs a few words for each rank; a list 16
 * bytes for each entry, and again for its parts.
 *
 * <p><b>Errors.</b> {@link org.pgas.PgasException} when it is made, naming the entry or the argument: a negative
 * number, lists of different lengths, an illegal pointer, a volume beyond 2^61 bytes. Whether ranks and ranges exist is
 * found at a transfer.
 *
 * <p>Source: Bonachea, "Proposal for Extending the UPC Memory Copy Library Functions" 5.2, 5.3, open issues 1, 2, 10.
 */
public final class GlobalShape {
    private final GlobalRuns runs;

    /**
     * Null until a transfer has asked. These are racy: each is immutable, says what it is for, and every thread
     * finds the same.
     */
    private List<GlobalRuns.Part> parts; // any thread | any thread | plain

    private String overlap; // any thread | any thread | plain
    private LocalMatch lastMatch; // any thread | any thread | plain
    private GlobalMatch lastGlobalMatch; // any thread | any thread | plain

    private GlobalShape(GlobalRuns runs) {
        this.runs = runs;
    }

    /**
     * A list of regions: {@code lengths[i]} bytes where {@code pointers[i]} points, in the order of the list. The
     * arrays are copied.
     *
     * <p>Source: upc_smemvec_t.
     */
    public static GlobalShape vector(long[] pointers, long[] lengths) {
        Call call = Call.of("GlobalShape.vector");
        call.sameLength("pointers", call.given("pointers", pointers).length, "lengths",
                call.given("lengths", lengths).length);
        return listed(call, pointers.clone(), lengths.clone());
    }

    /**
     * A list of regions of equal length: {@code bytes} bytes where each of {@code pointers} points, in the order of the
     * list. The array is copied.
     *
     * <p>Source: upc_memcpy_ilist.
     */
    public static GlobalShape indexed(long bytes, long[] pointers) {
        Call call = Call.of("GlobalShape.indexed");
        call.notNegative("bytes", bytes);
        return listed(call, bytes, call.given("pointers", pointers).clone());
    }

    // The same for calls that make shapes of their own arguments: errors say which call it was. The arrays are kept.

    static GlobalShape listed(Call call, long bytes, long[] pointers) {
        long[] lengths = new long[pointers.length];
        Arrays.fill(lengths, call.notNegative("bytes", bytes));
        return listed(call, pointers, lengths);
    }

    static GlobalShape listed(Call call, long[] pointers, long[] lengths) {
        long bytes = 0;
        for (int i = 0; i < pointers.length; i++) {
            long length = call.notNegative("lengths", i, lengths[i]);
            if (length > 0) {
                checkPointer(call, i, pointers[i], length);
                bytes += length;
                if (bytes > Regions.MOST) {
                    throw call.bad("entries up to entry " + i + " have more than 2^61 bytes");
                }
            }
        }
        return new GlobalShape(ListedRuns.of(pointers, lengths));
    }

    /** {@code index} is negative for a pointer that is no entry. */
    private static void checkPointer(Call call, int index, long pointer, long length) {
        String wrong = null;
        if (pointer >= 0) {
            wrong = pointer == GlobalPointer.NULL ? "null" : "no global pointer: its top bit is not set";
        } else if (GlobalPointer.endpointIndex(pointer) != 0) {
            wrong = "to " + GlobalPointer.toString(pointer) + ": no such endpoint";
        } else if (length > GlobalPointer.MAX_SEGMENT_BYTES - GlobalPointer.offset(pointer)) {
            wrong = "to " + length + " bytes at " + GlobalPointer.toString(pointer) + ": no segment has more than 2^40";
        }
        if (wrong != null) {
            throw call.bad((index < 0 ? "pointer" : "pointers[" + index + "]") + ", 0x" + Long.toHexString(pointer)
                    + ", is " + wrong);
        }
    }

    /** A shape at a place in one rank's memory: its offsets count from where {@code pointer} points. */
    public static GlobalShape of(long pointer, Shape shape) {
        return of(Call.of("GlobalShape.of"), pointer, shape);
    }

    static GlobalShape of(Call call, long pointer, Shape shape) {
        if (call.given("shape", shape).bytes() > 0) {
            checkPointer(call, -1, pointer, 0);
        }
        return shape.bytes() == 0
                ? new GlobalShape(new PlacedRuns(0, 0, shape))
                : new GlobalShape(new PlacedRuns(GlobalPointer.jobRank(pointer), GlobalPointer.offset(pointer), shape));
    }

    /**
     * A whole array that is dealt in blocks to the job ranks 0 to {@code ranks - 1} in turn: block b is the (b /
     * ranks)-th of rank b % ranks, and each rank has its blocks one behind the other from {@code baseOffset} of its
     * segment on. In the order of the array; the last block may be shorter.
     *
     * <p>Source: UPC's shared arrays with a blocking factor; the proposal's open issue 1.
     */
    public static GlobalShape blockCyclic(long blockBytes, long totalBytes, int ranks, long baseOffset) {
        Call call = Call.of("GlobalShape.blockCyclic");
        if (ranks < 1 || ranks > GlobalPointer.MAX_RANKS) {
            throw call.bad("ranks is " + ranks + ": legal are 1.." + GlobalPointer.MAX_RANKS);
        }
        return cyclic(call, blockBytes, totalBytes, IntStream.range(0, ranks).toArray(), baseOffset);
    }

    /**
     * As the other form, with blocks dealt to {@code jobRanks} in this order, such as the members of a team ({@link
     * org.pgas.Team#toJobRank}). The array is copied.
     */
    public static GlobalShape blockCyclic(long blockBytes, long totalBytes, int[] jobRanks, long baseOffset) {
        Call call = Call.of("GlobalShape.blockCyclic");
        int[] ranks = call.given("jobRanks", jobRanks).clone();
        if (ranks.length == 0) {
            throw call.bad("jobRanks has no entries: blocks must be dealt to a rank");
        }
        boolean[] isThere = new boolean[GlobalPointer.MAX_RANKS];
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] < 0 || ranks[i] >= GlobalPointer.MAX_RANKS || isThere[ranks[i]]) {
                throw call.bad("jobRanks[" + i + "] is " + ranks[i] + ": legal are 0.." + (GlobalPointer.MAX_RANKS - 1)
                        + ", each once");
            }
            isThere[ranks[i]] = true;
        }
        return cyclic(call, blockBytes, totalBytes, ranks, baseOffset);
    }

    private static GlobalShape cyclic(Call call, long blockBytes, long totalBytes, int[] ranks, long baseOffset) {
        if (blockBytes < 1 || blockBytes > GlobalPointer.MAX_SEGMENT_BYTES) {
            throw call.bad("blockBytes is " + blockBytes + ": legal are 1..2^40");
        }
        call.notNegative("totalBytes", totalBytes);
        call.notNegative("baseOffset", baseOffset);
        if (baseOffset > GlobalPointer.MAX_SEGMENT_BYTES
                || totalBytes > ranks.length * (GlobalPointer.MAX_SEGMENT_BYTES - baseOffset)) {
            throw call.bad(totalBytes + " bytes from offset " + baseOffset + " on of " + ranks.length
                    + " ranks: no segment has more than 2^40");
        }
        return new GlobalShape(new CyclicRuns(blockBytes, ranks, baseOffset, 0, totalBytes));
    }

    /** The {@code bytes} bytes of this from the {@code from}-th on, in its order. Error: there are not so many. */
    public GlobalShape range(long from, long bytes) {
        Call call = Call.of("GlobalShape.range");
        call.notNegative("from", from);
        call.notNegative("bytes", bytes);
        if (from > bytes() - bytes) {
            throw call.bad(bytes + " bytes from " + from + " on are outside the " + bytes() + " bytes of the shape");
        }
        return bytes == 0 ? new GlobalShape(new PlacedRuns(0, 0, Shape.contiguous(0)))
                : new GlobalShape(runs.range(from, bytes));
    }

    /**
     * What {@code shape} takes of this, such as a section of a distributed array, in the shape's order. For that, the
     * bytes of this count as one memory, and the shape's place is byte {@code from} of it. Error: the shape reaches
     * outside.
     *
     * <p>Source: the proposal's open issue 2.
     */
    public GlobalShape select(long from, Shape shape) {
        if (shape.bytes() == 0 || shape.isContiguous()) {
            return range(shape.bytes() == 0 ? 0 : from + shape.low(), shape.bytes());
        }
        long low = from + shape.low();
        if (from < -Regions.MOST || from > Regions.MOST || low < 0 || from + shape.high() > bytes()) {
            throw Call.of("GlobalShape.select")
                    .bad("from " + from + " on, a shape with offsets " + shape.low() + " to " + shape.high()
                            + " is outside the " + bytes() + " bytes of the shape it is taken of");
        }
        return new GlobalShape(runs.select(from, shape.regions()));
    }

    /** Volume in bytes. */
    public long bytes() {
        return runs.bytes();
    }

    GlobalRuns runs() {
        return runs;
    }

    /** By rank. */
    List<GlobalRuns.Part> parts() {
        List<GlobalRuns.Part> known = parts;
        if (known == null) {
            known = runs.parts();
            parts = known;
        }
        return known;
    }

    /** Which regions overlap, in words; empty when a transfer may write here. */
    String overlap() {
        String known = overlap;
        if (known == null) {
            known = runs.overlap();
            overlap = known;
        }
        return known;
    }

    /** How it matches local memory of a shape of equal volume. */
    LocalMatch match(Shape local) {
        LocalMatch match = lastMatch;
        if (match == null || !match.isOf(local)) {
            match = LocalMatch.of(this, local);
            lastMatch = match;
        }
        return match;
    }

    /** How its bytes from {@code position} on, or as many as are matched at once, match a source of equal volume. */
    GlobalMatch match(GlobalShape source, long position) {
        GlobalMatch match = lastGlobalMatch;
        if (match == null || !match.isOf(source, position)) {
            match = GlobalMatch.of(this, source, position);
            lastGlobalMatch = match;
        }
        return match;
    }
}
