package org.pgas.atomics;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.Team;
import org.pgas.rank.Cores;
import org.pgas.refusal.Failures;
import org.pgas.refusal.Refusals;
import org.pgas.team.SymmetricBlocks;
import org.pgas.team.TeamCore;

/**
 * What shared variables of all types have in common: a number, or a row of numbers, of each member of a team, in memory
 * that the team {@linkplain Team#symmetric allocates}, so that no offset is chosen. Zeros at first.
 *
 * <p><b>Callers.</b> {@code create} and {@link #close} are collective: all members call them in the same order as the
 * team's other collectives, by one thread of each at a time; rows of the same length on all. All else is one-sided: any
 * thread of any member, its own number included; the owner takes no part where its memory is mapped here. None of these
 * calls in a restricted context (see {@link org.pgas.Job}).
 *
 * <p><b>Order.</b> {@code get} and {@code put} are plain, as those of {@link Rma}: they do not tear, and order nothing.
 * The others are atomic towards each other, and acquire and release as {@link AtomicDomain} says. Between two barriers
 * a number is reached by these, of this variable, or by others, not by both. Each costs what the call with an offset
 * costs, and a comparison that finds a variable that is closed, or an index outside the row; none allocates.
 *
 * <p><b>Place.</b> {@code offset} answers where the numbers lie in the segments of the members' endpoints, the same on
 * all: for signals, waits, and transfers of other shapes.
 *
 * <p><b>Errors.</b> {@link PgasException}, before anything was changed: a rank outside the team, an index outside the
 * row, a call after {@link #close}. Of a creation, on all members, those of {@link org.pgas.SymmetricMemory}, and of
 * endpoints without {@link org.pgas.Capabilities#AD}. What a call does that runs while another thread closes the
 * variable is undefined.
 *
 * <p>Source: OpenSHMEM's symmetric variables; PCJ's shared variables; UPC++ new_ and atomic_domain.
 */
public abstract sealed class SharedVariable
        permits SharedInt, SharedLong, SharedFloat, SharedDouble, SharedInts, SharedLongs, SharedFloats, SharedDoubles {
    /** Places are lines of their own. */
    private static final int ALIGNMENT = SharedStructure.ALIGNMENT;

    final Team team;
    final Rma rma;
    private final AtomicDomain atomics;

    /** Of the class, for messages. */
    private final String name = getClass().getSimpleName();

    private final long offset;

    /** As {@link #offset}, and less than 0 after the close. Plain: a late access is undefined. */
    private long open; // close | threads with accesses | plain

    /** Of a variable that {@link #allocated} has found a place for. */
    SharedVariable(Team team, long offset, AtomicDomain atomics) {
        this.team = team;
        this.rma = team.rma();
        this.offset = offset;
        this.open = offset;
        this.atomics = atomics;
    }

    /** Where the team has allocated {@code bytes}; destroys the domain if it has not. Collective. */
    static long allocated(String name, Team team, AtomicDomain atomics, long bytes) {
        try {
            return Cores.of(team.symmetric()).allocate(name + ".create", SymmetricBlocks.EVERYWHERE, bytes, ALIGNMENT);
        } catch (RuntimeException | Error e) {
            Failures.giveBack(e, atomics::destroy);
            throw e;
        }
    }

    /** The team with the members that have the numbers. */
    public final Team team() {
        return team;
    }

    /** Where the numbers begin in each member's segment, in bytes, a multiple of 64; also after the close. */
    public final long offset() {
        return offset;
    }

    /** Whether {@link #close} has been called. */
    public final boolean isClosed() {
        return open < 0;
    }

    /**
     * Ends the variable, and gives its memory back. Collective, with a barrier; what is under way is complete before. A
     * second close does nothing, nor does one after that of the job, which ends everything.
     *
     * <p>This is no {@link AutoCloseable}: a rank that leaves a block by an exception would wait for others elsewhere.
     */
    public final void close() {
        String call = name + ".close";
        if (isClosed()) {
            return;
        }
        if (!isJobClosed(call)) {
            Cores.of(team.symmetric()).free(call, SymmetricBlocks.EVERYWHERE, offset);
            atomics.destroy();
        }
        open = -1;
        closed();
    }

    /** Tells the class that it is closed. */
    void closed() {}

    private boolean isJobClosed(String call) {
        try {
            TeamCore.of(team).begin(call);
            return false;
        } catch (PgasException e) {
            if (e.code() == ErrorCode.NOT_INITIALIZED) {
                return true;
            }
            throw e;
        }
    }

    /** Where the first number lies; throws after the close. */
    final long place(String call) {
        long place = open;
        if (place < 0) {
            throw gone(call);
        }
        return place;
    }

    final PgasException gone(String call) {
        return error(ErrorCode.NOT_INITIALIZED, call, "this variable is closed: create another one");
    }

    final PgasException bad(String call, String what) {
        return error(ErrorCode.BAD_ARGUMENT, call, what);
    }

    private PgasException error(ErrorCode code, String call, String what) {
        return Refusals.of(team.job().rank()).error(code, name + "." + call, what);
    }

    @Override
    public final String toString() {
        return name + " at offset " + offset + " of " + team;
    }
}
