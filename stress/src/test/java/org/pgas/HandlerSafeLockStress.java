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
import org.openjdk.jcstress.infra.results.I_Result;
import org.pgas.stress.Meeting;
import org.pgas.stress.OneRank;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** {@link HandlerSafeLock} between two threads of a rank. */
public final class HandlerSafeLockStress {
    private HandlerSafeLockStress() {}

    @State
    public static class WorkList extends Meeting {
        final HandlerSafeLock lock = new HandlerSafeLock(OneRank.job(), "work list");
        int length;

        void add() {
            int before = length;
            Window.dwell();
            length = before + 1;
        }
    }

    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "one after the other")
    @Outcome(expect = FORBIDDEN, desc = "both at a time")
    public static class LockAndUnlock {
        @Actor
        public void one(WorkList list) {
            list.meet();
            list.lock.lock();
            list.add();
            list.lock.unlock();
        }

        @Actor
        public void other(WorkList list) {
            list.meet();
            list.lock.lock();
            list.add();
            list.lock.unlock();
        }

        @Arbiter
        public void both(WorkList list, I_Result result) {
            result.r1 = list.length;
        }
    }

    /** How often each locked, and the length. */
    @Outcome(id = {"1, 1, 2", "1, 0, 1", "0, 1, 1"}, expect = ACCEPTABLE, desc = "one after the other, or one alone")
    @Outcome(expect = FORBIDDEN, desc = "both at a time, or none")
    public static class Tries {}

    @JCStressTest
    @JCStressMeta(Tries.class)
    public static class TryLock {
        private static int once(WorkList list) {
            if (!list.lock.tryLock()) {
                return 0;
            }
            list.add();
            list.lock.unlock();
            return 1;
        }

        @Actor
        public void one(WorkList list, III_Result result) {
            list.meet();
            result.r1 = once(list);
        }

        @Actor
        public void other(WorkList list, III_Result result) {
            list.meet();
            result.r2 = once(list);
        }

        @Arbiter
        public void both(WorkList list, III_Result result) {
            result.r3 = list.length;
        }
    }

    /** Unlocks before it is done. */
    @JCStressTest
    @JCStressMeta(Tries.class)
    @Weakened(of = TryLock.class)
    public static class EarlyUnlock {
        private static int once(WorkList list) {
            if (!list.lock.tryLock()) {
                return 0;
            }
            list.lock.unlock();
            list.add();
            return 1;
        }

        @Actor
        public void one(WorkList list, III_Result result) {
            list.meet();
            result.r1 = once(list);
        }

        @Actor
        public void other(WorkList list, III_Result result) {
            list.meet();
            result.r2 = once(list);
        }

        @Arbiter
        public void both(WorkList list, III_Result result) {
            result.r3 = list.length;
        }
    }
}
