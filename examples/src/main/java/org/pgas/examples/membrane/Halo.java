package org.pgas.examples.membrane;

import java.lang.foreign.MemorySegment;

import org.pgas.examples.grid.RankGrid;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.MessageRequest;
import org.pgas.mpi.comm.Mpi;
import org.pgas.mpi.comm.PersistentRequest;
import org.pgas.mpi.comm.Requests;

/**
 * Exchanges the borders of blocks between the ranks of a grid. A row of a field is a run of numbers, and a column a
 * vector datatype. A rank at the edge of the membrane has MPI_PROC_NULL as its neighbour there, so that all ranks make
 * the same calls.
 */
public final class Halo {
    /** Tags say which way a border goes. */
    private static final int UP = 1;
    private static final int DOWN = 2;
    private static final int LEFT = 3;
    private static final int RIGHT = 4;

    private final Comm comm;
    private final Block block;
    private final Exchange exchange;
    private final int above;
    private final int below;
    private final int left;
    private final int right;
    private final Datatype column;

    /** By the block's index of fields. */
    private final MemorySegment[] fields;

    /** By the block's index of fields; null where requests are not persistent. */
    private final PersistentRequest[][] persistent;

    /** Local. {@code block} is this rank's of {@code grid}, whose ranks are those of {@code comm}. */
    public Halo(Comm comm, RankGrid grid, Block block, Exchange exchange) {
        this.comm = comm;
        this.block = block;
        this.exchange = exchange;
        int rank = comm.rank();
        above = neighbour(grid, rank, -1, 0);
        below = neighbour(grid, rank, 1, 0);
        left = neighbour(grid, rank, 0, -1);
        right = neighbour(grid, rank, 0, 1);
        column = Datatype.vector(block.rows(), 1, block.columns() + 2, Datatype.DOUBLE).commit();
        fields = new MemorySegment[]{MemorySegment.ofArray(block.field(0)), MemorySegment.ofArray(block.field(1))};
        persistent = exchange == Exchange.PERSISTENT
                ? new PersistentRequest[][]{persistent(fields[0]), persistent(fields[1])}
                : null;
    }

    /** What MPI_Cart_shift would answer. */
    private static int neighbour(RankGrid grid, int rank, int rows, int columns) {
        int row = grid.coordinate(rank, 0) + rows;
        int column = grid.coordinate(rank, 1) + columns;
        boolean isThere = row >= 0 && row < grid.split(0).parts() && column >= 0 && column < grid.split(1).parts();
        return isThere ? grid.rank(row, column) : Mpi.PROC_NULL;
    }

    /** Fills the frame of the block's current field with what its neighbours have there. All ranks call it. */
    public void exchange() {
        switch (exchange) {
            case SENDRECV -> sendRecv(fields[block.current()]);
            case NONBLOCKING -> nonBlocking(fields[block.current()]);
            case PERSISTENT -> {
                PersistentRequest[] requests = persistent[block.current()];
                Requests.startAll(requests);
                Requests.awaitAll(requests);
            }
        }
    }

    private void sendRecv(MemorySegment u) {
        int rows = block.rows();
        int columns = block.columns();
        comm.sendRecv(u, offset(1, 1), columns, Datatype.DOUBLE, above, UP,
                u, offset(rows + 1, 1), columns, Datatype.DOUBLE, below, UP, null);
        comm.sendRecv(u, offset(rows, 1), columns, Datatype.DOUBLE, below, DOWN,
                u, offset(0, 1), columns, Datatype.DOUBLE, above, DOWN, null);
        comm.sendRecv(u, offset(1, 1), 1, column, left, LEFT,
                u, offset(1, columns + 1), 1, column, right, LEFT, null);
        comm.sendRecv(u, offset(1, columns), 1, column, right, RIGHT,
                u, offset(1, 0), 1, column, left, RIGHT, null);
    }

    private void nonBlocking(MemorySegment u) {
        int rows = block.rows();
        int columns = block.columns();
        MessageRequest[] requests = {
            comm.irecv(u, offset(0, 1), columns, Datatype.DOUBLE, above, DOWN),
            comm.irecv(u, offset(rows + 1, 1), columns, Datatype.DOUBLE, below, UP),
            comm.irecv(u, offset(1, 0), 1, column, left, RIGHT),
            comm.irecv(u, offset(1, columns + 1), 1, column, right, LEFT),
            comm.isend(u, offset(1, 1), columns, Datatype.DOUBLE, above, UP),
            comm.isend(u, offset(rows, 1), columns, Datatype.DOUBLE, below, DOWN),
            comm.isend(u, offset(1, 1), 1, column, left, LEFT),
            comm.isend(u, offset(1, columns), 1, column, right, RIGHT)};
        Requests.awaitAll(requests);
    }

    private PersistentRequest[] persistent(MemorySegment u) {
        int rows = block.rows();
        int columns = block.columns();
        return new PersistentRequest[]{
            comm.recvInit(u, offset(0, 1), columns, Datatype.DOUBLE, above, DOWN),
            comm.recvInit(u, offset(rows + 1, 1), columns, Datatype.DOUBLE, below, UP),
            comm.recvInit(u, offset(1, 0), 1, column, left, RIGHT),
            comm.recvInit(u, offset(1, columns + 1), 1, column, right, LEFT),
            comm.sendInit(u, offset(1, 1), columns, Datatype.DOUBLE, above, UP),
            comm.sendInit(u, offset(rows, 1), columns, Datatype.DOUBLE, below, DOWN),
            comm.sendInit(u, offset(1, 1), 1, column, left, LEFT),
            comm.sendInit(u, offset(1, columns), 1, column, right, RIGHT)};
    }

    /** Where a point lies in a field, in bytes. */
    private long offset(int row, int column) {
        return (long) Double.BYTES * block.at(row, column);
    }

    /** Frees the requests and the datatype. Local. */
    public void free() {
        if (persistent != null) {
            for (PersistentRequest[] requests : persistent) {
                for (PersistentRequest request : requests) {
                    request.free();
                }
            }
        }
        column.free();
    }
}
