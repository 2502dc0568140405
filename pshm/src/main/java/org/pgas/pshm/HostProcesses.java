package org.pgas.pshm;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.PeerProcess;
import org.pgas.spi.Processes;
import org.pgas.spi.Topology;

/** The processes of the ranks of this host; memory of those in this neighbourhood is reached. */
final class HostProcesses implements Processes {
    // Fields and orders: ControlLayout.

    private final ControlFile control;
    private final Doorbells doorbells;
    private final Topology topology;
    private final int neighbourhood;

    /** The ranks of this host. */
    private final int[] here;

    private final ProcessMemory.Threads copies = new ProcessMemory.Threads();

    HostProcesses(ControlFile control, int rank, Doorbells doorbells, Topology topology) {
        this.control = control;
        this.topology = topology;
        neighbourhood = topology.neighbourhood(rank);
        here = topology.ranksOnHostOf(rank);
        this.doorbells = doorbells;
    }

    @Override
    public PeerProcess process(int peer) {
        return topology.neighbourhood(peer) == neighbourhood ? ProcessMemory.of(control.process(peer), copies) : null;
    }

    @Override
    public int awakeRanks(int threads) {
        int sleeping = 0;
        if (SharedMemory.getIntOpaque(doorbells.sleepersAddress()) != 0) {
            for (int peer : here) {
                sleeping += SharedMemory.getIntOpaque(doorbells.sleepingAddress(peer)) >= threads ? 1 : 0;
            }
        }
        return here.length - sleeping - SharedMemory.getIntOpaque(control.header(ControlLayout.LEFT));
    }

    @Override
    public long copiersAddress() {
        return control.header(ControlLayout.COPIERS);
    }
}
