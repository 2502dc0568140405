package org.pgas.arrays;

import java.util.Objects;

import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/**
 * How the elements of an array of one dimension, or the rows or columns of a matrix, are dealt to ranks: in blocks of
 * {@code b} elements, block k to rank {@code k % p}; each rank's blocks follow each other. An immutable value.
 *
 * <pre>
 * element i          lies on rank       (i / b) % p
 *                    as its element     i / b / p * b + i % b
 * element l of r     is element         (l / b * p + r) * b + l % b
 *
 * Distribution.block(10).over(3)             b = 4    0 0 0 0 1 1 1 1 2 2
 * Distribution.cyclic(10).over(3)            b = 1    0 1 2 0 1 2 0 1 2 0
 * Distribution.blockCyclic(10, 2).over(3)    b = 2    0 0 1 1 2 2 0 0 1 1
 * </pre>
 *
 * <p>A block distribution has {@code b = ceil(elements / p)}, so that there is one block for each rank; the last ranks
 * may have fewer elements than others, or none. How many ranks there are need not be said: an array is dealt to all
 * ranks of its team. Where elements lie is known by {@link #over}, or from {@link GlobalArray#distribution}.
 *
 * <p><b>Errors.</b> {@link PgasException}: numbers outside their range; asked for places while ranks are not known.
 */
public final class Distribution {
    /** More elements than any team has memory for. */
    private static final long MOST = 1L << 50;

    private final long elements;

    /** As given; 0 of a block distribution. */
    private final long given;

    /** 0 if not known yet; then what follows is not of use. */
    private final int ranks;

    private final long blockSize;
    private final Divisor byBlock;
    private final Divisor byRanks;

    /** Whether no rank has more than one block: then a place takes one division, and not two. */
    private final boolean isOneRound;

    private Distribution(long elements, long given, int ranks) {
        this.elements = elements;
        this.given = given;
        this.ranks = ranks;
        this.blockSize = given > 0 ? given : ranks == 0 ? 0 : Math.max(1, Math.ceilDiv(elements, ranks));
        this.byBlock = new Divisor(Math.max(1, blockSize), elements);
        this.byRanks = new Divisor(Math.max(1, ranks), elements);
        this.isOneRound = byBlock.divide(Math.max(0, elements - 1)) < ranks;
    }

    /** One block for each rank, of {@code ceil(elements / ranks)} elements. Error: elements outside 0..2^50. */
    public static Distribution block(long elements) {
        return new Distribution(checked("Distribution.block", elements), 0, 0);
    }

    /** Single elements to the ranks in turn. Error: elements outside 0..2^50. */
    public static Distribution cyclic(long elements) {
        return new Distribution(checked("Distribution.cyclic", elements), 1, 0);
    }

    /** Blocks dealt to ranks in turn; the last may be shorter. Errors of {@link #cyclic}; a size outside 1..2^50. */
    public static Distribution blockCyclic(long elements, long blockSize) {
        checked("Distribution.blockCyclic", elements);
        if (blockSize < 1 || blockSize > MOST) {
            throw Refusals.OF_NO_RANK.bad("Distribution.blockCyclic", "blocks of " + blockSize
                    + " elements: legal are 1..2^50; Distribution.block makes one block for each rank");
        }
        return new Distribution(elements, blockSize, 0);
    }

    private static long checked(String call, long elements) {
        if (elements < 0 || elements > MOST) {
            throw Refusals.OF_NO_RANK.bad(call, elements + " elements: legal are 0..2^50");
        }
        return elements;
    }

    /** The same over other ranks, whatever was known before. Error: outside 1..{@link GlobalPointer#MAX_RANKS}. */
    public Distribution over(int ranks) {
        if (ranks < 1 || ranks > GlobalPointer.MAX_RANKS) {
            throw Refusals.OF_NO_RANK.bad("Distribution.over",
                    ranks + " ranks: legal are 1.." + GlobalPointer.MAX_RANKS);
        }
        return ranks == this.ranks ? this : new Distribution(elements, given, ranks);
    }

