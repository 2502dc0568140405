package org.pgas;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.pgas.message.Turn;
import org.pgas.stress.Meeting;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** {@link Turn} between two threads of a rank. */
public final class TurnStress {
    private TurnStress() {}

    @State
    public static class Messages extends Meeting {
        final Turn turn = new Turn();
        int taken;

        int add() {
            int before = taken;
            Window.dwell();
            taken = before + 1;
            return 1;
        }
    }

    /** How often each took, and how much was counted. */
    @Outcome(id = {"1, 1, 2", "1, 0, 1", "0, 1, 1"}, expect = ACCEPTABLE, desc = "one after the other, or one alone")
    @Outcome(expect = FORBIDDEN, desc = "both at a time")
    public static class Exclusion {}

    @JCStressTest
    @JCStressMeta(Exclusion.class)
    public static class TakeAndPass {
        private static int once(Messages messages) {
            if (!messages.turn.take()) {
                return 0;
            }
            int count = messages.add();
            messages.turn.pass();
            return count;
        }

        @Actor
        public void one(Messages messages, III_Result result) {
            messages.meet();
            result.r1 = once(messages);
        }

        @Actor
        public void other(Messages messages, III_Result result) {
            messages.meet();
            result.r2 = once(messages);
        }

        @Arbiter
        public void both(Messages messages, III_Result result) {
            result.r3 = messages.taken;
        }
    }

    /** Looks whether it is taken, and does not take it. */
    @JCStressTest
    @JCStressMeta(Exclusion.class)
    @Weakened(of = TakeAndPass.class)
    public static class LookInsteadOfTake {
        private static int once(Messages messages) {
            if (messages.turn.isTaken()) {
                return 0;
            }
            int count = messages.add();
            messages.turn.pass();
            return count;
        }

        @Actor
        public void one(Messages messages, III_Result result) {
            messages.meet();
            result.r1 = once(messages);
        }

        @Actor
        public void other(Messages messages, III_Result result) {
            messages.meet();
            result.r2 = once(messages);
        }

        @Arbiter
        public void both(Messages messages, III_Result result) {
            result.r3 = messages.taken;
        }
    }
}
