package org.pgas.hosts;

import org.pgas.memory.AddressTable;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.AttachedSegments;
import org.pgas.spi.Topology;

/**
 * The steps of an attach of ranks on several hosts: what a rank tells in a step goes to the other hosts before the
 * barrier behind it, and at the beginning of the next step their ranks find it where they look.
 *
 * <p>What is told lies on the {@link Board}, in whole longs, and is copied as its other words are. Neighbours put the
 * same words into the memory of their transport; one that is late puts older ones there at most before the barrier that
 * all wait for.
 */
final class CopiedAttached implements AttachedSegments {
    private static final int COPIED_BYTES = Math.ceilDiv(TOLD_BYTES, Long.BYTES) * Long.BYTES;

    private final AttachedSegments inside;
    private final Board board;
    private final Changes changes;
    private final Topology topology;
    private final int rank;

    CopiedAttached(AttachedSegments inside, Board board, Changes changes, Topology topology, int rank) {
        this.inside = inside;
        this.board = board;
        this.changes = changes;
        this.topology = topology;
        this.rank = rank;
    }

    private void tell() {
        long told = board.told(rank);
        changes.beginChange();
        SharedMemory.copy(inside.toldAddress(rank), told, TOLD_BYTES);
        changes.endChange(told, COPIED_BYTES);
    }

    private void hear() {
        for (int peer = 0; peer < topology.size(); peer++) {
            if (topology.host(peer) != topology.host(rank)) {
                SharedMemory.copy(board.told(peer), inside.toldAddress(peer), TOLD_BYTES);
            }
        }
    }

    @Override
    public long maxBytes() {
        return inside.maxBytes();
    }

    @Override
    public long pageBytes() {
        return inside.pageBytes();
    }

    @Override
    public void request(long bytes) {
        inside.request(bytes);
        tell();
    }

    @Override
    public void requestClientMemory(long bytes) {
        inside.requestClientMemory(bytes);
        tell();
    }

    @Override
    public void create() {
        hear();
        inside.create();
        tell();
    }

    @Override
    public void map() {
        hear();
        inside.map();
        tell();
    }

    @Override
    public void publish(AddressTable table) {
        hear();
        inside.publish(table);
    }

    @Override
    public long toldAddress(int peer) {
        return inside.toldAddress(peer);
    }

    @Override
    public long clientMemoryBytes(int peer) {
        return inside.clientMemoryBytes(peer);
    }
}
