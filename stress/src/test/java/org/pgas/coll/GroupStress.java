package org.pgas.coll;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/**
 * {@link Groups} and {@link Progress}: the last member of a group finds what all have written, a bundle comes with its
 * data, and what is read is not written again before.
 */
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

    /** The first member of a group, and the other one. */
    @State
    public static class TwoMembers extends Meeting {
        final long base = STATES.place(DATA + 2 * SECOND);
        final Slots firstSlots = slots(0);
        final Slots otherSlots = slots(1);
        final Groups first = groups(0, firstSlots);
        final Groups other = groups(1, otherSlots);
        final Progress firstProgress = progress(0);
        final Progress otherProgress = progress(1);

        private Slots slots(int rank) {
            return new Slots(new View(base, BLOCK_BYTES, rank), 1);
        }

        private Groups groups(int rank, Slots slots) {
            return new Groups(new View(base, BLOCK_BYTES, rank), slots, WIDTH);
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
            first.publish(1, HEAD, 0);
        }

        static void write(Slots slots, long value) {
            long slot = slots.ownSlot(1);
            SharedMemory.putLong(slot + Slots.DATA, value);
            slots.publish(slot, 1, HEAD);
        }

        /** The bundle of both, as one number. */
        static int bundle(Groups groups) {
            return groups.isPublished(0, 1)
                    ? (int) (10 * SharedMemory.getLong(groups.data(0, 1, Long.BYTES))
                            + SharedMemory.getLong(groups.data(1, 1, Long.BYTES)))
                    : NOT_SEEN;
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

    @Outcome(id = {"12, 12", "12, -2", "-2, 12"}, expect = ACCEPTABLE, desc = "the last one has made it, of both")
    @Outcome(expect = FORBIDDEN, desc = "nobody has made it, or not of both")
    public static class MadeByTheLast {}

    @JCStressTest
    @JCStressMeta(MadeByTheLast.class)
    public static class ArrivalBehindTheSlot {
        @Actor
        public void first(TwoMembers members, II_Result result) {
            members.meet();
            TwoMembers.write(members.firstSlots, 1);
            members.first.arrive(1, HEAD, Long.BYTES);
            result.r1 = TwoMembers.bundle(members.first);
        }

        @Actor
        public void other(TwoMembers members, II_Result result) {
            members.meet();
            TwoMembers.write(members.otherSlots, 2);
            members.other.arrive(1, HEAD, Long.BYTES);
            result.r2 = TwoMembers.bundle(members.other);
        }
    }

    /** A member says that it has arrived before it has written. */
    @JCStressTest
    @JCStressMeta(MadeByTheLast.class)
    @Weakened(of = ArrivalBehindTheSlot.class)
    public static class ArrivalBeforeTheSlot {
        @Actor
        public void first(TwoMembers members, II_Result result) {
            members.meet();
            members.first.arrive(1, HEAD, Long.BYTES);
            TwoMembers.write(members.firstSlots, 1);
            result.r1 = TwoMembers.bundle(members.first);
        }

        @Actor
        public void other(TwoMembers members, II_Result result) {
            members.meet();
            TwoMembers.write(members.otherSlots, 2);
            members.other.arrive(1, HEAD, Long.BYTES);
            result.r2 = TwoMembers.bundle(members.other);
        }
    }

    @Outcome(id = {"1", "-2"}, expect = ACCEPTABLE, desc = "what was written for it, or nothing in time")
    @Outcome(expect = FORBIDDEN, desc = "what was there before, or comes later, or half of it")
    public static class Whole {}

    @JCStressTest
    @JCStressMeta(Whole.class)
    public static class DataWithTheirBundle {
        @Actor
        public void first(TwoMembers members) {
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
        public void first(TwoMembers members) {
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
        public void first(TwoMembers members) {
            members.meet();
            members.firstProgress.pass(1);
            while (!members.firstProgress.haveAllPassed(1)) {
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
        public void first(TwoMembers members) {
            members.meet();
            members.firstProgress.pass(1);
            while (!members.firstProgress.haveAllPassed(1)) {
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
