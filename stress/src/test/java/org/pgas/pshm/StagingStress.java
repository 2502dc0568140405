package org.pgas.pshm;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicLong;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.pgas.memory.SharedMemory;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;

/** {@link Staging}: a slot is one thread's at a time, and who gives back the last one knows that others may wait. */
public final class StagingStress {
    private static final int SLOT_BYTES = 4096;
    private static final long SECOND = 64;
    private static final int LOOKS = 1_000;

    private static final int NONE_IN_TIME = 0;
    private static final int WHOLE = 1;
    private static final int TORN = 2;
    private static final int UNTOLD = 3;

    /** All slots but one are taken, for all time: the actors want the same one, those of neighbouring states too. */
    private static final Staging STAGING = allButOne();

    private StagingStress() {}

    private static Staging allButOne() {
        var staging = new Staging(SLOT_BYTES);
        for (int slot = 1; slot < Long.SIZE; slot++) {
            staging.acquire();
        }
        return staging;
    }

    /** What a thread finds in memory that it has to itself. */
    private static int use(long address, int mark) {
        SharedMemory.putLong(address, mark);
        Window.dwell();
        SharedMemory.putLong(address + SECOND, mark);
        return SharedMemory.getLong(address) == mark && SharedMemory.getLong(address + SECOND) == mark ? WHOLE : TORN;
    }

    @State
    public static class Payloads extends Meeting {
        static int prepare(int mark) {
            for (int look = 0; look < LOOKS; look++) {
                int slot = STAGING.acquire();
                if (slot >= 0) {
                    int seen = use(STAGING.address(slot), mark);
                    return STAGING.release(slot) ? seen : UNTOLD;
                }
                Thread.onSpinWait();
            }
            return NONE_IN_TIME;
        }
    }

    @Outcome(id = {"0, 0", "0, 1", "1, 0", "1, 1"}, expect = ACCEPTABLE, desc = "its own payload, or no slot in time")
    @Outcome(expect = FORBIDDEN, desc = "the payload of the other, or nobody told who waits")
    public static class Own {}

    @JCStressTest
    @JCStressMeta(Own.class)
    public static class OneSlot {
        @Actor
        public void one(Payloads payloads, II_Result result) {
            payloads.meet();
            result.r1 = Payloads.prepare(1);
        }

        @Actor
        public void other(Payloads payloads, II_Result result) {
            payloads.meet();
            result.r2 = Payloads.prepare(2);
        }
    }

    @State
    public static class Looked extends Meeting {
        final AtomicLong used = new AtomicLong(-2);
        final long address = Slab.take(2 * SECOND);

        int prepare(int mark) {
            if (used.get() == -1) {
                return NONE_IN_TIME;
            }
            Window.dwell();
            used.set(-1);
            int seen = use(address, mark);
            used.set(-2);
            return seen;
        }
    }

    /** Looks for a free slot, and then takes it. */
    @JCStressTest
    @JCStressMeta(Own.class)
    @Weakened(of = OneSlot.class)
    public static class LookThenTake {
        @Actor
        public void one(Looked payloads, II_Result result) {
            payloads.meet();
            result.r1 = payloads.prepare(1);
        }

        @Actor
        public void other(Looked payloads, II_Result result) {
            payloads.meet();
            result.r2 = payloads.prepare(2);
        }
    }
}
