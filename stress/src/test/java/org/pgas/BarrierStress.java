package org.pgas;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.pgas.barrier.BarrierLane;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.SyncLane;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** {@link BarrierLane} between two ranks. */
public final class BarrierStress {
    private static final int RANK_DATA = 8;

    private BarrierStress() {}

    @State
    public static class Lines extends Meeting {
        final long base = Slab.take(LaneConduit.BYTES);
        final BarrierLane[] lanes = {lane(0), lane(1)};

        /** Whether who arrives last rang; it reads this itself. */
        boolean rung;

        private BarrierLane lane(int rank) {
            return BarrierLane.of(LaneConduit.of(base, rank, () -> rung = true), SyncLane.WORLD_BARRIER);
        }

        void store(int rank) {
            SharedMemory.putInt(lanes[rank].line(rank) + RANK_DATA, 1);
        }

        /** What {@code rank} sees of the other's data when the first phase is complete; 2 when it is not yet. */
        int seen(int rank) {
            return lanes[rank].isComplete(1) ? SharedMemory.getInt(lanes[rank].line(1 - rank) + RANK_DATA) : 2;
        }
    }

    @Outcome(id = {"1, 1", "1, 2",
        "2, 1"}, expect = ACCEPTABLE, desc = "what was stored before the barrier is seen after it")
    @Outcome(id = "2, 2", expect = FORBIDDEN, desc = "both arrived and neither saw that")
    @Outcome(expect = FORBIDDEN, desc = "what was stored before the barrier is not seen after it")
    public static class Phase {}

    @JCStressTest
    @JCStressMeta(Phase.class)
    public static class Arrivals {
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
            lines.store(1);
            lines.lanes[1].arrive();
            result.r2 = lines.seen(1);
        }
    }

    /** Rank 1 arrives before it has stored. */
    @JCStressTest
    @JCStressMeta(Phase.class)
    @Weakened(of = Arrivals.class)
    public static class EarlyArrival {
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
            lines.lanes[1].arrive();
            Window.dwell();
            lines.store(1);
            result.r2 = lines.seen(1);
        }
    }

    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "it sleeps and nobody wakes it")
    @Outcome(expect = ACCEPTABLE, desc = "it saw the arrival, or is rung")
    public static class Wake {}

    /** Rank 0 has arrived. */
    @State
    public static class HalfPhase extends Lines {
        public HalfPhase() {
            lanes[0].arrive();
        }
    }

    /** A rank announces its sleep and looks once more; the other arrives. */
    @JCStressTest
    @JCStressMeta(Wake.class)
    public static class SleeperAndArriver {
        @Actor
        public void sleeper(HalfPhase lines, ZZ_Result result) {
            lines.meet();
            SharedMemory.getAndAddInt(LaneConduit.sleepers(lines.base), 1);
            result.r1 = lines.lanes[0].isComplete(1);
        }

        @Actor
        public void arriver(HalfPhase lines, ZZ_Result result) {
            lines.meet();
            lines.lanes[1].arrive();
            result.r2 = lines.rung;
        }
    }

    /** The sleeper's announcement is no full fence. */
    @JCStressTest
    @JCStressMeta(Wake.class)
    @Weakened(of = SleeperAndArriver.class)
    public static class SleeperWithoutFence {
        @Actor
        public void sleeper(HalfPhase lines, ZZ_Result result) {
            lines.meet();
            SharedMemory.putIntRelease(LaneConduit.sleepers(lines.base), 1);
            result.r1 = lines.lanes[0].isComplete(1);
        }

        @Actor
        public void arriver(HalfPhase lines, ZZ_Result result) {
            lines.meet();
            lines.lanes[1].arrive();
            result.r2 = lines.rung;
        }
    }
}
