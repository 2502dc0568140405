package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.team.TeamCore;
import org.pgas.wait.Serving;

/**
 * What a {@link Window} is: its ranks, their memory; all of it that neither communicates nor synchronises.
 *
 * <pre>
 * field  writer     reader       order
 * freed  who frees  all threads  volatile
 * </pre>
 */
abstract sealed class WindowAttributes permits Window {
    final WindowCore core;
    final Part[] parts;
    private final DynamicMemory dynamic;
    private final Group group;
    private final MemorySegment memory;
    private final Serving serving;
    private volatile boolean freed;

    /** {@code dynamic} is null unless the window is dynamic; {@code local} unless this rank's part is reached by messages. */
    WindowAttributes(WindowCore core, DynamicMemory dynamic, MemorySegment local) {
        this.core = core;
        this.parts = core.parts;
        this.dynamic = dynamic;
        this.group = Group.all(core.size());
        this.serving = TeamCore.of(core.team.job().world()).serving();
        this.memory = local != null ? local : view(core.rank);
    }

    /**
     * Refuses a call after the close of the job, in a restricted context, and on a window that was freed; else {@link
     * #serve}.
     */
    final void begin(String call) {
        TeamCore.of(core.team).begin(call);
        if (freed) {
            throw core.bad(call, "the window was freed: it is of no use any more");
        }
        serve();
    }

    /**
     * Takes in what peers want of memory of this rank, or answer: in every call, since a program may repeat one that
     * does not wait until a peer has gone on, which itself waits for this rank. Nothing where
     * all memory is mapped.
     */
    final void serve() {
        serving.poll();
    }

    final void markFreed() {
        freed = true;
    }

    /**
     * Lets peers reach memory of this rank through a dynamic window; not collective. They are told the answer by other means, such as a put of it. The memory is
     * any that {@link Window#create} accepts, and is reached as there: of a mapped segment of this rank, such as {@link
     * WindowMemory#allocate} gives, with loads and stores; other memory by messages.
     * It stays until it is detached.
     *
     * <p>Errors: the window is not dynamic; memory that is null, empty, read-only, closed, confined to a thread, or
     * above 2^40 bytes; memory that overlaps what is attached. With {@link org.pgas.ErrorCode#RESOURCE}: 8,192
     * regions attached already; no endpoint left, of which each segment with attached memory takes one in each window.
     * Source: MPI-3 MPI_Win_attach.
     *
     * @return the displacement of its first byte
     */
    public final long attach(MemorySegment region) {
        begin("Window.attach");
        dynamic("Window.attach");
        WindowResources.checkAttachable(core, "Window.attach", region);
        return dynamic.attach(region);
    }

    /**
     * Ends what {@link #attach} has begun. All access to it is complete, and ranks are synchronised after that: what comes later ends the job. Errors: not what {@code attach} answered.
     * Source: MPI-3 MPI_Win_detach.
     */
    public final void detach(long displacement) {
        begin("Window.detach");
        dynamic("Window.detach");
        dynamic.detach(displacement);
    }

    private void dynamic(String call) {
        if (dynamic == null) {
            throw core.bad(call, "the window is not dynamic: make it with Window.createDynamic");
        }
    }

    /** This rank's own part; of a dynamic window empty. Source: MPI_WIN_BASE, MPI_WIN_SIZE. */
    public final MemorySegment memory() {
        return memory;
    }

    /**
     * A rank's part, for loads and stores, which need the ordering of epochs or {@link Window#sync}. Errors: a part that is not mapped here; rank outside the window; freed. With {@link Window#PROC_NULL}
     * that of the lowest rank that has one. Source: MPI-3 MPI_Win_shared_query.
     */
    public final SharedPart sharedPart(int rank) {
        begin("Window.sharedPart");
        int found = rank == Window.PROC_NULL ? lowestWithBytes() : rank;
        core.checkRank("Window.sharedPart", found);
        if (!parts[found].mapped) {
            throw core.bad("Window.sharedPart", "the part of rank " + found
                    + " is memory of its process alone: transfers reach it, loads and stores do not");
        }
        return new SharedPart(parts[found].bytes, (int) parts[found].unit, view(found));
    }

    private int lowestWithBytes() {
        int rank = 0;
        while (rank < parts.length - 1 && parts[rank].bytes == 0) {
            rank++;
        }
        return rank;
    }

    private MemorySegment view(int rank) {
        Part part = parts[rank];
        return part.bytes == 0 || !part.mapped ? MemorySegment.NULL
                : core.endpoint.boundSegment(core.team, part.holder).mapped().asSlice(part.base, part.bytes);
    }

    /** This rank in the window, which is that in the team it was made over. */
    public final int rank() {
        return core.rank;
    }

    /** How many ranks. */
    public final int size() {
        return parts.length;
    }

    /** All ranks. Source: MPI_Win_get_group. */
    public final Group group() {
        return group;
    }

    /** Bytes of a rank's part; 0 of a dynamic window. Error: rank outside the window. */
    public final long bytes(int rank) {
        core.checkRank("Window.bytes", rank);
        return parts[rank].bytes;
    }

    /** A rank's displacement unit. Error: rank outside the window. Source: MPI_WIN_DISP_UNIT. */
    public final int displacementUnit(int rank) {
        core.checkRank("Window.displacementUnit", rank);
        return (int) parts[rank].unit;
    }

    /** How it was made. Source: MPI_WIN_CREATE_FLAVOR. */
    public final WindowFlavour flavour() {
        return core.flavour;
    }

    /** Its info. Source: MPI_Win_get_info. */
    public final WindowInfo info() {
        return core.info;
    }

    /** Such as "window of 4, rank 1". */
    @Override
    public final String toString() {
        return "window of " + parts.length + ", rank " + core.rank;
    }
}
