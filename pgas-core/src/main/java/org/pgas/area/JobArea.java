package org.pgas.area;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.memory.SharedArea;
import org.pgas.spi.Conduit;

/** The area of a job on the memory of its conduit. The words of the world team are its first piece, known to everybody. */
public record JobArea(Conduit conduit) implements SharedArea.Backing {
    /** Where the words of the world team are: at the beginning of rank 0's part, so that no rank has to be told. */
    public static final long WORLD_PLACE = SharedArea.DIRECTORY_BYTES;

    public static SharedArea open(Conduit conduit) {
        long world = conduit.rank() == 0 ? conduit.size() * Conduit.AREA_MEMBER_BYTES : 0;
        return new SharedArea(new JobArea(conduit), conduit.rank(), conduit.size(), WORLD_PLACE + world);
    }

    @Override
    public long base() {
        return conduit.areaAddress(0);
    }

    @Override
    public long partBytes() {
        return conduit.areaBytes();
    }

    @Override
    public void reserve(long offset, long bytes) {
        conduit.reserveArea(offset, bytes);
    }

    @Override
    public RuntimeException full(long bytes) {
        return new PgasException(ErrorCode.RESOURCE, "rank " + conduit.rank() + ": the library needs " + bytes
                + " bytes of shared memory for a team, or for data on their way through a collective, and of the "
                + partBytes()
                + " bytes that a rank has for that, no piece of that size is free: destroy teams that are no "
                + "longer needed, or have fewer collectives under way at once");
    }
}
