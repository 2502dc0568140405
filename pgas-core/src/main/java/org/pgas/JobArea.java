package org.pgas;

import org.pgas.memory.SharedArea;
import org.pgas.spi.Conduit;

/** The area of a job on the memory of its conduit. The words of the world team are its first piece, known to everybody. */
record JobArea(Conduit conduit) implements SharedArea.Backing {
    static SharedArea open(Conduit conduit) {
        JobArea backing = new JobArea(conduit);
        long world = TeamWords.bytes(conduit.size());
        // each rank sees to it by itself, so that none has to wait for rank 0
        backing.reserve(0, TeamWords.WORLD_PLACE, world);
        return new SharedArea(backing, conduit.rank(), conduit.size(), TeamWords.WORLD_PLACE + (conduit.rank() == 0 ? world : 0));
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
    public void reserve(int rank, long offset, long bytes) {
        conduit.reserveArea(rank, offset, bytes);
    }

    @Override
    public RuntimeException full(long bytes) {
        return new PgasException(ErrorCode.RESOURCE, "rank " + conduit.rank() + ": the library needs " + bytes
                + " bytes of shared memory for a team, or for data on their way through a collective, and of the "
                + partBytes() + " bytes that a rank has for that, no piece of that size is free: destroy teams that are no "
                + "longer needed, or have fewer collectives under way at once");
    }
}
