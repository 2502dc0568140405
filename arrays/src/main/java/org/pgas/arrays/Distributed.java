package org.pgas.arrays;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.LongSupplier;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.Team;
import org.pgas.atomics.AtomicDomain;
import org.pgas.coll.Collectives;
import org.pgas.refusal.Failures;
import org.pgas.team.TeamCore;

/**
 * What arrays and matrices of all types have in common: numbers dealt to the ranks of a team, each with a part in its
 * memory.
 *
 * <p><b>Memory.</b> {@code create(team, distribution)} makes an endpoint and a segment for the array on each rank, of
 * zeros, that {@link #close} gives back; {@code create(team, offset, distribution)} takes memory of the segments that
 * are bound to the endpoints of the team, as it is, at the same offset on all ranks: as many elements on each rank as
 * rank 0 has; of a matrix as many rows, each of {@code lead()} elements.
 *
 * <p><b>Callers.</b> Creation, {@link #close}, {@link #barrier}, fill, sums and their like, copies and redistributions
 * are collective: every rank of the team makes the same calls in the same order, by one thread of each rank at a time,
 * with the same arguments (single-valued; in checked mode a difference throws on all ranks). All other calls are
 * one-sided: any thread of any rank makes them, and the owner takes no part. None of these calls is legal in a
 * restricted context (see {@link org.pgas.Job}).
 *
 * <p><b>Order.</b> {@code get} and {@code put} of elements are plain: they do not tear, and order nothing. Ranges and
 * sections are done when the call returns, and have no atomicity; parts that overlap and are written by several ranks
 * at once are undefined. {@link #barrier} orders: after it, all ranks see what any rank did before it. {@code add},
 * {@code fetchAdd}, {@code compareAndSet}, {@code getAcquire} and {@code putRelease} are atomic towards each other, and
 * acquire and release as {@link AtomicDomain} says; between two barriers an element is reached by these or by the
 * others, not by both. Collective calls on elements begin with a barrier, so that they take in what any rank did
 * before; fill, copies and redistributions end with one too.
 *
 * <p><b>Folds.</b> Sums, products and reductions are left folds: each rank folds its own elements in the order in which
 * they lie there, those of a matrix row by row; then the results of the ranks that have elements are folded in the
 * order of ranks. So all ranks have the same bits in every run.
 *
 * <p><b>Allocation.</b> Elements, ranges and sections allocate nothing between mapped memory and a {@link
 * MemorySegment}, when ranges have been cut alike before; with a Java array, 40 bytes for a view of it, unless the
 * compiler removes it.
 *
 * <p><b>Errors.</b> {@link org.pgas.PgasException}, before anything was changed: an index, range or section outside;
 * local memory that is too small; a call after {@link #close}; a local array that is null. When a creation is refused,
 * all ranks throw, and nothing was made. It is refused for a distribution that is null, differs between ranks, or is
 * over another number of ranks than the team has; another type of elements on other ranks; a team with two members in
 * one rank of the job; no memory on one rank ({@link ErrorCode#RESOURCE}), or, where an offset is given, no segment, or
 * one that is too small; an offset that is no multiple of the size of an element, or differs between ranks. But a team
 * that is null, or cannot begin a collective call, is refused on the caller alone. A call that runs while another
 * thread closes the array is undefined. When the job is closed before the array, the contents of its memory are
 * undefined.
 */
public abstract sealed class Distributed permits GlobalArray, GlobalMatrix {
    final ArrayMemory memory;
    final Team team;
    final Rma rma;
    final GridDistribution grid;
    final SectionTransfers transfers;

    /** Log2 of the bytes of an element. */
    final int shift;

    /** Offset of every rank's part in its segment. */
    final long base;

    private final AtomicDomain atomics;

    /** 0 after the close, so that an index check finds it. Plain: a late access is undefined. */
    long openRows; // close | threads with accesses | plain
    long openColumns; // as openRows
    long openLocalRows; // as openRows; rows of which this rank has elements
    long openLocalColumns; // as openRows; how many elements each of them has here

    /** What {@link #local} answers. */
    final MemorySegment own;

    /** How many rows this rank has elements of, and how many elements each of them has here; after the close too. */
    final long ownRows;
    final long ownColumns;
    private boolean closed;

    Distributed(ArrayMemory memory, AtomicDomain atomics) {
        this.memory = memory;
        this.team = memory.team();
        this.rma = team.rma();
        this.grid = memory.grid;
        this.base = memory.base();
        this.shift = Integer.numberOfTrailingZeros(memory.elementBytes);
        this.transfers = new SectionTransfers(team, grid, base, memory.elementBytes);
        this.atomics = atomics;
        this.own = memory.local();
        this.ownColumns = grid.localColumns(team.rank());
        this.ownRows = ownColumns == 0 ? 0 : grid.localRows(team.rank());
        this.openRows = grid.rows().elements();
        this.openColumns = grid.columns().elements();
        this.openLocalRows = ownRows;
        this.openLocalColumns = ownRows == 0 ? 0 : ownColumns;
    }

