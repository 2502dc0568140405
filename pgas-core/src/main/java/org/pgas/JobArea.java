package org.pgas;

import org.pgas.memory.SharedArea;
import org.pgas.spi.Conduit;

/** The area of a job on the memory of its conduit. The words of the world team are its first piece, known to everybody. */
record JobArea(Conduit conduit) implements SharedArea.Backing {
    static SharedArea open(Conduit conduit) {
        long world = conduit.rank() == 0 ? conduit.size() * Conduit.AREA_MEMBER_BYTES : 0;
        return new SharedArea(new JobArea(conduit), conduit.rank(), conduit.size(), TeamWords.WORLD_PLACE + world);
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
