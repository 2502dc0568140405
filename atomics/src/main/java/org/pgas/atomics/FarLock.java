package org.pgas.atomics;

import java.lang.foreign.MemorySegment;
import java.util.StringJoiner;

import org.pgas.PgasException;
import org.pgas.atomics.locks.Holder;
import org.pgas.atomics.locks.TicketLock;
import org.pgas.atomics.words.LockSteps;
import org.pgas.atomics.words.LockUse;
import org.pgas.atomics.words.StructureStep;
import org.pgas.far.OwnerSteps;
import org.pgas.far.RepeatedStep;
import org.pgas.far.StepRequest;
import org.pgas.team.TeamCore;

/** A {@link FairMutex} or a {@link FairReadWriteLock} of a rank elsewhere, which carries out the steps in its queue. */
final class FarLock {
    private static final long FOREVER = Long.MAX_VALUE;

    private final SharedStructure lock;
    private final boolean isMutex;

    FarLock(SharedStructure lock, boolean isMutex) {
        this.lock = lock;
        this.isMutex = isMutex;
    }

    /** What is known of the lock's queue by an answer of its owner. */
    private final class State {
        private final MemorySegment numbers = FarStructure.numbers(LockSteps.STATE);

        /** Has a step's answer come here. */
        StepRequest of(StepRequest step) {
            return step.into(numbers, 0, numbers.byteSize());
        }

        long number(int index) {
            return FarStructure.number(numbers, index);
        }

        long holder() {
            return number(LockSteps.HOLDER);
        }

        int[] needed() {
            int[] needed = new int[(int) number(LockSteps.COUNT)];
            for (int i = 0; i < needed.length; i++) {
                needed[i] = (int) number(LockSteps.NEEDED + i);
            }
            return needed;
        }

        /** For messages: as {@link FairMutex#holder} or {@link FairReadWriteLock#holders}. */
        String holders() {
            if (isMutex || holder() != Holder.NOBODY) {
                return Holder.describe(holder()) + (isMutex ? "" : ", writing");
            }
            StringJoiner readers = new StringJoiner(", ", "ranks ", ", reading").setEmptyValue("nobody");
            int[] needed = needed();
            for (int i = 1; i < needed.length; i++) {
                readers.add(Integer.toString(needed[i]));
            }
            return readers.toString();
        }
    }

    private long run(String call, StructureStep step, LockUse use, State into) {
        return lock.answer(call, into.of(lock.far().call(call, step, LockSteps.first(use, false, false), 0)));
    }

    void lock(String call, LockUse use) {
        State state = new State();
        if (!isGranted(call, run(call, StructureStep.LOCK_ASK, use, state))) {
            new Wait(call, use, state, state.number(LockSteps.TICKET)).await(FOREVER);
        }
    }

    /** False when it was not granted; throws if this thread has it. */
    private boolean isGranted(String call, long answer) {
        if (answer == LockSteps.HELD_ALREADY) {
            throw lock.misuse(call, "is held by this thread already" + (isMutex ? "" : ", writing")
                    + ": it cannot be locked twice");
        }
        return answer == LockSteps.GRANTED;
    }

    boolean tryLock(String call, LockUse use, long nanos) {
        State state = new State();
        return isGranted(call, run(call, StructureStep.LOCK_TRY, use, state))
                || nanos > 0 && new Wait(call, use, state, TicketLock.NO_TICKET).await(nanos);
    }

    void unlock(String call, LockUse use) {
        State state = new State();
        if (run(call, StructureStep.LOCK_END, use, state) == LockSteps.NOT_HELD) {
            throw lock.misuse(call, use == LockUse.READ
                    ? "is held by " + state.holders()
                            + " and not by this rank for reading: the rank that locked it unlocks it, once"
                    : "is held by " + state.holders() + ": the thread that locked it unlocks it, once");
        }
    }

    private State state(String call) {
        State state = new State();
        run(call, StructureStep.LOCK_STATE, isMutex ? LockUse.MUTEX : LockUse.WRITE, state);
        return state;
    }

    boolean isHeldByCurrentThread(String call) {
        return state(call).holder() == Holder.current(lock.jobRank());
    }

    String holders(String call) {
        return state(call).holders();
    }

    void destroy(String call) {
        State state = new State();
        if (run(call, StructureStep.LOCK_DESTROY, isMutex ? LockUse.MUTEX : LockUse.WRITE,
                state) == LockSteps.NOT_HELD) {
            throw lock.misuse(call, "is held by " + state.holders() + " or waited for: unlock it first");
        }
    }

    /** For the lock, with a ticket or for room in the queue. */
    private final class Wait extends RepeatedStep {
        private final String call;
        private final LockUse use;
        private State state;
        private State coming;
        private long ticket;
        private boolean registered;
        private boolean gone;

        Wait(String call, LockUse use, State state, long ticket) {
            super(lock.far().steps());
            this.call = call;
            this.use = use;
            this.state = state;
            this.ticket = ticket;
            registered = state.number(LockSteps.REGISTERED) != 0;
        }

        @Override
        protected StepRequest attempt() {
            coming = new State();
            return coming.of(lock.far().call(call, StructureStep.LOCK_LOOK, LockSteps.first(use, registered, false),
                    ticket));
        }

        @Override
        protected boolean answered(long answer) {
            gone = OwnerSteps.isGone(answer);
            if (answer == LockSteps.WAITING) {
                state = coming;
                ticket = state.number(LockSteps.TICKET);
                registered = state.number(LockSteps.REGISTERED) != 0;
                return false;
            }
            return true;
        }

        /** Whether this thread has the lock, within {@code nanos}. Throws when the lock is gone. */
        boolean await(long nanos) {
            try {
                if (nanos == FOREVER) {
                    TeamCore.of(lock.team()).await(this);
                } else {
                    TeamCore.of(lock.team()).await(this, nanos);
                }
            } catch (RuntimeException e) {
                giveUp(e);
                throw e;
            }
            boolean granted = end(false);
            if (gone) {
                throw lock.gone(call);
            }
            TeamCore.of(lock.team()).begin(call); // what is granted while the job is being closed here is of no use
            return granted;
        }

        /** The thread that gets an exception gets no lock, and leaves the queue if the owner still answers. */
        private void giveUp(RuntimeException why) {
            try {
                if (end(true)) {
                    run(call, StructureStep.LOCK_END, use, new State());
                }
            } catch (PgasException e) {
                if (e != why) {
                    why.addSuppressed(e);
                }
            }
        }

        /** Whether this thread has the lock; if not, it has no ticket any more. */
        private boolean end(boolean giveBack) {
            if (settle()) {
                return !gone;
            }
            if (ticket == TicketLock.NO_TICKET) {
                return false;
            }
            long answer = lock.far().call(call, StructureStep.LOCK_LEAVE,
                    LockSteps.first(use, registered, giveBack), ticket).run();
            gone = OwnerSteps.isGone(answer);
            return answer == LockSteps.GRANTED;
        }

        @Override
        protected int[] holders() {
            return state.needed();
        }

        @Override
        public String describe() {
            return call + ": " + lock + ", held by " + state.holders();
        }
    }
}
