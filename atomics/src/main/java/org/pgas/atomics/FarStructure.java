package org.pgas.atomics;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Team;
import org.pgas.atomics.locks.Holder;
import org.pgas.atomics.words.StructureKind;
import org.pgas.atomics.words.StructureStep;
import org.pgas.far.FarSteps;
import org.pgas.far.OwnerSteps;
import org.pgas.far.StepRequest;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * A structure of a rank of another neighbourhood, which carries out the steps of its protocol. A handle of it has no
 * words: in their place is {@link #header}, which is of no kind, so that every call comes here.
 */
final class FarStructure {
    private final Team team;
    private final FarSteps steps;
    private final long word;
    private final MemorySegment header;

    /** Asks what is there. */
    FarStructure(String call, Team team, int rank, long offset) {
        this.team = team;
        TeamCore.of(team).begin(call);
        steps = TeamCore.of(team).updates().steps(rank, offset);
        header = Arena.ofAuto().allocate(StructureKind.LINE_BYTES, StructureKind.LINE_BYTES);
        word = checked(call, rank, call(call, StructureStep.OPEN, 0, 0, 0, 0).into(header, Long.BYTES, 2 * Long.BYTES)
                .run());
    }

    private long checked(String call, int rank, long answer) {
        if (answer == OwnerSteps.NOT_MAPPED) {
            throw Refusals.of(team.job().rank()).bad(call, "rank " + rank
                    + " attached client memory, which holds no locks, counters and queues: let rank " + rank
                    + " attach a mapped segment (Job.attach(long), Segments.create(long))");
        }
        return answer;
    }

    /** Has the owner lay a structure there. */
    void lay(String call, int rank, StructureKind kind, long dimension0, long dimension1) {
        if (checked(call, rank, call(call, StructureStep.LAY, kind.ordinal(), 0, dimension0, dimension1)
                .run()) == OwnerSteps.GONE) {
            throw Refusals.of(team.job().rank()).bad(call, "the memory of rank " + rank
                    + " was unbound or replaced at this moment: publish what is bound now (Team.publish)");
        }
    }

    /** The kind word that was found. */
    long word() {
        return word;
    }

    /** As the header of a structure, but of no kind. */
    MemorySegment header() {
        return header;
    }

    FarSteps steps() {
        return steps;
    }

    /** A step of this thread's, to be sent. */
    StepRequest call(String call, StructureStep step, long first, long second) {
        return call(call, step, word, Holder.current(team.job().rank()), first, second);
    }

    private StepRequest call(String call, StructureStep step, long as, long self, long first, long second) {
        return steps.call(call, step.code(), as, self, first, second);
    }

    /** Memory for numbers that come back. */
    static MemorySegment numbers(int count) {
        return MemorySegment.ofArray(new long[count]);
    }

    static long number(MemorySegment numbers, int index) {
        return numbers.getAtIndex(ValueLayout.JAVA_LONG, index);
    }
}
