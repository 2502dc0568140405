package org.pgas;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.pgas.area.EndpointDirectory;
import org.pgas.barrier.BarrierLane;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.SyncLane;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/**
 * What members tell each other beside a {@link BarrierLane}: values by the parity of the phase, as {@link TeamExchange}
 * and {@link NamedBarrier} have them, and the words of an {@link EndpointDirectory}.
 */
public final class TellingStress {
    private static final long VALUES = 8;
    private static final int NOT_SEEN = -1;
    private static final int LOOKS = 500;

    /** Word of endpoint 1, and what was bound to it. */
    private static final int ENDPOINT = 1;

    private static final long BOUND = 64;

    private TellingStress() {}

    @State
    public static class Steps extends Meeting {
        final long base = Slab.take(LaneConduit.BYTES);
        final BarrierLane[] lanes = {lane(0), lane(1)};

        private BarrierLane lane(int rank) {
            return BarrierLane.of(LaneConduit.of(base, rank, () -> {}), SyncLane.INTERNAL);
        }

        /**
         * Two steps; what the other told in both, in one number, and {@link #NOT_SEEN} when it did not come in time.
         */
        int twoSteps(int rank, boolean parity) {
            int told = 0;
            BarrierLane lane = lanes[rank];
            for (long phase = 1; phase <= 2; phase++) {
                long offset = VALUES + (parity ? 8 * (phase & 1) : 0);
                SharedMemory.putLong(lane.line(rank) + offset, phase);
                lane.arrive();
                if (!awaits(lane, phase)) {
                    return NOT_SEEN;
                }
                if (rank == 0) {
                    Window.dwell();
                }
                told = told * 10 + (int) SharedMemory.getLong(lane.line(1 - rank) + offset);
            }
            return told;
        }

        private static boolean awaits(BarrierLane lane, long phase) {
            for (int look = 0; look < LOOKS; look++) {
                if (lane.isComplete(phase)) {
                    return true;
                }
                Thread.onSpinWait();
            }
            return false;
        }
    }

    @Outcome(id = {"12, 12", "-1, 12", "12, -1",
        "-1, -1"}, expect = ACCEPTABLE, desc = "what was told in each step, or nothing in time")
    @Outcome(expect = FORBIDDEN, desc = "what was told in another step")
    public static class Told {}

    @JCStressTest
    @JCStressMeta(Told.class)
    public static class ValuesByParity {
        @Actor
        public void one(Steps steps, II_Result result) {
            steps.meet();
            result.r1 = steps.twoSteps(0, true);
        }

        @Actor
        public void other(Steps steps, II_Result result) {
            steps.meet();
            result.r2 = steps.twoSteps(1, true);
        }
    }

    /** One value for all steps: who is quick writes over what the other has not read yet. */
    @JCStressTest
    @JCStressMeta(Told.class)
    @Weakened(of = ValuesByParity.class)
    public static class OneValue {
        @Actor
        public void one(Steps steps, II_Result result) {
            steps.meet();
            result.r1 = steps.twoSteps(0, false);
        }

        @Actor
        public void other(Steps steps, II_Result result) {
            steps.meet();
            result.r2 = steps.twoSteps(1, false);
        }
    }

    @State
    public static class Directory extends Meeting {
        final long base = Slab.take(BOUND + 8);
        final EndpointDirectory own = new EndpointDirectory(LaneConduit.of(base, 0, () -> {}));

        void bind() {
            SharedMemory.putLong(base + BOUND, 1);
        }

        void tell() {
            own.endpoint(ENDPOINT, Capabilities.ALL, 1);
        }

        void look(II_Result result) {
            result.r1 = own.binding(0, ENDPOINT);
            result.r2 = result.r1 == 0 ? 0 : (int) SharedMemory.getLong(base + BOUND);
        }
    }

    @Outcome(id = {"0, 0", "1, 1"}, expect = ACCEPTABLE, desc = "nothing yet, or what was bound")
    @Outcome(expect = FORBIDDEN, desc = "the word came before what it tells of")
    public static class Bound {}

    @JCStressTest
    @JCStressMeta(Bound.class)
    public static class BindAndLook {
        @Actor
        public void owner(Directory directory) {
            directory.meet();
            directory.bind();
            directory.tell();
        }

        @Actor
        public void peer(Directory directory, II_Result result) {
            directory.meet();
            directory.look(result);
        }
    }

    /** Tells before it has bound. */
    @JCStressTest
    @JCStressMeta(Bound.class)
    @Weakened(of = BindAndLook.class)
    public static class EarlyTell {
        @Actor
        public void owner(Directory directory) {
            directory.meet();
            directory.tell();
            Window.dwell();
            directory.bind();
        }

        @Actor
        public void peer(Directory directory, II_Result result) {
            directory.meet();
            directory.look(result);
        }
    }
}
