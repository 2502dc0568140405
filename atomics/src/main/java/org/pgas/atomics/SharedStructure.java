package org.pgas.atomics;

import java.time.Duration;
import java.util.function.LongConsumer;

import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.memory.SharedMemory;
import org.pgas.refusal.Refusals;
import org.pgas.team.Neighbours;
import org.pgas.team.TeamCore;

/**
 * A structure that lives in a member's segment, at a place that the program chose, and that all members' threads use in
 * place.
 *
 * <p>It begins with a line of its own that tells what it is, so that a handle is never bound to something else, and
 * notices when the structure is destroyed, also when another one has been made in its place since:
 *
 * <pre>
 * offset  bytes  field        writer                       reader     order
 * 0       8      kind         who initialises, or destroys  all ranks  release, after all other fields / acquire
 * 8       8      dimension 0  who initialises               all ranks  plain, before the kind
 * 16      8      dimension 1  who initialises               all ranks  plain, before the kind
 * 24      40     unused
 * 64             the words of the structure
 * </pre>
 *
 * <p>An address stays valid for ever in this JVM: after the close of the job zeros are mapped there, which are no kind.
 */
abstract class SharedStructure {
    /** What the offset of a structure is a multiple of, in bytes; its length is one, too. */
    public static final int ALIGNMENT = 64;

    /** Offset of the structure's own words. */
    static final int HEADER_BYTES = ALIGNMENT;

    private static final int DIMENSIONS = 8;

    private final Team team;
    private final StructureKind kind;
    private final int rank;
    private final long offset;
    private final long base;
    private final int jobRank;

    /** The kind word of the structure to which this handle was bound. */
    private final long word;

    /** Binds a handle to what another rank or thread has initialised; throws when it is not such a structure. */
    SharedStructure(StructureKind kind, Team team, int rank, long offset) {
        this.kind = kind;
        this.team = team;
        this.jobRank = team.job().rank();
        this.rank = rank;
        this.offset = offset;
        this.base = address(kind + ".open", team, rank, offset, HEADER_BYTES);
        // SYNC: structure
        this.word = SharedMemory.getLongAcquire(base);
        if (!kind.isIn(word)) {
            throw refusals().bad(kind + ".open", "there is none at offset " + offset + " of rank "
                    + rank
                    + ": let one rank initialise it there, and the others open it after that");
        }
    }

    /** Of a structure of that many bytes: up to the next line, so that structures can lie one behind the other. */
    static long wholeLines(long bytes) {
        return bytes + ALIGNMENT - 1 & -ALIGNMENT;
    }

    /** Of a limit of time: longer than 292 years is for ever. */
    static long nanos(Duration timeout) {
        try {
            return timeout.toNanos();
        } catch (ArithmeticException e) {
            return timeout.isNegative() ? 0 : Long.MAX_VALUE;
        }
    }

    /** As {@link #address}, in a collective call; checked mode throws on all members when the places differ. */
    private static long agreed(String call, Team team, int rank, long offset, long bytes) {
        TeamCore.of(team).checkUnrestricted(call);
        Neighbours.check(TeamCore.of(team), call);
        TeamCore.of(team).checkSingleValued(call, "rank " + rank + ", offset " + offset + ", " + bytes + " bytes");
        return address(call, team, rank, offset, bytes);
    }

    /** Has its rank lay a structure, collectively: none returns before it is there. */
    static void create(StructureKind kind, Team team, int rank, long offset, long bytes, LongConsumer lay) {
        long base = agreed(kind + ".create", team, rank, offset, bytes);
        if (team.rank() == rank) {
            lay.accept(base);
        }
        team.barrier();
    }

    /** The address of {@code bytes} at a place that may hold a structure; throws when it may not. */
    static long address(String call, Team team, int rank, long offset, long bytes) {
        TeamCore.of(team).checkUnrestricted(call);
        if (offset % ALIGNMENT != 0) {
            throw Refusals.of(team.job().rank()).bad(call, "offset " + offset + " is not a multiple of " + ALIGNMENT
                    + ": give the next one, since shared structures have cache lines of their own");
        }
        return TeamCore.of(team).addresses().address(rank, offset, bytes);
    }

    /** Before its words are written: what was there is no structure any more. */
    static void retract(long base) {
        SharedMemory.putLongVolatile(base, 0);
    }

    /** After its words were written. */
    static void publish(StructureKind kind, long base, long dimension0, long dimension1) {
        SharedMemory.putLong(base + DIMENSIONS, dimension0);
        SharedMemory.putLong(base + DIMENSIONS + 8, dimension1);
        // SYNC: structure; whoever finds the kind finds the words as they were initialised
        SharedMemory.putLongRelease(base, kind.newWord());
    }

    final long dimension(int index) {
        return SharedMemory.getLong(base + DIMENSIONS + 8L * index);
    }

    /** Refuses a call in a restricted context, on a destroyed structure, and after the close of the job. */
    final void check(String call) {
        TeamCore.of(team).checkUnrestricted(call);
        if (!exists()) {
            throw gone(call);
        }
    }

    /**
     * Whether it is still there: neither destroyed, nor made anew, nor gone with the job. A thread that has waited
     * looks before it touches the words again.
     */
    final boolean exists() {
        // SYNC: structure
        return SharedMemory.getLongAcquire(base) == word;
    }

    /** Why {@link #exists} is false; throws that itself when the job has been closed. */
    final PgasException gone(String call) {
        TeamCore.of(team).addresses().address(rank, offset, HEADER_BYTES); // says so when the job has been closed
        return misuse(call, "has been destroyed: make it anew, or open what is there now");
    }

    /** Ends the structure; the caller has made sure that nobody is in it. */
    final void retract() {
        retract(base);
    }

    final long base() {
        return base;
    }

    public final Team team() {
        return team;
    }

    /** The team rank in whose segment it lies. */
    public final int rank() {
        return rank;
    }

    /** Where it begins in that segment, in bytes. */
    public final long offset() {
        return offset;
    }

    /** The rank of this membership in the job, by which holders and waiters are known. */
    final int jobRank() {
        return jobRank;
    }

    /** Wakes a rank that waits; not one that is negative or unknown to this handle's team: it looks by itself. */
    final void ringJobRank(int target) {
        if (target >= 0 && target < team.job().size()) {
            int member = team.fromJobRank(target);
            if (member != Team.INVALID_RANK) {
                TeamCore.of(team).ring(member);
            }
        }
    }

    final Refusals refusals() {
        return Refusals.of(jobRank);
    }

    final PgasException misuse(String call, String what) {
        return refusals().bad(call, this + " " + what);
    }

    @Override
    public final String toString() {
        return kind + " at offset " + offset + " of rank " + rank;
    }
}
