package org.pgas.barrier;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.pgas.BarrierStress;
import org.pgas.LaneConduit;
import org.pgas.memory.MarkedCount;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/**
 * {@link TreeLane} of four members, two below each word: members 1 and 3 have arrived, and members 0 and 2, each the
 * last below its word, arrive at once.
 */
public final class TreeStress {
    private static final int RANK_DATA = 8;
    private static final int WORD = 64;

    private TreeStress() {}

    @State
    public static class Lines extends Meeting {
        final long base = Slab.take(4 * BarrierLane.BYTES + LaneConduit.BYTES);
        final long around = base + 4 * BarrierLane.BYTES;
        final BarrierLane[] lanes = {lane(0), lane(1), lane(2), lane(3)};

        /** Whether the member that completed the phase rang; it reads this itself. */
        boolean rung;

        public Lines() {
            lanes[1].arrive();
            lanes[3].arrive();
        }

        private BarrierLane lane(int rank) {
            return new TreeLane(LaneConduit.of(around, rank, () -> rung = true),
                    new BarrierLane.Lines("barrier", base, BarrierLane.BYTES), new int[]{0, 1, 2, 3}, rank, 2);
        }

        void store(int rank) {
            SharedMemory.putInt(lanes[rank].line(rank) + RANK_DATA, 1);
        }

        /** What {@code rank} sees of the other's data when the first phase is complete; 2 when it is not yet. */
        int seen(int rank) {
            return lanes[rank].isComplete(1) ? SharedMemory.getInt(lanes[rank].line(2 - rank) + RANK_DATA) : 2;
        }

        /** The address of the word above {@code rank}: they lie in the lines of members 0 and 1. */
        long above(int rank) {
            return lanes[rank].line(rank / 2) + WORD;
        }
    }

    @JCStressTest
    @JCStressMeta(BarrierStress.Phase.class)
    public static class LastArrivals {
        @Actor
        public void one(Lines lines, II_Result result) {
            lines.meet();
            lines.store(0);
            lines.lanes[0].arrive();
            result.r1 = lines.seen(0);
        }

        @Actor
        public void other(Lines lines, II_Result result) {
            lines.meet();
            lines.store(2);
            lines.lanes[2].arrive();
            result.r2 = lines.seen(2);
        }
    }

    /** Both look at the word beside theirs before they raise their own. */
    @JCStressTest
    @JCStressMeta(BarrierStress.Phase.class)
    @Weakened(of = LastArrivals.class)
    public static class LooksBefore {
        @Actor
        public void one(Lines lines, II_Result result) {
            lines.meet();
            lines.store(0);
            arrive(lines, 0);
            result.r1 = lines.seen(0);
        }

        @Actor
        public void other(Lines lines, II_Result result) {
            lines.meet();
            lines.store(2);
            arrive(lines, 2);
            result.r2 = lines.seen(2);
        }

        private static void arrive(Lines lines, int rank) {
            boolean isLast = SharedMemory.getLongVolatile(lines.above(2 - rank)) != 0;
            Window.dwell();
            if (isLast) {
                lines.lanes[rank].arrive();
            } else {
                SharedMemory.getAndAddLong(lines.lanes[rank].line(rank), MarkedCount.STEP);
                SharedMemory.putLongVolatile(lines.above(rank), MarkedCount.word(1));
            }
        }
    }

    /** Only member 2 has not arrived. */
    @State
    public static class Almost extends Lines {
        public Almost() {
            lanes[0].arrive();
        }
    }

    /** A rank announces its sleep and looks once more; the last one arrives. */
    @JCStressTest
    @JCStressMeta(BarrierStress.Wake.class)
    public static class SleeperAndLast {
        @Actor
        public void sleeper(Almost lines, ZZ_Result result) {
            lines.meet();
            SharedMemory.getAndAddInt(LaneConduit.sleepers(lines.around), 1);
            result.r1 = lines.lanes[0].isComplete(1);
        }

        @Actor
        public void last(Almost lines, ZZ_Result result) {
            lines.meet();
            lines.lanes[2].arrive();
            result.r2 = lines.rung;
        }
    }

    /** The sleeper's announcement is no full fence. */
    @JCStressTest
    @JCStressMeta(BarrierStress.Wake.class)
    @Weakened(of = SleeperAndLast.class)
    public static class SleeperWithoutFence {
        @Actor
        public void sleeper(Almost lines, ZZ_Result result) {
            lines.meet();
            SharedMemory.putIntRelease(LaneConduit.sleepers(lines.around), 1);
            result.r1 = lines.lanes[0].isComplete(1);
        }

        @Actor
        public void last(Almost lines, ZZ_Result result) {
            lines.meet();
            lines.lanes[2].arrive();
            result.r2 = lines.rung;
        }
    }
}
