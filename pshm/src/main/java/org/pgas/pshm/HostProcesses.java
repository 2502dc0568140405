package org.pgas.pshm;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.PeerProcess;
import org.pgas.spi.Processes;
import org.pgas.spi.Topology;

/** The processes of a job's ranks, which all run on this host; memory of those in this neighbourhood is reached. */
final class HostProcesses implements Processes {
    // Fields and orders: ControlLayout.

    private final ControlFile control;
    private final Doorbells doorbells;
    private final Topology topology;
    private final int neighbourhood;
    private final ProcessMemory.Threads copies = new ProcessMemory.Threads();

    HostProcesses(ControlFile control, int rank, Doorbells doorbells, Topology topology) {
        this.control = control;
        this.topology = topology;
        neighbourhood = topology.neighbourhood(rank);
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
            for (int peer = 0; peer < control.size(); peer++) {
                sleeping += SharedMemory.getIntOpaque(doorbells.sleepingAddress(peer)) >= threads ? 1 : 0;
            }
        }
        return control.size() - sleeping - SharedMemory.getIntOpaque(control.header(ControlLayout.LEFT));
    }

    @Override
    public long copiersAddress() {
        return control.header(ControlLayout.COPIERS);
    }
}
