package org.pgas.atomics;

import org.pgas.Event;
import org.pgas.atomics.locks.Holder;
import org.pgas.atomics.words.StructureStep;
import org.pgas.far.OwnerSteps;
import org.pgas.far.RepeatedStep;
import org.pgas.far.StepRequest;
import org.pgas.team.TeamCore;
import org.pgas.wait.SharedCondition;

/**
 * A call of a structure elsewhere that repeats a step until it succeeds: what {@link AnnouncedWait} is where the words
 * are here. For one thread, once.
 */
abstract class FarAttempt extends RepeatedStep {
    private static final int[] NOBODY = {};

    private final SharedStructure structure;
    private final String call;
    private boolean isAnswered;
    private boolean gone;

    FarAttempt(SharedStructure structure, String call) {
        super(structure.far().steps());
        this.structure = structure;
        this.call = call;
    }

    final SharedStructure structure() {
        return structure;
    }

    final String call() {
        return call;
    }

    /** A step of this thread's. */
    final StepRequest step(StructureStep step, long first, long second) {
        return structure.far().call(call, step, first, second);
    }

    /** Takes an answer; says whether the call has succeeded. May transfer what is too much for a step. */
    abstract boolean succeeded(long answer);

    /** What is missing, for messages; after an answer. */
    abstract String missing();

    /** Whether others may be kept out from when the owner carries out the attempt until its answer is taken. */
    boolean keepsOthersOut() {
        return false;
    }

    /** The job rank that a failed attempt needs to succeed; any number that is none if there is none. */
    int neededRank() {
        return Holder.jobRank(Holder.NOBODY);
    }

    @Override
    protected final boolean answered(long answer) {
        isAnswered = true;
        gone = OwnerSteps.isGone(answer);
        return gone || succeeded(answer);
    }

    /** Whether it succeeded, within {@code nanos} unless {@link AnnouncedWait#FOREVER}; throws when it is gone. */
    final boolean await(long nanos) {
        try {
            if (nanos == AnnouncedWait.FOREVER) {
                TeamCore.of(structure.team()).await(this);
            } else {
                TeamCore.of(structure.team()).await(this, nanos);
            }
        } catch (RuntimeException e) {
            // what the owner has done meanwhile is done
            settleAfter(e);
        }
        return ended(settle());
    }

    private boolean ended(boolean over) {
        if (gone) {
            throw structure.gone(call);
        }
        return over;
    }

    /** Looks once, for an event: between two looks nobody is kept out, whenever the next one is. */
    private boolean isOver() {
        return ended(isMet() || keepsOthersOut() && settle());
    }

    /** Begins at once, and goes on while the event is tested or awaited: which may be in vain, and need not be done. */
    final Event event() {
        if (isOver()) {
            return Event.DONE;
        }
        return TeamCore.of(structure.team()).event(new SharedCondition() {
            @Override
            public boolean isMet() {
                // a test takes in no messages by itself, and the answer is one
                TeamCore.of(structure.team()).serving().poll();
                return isOver();
            }

            @Override
            public int[] needed() {
                return FarAttempt.this.needed();
            }

            @Override
            public int[] absent() {
                return FarAttempt.this.absent();
            }

            @Override
            public String describe() {
                return FarAttempt.this.describe();
            }
        }, false);
    }

    @Override
    protected final int[] holders() {
        int rank = neededRank();
        return rank < 0 ? NOBODY : new int[]{rank};
    }

    @Override
    public final String describe() {
        return call + ": " + structure + (isAnswered ? missing() : ", whose owner has not answered");
    }
}
