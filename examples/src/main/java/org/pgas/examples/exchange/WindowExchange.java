package org.pgas.examples.exchange;

import java.lang.foreign.MemorySegment;

import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Group;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Window;

/**
 * The exchange with puts or gets. An epoch is opened and closed as the paper says:
 * <ul>
 * <li>a fence (NOPRECEDE), the transfers, a fence (NOSUCCEED);
 * <li>post and start, the transfers, complete and await;
 * <li>for one neighbour after the other: lock, exclusively, the transfer, unlock.
 * </ul>
 * Source: MPI-2 "Performance".
 */
final class WindowExchange implements Exchange {
    private final Synchronisation synchronisation;
    private final Transfer transfer;
    private final Window window;
    private final int neighbours;
    private final int[] peers;
    private final Group accessed;
    private final Group accessing;
    private final MemorySegment mine;
    private final MemorySegment[] origins;
    private final long stride;
    private final int count;
    private final Datatype type;

    /**
     * @param block null for {@link Transfer#NONE}
     * @param mine memory of this rank that is not in the window, for a block of each neighbour; null likewise
     */
    WindowExchange(Synchronisation synchronisation, Transfer transfer, Neighbourhood neighbourhood, Window window,
            Block block, MemorySegment mine) {
        this.synchronisation = synchronisation;
        this.transfer = transfer;
        this.window = window;
        this.neighbours = neighbourhood.count();
        this.mine = mine;
        boolean gets = transfer == Transfer.GET;
        this.accessed = gets ? neighbourhood.sources() : neighbourhood.targets();
        this.accessing = gets ? neighbourhood.targets() : neighbourhood.sources();
        this.peers = accessed.ranks();
        this.origins = new MemorySegment[neighbours];
        this.stride = block == null ? 0 : block.stride();
        this.count = block == null ? 0 : block.count();
        this.type = block == null ? null : block.type();
        for (int j = 1; j <= neighbours && block != null; j++) {
            origins[j - 1] = block.slice(mine, j);
        }
    }

    @Override
    public void run(int epochs) {
        switch (synchronisation) {
            case FENCE -> fenced(epochs);
            case DEDICATED -> dedicated(epochs);
            case LOCK -> locked(epochs);
        }
    }

    private void fenced(int epochs) {
        for (int epoch = 0; epoch < epochs; epoch++) {
            window.fence(Assertions.NOPRECEDE);
            transferAll();
            window.fence(Assertions.NOSUCCEED);
        }
    }

    private void dedicated(int epochs) {
        for (int epoch = 0; epoch < epochs; epoch++) {
            window.post(accessing, Assertions.NONE);
            window.start(accessed, Assertions.NONE);
            transferAll();
            window.complete();
            window.await();
        }
    }

    private void locked(int epochs) {
        for (int epoch = 0; epoch < epochs; epoch++) {
            for (int i = 0; i < neighbours; i++) {
                window.lock(LockType.EXCLUSIVE, peers[i], Assertions.NONE);
                transfer(i);
                window.unlock(peers[i]);
            }
        }
    }

    private void transferAll() {
        for (int i = 0; i < neighbours; i++) {
            transfer(i);
        }
    }

    private void transfer(int i) {
        switch (transfer) {
            case NONE -> {
            }
            case PUT -> window.put(origins[i], count, type, peers[i], i * stride, count, type);
            case GET -> window.get(origins[i], count, type, peers[i], i * stride, count, type);
        }
    }

    @Override
    public MemorySegment supplied() {
        return transfer == Transfer.GET ? window.memory() : mine;
    }

    @Override
    public MemorySegment received() {
        return transfer == Transfer.GET ? mine : window.memory();
    }

    /** Such as "Put-Fence". */
    @Override
    public String toString() {
        return transfer.title() + "-" + synchronisation.title();
    }
}
