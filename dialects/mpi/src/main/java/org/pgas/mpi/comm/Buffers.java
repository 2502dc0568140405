package org.pgas.mpi.comm;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

import org.pgas.mpi.Datatype;
import org.pgas.refusal.Refusals;

/**
 * Memory with a block for each rank of a communicator, each with its own place, count and datatype: what calls with a v
 * or w in their names read or write. The arrays are copied. Immutable; any thread.
 */
public final class Buffers {
    /** Of the call that says so: the data is in the other buffers already. Source: MPI_IN_PLACE. */
    public static final Buffers IN_PLACE = new Buffers(MemorySegment.NULL, new long[0], new long[0], new Datatype[0]);

    private final MemorySegment memory;
    private final long[] counts;
    private final long[] offsets;
    private final Datatype[] types;

    private Buffers(MemorySegment memory, long[] counts, long[] offsets, Datatype[] types) {
        this.memory = memory;
        this.counts = counts;
        this.offsets = offsets;
        this.types = types;
    }

    /**
     * Of one datatype. Errors: a null; arrays of different lengths. Source: arguments of MPI_Gatherv, MPI_Alltoallv.
     *
     * @param counts by rank, elements
     * @param displacements by rank, where the block begins, in extents of {@code type}
     */
    public static Buffers of(MemorySegment memory, int[] counts, int[] displacements, Datatype type) {
        check("Buffers.of", memory, counts, displacements, type);
        long extent = type.extent();
        long[] offsets = Arrays.stream(displacements).mapToLong(each -> each * extent).toArray();
        return of(memory, Arrays.stream(counts).asLongStream().toArray(), offsets, type);
    }

    /** Of one datatype, one block behind the other in the order of the ranks. Errors: a null. */
    public static Buffers packed(MemorySegment memory, int[] counts, Datatype type) {
        check("Buffers.packed", memory, counts, counts, type);
        long[] offsets = new long[counts.length];
        for (int i = 1; i < offsets.length; i++) {
            offsets[i] = offsets[i - 1] + counts[i - 1] * type.extent();
        }
        return of(memory, Arrays.stream(counts).asLongStream().toArray(), offsets, type);
    }

    /**
     * Of a datatype for each rank. Errors: a null; arrays of different lengths. Source: arguments of MPI_Alltoallw.
     *
     * @param counts by rank, elements
     * @param displacements by rank, where the block begins, in bytes
     */
    public static Buffers of(MemorySegment memory, int[] counts, long[] displacements, Datatype[] types) {
        if (memory == null || counts == null || displacements == null || types == null) {
            throw Refusals.OF_NO_RANK.bad("Buffers.of", "the memory, or one of the arrays, is null");
        }
        if (counts.length != displacements.length || counts.length != types.length) {
            throw Refusals.OF_NO_RANK.bad("Buffers.of", counts.length + " counts, " + displacements.length
                    + " displacements and " + types.length + " types: give one of each for every rank");
        }
        return new Buffers(memory, Arrays.stream(counts).asLongStream().toArray(), displacements.clone(),
                types.clone());
    }

    private static void check(String call, MemorySegment memory, int[] counts, int[] displacements, Datatype type) {
        if (memory == null || counts == null || displacements == null || type == null) {
            throw Refusals.OF_NO_RANK.bad(call, "the memory, one of the arrays, or the datatype is null");
        }
        if (counts.length != displacements.length) {
            throw Refusals.OF_NO_RANK.bad(call, counts.length + " counts and " + displacements.length
                    + " displacements: give one of each for every rank");
        }
    }

    /** What it is given is its own. */
    private static Buffers of(MemorySegment memory, long[] counts, long[] offsets, Datatype type) {
        Datatype[] types = new Datatype[counts.length];
        Arrays.fill(types, type);
        return new Buffers(memory, counts, offsets, types);
    }

    /** The blocks of {@code ranks} ranks, one behind the other, as large as {@code block}. */
    static Buffers ofBlocks(Buffer block, int ranks) {
        long[] counts = new long[ranks];
        Arrays.fill(counts, block.count());
        long[] offsets = new long[ranks];
        Arrays.setAll(offsets, rank -> block.block(rank).offset());
        return of(block.memory(), counts, offsets, block.type());
    }

    /** Blocks one behind the other from where {@code first} begins. */
    static Buffers behind(Buffer first, int[] counts) {
        long[] offsets = new long[counts.length];
        offsets[0] = first.offset();
        for (int i = 1; i < offsets.length; i++) {
            offsets[i] = offsets[i - 1] + counts[i - 1] * first.type().extent();
        }
        return of(first.memory(), Arrays.stream(counts).asLongStream().toArray(), offsets, first.type());
    }

    boolean isInPlace() {
        return this == IN_PLACE;
    }

    /** For how many ranks. */
    public int count() {
        return counts.length;
    }

    /** The block of a rank. */
    Buffer block(int rank) {
        return new Buffer(memory, offsets[rank], counts[rank], types[rank]);
    }
}