    /** How many elements there are, on all ranks together. */
    public long elements() {
        return elements;
    }

    /** To how many ranks they are dealt; 0 when that is not known yet. */
    public int ranks() {
        return ranks;
    }

    /** Elements of a block; 0 of a block distribution while the number of ranks is not known. */
    public long blockSize() {
        return blockSize;
    }

    /** The rank that has element {@code index}. Error: index outside 0..elements-1. */
    public int owner(long index) {
        checkIndex("Distribution.owner", index);
        return part(index);
    }

    /** The number of element {@code index} among those of its rank. Error: index outside 0..elements-1. */
    public long localIndex(long index) {
        checkIndex("Distribution.localIndex", index);
        return local(index);
    }

    /** The index in the array of a rank's element {@code localIndex}. Error: that rank has no such element. */
    public long globalIndex(int rank, long localIndex) {
        long most = localElements(rank);
        if (localIndex < 0 || localIndex >= most) {
            throw Refusals.OF_NO_RANK.bad("Distribution.globalIndex",
                    "element " + localIndex + " of rank " + rank + ", which has " + most + " of " + this);
        }
        return global(rank, localIndex);
    }

    /** How many elements {@code rank} has. Error: rank outside 0..ranks-1. */
    public long localElements(int rank) {
        checkRanks("Distribution.localElements");
        if (rank < 0 || rank >= ranks) {
            throw Refusals.OF_NO_RANK.outside("Distribution.localElements", "rank", rank, ranks);
        }
        return count(rank);
    }

    /** How many elements the rank has that has most: rank 0. */
    public long mostLocalElements() {
        checkRanks("Distribution.mostLocalElements");
        return count(0);
    }

    private void checkIndex(String call, long index) {
        checkRanks(call);
        if (index < 0 || index >= elements) {
            throw Refusals.OF_NO_RANK.bad(call, outside(index));
        }
    }

    /** What to say of an index that is no element's. */
    String outside(long index) {
        return "index " + index
                + (elements == 0 ? ": there are no elements" : " is outside 0.." + (elements - 1));
    }

    private void checkRanks(String call) {
        if (ranks == 0) {
            throw Refusals.OF_NO_RANK.bad(call,
                    "the number of ranks is not known yet: say it (Distribution.over), or ask an array's");
        }
    }

    // What follows takes numbers that are right, of a known number of ranks.

    /** The number of the block that has element {@code index}. */
    long blockOf(long index) {
        return byBlock.divide(index);
    }

    /** The rank that has block {@code block}. */
    int partOfBlock(long block) {
        return (int) (isOneRound ? block : block - byRanks.divide(block) * ranks);
    }

    int part(long index) {
        return partOfBlock(blockOf(index));
    }

    long local(long index) {
        long block = byBlock.divide(index);
        return index - (isOneRound ? block : block - byRanks.divide(block)) * blockSize;
    }

    long global(int part, long local) {
        long round = byBlock.divide(local);
        return local + (round * (ranks - 1) + part) * blockSize;
    }

    long count(int part) {
        long blocks = byBlock.divide(elements);
        long rest = elements - blocks * blockSize;
        long rounds = byRanks.divide(blocks);
        long last = blocks - rounds * ranks;
        return rounds * blockSize + (part < last ? blockSize : part == last ? rest : 0);
    }

    /** Equal are distributions that deal alike, over as many ranks. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Distribution that && elements == that.elements && ranks == that.ranks
                && blockSize == that.blockSize;
    }

    @Override
    public int hashCode() {
        return Objects.hash(elements, ranks, blockSize);
    }

    /** {@code "10 elements in blocks of 4 over 3 ranks"}. */
    @Override
    public String toString() {
        return elements + " elements in " + (blockSize == 0 ? "one block for each rank" : "blocks of " + blockSize)
                + (ranks == 0 ? "" : " over " + ranks + (ranks == 1 ? " rank" : " ranks"));
    }
}
