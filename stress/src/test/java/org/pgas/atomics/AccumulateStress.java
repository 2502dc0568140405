package org.pgas.atomics;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.DD_Result;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Meeting;
import org.pgas.stress.OneRank;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** An {@link Accumulator} between two threads, on a line of numbers of which the first and the last are looked at. */
public final class AccumulateStress {
    private static final int COUNT = 8;
    private static final int LAST = (COUNT - 1) * Double.BYTES;

    private AccumulateStress() {}

    @State
    public static class Numbers extends Meeting {
        final Accumulator accumulator = Accumulator.of(OneRank.world());
        final long offset = OneRank.take(COUNT * Double.BYTES);
        final long first = OneRank.address(offset);
        final double[] ones = {1, 1, 1, 1, 1, 1, 1, 1};

        void add(double scale) {
            accumulator.accumulateDoubles(0, offset, ones, 0, COUNT, scale);
        }
    }

    @Outcome(id = "3.0, 3.0", expect = ACCEPTABLE, desc = "both")
    @Outcome(expect = FORBIDDEN, desc = "one is lost")
    public static class Sums {}

    @JCStressTest
    @JCStressMeta(Sums.class)
    public static class Accumulates {
        @Actor
        public void one(Numbers numbers) {
            numbers.meet();
            numbers.add(1);
        }

        @Actor
        public void other(Numbers numbers) {
            numbers.meet();
            numbers.add(2);
        }

        @Arbiter
        public void both(Numbers numbers, DD_Result result) {
            result.r1 = SharedMemory.getDouble(numbers.first);
            result.r2 = SharedMemory.getDouble(numbers.first + LAST);
        }
    }

    /** One of them adds without the lock. */
    @JCStressTest
    @JCStressMeta(Sums.class)
    @Weakened(of = Accumulates.class)
    public static class AdditionWithoutLock {
        @Actor
        public void one(Numbers numbers) {
            numbers.meet();
            numbers.add(1);
        }

        @Actor
        public void other(Numbers numbers) {
            numbers.meet();
            for (int place = 0; place <= LAST; place += Double.BYTES) {
                double before = SharedMemory.getDouble(numbers.first + place);
                Window.dwell();
                SharedMemory.putDouble(numbers.first + place, before + 2);
            }
        }

        @Arbiter
        public void both(Numbers numbers, DD_Result result) {
            result.r1 = SharedMemory.getDouble(numbers.first);
            result.r2 = SharedMemory.getDouble(numbers.first + LAST);
        }
    }
}