    /**
     * The team of the array's ranks, in the order of those of the team it was created with: that team itself, if the
     * array lies in memory that was there, or one of the array's own, which ends with it. What the program begins or
     * makes with that one, such as a {@link Team#barrierNb} or an {@link AtomicDomain}, it ends before {@link #close}.
     */
    public final Team team() {
        return team;
    }

    /** Waits until every rank has called it; what any rank did before is seen by all after. Collective. */
    public final void barrier() {
        checkOpen("barrier");
        team.barrier();
    }

    /**
     * This rank's elements, for loads and stores: native byte order, one behind the other; empty when it has none. Of a
     * matrix, row after row, each {@code lead()} elements behind the one before. Until {@link #close}; any thread.
     */
    public final MemorySegment local() {
        checkOpen("local");
        return own;
    }

    /** Whether {@link #close} has been called. */
    public final boolean isClosed() {
        return closed;
    }

    /**
     * Ends the array: waits for all ranks, and gives back what was made for it. Collective; a second close does
     * nothing, nor does one after that of the job, which ends everything. Memory that was there stays as it is. Error,
     * on all ranks: on one of them something of an own {@link #team} is not finished; only another close is legal then,
     * for the rest.
     *
     * <p>This is no {@link AutoCloseable}: a rank that leaves a block by an exception would wait for others elsewhere.
     */
    public final void close() {
        String call = memory.name + ".close";
        if (closed && memory.isFree()) {
            return;
        }
        if (isJobClosed(call)) {
            refuseAccess();
            memory.ended();
            return;
        }
        TeamCore.of(team).checkSingleValued(call, toString());
        team.barrier();
        if (!closed) {
            refuseAccess();
            atomics.destroy();
        }
        memory.free();
    }

    /** Begins the collective call if not. */
    private boolean isJobClosed(String call) {
        try {
            TeamCore.of(team).beginCollective(call);
            return false;
        } catch (PgasException e) {
            if (e.code() == ErrorCode.NOT_INITIALIZED) {
                return true;
            }
            throw e;
        }
    }

    private void refuseAccess() {
        closed = true;
        openRows = 0;
        openColumns = 0;
        openLocalRows = 0;
        openLocalColumns = 0;
    }

    final void checkOpen(String call) {
        if (closed) {
            throw memory.error(ErrorCode.NOT_INITIALIZED, call, "this array is closed: create another one");
        }
    }

    /** Begins a collective call that looks at elements: what any rank did before is seen by all. */
    final void begin(String call, String arguments) {
        agree(call, arguments);
        team.barrier();
    }

    private void agree(String call, String arguments) {
        TeamCore.of(team).checkUnrestricted(memory.name + "." + call);
        checkOpen(call);
        TeamCore.of(team).checkSingleValued(memory.name + "." + call, arguments);
    }

    /** As {@link #begin}, of a reduction by the program's operator. */
    final void beginReduction(String identity, Object operator) {
        agree("reduce", identity + (operator == null ? ", null" : ""));
        if (operator == null) {
            throw memory.bad("reduce", "the operator is null: give one, such as Math::max");
        }
        team.barrier();
    }

    /** What was given, unless it is null. */
    final <T> T given(String call, T array) {
        if (array == null) {
            throw memory.bad(call, "the local array is null");
        }
        return array;
    }

    /** Refuses to visit own elements by nothing, and after the close. */
    final void checkVisits(String call, Object visitor) {
        checkOpen(call);
        if (visitor == null) {
            throw memory.bad(call, "there is nothing to be told of elements (null): give a lambda expression");
        }
    }

    /** The bits of what each rank gives that has elements, in the order of ranks. Collective. */
    final long[] partials(long bits) {
        long[] all = new long[2 * team.size()];
        Collectives.of(team).allGather(all, new long[]{ownRows, bits});
        int count = 0;
        for (int rank = 0; rank < team.size(); rank++) {
            if (all[2 * rank] > 0) {
                all[count++] = all[2 * rank + 1];
            }
        }
        return Arrays.copyOf(all, count);
    }

