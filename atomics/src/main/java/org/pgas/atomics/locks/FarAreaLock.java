package org.pgas.atomics.locks;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.far.FarSteps;
import org.pgas.far.RepeatedStep;
import org.pgas.far.StepRequest;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * The lock of an {@link AreaReadWriteLock} in the part of the area of a member of another neighbourhood, which carries
 * out the steps in its queue. For the library's other modules; not part of the API.
 */
public final class FarAreaLock implements AreaLock {
    private final Team team;
    private final FarSteps steps;
    private final String name;

    /** A handle of the lock at {@code place} of the area, of member {@code home}; {@code name} is for messages. */
    public FarAreaLock(Team team, int home, long place, String name) {
        this.team = team;
        this.steps = TeamCore.of(team).updates().areaSteps(home, place);
        this.name = name;
    }

    /** What is known of the queue by an answer. */
    private final class State {
        private final MemorySegment numbers = MemorySegment.ofArray(new long[AreaTurn.STATE]);

        /** Has a step's answer come here. */
        StepRequest of(StepRequest step) {
            return step.into(numbers, 0, numbers.byteSize());
        }

        long number(int index) {
            return numbers.getAtIndex(ValueLayout.JAVA_LONG, index);
        }

        boolean isRegistered() {
            return number(AreaTurn.REGISTERED) != 0;
        }

        boolean isWritten() {
            return number(AreaTurn.HOLDER) != Holder.NOBODY;
        }

        int[] neededJobRanks() {
            int[] needed = new int[Math.clamp(number(AreaTurn.COUNT), 0, AreaTurn.STATE - AreaTurn.NEEDED)];
            for (int i = 0; i < needed.length; i++) {
                long member = number(AreaTurn.NEEDED + i);
                needed[i] = member < 0 || member >= team.size() ? WaiterSlots.NOBODY
                        : TeamCore.of(team).memberJobRank((int) member);
            }
            return needed;
        }

        String holders() {
            if (isWritten()) {
                return "rank " + Holder.jobRank(number(AreaTurn.HOLDER)) + ", exclusively";
            }
            StringBuilder readers = new StringBuilder();
            for (int i = 1; i < number(AreaTurn.COUNT); i++) {
                readers.append(i == 1 ? "ranks " : ", ").append(number(AreaTurn.NEEDED + i));
            }
            return readers.isEmpty() ? "nobody" : readers.append(", shared").toString();
        }
    }

    private StepRequest call(String call, AreaLockStep step, long first, long ticket) {
        return steps.call(call, step.code(), team.size(), team.rank(), first, ticket);
    }

    private long run(String call, AreaLockStep step, boolean writes, State into) {
        return checked(call,
                into.of(call(call, step, AreaTurn.first(writes, false, false), TicketLock.NO_TICKET)).run());
    }

    private long checked(String call, long answer) {
        if (answer == AreaTurn.DAMAGED) {
            throw Refusals.of(team.job().rank()).damaged(call,
                    "rank " + steps.peer() + " takes a step of " + name + " for none of such a lock");
        }
        return answer;
    }

    @Override
    public void lock(String call, boolean writes) {
        State state = new State();
        if (run(call, AreaLockStep.ASK, writes, state) != AreaTurn.GRANTED) {
            new Wait(call, writes, state).await();
        }
    }

    @Override
    public boolean tryLock(boolean writes) {
        return run(name, AreaLockStep.TRY, writes, new State()) == AreaTurn.GRANTED;
    }

    @Override
    public Deferred ask(String call, boolean writes) {
        State state = new State();
        long answer = run(call, AreaLockStep.DEFER, writes, state);
        if (answer == AreaTurn.GRANTED) {
            return null;
        }
        if (!writes && answer == AreaTurn.WAITING) { // there is no slot for a reader that passes
            new Wait(call, false, state).await();
            return null;
        }
        return new Place(writes, state);
    }

    /** What was written under the lock is complete before this is called, so the next holder sees it. */
    @Override
    public void unlock(boolean writes) {
        run(name, AreaLockStep.END, writes, new State());
    }

    private State state() {
        State state = new State();
        run(name, AreaLockStep.STATE, false, state);
        return state;
    }

    @Override
    public boolean isWritten() {
        return state().isWritten();
    }

    @Override
    public String holders() {
        return state().holders();
    }

    @Override
    public String toString() {
        return name;
    }

    private final class Place implements Deferred {
        private final boolean writes;
        private final State state;

        Place(boolean writes, State state) {
            this.writes = writes;
            this.state = state;
        }

        @Override
        public void await(String call) {
            State known = state;
            if (!writes) {
                known = new State();
                long answer = checked(call, known.of(call(call, AreaLockStep.RESUME,
                        AreaTurn.first(false, false, false), state.number(AreaTurn.TICKET))).run());
                if (answer == AreaTurn.GRANTED) {
                    return; // was let in
                }
            }
            new Wait(call, writes, known).await();
        }
    }

    /** For the lock, with a ticket. */
    private final class Wait extends RepeatedStep {
        private final String call;
        private final boolean writes;
        private State state;
        private State coming;
        private long ticket;
        private boolean registered;

        Wait(String call, boolean writes, State state) {
            super(steps);
            this.call = call;
            this.writes = writes;
            know(state);
        }

        private void know(State now) {
            state = now;
            ticket = now.number(AreaTurn.TICKET);
            registered = now.isRegistered();
        }

        @Override
        protected StepRequest attempt() {
            coming = new State();
            return coming.of(call(call, AreaLockStep.LOOK, AreaTurn.first(writes, registered, false), ticket));
        }

        @Override
        protected boolean answered(long answer) {
            checked(call, answer);
            if (answer == AreaTurn.WAITING) {
                know(coming);
            }
            return answer == AreaTurn.GRANTED;
        }

        /** Returns when this rank has the lock. */
        void await() {
            try {
                TeamCore.of(team).await(this);
            } catch (RuntimeException e) {
                giveUp(e);
                throw e;
            }
        }

        /** The thread that gets an exception gets no lock, and leaves the queue if the home still answers. */
        private void giveUp(RuntimeException why) {
            try {
                if (settle()) {
                    run(call, AreaLockStep.END, writes, new State());
                } else {
                    call(call, AreaLockStep.LEAVE, AreaTurn.first(writes, registered, true), ticket).run();
                }
            } catch (PgasException e) {
                why.addSuppressed(e);
            }
        }

        @Override
        protected int[] holders() {
            return state.neededJobRanks();
        }

        @Override
        public String describe() {
            return call + ": " + name + ", held by " + state.holders();
        }
    }
}
