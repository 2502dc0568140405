package org.pgas.area;

import org.pgas.ErrorCode;
import org.pgas.memory.SharedArea;
import org.pgas.refusal.Refusals;
import org.pgas.spi.AreaParts;
import org.pgas.spi.Conduit;
import org.pgas.spi.WordCopies;

/**
 * The area of a job on the memory of its conduit; {@code copies} may be null, as the conduit's. The words of the world
 * team are its first piece, known to everybody.
 */
public record JobArea(int rank, AreaParts parts, WordCopies copies) implements SharedArea.Backing {
    /** Where the words of the world team are: at the beginning of rank 0's part, so that no rank has to be told. */
    public static final long WORLD_PLACE = SharedArea.DIRECTORY_BYTES;

    public static SharedArea open(Conduit conduit) {
        int rank = conduit.member().rank();
        int size = conduit.member().size();
        long world = rank == 0 ? size * AreaParts.MEMBER_BYTES : 0;
        return new SharedArea(new JobArea(rank, conduit.area(), conduit.copies()), rank, size, WORLD_PLACE + world);
    }

    @Override
    public long base() {
        return parts.address(0);
    }

    @Override
    public long partBytes() {
        return parts.bytes();
    }

    @Override
    public void reserve(long offset, long bytes) {
        parts.reserve(offset, bytes);
    }

    @Override
    public void zeroed(long place, long bytes) {
        if (copies != null) {
            copies.copyZeros(base() + place, bytes);
        }
    }

    @Override
    public boolean isCopied() {
        return copies != null;
    }

    @Override
    public void beginChange() {
        copies.beginChange();
    }

    @Override
    public void endChange(long address, long bytes) {
        copies.endChange(address, bytes);
    }

    @Override
    public void copy(long address, long bytes) {
        copies.copy(address, bytes);
    }

    @Override
    public void copyTo(int jobRank, long address, long bytes) {
        copies.copyTo(jobRank, address, bytes);
    }

    @Override
    public RuntimeException full(long bytes) {
        return Refusals.of(rank).failure(ErrorCode.RESOURCE, "the library needs " + bytes
                + " bytes of shared memory for a team, or for data on their way through a collective, and of the "
                + partBytes()
                + " bytes that a rank has for that, no piece of that size is free: destroy teams that are no "
                + "longer needed, or have fewer collectives under way at once");
    }
}