    /** As the other form, of bits that are found by the program: when that throws on one rank, all throw. */
    final long[] partials(LongSupplier found) {
        long bits = 0;
        Throwable problem = null;
        try {
            bits = found.getAsLong();
        } catch (RuntimeException | Error e) {
            problem = e;
        }
        long[] failed = new long[team.size()];
        Collectives.of(team).allGather(failed, new long[]{problem == null ? 0 : 1});
        Failures.rethrow(problem);
        for (int rank = 0; rank < failed.length; rank++) {
            if (failed[rank] != 0) {
                throw memory.bad("reduce", "the operator has thrown on rank " + rank
                        + " of the team: see the error there");
            }
        }
        return partials(bits);
    }

    /** Refuses the smallest and the greatest of no elements, on all ranks alike. */
    final void checkNotEmpty(String call) {
        checkOpen(call);
        if (openRows == 0 || openColumns == 0) {
            throw memory.bad(call, "there are no elements: legal with one element at least");
        }
    }

    /** Copies all elements of {@code source}, which are as many and lie on the same ranks. Collective. */
    final void copyAll(String call, Distributed source) {
        agree(call, source + " to " + this);
        checkCopy(call, source);
        team.barrier();
        if (grid.equals(source.grid)) {
            own.copyFrom(source.own);
        } else if (source.blockElements() >= blockElements()) {
            source.forEachBlock((row, column, rows, columns, place) -> transfers.put(row, column, rows, columns,
                    source.own, place, source.grid.lead()));
        } else {
            forEachBlock((row, column, rows, columns, place) -> source.transfers.get(row, column, rows, columns, own,
                    place, grid.lead()));
        }
        team.barrier();
    }

    private void checkCopy(String call, Distributed source) {
        if (source == null) {
            throw memory.bad(call, "the source is null");
        }
        source.checkOpen(call);
        checkExtents(call, source.grid);
        boolean isSame = team.job() == source.team.job() && team.size() == source.team.size();
        for (int rank = 0; isSame && rank < team.size(); rank++) {
            isSame = team.toJobRank(rank) == source.team.toJobRank(rank);
        }
        if (!isSame) {
            throw memory.bad(call, "the source is dealt to other ranks: create both over teams of the same ranks");
        }
    }

    /** Refuses other numbers of rows and columns than this has. */
    final void checkExtents(String call, GridDistribution other) {
        if (other.rows().elements() != openRows || other.columns().elements() != openColumns) {
            throw memory.bad(call, extents(other.rows().elements(), other.columns().elements())
                    + " elements are not " + extents(openRows, openColumns) + ": give as many as this has");
        }
    }

    /** For messages: of an array, which has one row, the columns alone. */
    abstract String extents(long rows, long columns);

    private double blockElements() {
        return (double) grid.rows().blockSize() * grid.columns().blockSize();
    }

    /** A block of this rank, cut to the matrix; {@code place} is where it begins in {@link #local}, in bytes. */
    private interface BlockVisitor {
        void visit(long row, long column, long rows, long columns, long place);
    }

    private void forEachBlock(BlockVisitor visitor) {
        long blockRows = grid.rows().blockSize();
        long blockColumns = grid.columns().blockSize();
        int gridRow = grid.rowOf(team.rank());
        int gridColumn = grid.columnOf(team.rank());
        for (long i = 0; i < ownRows; i += blockRows) {
            for (long j = 0; j < ownColumns; j += blockColumns) {
                visitor.visit(grid.rows().global(gridRow, i), grid.columns().global(gridColumn, j),
                        Math.min(blockRows, ownRows - i), Math.min(blockColumns, ownColumns - j),
                        i * grid.lead() + j << shift);
            }
        }
    }

    /** Refuses local memory without room for so many rows and columns, and rows that overlap. */
    final void checkMemory(String call, MemorySegment memory, long offset, long rows, long columns, long lead,
            boolean written) {
        if (memory == null) {
            throw this.memory.bad(call, "the local memory is null");
        }
        if (lead < columns && rows > 1) {
            throw this.memory.bad(call, "a lead of " + lead + " elements is less than the " + columns
                    + " columns of the section: legal are " + columns + " and more");
        }
        // in doubles, which do not overflow
        double needed = rows == 0 || columns == 0 ? 0 : ((rows - 1.0) * lead + columns) * (1 << shift);
        if (offset < 0 || needed > memory.byteSize() - offset) {
            throw this.memory.bad(call, extents(rows, columns) + " elements at offset " + offset
                    + (rows > 1 ? " with a lead of " + lead : "") + " are outside the local memory of "
                    + memory.byteSize() + " bytes, " + (1 << shift) + " for each element");
        }
        if (written && memory.isReadOnly()) {
            throw this.memory.bad(call, "the local memory is read-only");
        }
    }

    /** {@code "DoubleArray of 10 elements in blocks of 4 over 3 ranks"}. */
    @Override
    public abstract String toString();
}
