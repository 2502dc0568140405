package org.pgas.memory;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** One word of native memory: no update is lost, no value is torn. */
public final class UpdateStress {
    private static final long BOTH_HALVES = 0x0000_0001_0000_0001L;

    private UpdateStress() {}

    @State
    public static class Word extends Meeting {
        final long address = Slab.take(8);
    }

    @Outcome(id = "3", expect = ACCEPTABLE, desc = "both updates")
    @Outcome(expect = FORBIDDEN, desc = "one is lost")
    public static class Updates {}

    @JCStressTest
    @JCStressMeta(Updates.class)
    public static class Additions {
        @Actor
        public void one(Word word) {
            word.meet();
            SharedMemory.getAndAddLong(word.address, 1);
        }

        @Actor
        public void other(Word word) {
            word.meet();
            SharedMemory.getAndAddLong(word.address, 2);
        }

        @Arbiter
        public void both(Word word, J_Result result) {
            result.r1 = SharedMemory.getLong(word.address);
        }
    }

    /** Loads, then stores. */
    @JCStressTest
    @JCStressMeta(Updates.class)
    @Weakened(of = Additions.class)
    public static class AdditionsInTwoSteps {
        @Actor
        public void one(Word word) {
            word.meet();
            SharedMemory.putLongVolatile(word.address, SharedMemory.getLongVolatile(word.address) + 1);
        }

        @Actor
        public void other(Word word) {
            word.meet();
            SharedMemory.putLongVolatile(word.address, SharedMemory.getLongVolatile(word.address) + 2);
        }

        @Arbiter
        public void both(Word word, J_Result result) {
            result.r1 = SharedMemory.getLong(word.address);
        }
    }

    @JCStressTest
    @JCStressMeta(Updates.class)
    public static class Exchanges {
        private static void or(long address, long bits) {
            long seen = SharedMemory.getLongOpaque(address);
            while (true) {
                long now = SharedMemory.compareAndExchangeLong(address, seen, seen | bits);
                if (now == seen) {
                    return;
                }
                seen = now;
            }
        }

        @Actor
        public void one(Word word) {
            word.meet();
            or(word.address, 1);
        }

        @Actor
        public void other(Word word) {
            word.meet();
            or(word.address, 2);
        }

        @Arbiter
        public void both(Word word, J_Result result) {
            result.r1 = SharedMemory.getLong(word.address);
        }
    }

    @Outcome(id = {"0", "4294967297"}, expect = ACCEPTABLE, desc = "whole")
    @Outcome(expect = FORBIDDEN, desc = "half")
    public static class Whole {}

    @JCStressTest
    @JCStressMeta(Whole.class)
    public static class PlainLong {
        @Actor
        public void writer(Word word) {
            word.meet();
            SharedMemory.putLong(word.address, BOTH_HALVES);
        }

        @Actor
        public void reader(Word word, J_Result result) {
            word.meet();
            result.r1 = SharedMemory.getLong(word.address);
        }
    }

    /** Stores one half after the other. */
    @JCStressTest
    @JCStressMeta(Whole.class)
    @Weakened(of = PlainLong.class)
    public static class LongInHalves {
        @Actor
        public void writer(Word word) {
            word.meet();
            SharedMemory.putIntOpaque(word.address, 1);
            Window.dwell();
            SharedMemory.putIntOpaque(word.address + 4, 1);
        }

        @Actor
        public void reader(Word word, J_Result result) {
            word.meet();
            result.r1 = SharedMemory.getLong(word.address);
        }
    }
}
