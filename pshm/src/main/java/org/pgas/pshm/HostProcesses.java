package org.pgas.pshm;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.PeerProcess;
import org.pgas.spi.Processes;

/** The processes of a job's ranks, which all run on this host. */
final class HostProcesses implements Processes {
    // Fields and orders: ControlLayout.

    private final ControlFile control;
    private final Doorbells doorbells;
    private final ProcessMemory.Threads copies = new ProcessMemory.Threads();

    HostProcesses(ControlFile control, Doorbells doorbells) {
        this.control = control;
        this.doorbells = doorbells;
    }

    @Override
    public PeerProcess process(int peer) {
        return ProcessMemory.of(control.process(peer), copies);
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
