package org.pgas.examples.exchange;

import java.lang.foreign.MemorySegment;

import org.pgas.mpi.comm.Comm;

/**
 * The exchange with a send and a receive for one neighbour after the other, each pair of them one MPI_Sendrecv. Blocks
 * with gaps go by their datatype.
 */
final class MessageExchange implements Exchange {
    private static final int TAG = 0;

    private final Comm comm;
    private final Neighbourhood neighbourhood;
    private final Block block;
    private final MemorySegment supplied;
    private final MemorySegment received;

    /**
     * @param supplied memory of this rank for a block of each neighbour
     * @param received likewise
     */
    MessageExchange(Comm comm, Neighbourhood neighbourhood, Block block, MemorySegment supplied,
            MemorySegment received) {
        this.comm = comm;
        this.neighbourhood = neighbourhood;
        this.block = block;
        this.supplied = supplied;
        this.received = received;
    }

    @Override
    public void run(int epochs) {
        for (int epoch = 0; epoch < epochs; epoch++) {
            for (int j = 1; j <= neighbourhood.count(); j++) {
                long at = (j - 1) * block.stride();
                comm.sendRecv(supplied, at, block.count(), block.type(), neighbourhood.target(j), TAG, received, at,
                        block.count(), block.type(), neighbourhood.source(j), TAG, null);
            }
        }
    }

    @Override
    public MemorySegment supplied() {
        return supplied;
    }

    @Override
    public MemorySegment received() {
        return received;
    }

    @Override
    public String toString() {
        return "Sendrecv";
    }
}
