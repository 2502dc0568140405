package org.pgas.coll;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** {@link Groups} and {@link Progress}: a bundle comes with its data, and what is read is not written again before. */
public final class GroupStress {
    /** Room for a slot, what was consumed, and the words of a bundle and of how far all are. */
    private static final long BLOCK_BYTES = 1024;

    private static final long PROGRESS = 640;

    /** Behind both blocks: two words in lines of their own. */
    private static final long DATA = 2 * BLOCK_BYTES;

    private static final long SECOND = 64;
    private static final long HEAD = Form.REDUCE_TO_ALL.head(-1, Long.BYTES);
    private static final int WIDTH = 2;
    private static final int TORN = -1;
    private static final int NOT_SEEN = -2;
    private static final int LOOKS = 1_000;

    private static final Slab STATES = Slab.ofNative(DATA + 2 * SECOND);

    private GroupStress() {}

    /** A leader, and another member of its group. */
    @State
    public static class TwoMembers extends Meeting {
        final long base = STATES.place(DATA + 2 * SECOND);
        final Groups leader = groups(0);
        final Groups other = groups(1);
        final Progress leaderProgress = progress(0);
        final Progress otherProgress = progress(1);

        private Groups groups(int rank) {
            View view = new View(base, BLOCK_BYTES, rank);
            return new Groups(view, new Slots(view, 1), WIDTH);
        }

        private Progress progress(int rank) {
            return new Progress(new View(base, BLOCK_BYTES, rank), PROGRESS);
        }

        void put(long value) {
            SharedMemory.putLong(base + DATA, value);
            Window.dwell();
            SharedMemory.putLong(base + DATA + SECOND, value);
        }

        /** Without data of its own: those of this test come before it. */
        void publish() {
            leader.publish(1, HEAD, base, 0, 0);
        }

        int get() {
            long first = SharedMemory.getLong(base + DATA);
            Window.dwell();
            return SharedMemory.getLong(base + DATA + SECOND) == first ? (int) first : TORN;
        }

        /** What is read when the bundle is there. */
        int read() {
            for (int look = 0; look < LOOKS; look++) {
                if (other.isPublished(0, 1)) {
                    return other.has(0, 1, HEAD) ? get() : TORN;
                }
                Thread.onSpinWait();
            }
            return NOT_SEEN;
        }
    }

    @Outcome(id = {"1", "-2"}, expect = ACCEPTABLE, desc = "what was written for it, or nothing in time")
    @Outcome(expect = FORBIDDEN, desc = "what was there before, or comes later, or half of it")
    public static class Whole {}

    @JCStressTest
    @JCStressMeta(Whole.class)
    public static class DataWithTheirBundle {
        @Actor
        public void leader(TwoMembers members) {
            members.meet();
            members.put(1);
            members.publish();
        }

        @Actor
        public void other(TwoMembers members, I_Result result) {
            members.meet();
            result.r1 = members.read();
        }
    }

    /** The bundle is published first. */
    @JCStressTest
    @JCStressMeta(Whole.class)
    @Weakened(of = DataWithTheirBundle.class)
    public static class BundleBeforeData {
        @Actor
        public void leader(TwoMembers members) {
            members.meet();
            members.publish();
            members.put(1);
        }

        @Actor
        public void other(TwoMembers members, I_Result result) {
            members.meet();
            result.r1 = members.read();
        }
    }

    @Outcome(id = "0", expect = ACCEPTABLE, desc = "what was there before")
    @Outcome(expect = FORBIDDEN, desc = "it was written again while it was read")
    public static class Before {}

    @JCStressTest
    @JCStressMeta(Before.class)
    public static class WrittenWhenAllHavePassed {
        @Actor
        public void leader(TwoMembers members) {
            members.meet();
            members.leaderProgress.pass(1);
            while (!members.leaderProgress.haveAllPassed(1)) {
                Thread.yield();
            }
            members.put(2);
        }

        @Actor
        public void other(TwoMembers members, I_Result result) {
            members.meet();
            result.r1 = members.get();
            members.otherProgress.pass(1);
        }
    }

    /** The member passes before it has read. */
    @JCStressTest
    @JCStressMeta(Before.class)
    @Weakened(of = WrittenWhenAllHavePassed.class)
    public static class PassedBeforeItHasRead {
        @Actor
        public void leader(TwoMembers members) {
            members.meet();
            members.leaderProgress.pass(1);
            while (!members.leaderProgress.haveAllPassed(1)) {
                Thread.yield();
            }
            members.put(2);
        }

        @Actor
        public void other(TwoMembers members, I_Result result) {
            members.meet();
            members.otherProgress.pass(1);
            result.r1 = members.get();
        }
    }
}
