package org.pgas.atomics;

import java.time.Duration;

import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.atomics.words.StructureKind;
import org.pgas.far.OwnerSteps;
import org.pgas.far.StepRequest;
import org.pgas.memory.AddressMap;
import org.pgas.rank.Cores;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * A structure that lives in a member's segment, at a place that the program chose, and that all members' threads use in
 * place.
 *
 * <p>It begins with a line of its own that tells what it is ({@link StructureKind}), so that a handle is never bound to
 * something else, and notices when the structure is destroyed, also when another one has been made in its place since.
 *
 * <p>A handle of a structure in another neighbourhood has a header of its own that is of no kind: so its calls find
 * out, where others find that the structure is gone, that they are to ask the owner ({@link FarStructure}).
 *
 * <p>An address stays valid for ever in this JVM: after the close of the job zeros are mapped there, which are no kind.
 */
abstract class SharedStructure {
    /** What the offset of a structure is a multiple of, in bytes; its length is one, too. */
    public static final int ALIGNMENT = StructureKind.LINE_BYTES;

    /** Offset of the structure's own words. */
    static final int HEADER_BYTES = ALIGNMENT;

    private final Team team;
    private final StructureKind kind;
    private final int rank;
    private final long offset;
    private final long base;
    private final int jobRank;

    /** The kind word of the structure to which this handle was bound. */
    private final long word;

    /** Null where it is mapped. */
    private final FarStructure far;

    /** Binds a handle to what another rank or thread has initialised; throws when it is not such a structure. */
    SharedStructure(StructureKind kind, Team team, int rank, long offset) {
        this.kind = kind;
        this.team = team;
        this.jobRank = team.job().rank();
        this.rank = rank;
        this.offset = offset;
        long there = reached(kind + ".open", team, rank, offset, HEADER_BYTES);
        this.far = there == AddressMap.NOT_MAPPED ? new FarStructure(kind + ".open", team, rank, offset) : null;
        this.base = far == null ? there : far.header().address();
        this.word = far == null ? StructureKind.word(base) : far.word();
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

    /**
     * Has its rank lay a structure, collectively: none returns before it is there. Checked mode throws on all members
     * when the places differ.
     */
    static void create(StructureKind kind, Team team, int rank, long offset, long dimension0, long dimension1) {
        String call = kind + ".create";
        TeamCore.of(team).checkUnrestricted(call);
        long bytes = kind.bytes(dimension0, dimension1);
        TeamCore.of(team).checkSingleValued(call, "rank " + rank + ", offset " + offset + ", " + bytes + " bytes");
        lay(call, kind, team, rank, offset, dimension0, dimension1);
    }

    /** As the other form, in memory that the team allocates for it; answers its offset. */
    static long create(StructureKind kind, Team team, int rank, long dimension0, long dimension1) {
        String call = kind + ".create";
        long offset = Cores.of(team.symmetric()).allocateMapped(call, rank, kind.bytes(dimension0, dimension1),
                ALIGNMENT);
        lay(call, kind, team, rank, offset, dimension0, dimension1);
        return offset;
    }

    private static void lay(String call, StructureKind kind, Team team, int rank, long offset, long dimension0,
            long dimension1) {
        long bytes = kind.bytes(dimension0, dimension1);
        long base = reached(call, team, rank, offset, bytes);
        if (team.rank() == rank) {
            kind.lay(base, dimension0, dimension1);
        } else if (base == AddressMap.NOT_MAPPED) {
            new FarStructure(call, team, rank, offset); // refuses client memory before others are waited for
        }
        team.barrier();
    }

    /** Has a structure laid: by this rank where the memory is mapped, else by the owner of the segment. */
    static void initialise(StructureKind kind, Team team, int rank, long offset, long dimension0, long dimension1) {
        String call = kind + ".initialise";
        long base = reached(call, team, rank, offset, kind.bytes(dimension0, dimension1));
        if (base == AddressMap.NOT_MAPPED) {
            new FarStructure(call, team, rank, offset).lay(call, rank, kind, dimension0, dimension1);
        } else {
            kind.lay(base, dimension0, dimension1);
        }
    }

    /**
     * The address of {@code bytes} at a place that may hold a structure, or {@link AddressMap#NOT_MAPPED} of a rank
     * elsewhere; throws when it may not.
     */
    static long reached(String call, Team team, int rank, long offset, long bytes) {
        TeamCore.of(team).checkUnrestricted(call);
        if (offset % ALIGNMENT != 0) {
            throw Refusals.of(team.job().rank()).bad(call, "offset " + offset + " is not a multiple of " + ALIGNMENT
                    + ": give the next one, since shared structures have cache lines of their own");
        }
        AddressMap addresses = TeamCore.of(team).addresses();
        long address = addresses.addressIfMapped(rank, offset, bytes);
        return address == AddressMap.NOT_MAPPED && !addresses.isElsewhere(rank) ? addresses.address(rank, offset, bytes)
                : address;
    }

    final long dimension(int index) {
        return StructureKind.dimension(base, index);
    }

    /**
     * Refuses a call in a restricted context, on a destroyed structure, and after the close of the job; says whether
     * the words are here. If not, the owner is to be asked, and says whether they are still there.
     */
    final boolean isHere(String call) {
        TeamCore.of(team).checkUnrestricted(call);
        return exists() || isElsewhere(call);
    }

    private boolean isElsewhere(String call) {
        if (far == null) {
            throw gone(call);
        }
        TeamCore.of(team).begin(call);
        return false;
    }

    /**
     * Whether it is still there: neither destroyed, nor made anew, nor gone with the job. A thread that has waited
     * looks before it touches the words again.
     */
    final boolean exists() {
        return StructureKind.word(base) == word;
    }

    /** Why {@link #exists} is false; throws that itself when the job has been closed. */
    final PgasException gone(String call) {
        // says so when the job has been closed
        TeamCore.of(team).addresses().addressIfMapped(rank, offset, HEADER_BYTES);
        return misuse(call, "has been destroyed: make it anew, or open what is there now");
    }

    /** Ends the structure; the caller has made sure that nobody is in it. */
    final void retract() {
        StructureKind.retract(base);
    }

    /** What asks the owner; null where the words are mapped. */
    final FarStructure far() {
        return far;
    }

    /** Runs a step of a structure elsewhere; throws when that is gone. */
    final long answer(String call, StepRequest step) {
        long answer = step.run();
        if (OwnerSteps.isGone(answer)) {
            throw gone(call);
        }
        return answer;
    }

    final long base() {
        return base;
    }

    public final Team team() {
        return team;
    }

    /** The owner of the segment in which it lies, as a team rank. */
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
            int member = TeamCore.of(team).members().firstOf(target); // of a TM-pair, too
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
