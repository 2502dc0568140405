package org.pgas;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.Activity;
import org.pgas.spi.CounterLayout;
import org.pgas.spi.WaitAge;
import org.pgas.spi.WaitRecord;
import org.pgas.stress.Meeting;
import org.pgas.stress.Slab;
import org.pgas.stress.Weakened;
import org.pgas.stress.Window;
import org.pgas.wait.Awaited;
import org.pgas.wait.ShownWait;

/** {@link ShownWait} beside {@link WaitRecord}: a wait is seen as it was at one moment, or not at all. */
public final class ShownWaitStress {
    /** What a wait writes of its part of the counters. */
    private static final long RECORD_BYTES = CounterLayout.WAIT_TEXT + CounterLayout.WAIT_TEXT_MAX;

    private static final int NONE = 0;
    private static final int TORN = -1;

    private ShownWaitStress() {}

    @State
    public static class Waits extends Meeting {
        final long part = Slab.take(RECORD_BYTES);
        final ShownWait shown = new ShownWait(LaneConduit.of(part, 0, () -> {}));

        /** Two waits, of whose numbers each belongs to one. */
        void waitTwice() {
            for (int wait = 1; wait <= 2; wait++) {
                shown.begin(activity(wait), wait);
                shown.tell(new Wait(wait), wait, new int[wait], wait);
                shown.end();
            }
        }

        int look() {
            WaitRecord seen = WaitRecord.read(part);
            if (seen == null) {
                return NONE;
            }
            WaitAge age = seen.age();
            int wait = (int) age.number();
            boolean untold = seen.text().isEmpty() && seen.ranks() == 0 && age.lookedNanos() == WaitAge.NEVER;
            boolean told = seen.text().equals(text(wait)) && seen.ranks() == wait
                    && age.at() - age.lookedNanos() == wait;
            return seen.activity() == activity(wait).ordinal() && (untold || told) ? wait : TORN;
        }

        static Activity activity(int wait) {
            return wait == 1 ? Activity.EVENT : Activity.WORLD_BARRIER;
        }

        static String text(int wait) {
            return wait == 1 ? "an event" : "a barrier, of many ranks";
        }
    }

    private record Wait(int number) implements Awaited {
        @Override
        public boolean isMet() {
            return false;
        }

        @Override
        public Activity activity() {
            return Waits.activity(number);
        }

        @Override
        public int[] missing() {
            return new int[number];
        }

        @Override
        public String describe() {
            return Waits.text(number);
        }
    }

    @Outcome(id = {"0", "1", "2"}, expect = ACCEPTABLE, desc = "no wait, or all of one")
    @Outcome(expect = FORBIDDEN, desc = "some of each")
    public static class Whole {}

    @JCStressTest
    @JCStressMeta(Whole.class)
    public static class WaitAndLook {
        @Actor
        public void waiter(Waits waits) {
            waits.meet();
            waits.waitTwice();
        }

        @Actor
        public void tool(Waits waits, I_Result result) {
            waits.meet();
            result.r1 = waits.look();
        }
    }

    /** Writes its second wait without a mark. */
    @JCStressTest
    @JCStressMeta(Whole.class)
    @Weakened(of = WaitAndLook.class)
    public static class WaitWithoutMark {
        @Actor
        public void waiter(Waits waits) {
            waits.meet();
            waits.shown.begin(Waits.activity(1), 1);
            Window.dwell();
            SharedMemory.putLongOpaque(waits.part + CounterLayout.WAIT_SINCE, 2);
            Window.dwell();
            SharedMemory.putIntOpaque(waits.part + CounterLayout.WAIT_ACTIVITY, Waits.activity(2).ordinal());
        }

        @Actor
        public void tool(Waits waits, I_Result result) {
            waits.meet();
            result.r1 = waits.look();
        }
    }
}
